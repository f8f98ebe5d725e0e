// The roots above and below one that have a journal on this machine: what is changed in them may be the same files.
//
// Invariant: a journal is believed to be that of a root only where its own name says so too.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, isInside, joinPath, parentOf } from "../model/file-path.ts";
import { pooled } from "../std/pooled.ts";
import type { EditJournal } from "./edit-journal.ts";
import { journalName } from "./edit-journal.ts";
import { rootOfJournal } from "./edit-journal-vanished.ts";

/** A directory that was changed so lately may have been changed again in the same tick of its clock. */
const settledMs = 100;
const looksAtOnce = 8;

export class JournalKin {
  readonly #host: Pick<Host, "clock" | "files">;
  readonly #root: FilePath;
  readonly #journal: EditJournal;
  readonly #rootOf = new Map<string, FilePath>();
  #names: readonly string[] = [];
  /** What the directory of all journals looked like when it was read. */
  #seen: string | undefined;

  constructor(host: Pick<Host, "clock" | "files">, root: FilePath, journal: EditJournal) {
    this.#host = host;
    this.#root = root;
    this.#journal = journal;
    for (const one of [root, ...ancestors(root)]) this.#rootOf.set(journalName(host.files, one), one);
  }

  /** The outermost first, without the root itself. Costs one look at a directory where no root has got a journal since. */
  async roots(): Promise<FilePath[]> {
    const own = await this.#journal.place();
    const all = parentOf(own) ?? own;
    await this.#readNames(all);
    // One that holds no record yet is asked again: its root may be about to be changed for the first time.
    const unknown = this.#names.filter((name) => !this.#rootOf.has(name));
    await pooled(unknown, looksAtOnce, (name) => this.#learn(all, name));
    const known = this.#names.flatMap((name) => this.#rootOf.get(name) ?? []);
    return known.filter((root) => this.#isKin(root)).sort((a, b) => a.length - b.length);
  }

  // — below: private, in the order they are used —

  async #readNames(all: FilePath): Promise<void> {
    const { clock, files } = this.#host;
    const found = await files.stat(all);
    if (found !== undefined && found.stamp === this.#seen) return;
    const entries = (await files.list(all)) ?? [];
    this.#names = entries.flatMap(({ name }) => (/^[0-9a-f]{32}$/.test(name) ? [name] : []));
    const isSettled = found !== undefined && found.changedAt > 0 && clock.wall() - found.changedAt > settledMs;
    this.#seen = isSettled ? found.stamp : undefined;
  }

  async #learn(all: FilePath, name: string): Promise<void> {
    try {
      const root = await rootOfJournal(this.#host.files, joinPath(all, name));
      if (root !== undefined && journalName(this.#host.files, root) === name) this.#rootOf.set(name, root);
    } catch (error) {
      // One that cannot be read now is asked again; whoever serves its root is told.
      if (!(error instanceof FileFault)) throw error;
    }
  }

  #isKin(root: FilePath): boolean {
    return root !== this.#root && (isInside(root, this.#root) || isInside(this.#root, root));
  }
}
