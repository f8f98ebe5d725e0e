// Makes text of a repository or a server harmless to show: nothing in it can move a cursor, hide or reorder text.

/** Controls and format characters (bidirectional marks, zero-width characters, soft hyphens), and the odd line ends. */
const active = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

export function inert(text: string): string {
  return text.replace(active, (character) => {
    if (character === "\t" || character === "\n") return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** One line of source: inert, on one line, and not endlessly long. */
export function sourceLine(text: string, limit: number): string {
  const line = inert(text.replaceAll("\t", "  ").trim());
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}
