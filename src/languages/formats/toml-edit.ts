// Changes of TOML that keep every other byte: one table is added, altered or taken out.

import type { OffsetEdit } from "../../model/text-edit.ts";
import { bug } from "../../std/bug.ts";
import { spanningEdit } from "./jsonc-edit.ts";
import type { TomlStatement } from "./toml-statements.ts";
import { parseToml, startsWith } from "./toml-statements.ts";

export type TomlValue = string | readonly string[] | boolean;

/** A table of its own at the end of the text; undefined where one above it is written so that it can have no more. */
export function insertTable(
  text: string,
  path: readonly string[],
  pairs: Readonly<Record<string, TomlValue>>,
): OffsetEdit | undefined {
  // A table in braces is whole as it stands, and a list of tables has no names.
  const isClosed = statementsOf(text).some(
    (one) => one.path.length < path.length && one.kind !== "table" && startsWith(path, one.path),
  );
  if (isClosed) return undefined;
  const end = /\r?\n/.exec(text)?.[0] ?? "\n";
  const isEnded = text === "" || text.endsWith("\n");
  const gap = text.trim() === "" ? "" : end;
  const header = `[${path.map(keyText).join(".")}]`;
  const lines = [header, ...Object.entries(pairs).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`)];
  return { start: text.length, end: text.length, newText: `${isEnded ? "" : end}${gap}${lines.join(end)}${end}` };
}

/** The statements at and below a path. */
export function statementsAt(text: string, path: readonly string[]): TomlStatement[] {
  return statementsOf(text).filter((one) => one.path.length >= path.length && startsWith(one.path, path));
}

export function replaceValue(statement: TomlStatement, value: TomlValue): OffsetEdit {
  return { start: statement.valueFrom, end: statement.to, newText: valueText(value) };
}

export function insertPair(text: string, after: TomlStatement, key: string, value: TomlValue): OffsetEdit {
  const end = /\r?\n/.exec(text)?.[0] ?? "\n";
  const at = lineEndAt(text, after.to);
  return { start: at, end: at, newText: `${end}${keyText(key)} = ${valueText(value)}` };
}

/** Takes out what stands at and below a path: whole tables with what they hold, and pairs of others with their lines. */
export function removeTable(text: string, path: readonly string[]): OffsetEdit | undefined {
  const all = statementsOf(text);
  const ours = statementsAt(text, path);
  if (ours.length === 0) return undefined;
  const tables = ours.filter((one) => one.kind !== "pair").map((one) => one.table);
  const edits = ours.flatMap((one): OffsetEdit[] => {
    if (one.kind === "pair") return tables.includes(one.table) ? [] : [withLine(text, one.from, one.to)];
    const last = all.findLast((other) => other.table === one.table) ?? one;
    return [withLine(text, one.from, last.to)];
  });
  return spanningEdit(text, apart(edits));
}

// — below: private, in the order they are used —

function statementsOf(text: string): readonly TomlStatement[] {
  const found = parseToml(text);
  return "kind" in found ? bug("only a text that was parsed is edited") : found;
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** The texts of JSON are texts of TOML, but for one sign that JSON may leave bare. */
function valueText(value: TomlValue): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function lineEndAt(text: string, at: number): number {
  const found = /[^\r\n]*/y;
  found.lastIndex = at;
  return at + (found.exec(text)?.[0].length ?? 0);
}

/** With the line's end, the comment that ends it, and one empty line before it. */
function withLine(text: string, from: number, to: number): OffsetEdit {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  const before = /(?:^|\n)(\r?\n)$/.exec(text.slice(Math.max(0, lineStart - 3), lineStart))?.[1] ?? "";
  const end = lineEndAt(text, to);
  const tail = text.startsWith("\r\n", end) ? 2 : end < text.length ? 1 : 0;
  return { start: lineStart - before.length, end: end + tail, newText: "" };
}

/** A table may be written right after another one of ours: the empty line between them is taken once. */
function apart(edits: readonly OffsetEdit[]): OffsetEdit[] {
  let reached = 0;
  return [...edits]
    .sort((a, b) => a.start - b.start)
    .map((edit) => {
      const start = Math.max(edit.start, reached);
      reached = Math.max(reached, edit.end);
      return { ...edit, start, end: Math.max(start, edit.end) };
    });
}
