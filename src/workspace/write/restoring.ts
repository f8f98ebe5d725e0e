// Undoes what a transaction has done at one path.
//
// The journal recorded the identity of each new file when it was staged, so it is recognised under any name. Another
// process's file with the same content is another file, and stays.
// Invariant: a missing file is made again only where it is known that the transaction took it away. Another process may
// have changed the tree since, so that the file is not wanted there; its former content is rescued.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import type { EditJournal } from "../../store/edit-journal.ts";
import type { FormerContents } from "../../store/edit-journal-contents.ts";
import type { EditRecord, JournalTarget, SideNames, Staged } from "../../store/edit-journal-record.ts";
import { sideNames } from "../../store/edit-journal-record.ts";
import { isObstacle, linkTo, move, unlessObstructed } from "./moves.ts";

export interface RestoringOptions {
  readonly host: Pick<Host, "files" | "writing">;
  readonly journal: EditJournal;
  readonly record: EditRecord;
  /** Undefined when nothing has been put in place yet. */
  readonly staged: Staged | undefined;
  /** From the journal. */
  readonly former: FormerContents;
  /** What comes after it in the transaction was found in its place, so it had been carried out as well. */
  readonly wasReached: boolean;
}

const written = "it was modified meanwhile; that was kept";
const removed = "it was deleted meanwhile; that was kept";
const obstructed = "something else is there, or its directory was deleted; that was kept";

export class Restoring {
  readonly #options: RestoringOptions;
  readonly #target: JournalTarget;
  readonly #index: number;
  readonly #names: SideNames;
  /** The transaction's new file was taken away, so the path is empty because of this restoration. */
  #hasTaken = false;

  constructor(options: RestoringOptions, target: JournalTarget, index: number) {
    this.#options = options;
    this.#target = target;
    this.#index = index;
    this.#names = sideNames(options.record, target.file, index);
  }

  /** What the transaction had put there was found. */
  get wasPut(): boolean {
    return this.#hasTaken;
  }

  /** Undefined when it is as before, or was never touched. */
  async run(): Promise<string | undefined> {
    const { host, staged } = this.#options;
    await this.#finishTaking();
    const former = await this.#hashAt(this.#names.former);
    if (staged === undefined && former === undefined) return undefined;
    const { file, before } = this.#target;
    const entry = await host.writing.look(file);
    if (entry === undefined) return this.#fill(former);
    if (entry.kind !== "file") return this.#yieldTo(former, obstructed);
    if (await this.#isOurs(file)) return (await this.#take()) ? this.#fill(former) : this.#yieldTo(former, written);
    const isBefore = (await this.#hashAt(file)) === before?.hash;
    if (isBefore && (former === undefined || former === before?.hash)) return undefined;
    // The transaction had not reached this path: another process wrote the present content over the former one.
    if (former === undefined && (await this.#has(this.#names.fresh))) return isBefore ? undefined : written;
    return this.#yieldTo(former, written);
  }

  /** For a path that cannot be used any more: only rescues its former content. */
  async giveUp(): Promise<string> {
    return this.#yieldTo(await unlessObstructed(() => this.#hashAt(this.#names.former)), obstructed);
  }

  // — below: private, in the order they are used —

  /** Completes an earlier restoration that ended after it had taken a file away. */
  async #finishTaking(): Promise<void> {
    const { taken } = this.#names;
    if (!(await this.#has(taken))) return;
    if (await this.#isOurs(taken)) this.#hasTaken = true;
    else await this.#putBack();
  }

  /** What was taken belongs to another process: it goes back, or is rescued where that process has written again. */
  async #putBack(): Promise<void> {
    const { writing } = this.#options.host;
    const { taken } = this.#names;
    try {
      await move(writing, taken, this.#target.file);
    } catch (error) {
      if (!isObstacle(error)) throw error;
      const bytes = await writing.read(taken);
      if (bytes !== undefined) await this.#rescue(bytes);
      await writing.remove(taken);
    }
  }

  async #isOurs(path: FilePath): Promise<boolean> {
    const { after } = this.#target;
    const { host, staged } = this.#options;
    const entry = await host.writing.look(path);
    if (after === undefined || entry?.kind !== "file" || (await this.#hashAt(path)) !== after.hash) return false;
    const mine = staged?.[this.#index];
    const isReady = await this.#has(this.#names.fresh);
    // Without file ids, the file is ours if the former one has been moved aside and the staged one is no longer there.
    if (mine === undefined || mine === null || mine.id === "") return !isReady && (await this.#has(this.#names.former));
    if (entry.id !== mine.id) return false;
    // Another process may have moved the same file here; then it is no longer at its origin, nor moved aside there.
    return !mine.isLinked || !isReady || this.#isElsewhere(after.origin, mine.id);
  }

  /** Whether the file still has its old name, or the one under which the transaction moved it aside. */
  async #isElsewhere(origin: FilePath | undefined, id: string): Promise<boolean> {
    if (origin === undefined) return false;
    const { host, record } = this.#options;
    const index = record.targets.findIndex(({ file }) => file === origin);
    for (const path of [origin, sideNames(record, origin, index).former]) {
      if ((await host.writing.look(path))?.id === id) return true;
    }
    return false;
  }

  /** False when it belongs to another process after all: then it is back where it was. */
  async #take(): Promise<boolean> {
    const { writing } = this.#options.host;
    await writing.rename(this.#target.file, this.#names.taken);
    this.#hasTaken = await this.#isOurs(this.#names.taken);
    if (!this.#hasTaken) await this.#putBack();
    return this.#hasTaken;
  }

  /** For an empty path. The former file keeps its side name too until the whole transaction is undone. */
  async #fill(former: string | undefined): Promise<string | undefined> {
    const { file, before } = this.#target;
    const { writing } = this.#options.host;
    if (before === undefined) return undefined;
    if (former !== undefined) {
      await linkTo(writing, this.#names.former, file);
      return former === before.hash ? undefined : "it was modified meanwhile; that was kept";
    }
    if (!this.#options.wasReached && !this.#hasTaken) return this.#yieldTo(undefined, removed);
    await writing.remove(this.#names.back);
    await writing.create(this.#names.back, await this.#kept(), before);
    await linkTo(writing, this.#names.back, file);
    return undefined;
  }

  /** Another process has written there: that stays, and the previous content is rescued. */
  async #yieldTo(former: string | undefined, why: string): Promise<string> {
    if (this.#target.before === undefined) return why;
    const bytes = former === undefined ? undefined : await this.#options.host.writing.read(this.#names.former);
    const where = await this.#rescue(bytes ?? (await this.#kept()));
    return `${why}, and the previous content is in ${where}`;
  }

  #kept(): Promise<Uint8Array> {
    return this.#options.former.at(this.#index);
  }

  #rescue(bytes: Uint8Array): Promise<FilePath> {
    return this.#options.journal.rescue(baseName(this.#target.file), bytes);
  }

  async #has(path: FilePath): Promise<boolean> {
    return (await this.#options.host.writing.look(path)) !== undefined;
  }

  async #hashAt(path: FilePath): Promise<string | undefined> {
    const bytes = await this.#options.host.writing.read(path);
    return bytes && this.#options.host.files.hash(bytes);
  }
}
