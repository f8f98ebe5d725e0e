// What somebody could not finish in a root above or below this one concerns its files too, and goes back like its own.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { Emit } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { EditJournal } from "../store/edit-journal.ts";
import { JournalKin } from "../store/edit-journal-kin.ts";
import type { EditLock } from "../store/edit-journal-lock.ts";
import type { EditRecord } from "../store/edit-journal-record.ts";
import type { RecoveryOptions } from "./writer-recovery.ts";
import { Recovery } from "./writer-recovery.ts";

export class KinRecovery {
  readonly #host: Host;
  readonly #root: FilePath;
  readonly #lock: EditLock;
  readonly #emit: Emit;
  readonly #kin: JournalKin;
  readonly #recoveries = new Map<FilePath, Recovery>();
  #hasTold = false;

  constructor({ host, root, journal, lock, emit }: RecoveryOptions) {
    this.#host = host;
    this.#root = root;
    this.#lock = lock;
    this.#emit = emit;
    this.#kin = new JournalKin(host, root, journal);
  }

  /** Returns what could not be taken back. One root after the other: they may have changed the same files. */
  async look(): Promise<readonly EditRecord[]> {
    const unresolved: EditRecord[] = [];
    for (const root of await this.#roots()) unresolved.push(...(await this.#recoveryOf(root).look()));
    return unresolved;
  }

  // — below: private, in the order they are used —

  async #roots(): Promise<readonly FilePath[]> {
    try {
      return await this.#kin.roots();
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      if (!this.#hasTold) this.#emit({ type: "edit.unrecovered", root: this.#root, why: error.message });
      this.#hasTold = true;
      return [];
    }
  }

  #recoveryOf(root: FilePath): Recovery {
    const known = this.#recoveries.get(root);
    if (known !== undefined) return known;
    const journal = new EditJournal(this.#host, root);
    const made = new Recovery({ host: this.#host, root, journal, lock: this.#lock, emit: this.#emit });
    this.#recoveries.set(root, made);
    return made;
  }
}
