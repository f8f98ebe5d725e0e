// Journals of roots that are no longer there: what can no longer be undone is forgotten after a while.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import { journalRecordBytes } from "../host/read-limits.ts";
import { WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf, parseFilePath } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";

/** Long enough for a disk that is not always there. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

type Kit = Pick<Host, "clock" | "files" | "writing">;

/**
 * Those beside `own` that were left alone for a month, and that hold nothing or whose root has gone. Never fails: it is
 * done again.
 */
export async function forgetVanished(host: Kit, own: FilePath): Promise<void> {
  const beside = parentOf(own);
  if (beside === undefined) return;
  try {
    for (const { name } of (await host.files.list(beside)) ?? []) {
      const journal = joinPath(beside, name);
      if (journal === own || !/^[0-9a-f]{32}$/.test(name)) continue;
      const use = await useOf(host, journal);
      if (use === "vanished") await removeAll(host, journal);
      // Not what another process puts there at this moment: its root may well exist.
      if (use === "empty") await host.writing.removeDirectory(journal);
    }
  } catch (error) {
    if (!(error instanceof WriteFault || error instanceof FileFault)) throw error;
  }
}

/** The root that the records of a journal name; undefined where none does. */
export async function rootOfJournal(files: Host["files"], journal: FilePath): Promise<FilePath | undefined> {
  for (const { name, kind } of (await files.list(journal)) ?? []) {
    if (kind !== "directory" || name === "rescued") continue;
    const bytes = await files.read(joinPath(journal, name, "record.json"), journalRecordBytes);
    const root = bytes && rootIn(files.decode(bytes).text);
    if (root !== undefined) return root;
  }
  return undefined;
}

// — below: private, in the order they are used —

async function useOf({ clock, files }: Kit, journal: FilePath): Promise<"vanished" | "empty" | "used"> {
  const found = await files.stat(journal);
  if (found === undefined || clock.wall() - found.changedAt < keptMs) return "used";
  const names = ((await files.list(journal)) ?? []).map(({ name }) => name);
  // Of a first change that was refused.
  if (names.length === 0) return "empty";
  // What a process is writing, or could not finish, is not over.
  if (names.some((name) => /^(?:lock|draft)-|\.(?:draft|prepared|committed)$/.test(name))) return "used";
  const root = await rootOfJournal(files, journal);
  return root !== undefined && (await files.real(root)) === undefined ? "vanished" : "used";
}

function rootIn(text: string): FilePath | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value["root"] === "string" ? parseFilePath(value["root"]) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A journal has two levels, and nothing in it is a link that would be followed. */
async function removeAll({ files, writing }: Kit, journal: FilePath): Promise<void> {
  for (const { name, kind } of (await files.list(journal)) ?? []) {
    const path = joinPath(journal, name);
    if (kind !== "directory") {
      await writing.remove(path);
      continue;
    }
    for (const below of (await files.list(path)) ?? []) await writing.remove(joinPath(path, below.name));
    await writing.removeDirectory(path);
  }
  await writing.removeDirectory(journal);
}
