// Lines and blanks of a text: where a line begins and ends, and what it is indented by.

/** Behind the last sign that is no blank, looking back from an offset. */
export function trimmedEnd(code: string, end: number, from = 0): number {
  let at = end;
  while (at > from && isBlank(code.charAt(at - 1))) at--;
  return at;
}

/** The first sign that is no blank. */
export function trimmedStart(code: string, start: number, to = code.length): number {
  let at = start;
  while (at < to && isBlank(code.charAt(at))) at++;
  return at;
}

export function lineStart(text: string, at: number): number {
  for (let here = at; here > 0; here--) if (isLineEnd(text.charAt(here - 1))) return here;
  return 0;
}

/** Before the line's terminator. */
export function lineEnd(text: string, at: number): number {
  for (let here = at; here < text.length; here++) if (isLineEnd(text.charAt(here))) return here;
  return text.length;
}

/** Behind the line's terminator. */
export function nextLine(text: string, at: number): number {
  const end = lineEnd(text, at);
  return text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length);
}

export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at + 200))?.[0] ?? "";
}

export function isBlank(sign: string): boolean {
  return sign === " " || sign === "\t" || sign === "\n" || sign === "\r" || sign === "\f" || sign === "\v";
}

/** A line feed, or a carriage return. */
export function isLineEnd(sign: string): boolean {
  return sign === "\n" || sign === "\r";
}
