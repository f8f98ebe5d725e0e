// The lines of an answer of the single `Lsp` tool: `path:line:col`, and a label where there is one.
//
// Invariant: every row is one line; whatever a server or a repository says in it is inert.

import type { SymbolKind } from "../../model/code-facts.ts";
import { severities, symbolKinds } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parseFilePath } from "../../model/file-path.ts";
import { quotedLines, shownPath } from "../../operations/foreign-text.ts";
import type { LocationJson } from "../../operations/places.ts";
import { fromUri } from "../../protocol/uri.ts";
import { inertLine } from "../../render/inert.ts";
import { inertMarkdown } from "../../render/markdown.ts";
import { problemLine } from "../../render/problem-list.ts";
import { at, isRecord } from "../../std/json.ts";

const longestName = 200;

export type RowPlace = Pick<LocationJson, "file" | "line" | "column">;

/** Relative to the workspace where it lies inside, which is where that is shorter. */
export function placeRow(root: FilePath, { file, line, column }: RowPlace): string {
  const path = parseFilePath(file);
  return `${path === undefined ? inertLine(file) : shownPath(root, path)}:${line}:${column}`;
}

/** `Definition: src/bar.rs:120:5 (struct Bar)`. */
export function definitionRow(root: FilePath, place: RowPlace, label: string | undefined): string {
  return `Definition: ${placeRow(root, place)}${label === undefined ? "" : ` (${label})`}`;
}

/** `struct Bar`, of what the contract calls a kind by its number. */
export function labelOf(kind: unknown, name: unknown): string | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  const word: SymbolKind | undefined = symbolKinds[Number(kind) - 1];
  return `${word === undefined ? "" : `${word} `}${inertLine(name, longestName)}`;
}

/** `src/cart.ts:3:14 (class Cart)`, from an item of `find_symbol`. */
export function symbolRow(root: FilePath, item: unknown): string {
  const label = labelOf(at(item, ["kind"]), at(item, ["name"]));
  const container = at(item, ["containerName"]);
  const within = typeof container === "string" && container !== "" ? ` in ${inertLine(container, longestName)}` : "";
  const row = placeRow(root, rowPlaceOf(at(item, ["location"])));
  return label === undefined ? row : `${row} (${label}${within})`;
}

/** The rows of one file's problems, in the order of the text; the answer of `get_diagnostics` has them by URI. */
export function problemRows(root: FilePath, answer: unknown): string[] {
  if (!isRecord(answer)) return [];
  return Object.entries(answer).flatMap(([uri, problems]) => {
    const file = fromUri(uri);
    if (!Array.isArray(problems) || typeof file !== "string") return [];
    const shown = shownPath(root, file);
    return problems
      .map((problem: unknown) => ({ place: rowPlaceOf(at(problem, ["range", "start"])), problem }))
      .sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
      .map(({ place, problem }) => `${shown}:${problemLine(asDiagnostic(place, problem))}`);
  });
}

/** Prose of a server is marked as such, so that no line of it can pass for one of ours. */
export function hoverRows(markdown: string): string[] {
  return quotedLines(inertMarkdown(markdown));
}

export function rowPlaceOf(value: unknown): RowPlace {
  const [file, line, column] = ["file", "line", "column"].map((key) => at(value, [key]));
  return { file: typeof file === "string" ? file : "", line: Number(line), column: Number(column) };
}

// — below: private, in the order they are used —

function asDiagnostic({ line, column }: RowPlace, problem: unknown): Parameters<typeof problemLine>[0] {
  const [severity, code, source, message] = ["severity", "code", "source", "message"].map((key) => at(problem, [key]));
  const start = { line, column };
  return {
    span: { start, end: start },
    severity: severities[Number(severity) - 1] ?? "error",
    message: typeof message === "string" ? message : "",
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof source === "string" ? { source } : {}),
  };
}
