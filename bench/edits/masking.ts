// Blanks out what is no code, and finds where a block ends, by brackets or by indentation; no parser, because no compiler depends on it.

/** Comments and the insides of strings become spaces; quotes and line ends stay. */
export function maskBraced(text: string): string {
  return masked(text, /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g);
}

export function maskPython(text: string): string {
  return masked(
    text,
    /#[^\n]*|"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  );
}

function masked(text: string, noCode: RegExp): string {
  return text.replaceAll(noCode, (found) => {
    const isComment = /^(?:\/\/|\/\*|#)/.test(found);
    const inner = found.replaceAll(/[^\n]/g, " ");
    return isComment ? inner : `${found[0]}${inner.slice(1, -1)}${found[0]}`;
  });
}

/** The end of the line on which all brackets are closed again and, with `endings`, that ends in one of them. */
export function bracketedEnd(code: string, start: number, endings: string): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const char = code[at] ?? "";
    if ("([{".includes(char)) depth++;
    if (")]}".includes(char)) depth--;
    if (char !== "\n" || depth > 0) continue;
    const last = code.slice(start, at).trimEnd().at(-1) ?? "";
    if (endings === "" || endings.includes(last) || depth < 0) return at + 1;
  }
  return code.length;
}

/** The last line that is indented deeper than the first one. */
export function indentedEnd(code: string, start: number): number {
  const lineStart = code.lastIndexOf("\n", start - 1) + 1;
  const indent = indentOf(code.slice(lineStart));
  let end = bracketedEnd(code, start, "");
  let reached = end;
  while (end < code.length) {
    const next = code.indexOf("\n", end);
    const line = code.slice(end, next < 0 ? code.length : next);
    if (line.trim() !== "" && indentOf(line) <= indent) break;
    end = next < 0 ? code.length : next + 1;
    if (line.trim() !== "") reached = end;
  }
  return reached;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
