// What init has done on this machine: the stretches of files that it changed, so that uninstall can put back the very bytes.
//
// Invariant: it is a help, not a source. Each file is searched for what is ours all the same, and a stretch is put back only where the text
// around it still is what init wrote.

import type { Host } from "../../host/host.ts";
import { journalRecordBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import { isRecord, parsedJson } from "../../std/json.ts";
import { makeDirectories, realStateDirectory } from "../../store/state-place.ts";
import type { PartKind, ReplacedStretch } from "./parts.ts";
import { partKinds } from "./parts.ts";
import type { SetupPlace } from "./places.ts";

export interface SetUpFile {
  readonly path: FilePath;
  readonly base: FilePath;
  /** It was not there before. */
  readonly created: boolean;
  readonly parts: readonly { readonly agent: string; readonly kind: PartKind }[];
  /** In the order in which they were made. */
  readonly edits: readonly ReplacedStretch[];
  readonly made: readonly (readonly string[])[];
}

export interface SetupRecord {
  readonly version: 1;
  readonly files: readonly SetUpFile[];
  /** Directories that init made, outermost first. */
  readonly directories: readonly FilePath[];
  /** Directories into which it put skills. */
  readonly skills: readonly SetupPlace[];
}

export const emptyRecord: SetupRecord = { version: 1, files: [], directories: [], skills: [] };

/** Empty where there is none, or none that can be read. */
export async function readRecord(host: Host): Promise<SetupRecord> {
  const bytes = await host.writing.read(await recordPlace(host));
  if (bytes === undefined || bytes.length > journalRecordBytes) return emptyRecord;
  return parseRecord(parsedJson(host.files.decode(bytes).text));
}

export async function writeRecord(host: Host, record: SetupRecord): Promise<void> {
  const place = await recordPlace(host);
  const directory = joinPath(await realStateDirectory(host), "setup");
  await makeDirectories(host.writing, directory);
  const draft = joinPath(directory, `record.${host.writing.nonce()}`);
  await host.writing.create(draft, new TextEncoder().encode(`${JSON.stringify(record, undefined, 2)}\n`), {
    mode: 0o600,
  });
  await host.writing.rename(draft, place);
}

// — below: private, in the order they are used —

async function recordPlace(host: Host): Promise<FilePath> {
  return joinPath(await realStateDirectory(host), "setup", "record.json");
}

/** What is not as it was written is left out: the file is then searched by its structure. */
function parseRecord(value: unknown): SetupRecord {
  if (!isRecord(value) || value["version"] !== 1) return emptyRecord;
  return {
    version: 1,
    files: each(value["files"], fileOf),
    directories: each(value["directories"], pathOf),
    skills: each(value["skills"], placeOf),
  };
}

function each<T>(value: unknown, read: (item: unknown) => T | undefined): T[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(read).filter((item) => item !== undefined);
}

function pathOf(value: unknown): FilePath | undefined {
  return typeof value === "string" ? parseFilePath(value) : undefined;
}

function placeOf(value: unknown): SetupPlace | undefined {
  const [path, base] = isRecord(value) ? [pathOf(value["path"]), pathOf(value["base"])] : [];
  return path === undefined || base === undefined ? undefined : { path, base };
}

function fileOf(value: unknown): SetUpFile | undefined {
  const place = placeOf(value);
  if (!isRecord(value) || place === undefined) return undefined;
  return {
    ...place,
    created: value["created"] === true,
    parts: each(value["parts"], (part) => {
      const { agent, kind } = isRecord(part) ? part : {};
      const known = partKinds.find((one) => one === kind);
      return typeof agent === "string" && known !== undefined ? { agent, kind: known } : undefined;
    }),
    edits: each(value["edits"], (edit) => {
      const { before, after } = isRecord(edit) ? edit : {};
      return typeof before === "string" && typeof after === "string" ? { before, after } : undefined;
    }),
    made: each(value["made"], (path) => each(path, (key) => (typeof key === "string" ? key : undefined))),
  };
}
