// Makes text of a repository or a server harmless to show: nothing in it can move a cursor, hide or reorder text.

/** Control characters, format characters (bidirectional, zero-width, soft hyphens), and Unicode line separators. */
const active = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** For texts of several lines, whose line ends and tabs stay. */
export function inert(text: string): string {
  return text.replace(active, (character) =>
    character === "\t" || character === "\n" ? character : escaped(character),
  );
}

/**
 * For whatever must stay on its line: names, paths, reasons, quoted words.
 * A directory may be called `x\nStanding: complete`; on one line it can forge no other.
 */
export function inertLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  return cut(text.replace(active, escaped), limit);
}

/** One line of a file to be copied from: inert, on its line, with its tabs. */
export function codeLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  return cut(
    text.replace(active, (character) => (character === "\t" ? character : escaped(character))),
    limit,
  );
}

/** One line of source: inert, on one line, and not endlessly long. */
export function sourceLine(text: string, limit: number): string {
  return inertLine(text.replaceAll("\t", "  ").trim(), limit);
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function cut(text: string, limit: number): string {
  // Half of a surrogate pair would be no text at all.
  return text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
