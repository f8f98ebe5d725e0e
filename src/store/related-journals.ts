// Finds the roots above and below a root that have a journal on this machine: a change in one of them may concern the
// same files.
//
// Invariant: a journal is taken for that of a root only if its directory has the name that belongs to that root.

import type { FileStat } from "../host/files.ts";
import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, isInside, joinPath, parentOf } from "../model/file-path.ts";
import { pooled } from "../std/pooled.ts";
import type { EditJournal } from "./edit-journal.ts";
import { journalName } from "./edit-journal.ts";
import { rootOfJournal } from "./edit-journal-vanished.ts";

/** A directory changed less than this long ago may change again without getting a new stamp: so none is remembered. */
const settledMs = 100;
const looksAtOnce = 8;

export interface RelatedRoots {
  /** Sorted from the outermost inwards, without the root itself. */
  readonly roots: readonly FilePath[];
  /** One fault for each journal that cannot be read now. None belongs to a root above: those are known by name. */
  readonly unread: readonly FileFault[];
}

export class RelatedJournals {
  readonly #host: Pick<Host, "clock" | "files">;
  readonly #root: FilePath;
  readonly #journal: EditJournal;
  readonly #rootOf = new Map<string, FilePath>();
  /** The stamp of each journal whose records name no root: it is read again only when the stamp changes. */
  readonly #silent = new Map<string, string>();
  #names: readonly string[] = [];
  /** The stamp of the directory of all journals when it was last listed; undefined if it has to be listed again. */
  #seen: string | undefined;

  constructor(host: Pick<Host, "clock" | "files">, root: FilePath, journal: EditJournal) {
    this.#host = host;
    this.#root = root;
    this.#journal = journal;
    for (const one of [root, ...ancestors(root)]) this.#rootOf.set(journalName(host.files, one), one);
  }

  /** If no journal was added since, costs one `stat` of their directory and one of each journal of unknown root. */
  async find(): Promise<RelatedRoots> {
    const own = await this.#journal.place();
    const all = parentOf(own) ?? own;
    await this.#readNames(all);
    // A journal without a record is checked again: its root may be about to be changed for the first time.
    const unknown = this.#names.filter((name) => !this.#rootOf.has(name));
    const unread = await pooled(unknown, looksAtOnce, (name) => this.#learn(all, name));
    const known = this.#names.flatMap((name) => this.#rootOf.get(name) ?? []);
    const roots = known.filter((root) => this.#isKin(root)).sort((a, b) => a.length - b.length);
    return { roots, unread: unread.flatMap((fault) => fault ?? []) };
  }

  // — below: private, in the order they are used —

  async #readNames(all: FilePath): Promise<void> {
    const { files } = this.#host;
    const found = await files.stat(all);
    if (found !== undefined && found.stamp === this.#seen) return;
    const entries = found === undefined ? [] : ((await files.list(all)) ?? []);
    this.#names = entries.flatMap(({ name }) => (/^[0-9a-f]{32}$/.test(name) ? [name] : []));
    this.#seen = this.#settledStamp(found);
  }

  async #learn(all: FilePath, name: string): Promise<FileFault | undefined> {
    const { files } = this.#host;
    try {
      const journal = joinPath(all, name);
      const found = await files.stat(journal);
      if (found === undefined || found.stamp === this.#silent.get(name)) return undefined;
      const root = await rootOfJournal(files, journal);
      const stamp = this.#settledStamp(found);
      if (root !== undefined && journalName(files, root) === name) this.#rootOf.set(name, root);
      else if (stamp !== undefined) this.#silent.set(name, stamp);
      return undefined;
    } catch (error) {
      // The next call tries again; the workspace that serves the journal's root reports it.
      if (!(error instanceof FileFault)) throw error;
      return error;
    }
  }

  #settledStamp(found: FileStat | undefined): string | undefined {
    const isSettled =
      found !== undefined && found.changedAt > 0 && this.#host.clock.wall() - found.changedAt > settledMs;
    return isSettled ? found.stamp : undefined;
  }

  #isKin(root: FilePath): boolean {
    return root !== this.#root && (isInside(root, this.#root) || isInside(this.#root, root));
  }
}
