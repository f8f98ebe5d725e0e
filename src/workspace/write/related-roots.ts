// Undoes unfinished changes of the roots above and below this one, because they may have written the same files.
//
// Invariant: if the state of such a root is unknown, no change of its files begins, as if another process wrote there.

import { FileFault } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import { EditJournal } from "../../store/edit-journal.ts";
import { RelatedJournals } from "../../store/related-journals.ts";
import type { EditLock, HeldBy } from "../../store/edit-journal-lock.ts";
import type { EditRecord } from "../../store/edit-journal-record.ts";
import type { RecoveryOptions } from "./recovery.ts";
import { Recovery } from "./recovery.ts";

/** Why a change may not begin. */
export type Hindrance =
  | { readonly kind: "held"; readonly root: FilePath; readonly by: HeldBy }
  | { readonly kind: "unknown"; readonly root: FilePath; readonly why: string }
  | { readonly kind: "unresolved"; readonly record: EditRecord }
  | { readonly kind: "unreadable"; readonly root: FilePath; readonly place: FilePath };

const looksAtOnce = 8;
/** Codes of a journal that we may not read: it belongs to another user, and says nothing about our files. */
const foreign: readonly string[] = ["EACCES", "EPERM"];

export class RelatedRecovery {
  readonly #host: Host;
  readonly #root: FilePath;
  readonly #lock: EditLock;
  readonly #emit: Emit;
  readonly #related: RelatedJournals;
  readonly #recoveries = new Map<FilePath, Recovery>();
  #hasTold = false;

  constructor({ host, root, journal, lock, emit }: RecoveryOptions) {
    this.#host = host;
    this.#root = root;
    this.#lock = lock;
    this.#emit = emit;
    this.#related = new RelatedJournals(host, root, journal);
  }

  /** Recovers one root after the other, because their changes may concern the same files. */
  async look(): Promise<void> {
    const recoveries = (await this.#roots()).map((root) => this.#recoveryOf(root));
    const areQuiet = await pooled(recoveries, looksAtOnce, (recovery) => recovery.isQuiet());
    for (const [index, recovery] of recoveries.entries()) if (areQuiet[index] !== true) await recovery.look();
  }

  /** Called under the lock of the root, so a process that begins in a related root from now on sees this change. */
  async hindrance(targets: readonly FilePath[]): Promise<Hindrance | undefined> {
    const { roots, unread } = await this.#related.find();
    for (const root of roots) {
      if (!targets.some((file) => isInside(root, file))) continue;
      const { unresolved, unreadable, held, fault } = await this.#recoveryOf(root).lookNow();
      if (held !== undefined) return { kind: "held", root, by: held };
      if (fault !== undefined) return { kind: "unknown", root, why: fault };
      const [place] = unreadable;
      if (place !== undefined) return { kind: "unreadable", root, place };
      const record = unresolved.find((one) => one.targets.some(({ file }) => targets.includes(file)));
      if (record !== undefined) return { kind: "unresolved", record };
    }
    const fault = unread.find(({ code }) => !foreign.includes(code));
    return fault && { kind: "unknown", root: this.#root, why: fault.message };
  }

  /** The related roots below this one. */
  async within(): Promise<readonly FilePath[]> {
    return (await this.#related.find()).roots.filter((root) => isInside(this.#root, root));
  }

  // — below: private, in the order they are used —

  async #roots(): Promise<readonly FilePath[]> {
    try {
      return (await this.#related.find()).roots;
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
