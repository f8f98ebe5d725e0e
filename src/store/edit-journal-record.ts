// What is written down of a transaction before it begins, from which it can be undone.
//
// Invariant: a record that cannot be parsed, or that names a path outside its root, is never acted on.

import type { Attributes } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parentOf, parseFilePath } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";

/** One path at which something else stands afterwards. */
export interface JournalTarget {
  readonly file: FilePath;
  /** The former file; its content is stored beside the record, after those of the targets before it. */
  readonly before?: { readonly hash: string; readonly size: number } & Attributes;
  /** The new file, with the path that it is moved from, if any. */
  readonly after?: { readonly hash: string; readonly origin?: FilePath };
}

export interface EditRecord {
  readonly id: string;
  /** The order of transactions. */
  readonly sequence: number;
  readonly root: FilePath;
  readonly why: string;
  readonly operation: string;
  readonly caller: string;
  /** The call that made it, where the caller may have to ask later what became of it. */
  readonly call?: string;
  readonly at: string;
  /** The transaction that this one takes back. */
  readonly undoes?: string;
  /** The unpredictable part of the names of temporary files. */
  readonly nonce: string;
  /** Those that had to be made, the outermost first. */
  readonly directories: readonly FilePath[];
  /** Those that go when the transaction is over and nothing is in them, the outermost first. */
  readonly emptied: readonly FilePath[];
  /** In the order in which they are carried out. */
  readonly targets: readonly JournalTarget[];
  /** The size of all stored contents. */
  readonly bytes: number;
}

/** What was made ready for each target before any was put in place; null where nothing is to stand. */
export type Staged = readonly (StagedFile | null)[];

export interface StagedFile {
  /** Which file it is, whatever its name; empty where that is unknown. */
  readonly id: string;
  /** Whether it is the moved file itself under a second name. */
  readonly isLinked: boolean;
}

/** The names beside a target that belong to a transaction. */
export interface SideNames {
  /** The new content before it has its place. */
  readonly fresh: FilePath;
  /** What stood there, until the transaction is over. */
  readonly former: FilePath;
  /** New content that is being taken away again. */
  readonly taken: FilePath;
  /** Former content from the journal before it has its place again. */
  readonly back: FilePath;
}

/** They begin with a dot and end in no language, so that neither servers nor watchers care. */
export function sideNames({ nonce }: Pick<EditRecord, "nonce">, file: FilePath, index: number): SideNames {
  const beside = (end: string): FilePath => joinPath(parentOf(file) ?? file, `.sightline-${nonce}-${index}.${end}`);
  return { fresh: beside("new"), former: beside("old"), taken: beside("gone"), back: beside("back") };
}

/** What is sealed of a record. */
export function toSealedRecord(record: EditRecord): object {
  return { version: 3, ...record };
}

/** Undefined for the record of another transaction, or of another root. */
export function parseRecord(value: unknown, id: string, root: FilePath): EditRecord | undefined {
  return isEditRecord(value, root) && value.id === id ? value : undefined;
}

/** What is sealed of what was made ready. */
export function toSealedStaged(id: string, staged: Staged): object {
  return { id, staged };
}

export function parseStaged(value: unknown, id: string): Staged | undefined {
  const staged = isRecord(value) && value["id"] === id ? value["staged"] : undefined;
  return Array.isArray(staged) && staged.every(isStaged) ? staged : undefined;
}

// — below: private, in the order they are used —

function isStaged(value: unknown): value is StagedFile | null {
  return (
    value === null || (isRecord(value) && typeof value["id"] === "string" && typeof value["isLinked"] === "boolean")
  );
}

function isEditRecord(value: unknown, root: FilePath): value is EditRecord {
  if (!isRecord(value) || value["version"] !== 3 || value["root"] !== root) return false;
  const { targets, directories, emptied, sequence, bytes, nonce, undoes, call } = value;
  const isNamed = ["id", "why", "operation", "caller", "at"].every((key) => typeof value[key] === "string");
  const isCounted = Number.isSafeInteger(sequence) && Number.isSafeInteger(bytes);
  const isPath = (path: unknown): boolean => isPathInside(path, root);
  return (
    isNamed &&
    isCounted &&
    typeof nonce === "string" &&
    /^[0-9a-f]+$/.test(nonce) &&
    [undoes, call].every((name) => name === undefined || typeof name === "string") &&
    [directories, emptied].every((paths) => Array.isArray(paths) && paths.every(isPath)) &&
    Array.isArray(targets) &&
    targets.every((target) => isTarget(target, isPath))
  );
}

function isPathInside(path: unknown, root: FilePath): boolean {
  const parsed = typeof path === "string" ? parseFilePath(path) : undefined;
  return parsed !== undefined && parsed === path && parsed !== root && isInside(root, parsed);
}

function isTarget(target: unknown, isPath: (path: unknown) => boolean): boolean {
  if (!isRecord(target) || !isPath(target["file"])) return false;
  const { before, after } = target;
  const isBefore =
    before === undefined ||
    (isHashed(before) && Number.isSafeInteger(before["mode"]) && Number.isSafeInteger(before["size"]));
  const isAfter =
    after === undefined || (isHashed(after) && (after["origin"] === undefined || isPath(after["origin"])));
  return isBefore && isAfter;
}

function isHashed(value: unknown): value is { readonly [key: string]: unknown } {
  return isRecord(value) && typeof value["hash"] === "string";
}
