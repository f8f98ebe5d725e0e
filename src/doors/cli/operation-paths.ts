// What the texts among an operation's arguments name: something on the disk, or only words.
//
// Invariant: whatever is on the disk a person means from where they stand, so it reaches the engine absolute.

import { dirname, resolve } from "node:path";
import { parseTarget } from "../../operations/target.ts";
import { isRecord } from "../../std/json.ts";

export type Input = Readonly<Record<string, unknown>>;

/** `elsewhere`: a directory that does not locate the project; `changes`: records with a `uri`, `edits`: a `file_path`. */
type Meaning = "file" | "directory" | "either" | "elsewhere" | "target" | "changes" | "edits" | "words";

/** Every argument that is a text, some texts or JSON, in any operation; a test asks for the row of a new one. */
export const meanings: Readonly<Record<string, Meaning>> = {
  file_path: "file",
  file_paths: "file",
  changed_files: "file",
  symbol_file: "file",
  new_path: "file",
  path: "either",
  workspace_dir: "directory",
  workspace_root: "directory",
  root_dir: "directory",
  consumer_roots: "elsewhere",
  target: "directory",
  targets: "target",
  symbols: "target",
  changes: "changes",
  edits: "edits",
  before: "edits",
  already_in_context: "words",
  arguments: "words",
  code: "words",
  command: "words",
  connect: "words",
  exclude_globs: "words",
  filter: "words",
  id: "words",
  if_none_match: "words",
  kind: "words",
  kinds: "words",
  language: "words",
  language_id: "words",
  new_name: "words",
  new_text: "words",
  old_text: "words",
  new_body: "words",
  position_pattern: "words",
  prefix: "words",
  query: "words",
  range: "words",
  server: "words",
  session_id: "words",
  skill_name: "words",
  since: "words",
  symbol: "words",
  symbol_path: "words",
  text: "words",
  workspace_edit: "words",
};

/** The same input with everything that is on the disk made absolute. */
export function fromHere(input: Input, cwd: string): Input {
  const here = (path: string): string => resolve(cwd, path);
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, placed(meanings[key], value, here)]));
}

/** Where the search for the project begins: at the first argument that locates it. The input's paths are absolute. */
export function nearOf(all: readonly { readonly key: string }[], input: Input): string | undefined {
  for (const { key } of all) {
    const [first] = textsOf(input[key]);
    if (first === undefined) continue;
    const meaning = meanings[key];
    if (meaning === "directory" || meaning === "either") return first;
    const file = meaning === "file" ? first : meaning === "target" ? parseTarget(first).file_path : undefined;
    if (file !== undefined) return dirname(file);
  }
  return undefined;
}

export function textsOf(value: unknown): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(pathText) : [pathText(value)];
}

export function pathText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// — below: private, in the order they are used —

function placed(meaning: Meaning | undefined, value: unknown, here: (path: string) => string): unknown {
  switch (meaning) {
    case "file":
    case "directory":
    case "either":
    case "elsewhere":
      return eachText(value, here);
    case "target":
      return eachText(value, (target) => absoluteTarget(target, here));
    case "edits":
      return Array.isArray(value) ? value.map((edit) => absoluteEdit(edit, here)) : value;
    case "changes":
      return Array.isArray(value) ? value.map((change) => absoluteChange(change, here)) : value;
    default:
      return value;
  }
}

function eachText(value: unknown, make: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => eachText(one, make));
  return typeof value === "string" && value !== "" ? make(value) : value;
}

function absoluteTarget(word: string, here: (path: string) => string): string {
  const { file_path, line, column, symbol_path } = parseTarget(word);
  if (file_path === undefined) return word;
  if (symbol_path !== undefined) return `${here(file_path)}#${symbol_path}`;
  return [here(file_path), line, column].filter((part) => part !== undefined).join(":");
}

function absoluteChange(change: unknown, here: (path: string) => string): unknown {
  if (!isRecord(change) || typeof change["uri"] !== "string") return change;
  const { uri } = change;
  return /^[a-z][a-z0-9+.-]+:/i.test(uri) ? change : { ...change, uri: here(uri) };
}

function absoluteEdit(edit: unknown, here: (path: string) => string): unknown {
  if (!isRecord(edit) || typeof edit["file_path"] !== "string" || edit["file_path"] === "") return edit;
  return { ...edit, file_path: here(edit["file_path"]) };
}
