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
import type { EditLock } from "../store/edit-journal-lock.ts";
import type { EditRecord } from "../store/edit-journal-record.ts";
import { statesText } from "./writer-refusals.ts";
import { restore } from "./writer-restore.ts";
import { tidy } from "./writer-transaction.ts";

export interface RecoveryOptions {
  readonly host: Host;
  readonly root: FilePath;
  readonly journal: EditJournal;
  readonly lock: EditLock;
  readonly emit: Emit;
}

export class Recovery {
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Whoever holds the lock just now looks himself. */
  async look(): Promise<void> {
    const { root, journal, lock, emit } = this.#options;
    try {
      if (!(await journal.isBusy())) return;
      await lock.holding(await journal.open(), 0, () => this.run());
    } catch (error) {
      if (!(error instanceof WriteFault || error instanceof FileFault || error instanceof Refusal)) throw error;
      emit({ type: "edit.unrecovered", root, why: error.message });
    }
  }

  /** The lock is held. Returns those that still could not be taken back. */
  async run(): Promise<EditRecord[]> {
    const unresolved: EditRecord[] = [];
    // The latest first: an earlier one rests on what stood there before it.
    for (const one of (await this.#unfinished()).reverse()) {
      try {
        await this.#settle(one);
      } catch (error) {
        if (!(error instanceof WriteFault)) throw error;
        if (one.state === "prepared" && one.record !== undefined) unresolved.push(one.record);
        this.#options.emit({ type: "edit.unrecovered", root: this.#options.root, why: `${one.id}: ${error.message}` });
      }
    }
    return unresolved;
  }

  async #unfinished(): Promise<Journaled[]> {
    const all = await this.#options.journal.all();
    return all.filter(({ state }) => state === "draft" || state === "prepared" || state === "committed");
  }

  async #settle({ id, state, record }: Journaled): Promise<void> {
    const { host, root, journal, emit } = this.#options;
    if (state === "draft") return journal.discard(id, "draft");
    if (record === undefined) {
      emit({ type: "edit.unrecovered", root, why: `the record of ${id} is damaged; it is left as it is` });
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
