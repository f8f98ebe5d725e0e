// Undoes a transaction, from the side files next to its targets and from the journal.
//
// Invariant: only files that the transaction itself has put in place are taken away. What another process has written
// stays and is reported; former contents that then have no place are rescued beside the journal.
// Invariant: it is idempotent, also when the first run ended in the middle.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import type { EditJournal } from "../../store/edit-journal.ts";
import { writesAtOnce } from "../../store/edit-journal.ts";
import type { EditRecord } from "../../store/edit-journal-record.ts";
import { sideNames } from "../../store/edit-journal-record.ts";
import { isObstacle, unlessObstructed } from "./moves.ts";
import type { FileState } from "./refusals.ts";
import { Restoring } from "./restoring.ts";
import { directoriesOf } from "./work.ts";

export interface RestoreOptions {
  readonly host: Pick<Host, "files" | "writing">;
  readonly journal: EditJournal;
  readonly record: EditRecord;
  /** The paths that the transaction has begun to change; where it is not known, all of them may be. */
  readonly touched?: ReadonlySet<FilePath>;
}

/** Returns the files that are now neither as before nor as the transaction made them. Throws what the disk reports. */
export async function restore(options: RestoreOptions): Promise<FileState[]> {
  const { host, journal, record, touched } = options;
  const left: FileState[] = [];
  const staged = await journal.staged(record.id);
  const former = await journal.contents(record, "prepared");
  // The transaction puts targets in place in order: where one is found in place, all before it were, too.
  let wasReached = false;
  for (const [index, target] of [...record.targets.entries()].reverse()) {
    if (touched !== undefined && !touched.has(target.file)) continue;
    const restoring = new Restoring({ host, journal, record, staged, former, wasReached }, target, index);
    const state = await restoring.run().catch((error: unknown) => {
      if (isObstacle(error)) return restoring.giveUp();
      throw error;
    });
    wasReached ||= restoring.wasPut;
    if (state !== undefined) left.push({ file: target.file, state });
  }
  // The side files prove what was done, so they are removed only when the restored names are durable.
  await syncAll(host, record);
  for (const name of allSideNames(record)) await unlessObstructed(() => host.writing.remove(name));
  for (const directory of [...record.directories].reverse()) {
    if (touched !== undefined && !touched.has(directory)) continue;
    await unlessObstructed(() => host.writing.removeDirectory(directory));
  }
  await syncAll(host, record);
  return left;
}

/** The state of each file of a transaction: as before, as after, or something else. */
export async function statesOf(host: Pick<Host, "files" | "writing">, record: EditRecord): Promise<FileState[]> {
  return Promise.all(
    record.targets.map(async ({ file, before, after }): Promise<FileState> => {
      try {
        const bytes = await host.writing.read(file);
        const hash = bytes && host.files.hash(bytes);
        if (hash === before?.hash) return { file, state: "as before" };
        return { file, state: hash === after?.hash ? "as after the change" : "neither as before nor as after" };
      } catch (error) {
        return { file, state: `unknown (${error instanceof Error ? error.message : String(error)})` };
      }
    }),
  );
}

/** Makes the names durable in every directory of a transaction that is there. */
export async function syncAll({ writing }: Pick<Host, "writing">, record: EditRecord): Promise<void> {
  const files = [...record.targets.map(({ file }) => file), ...record.directories, ...record.emptied];
  await pooled(directoriesOf(files), writesAtOnce, (directory) =>
    unlessObstructed(() => writing.syncDirectory(directory)),
  );
}

// — below: private, in the order they are used —

function allSideNames(record: EditRecord): FilePath[] {
  return record.targets.flatMap(({ file }, index) => Object.values<FilePath>({ ...sideNames(record, file, index) }));
}
