// What a call is about, in the words of its arguments: files, places and symbols, never a text of a file.

import { digestOf } from "../../host/seal.ts";
import { isRecord } from "../../std/json.ts";

/** Arguments that name files or directories. */
const fileKeys = [
  "file_path",
  "file",
  "path",
  "directory",
  "root_dir",
  "source",
  "destination",
  "old_path",
  "new_path",
];
const fileListKeys = ["file_paths", "files", "changed_files", "paths"];
const pathKeys = [...fileKeys, ...fileListKeys];
const placeKeys = [...pathKeys, "targets"];
/** Arguments that name symbols. */
const symbolKeys = ["symbol_path", "symbol", "query", "name", "new_name"];

const maxTargets = 20;
const maxCharacters = 300;

/** Paths of the root are relative to it. */
export function namedTargets(input: unknown, root: string): readonly string[] {
  const { line, column } = isRecord(input) ? input : {};
  const place = typeof line === "number" ? `:${line}${typeof column === "number" ? `:${column}` : ""}` : "";
  const [first, ...others] = textsUnder(input, placeKeys);
  const files =
    first === undefined ? [] : [`${within(root, first)}${place}`, ...others.map((one) => within(root, one))];
  const all = [...files, ...textsUnder(input, symbolKeys).map((symbol) => `#${symbol}`)];
  return all.slice(0, maxTargets).map((target) => target.slice(0, maxCharacters));
}

/** The files that a call names, as it names them. */
export function filesNamed(input: unknown): readonly string[] {
  const inTargets = textsUnder(input, ["targets"]).map((target) => target.split(/#|:\d/, 1).join(""));
  return [...textsUnder(input, pathKeys), ...inTargets].slice(0, maxTargets);
}

/** A path as a record names it. */
export function within(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Connections have numbers; what else names one may be what it proves itself with, and is recorded as a digest. */
export function callerName(id: string): string {
  if (lastCaller?.id !== id) {
    const name = /^[a-z]+ \d+$/.test(id) ? id : `connection ${digestOf(id).slice(0, 12)}`;
    lastCaller = { id, name };
  }
  return lastCaller.name;
}

/** Calls in a row usually come from one caller. */
let lastCaller: { readonly id: string; readonly name: string } | undefined;

/** Of every call: keys that are not there cost nothing but a look. */
function textsUnder(input: unknown, keys: readonly string[]): string[] {
  const texts: string[] = [];
  if (!isRecord(input)) return texts;
  for (const key of keys) {
    const value = input[key];
    if (isText(value)) texts.push(value);
    else if (Array.isArray(value)) texts.push(...value.filter(isText));
  }
  return texts;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
