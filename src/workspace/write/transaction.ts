// Carries out one transaction: written down, made ready beside the files, checked again, put in place, marked as done.
//
// Invariant: before the mark is durable everything can be taken back; after it everything stays.
// Invariant: what stands at a path is taken to another name before something else is put there, and nothing is ever
// put over anything. So what another process writes in the last moment is seen, or stays where it was written.

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
  /** Paths at which something has been begun. */
  readonly touched = new Set<FilePath>();
  /** Files whose place another one takes, and that carry what the other would lack. */
  #adorned: Promise<ReadonlySet<FilePath>> | undefined;
  /** What a receipt has to tell of what could not be kept. */
  readonly notes: string[] = [];

  constructor(host: Host, journal: EditJournal, record: EditRecord, work: readonly PlannedWork[]) {
    this.#host = host;
    this.#journal = journal;
    this.record = record;
    this.#work = work;
  }

  /** Refuses, with all of them, where something else stands at a path than was to be there. */
  async check(): Promise<void> {
    const found = await pooled(this.#work, writesAtOnce, async ({ file, before }): Promise<FilePath[]> => {
      const bytes = await this.#host.writing.read(file);
      return (bytes && this.#host.files.hash(bytes)) === before?.hash ? [] : [file];
    });
    const offenders = found.flat();
    if (offenders.length > 0) stale(this.record.root, offenders);
  }

  /** Writes down what stands at each path. */
  async prepare(): Promise<void> {
    // A program has to be started for it: that runs meanwhile. What fails of it fails the one who needs it.
    this.#adorned = this.#askAdorned();
    void Promise.allSettled([this.#adorned]);
    await this.#journal.prepare(
      this.record,
      this.#work.flatMap(({ before }) => before?.bytes ?? []),
    );
  }

  /** Makes directories, and every new file under another name in the directory where it belongs; writes down which. */
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

  /** Null where nothing is to stand. */
  async #stageOne(one: PlannedWork, index: number): Promise<StagedFile | null> {
    const { file, after } = one;
    if (after === undefined) return null;
    const { writing } = this.#host;
    const { fresh } = sideNames(this.record, file, index);
    // The same file under a second name keeps everything that belongs to it.
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
 * After the mark: what lies beside the files goes. That is only what stood there before, for everything new has got its
 * place for good. Notes what another process wrote in the last moment, and where it is.
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

/** What was taken back can no longer be; what an undone undo had taken back is there again. */
async function settleUndo(journal: EditJournal, { undoes }: EditRecord): Promise<void> {
  if (undoes === undefined) return;
  const all = await journal.all();
  const undone = all.find(({ id }) => id === undoes);
  if (undone?.state === "kept") await journal.mark(undoes, "kept", "undone");
  const again = all.find(({ id }) => id === undone?.record?.undoes);
  if (again?.state === "undone") await journal.mark(again.id, "undone", "kept");
}
