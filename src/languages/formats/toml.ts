// The few things that coverage needs of a TOML file: its keys, and lists of strings.
//
// Why not a full parser: only names of tables, keys and simple lists are read, and what is not understood is left out.

export interface TomlLine {
  /** Table and key joined, without quotes: `workspace.members`. */
  readonly key: string;
  /** As it is written, over several lines where it is a list. */
  readonly value: string;
}

export function tomlLines(text: string): TomlLine[] {
  const found: TomlLine[] = [];
  let table = "";
  const lines = text.split("\n").map(withoutComment);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const header = /^\[\[?([^\]]+)\]\]?$/.exec(line)?.[1];
    if (header !== undefined) {
      table = plain(header);
      found.push({ key: table, value: "" });
      continue;
    }
    const equals = line.indexOf("=");
    if (equals < 1) continue;
    const key = line.slice(0, equals);
    let value = line.slice(equals + 1).trim();
    while (value.startsWith("[") && !value.endsWith("]") && index + 1 < lines.length) value += lines[++index] ?? "";
    found.push({ key: table === "" ? plain(key) : `${table}.${plain(key)}`, value });
  }
  return found;
}

/** The strings of a list, or of one value. */
export function tomlTexts(value: string): string[] {
  return [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? "");
}

// — below: private, in the order they are used —

function withoutComment(line: string): string {
  const kept = /^(?:[^#"']|"(?:[^"\\]|\\.)*"|'[^']*')*/.exec(line)?.[0] ?? line;
  return kept.trim();
}

function plain(key: string): string {
  return key.replaceAll(/["'\s]/g, "");
}
