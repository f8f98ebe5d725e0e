// The steps of one transaction: record it, stage new files beside the old ones, check again, swap, mark as committed.
//
// Invariant: before the mark is durable everything can be undone; after it everything stays.
// Invariant: the file at a path is renamed before another is put there, and no file is ever overwritten. So a write by
// another process at the last moment is noticed, or stays where it was written.

import type { Host } from "../../host/host.ts";
import { WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import type { EditJournal } from "../../store/edit-journal.ts";
import { writesAtOnce } from "../../store/edit-journal.ts";
import type { EditRecord, StagedFile } from "../../store/edit-journal-record.ts";
import { sideNames } from "../../store/edit-journal-record.ts";
import { linkOrNothing, move, unlessObstructed } from "./moves.ts";
import { stale } from "./refusals.ts";
import { syncAll } from "./restore.ts";
import type { PlannedWork } from "./work.ts";
import { isMoved } from "./work.ts";

export class RunningTransaction {
  readonly #host: Host;
  readonly #journal: EditJournal;
  readonly record: EditRecord;
  readonly #work: readonly PlannedWork[];
  /** Paths that the transaction has begun to change. */
  readonly touched = new Set<FilePath>();
  /** The replaced files with extended attributes or access control lists, which their successors would lack. */
  #adorned: Promise<ReadonlySet<FilePath>> | undefined;
  /** For the receipt: attributes that could not be preserved. */
  readonly notes: string[] = [];

  constructor(host: Host, journal: EditJournal, record: EditRecord, work: readonly PlannedWork[]) {
    this.#host = host;
    this.#journal = journal;
    this.record = record;
    this.#work = work;
  }

  /** Refuses if any file is no longer as planned, and names every such file. */
  async check(): Promise<void> {
    const found = await pooled(this.#work, writesAtOnce, async ({ file, before }): Promise<FilePath[]> => {
      const bytes = await this.#host.writing.read(file);
      return (bytes && this.#host.files.hash(bytes)) === before?.hash ? [] : [file];
    });
    const offenders = found.flat();
    if (offenders.length > 0) stale(this.record.root, offenders);
  }

  /** Records the present content of each path in the journal. */
  async prepare(): Promise<void> {
    // This starts a program, which runs meanwhile; its failure surfaces where the result is awaited.
    this.#adorned = this.#askAdorned();
    void Promise.allSettled([this.#adorned]);
    await this.#journal.prepare(
      this.record,
      this.#work.flatMap(({ before }) => before?.bytes ?? []),
    );
  }

  /** Makes the directories, and each new file under a side name in its own directory; records their identities. */
  async stage(): Promise<void> {
    const { writing } = this.#host;
    for (const directory of this.record.directories) {
      await writing.makeDirectory(directory, 0o777);
      this.touched.add(directory);
    }
    const staged = await pooled(this.#work, writesAtOnce, (one, index) => this.#stageOne(one, index));
    await this.#adorned;
    await this.#journal.stage(this.record.id, staged);
  }

  async swap(): Promise<void> {
    for (const [index, { file, before, after }] of this.#work.entries()) {
      const { fresh, former } = sideNames(this.record, file, index);
      this.touched.add(file);
      if (before !== undefined) await this.#take(file, former, before.hash);
      if (after !== undefined) await this.#put(fresh, file);
    }
    await syncAll(this.#host, this.record);
  }

  async mark(): Promise<void> {
    await this.#journal.mark(this.record.id, "prepared", "committed");
  }

  // — below: private, in the order they are used —

  async #askAdorned(): Promise<ReadonlySet<FilePath>> {
    const replaced = this.#work.flatMap(({ file, before, after }) =>
      after === undefined || (after.origin ?? before) === undefined ? [] : [after.origin ?? file],
    );
    const found = replaced.length === 0 ? [] : await this.#host.writing.adorned(replaced);
    if (found === undefined)
      this.notes.push("Extended attributes and access control lists are not preserved on this system.");
    return new Set(found);
  }

  /** Null for a path that is to be removed. */
  async #stageOne(one: PlannedWork, index: number): Promise<StagedFile | null> {
    const { file, after } = one;
    if (after === undefined) return null;
    const { writing } = this.#host;
    const { fresh } = sideNames(this.record, file, index);
    // A second link to the moved file keeps its attributes.
    const source = isMoved(this.#work, one) ? after.origin : undefined;
    const isLinked = source !== undefined && (await linkOrNothing(writing, source, fresh));
    if (!isLinked) await writing.create(fresh, after.bytes, after);
    const former = after.origin ?? file;
    if (!isLinked && (await this.#adorned)?.has(former) === true && !(await writing.adorn(former, fresh))) {
      this.notes.push(`${display(this.record.root, file)} has lost its extended attributes and access control list.`);
    }
    return { id: (await writing.look(fresh))?.id ?? "", isLinked };
  }

  async #take(file: FilePath, former: FilePath, hash: string): Promise<void> {
    await this.#host.writing.rename(file, former);
    const bytes = await this.#host.writing.read(former);
    if ((bytes && this.#host.files.hash(bytes)) !== hash) stale(this.record.root, [file]);
  }

  async #put(fresh: FilePath, file: FilePath): Promise<void> {
    try {
      await move(this.#host.writing, fresh, file);
    } catch (error) {
      if (!(error instanceof WriteFault && error.code === "EEXIST")) throw error;
      stale(this.record.root, [file], " It was modified at the moment of the change, and was kept.");
    }
  }
}

/**
 * Called after the mark: removes the side files. These are only the former files, since every new one is in its place.
 * Notes what another process wrote into a former file at the last moment, and where that is now.
 */
export async function tidy(
  host: Host,
  journal: EditJournal,
  record: EditRecord,
  note: (text: string) => void,
): Promise<void> {
  await pooled(record.targets, writesAtOnce, async ({ file, before }, index) => {
    if (before === undefined) return;
    const { former } = sideNames(record, file, index);
    const bytes = await unlessObstructed(() => host.writing.read(former));
    if (bytes === undefined) return;
    if (host.files.hash(bytes) !== before.hash) {
      const where = await journal.rescue(baseName(file), bytes);
      note(`${display(record.root, file)} was modified at the moment of the change: ${where}`);
    }
    await host.writing.remove(former);
  });
  for (const directory of [...record.emptied].reverse()) {
    await unlessObstructed(() => host.writing.removeDirectory(directory));
  }
  await syncAll(host, record);
  await settleUndo(journal, record);
  if ((await journal.stateOf(record.id)) === "committed") await journal.keep(record.id);
}

/** Marks the transaction that was undone; where that was an undo itself, what it had undone can be undone again. */
async function settleUndo(journal: EditJournal, { undoes }: EditRecord): Promise<void> {
  if (undoes === undefined) return;
  const all = await journal.all();
  const undone = all.find(({ id }) => id === undoes);
  if (undone?.state === "kept") await journal.mark(undoes, "kept", "undone");
  const again = all.find(({ id }) => id === undone?.record?.undoes);
  if (again?.state === "undone") await journal.mark(again.id, "undone", "kept");
}
