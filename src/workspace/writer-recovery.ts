// Before a root is written or served again: what somebody could not finish goes back, or is tidied where it was done.
//
// Invariant: only under the lock of the root, so nobody's running transaction is ever taken for a leftover.

import type { Host } from "../host/host.ts";
import { FileFault } from "../host/files.ts";
import { WriteFault } from "../host/writing.ts";
import type { Emit } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { EditJournal, Journaled } from "../store/edit-journal.ts";
import type { EditLock, HeldBy } from "../store/edit-journal-lock.ts";
import type { EditRecord } from "../store/edit-journal-record.ts";
import { foreignLock, statesText } from "./writer-refusals.ts";
import { restore } from "./writer-restore.ts";
import { tidy } from "./writer-transaction.ts";

export interface RecoveryOptions {
  readonly host: Host;
  readonly root: FilePath;
  readonly journal: EditJournal;
  readonly lock: EditLock;
  readonly emit: Emit;
}

/** A directory that was changed so lately may have been changed again in the same tick of its clock. */
const settledMs = 100;

export class Recovery {
  readonly #options: RecoveryOptions;
  /** What the journal looked like when there was nothing to do. */
  #clean: string | undefined;
  #looking: Promise<void> | undefined;
  readonly #told = new Set<string>();

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Costs one look at a directory where nothing has happened since the last time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** The lock is held. Returns those that still could not be taken back. */
  async run(): Promise<EditRecord[]> {
    const unresolved: EditRecord[] = [];
    // The latest first: an earlier one rests on what stood there before it.
    for (const one of (await this.#unfinished()).reverse()) {
      try {
        await this.#settle(one);
      } catch (error) {
        if (!isExpected(error)) throw error;
        if (one.state === "prepared" && one.record !== undefined) unresolved.push(one.record);
        this.#tell(`${one.id}: ${wordsOf(error)}`);
      }
    }
    return unresolved;
  }

  // — below: private, in the order they are used —

  async #look(): Promise<void> {
    const { host, journal, lock } = this.#options;
    try {
      const place = await journal.place();
      const found = await host.files.stat(place);
      if (found === undefined || found.stamp === this.#clean) return;
      if (!(await journal.isBusy())) {
        const isSettled = found.changedAt > 0 && host.clock.wall() - found.changedAt > settledMs;
        this.#clean = isSettled ? found.stamp : undefined;
        return;
      }
      const held = (await lock.holder(place)) ?? (await this.#runAlone());
      // Whoever is still there looks himself.
      if (held?.alive === "unknown") this.#tell(foreignLock(held));
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.#tell(wordsOf(error));
    }
  }

  async #runAlone(): Promise<HeldBy | undefined> {
    const { journal, lock } = this.#options;
    const done = await lock.holding(await journal.open(), { waitMs: 0 }, () => this.run());
    return "heldBy" in done ? done : undefined;
  }

  /** Once: it is looked at again and again. */
  #tell(why: string): void {
    if (this.#told.has(why)) return;
    this.#told.add(why);
    this.#options.emit({ type: "edit.unrecovered", root: this.#options.root, why });
  }

  async #unfinished(): Promise<Journaled[]> {
    const all = await this.#options.journal.all();
    return all.filter(({ state }) => state === "draft" || state === "prepared" || state === "committed");
  }

  async #settle({ id, state, record }: Journaled): Promise<void> {
    const { host, root, journal, emit } = this.#options;
    if (state === "draft") return journal.discard(id, "draft");
    if (record === undefined) {
      this.#tell(`the record of ${id} is damaged; it is left as it is`);
      return;
    }
    if (state === "committed") {
      const notes: string[] = [];
      await tidy(host, journal, record, (note) => notes.push(note));
      if (notes.length > 0) emit({ type: "edit.recovered", root, id, why: record.why, left: notes.join("; ") });
      return;
    }
    const left = statesText(root, await restore({ host, journal, record }));
    await journal.abort(id, left);
    emit({ type: "edit.recovered", root, id, why: record.why, left });
  }
}

type Expected = WriteFault | FileFault | Refusal;

function isExpected(error: unknown): error is Expected {
  return error instanceof WriteFault || error instanceof FileFault || error instanceof Refusal;
}

function wordsOf(error: Expected): string {
  return error instanceof Refusal ? [error.message, error.details.why ?? ""].join(" ").trim() : error.message;
}
