// Makes text of a repository or a server harmless to show: nothing in it can move a cursor, hide or reorder text.

/** Control characters but tab and newline, bidirectional controls, zero-width and other invisible characters. */
const active = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g;

export function inert(text: string): string {
  return text.replace(active, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** One line of source: inert, on one line, and not endlessly long. */
export function sourceLine(text: string, limit: number): string {
  const line = inert(text.replaceAll("\t", "  ").trim());
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}
