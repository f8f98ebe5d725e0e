// Takes back what a transaction has done, from what lies beside its files and from the journal.
//
// Invariant: only what the transaction itself has put somewhere is taken away. What somebody else has written is left
// where it is and told of; former contents that then have no place are rescued beside the journal.
// Invariant: doing it twice is doing it once, also when the first time ended in the middle.

import type { Host } from "../host/host.ts";
import { WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName } from "../model/file-path.ts";
import { bug } from "../std/bug.ts";
import type { EditJournal } from "../store/edit-journal.ts";
import type { EditRecord, JournalTarget, SideNames } from "../store/edit-journal-record.ts";
import { sideNames } from "../store/edit-journal-record.ts";
import type { FileState } from "./writer-refusals.ts";
import { directoriesOf } from "./writer-work.ts";

export interface RestoreOptions {
  readonly host: Pick<Host, "files" | "writing">;
  readonly journal: EditJournal;
  readonly record: EditRecord;
  /** What has been begun, where that is known; otherwise everything may have been. */
  readonly touched?: ReadonlySet<FilePath>;
}

/** Returns what was found that is neither of before nor of the transaction. Throws what the disk says. */
export async function restore(options: RestoreOptions): Promise<FileState[]> {
  const { host, record, touched } = options;
  const left: FileState[] = [];
  for (const [index, target] of [...record.targets.entries()].reverse()) {
    const names = sideNames(record, target.file, index);
    await host.writing.remove(names.fresh);
    if (touched !== undefined && !touched.has(target.file)) continue;
    const state = await new Restoring(options, target, index, names).run();
    if (state !== undefined) left.push({ file: target.file, state });
  }
  for (const directory of [...record.directories].reverse()) {
    if (touched === undefined || touched.has(directory)) await host.writing.removeDirectory(directory);
  }
  await syncAll(host, record);
  return left;
}

/** What each file of a transaction is now: as before, as after, or something else. */
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
  for (const directory of directoriesOf(files)) {
    if ((await writing.look(directory))?.kind === "directory") await writing.syncDirectory(directory);
  }
}

// — below: private, in the order they are used —

class Restoring {
  readonly #options: RestoreOptions;
  readonly #target: JournalTarget;
  readonly #index: number;
  readonly #names: SideNames;

  constructor(options: RestoreOptions, target: JournalTarget, index: number, names: SideNames) {
    this.#options = options;
    this.#target = target;
    this.#index = index;
    this.#names = names;
  }

  /** Undefined when it is as before. */
  async run(): Promise<string | undefined> {
    await this.#finishTaking();
    const { file, before, after } = this.#target;
    const { writing } = this.#options.host;
    const former = await this.#hashAt(this.#names.former);
    const now = await this.#hashAt(file);
    if (now !== undefined && now === after?.hash && (former !== undefined || now !== before?.hash)) {
      if (!(await this.#take())) return this.#yieldTo(former);
      return this.#bringBack(former);
    }
    if (now === undefined) return before === undefined ? undefined : this.#bringBack(former);
    if (now !== before?.hash) return this.#yieldTo(former);
    await writing.remove(this.#names.former);
    return undefined;
  }

  /** A restoration before this one ended after it had taken something away. */
  async #finishTaking(): Promise<void> {
    const { writing } = this.#options.host;
    const { taken } = this.#names;
    const bytes = await writing.read(taken);
    if (bytes === undefined) return;
    if (this.#options.host.files.hash(bytes) !== this.#target.after?.hash) {
      if ((await writing.look(this.#target.file)) === undefined) await writing.link(taken, this.#target.file);
      else await this.#rescue(bytes);
    }
    await writing.remove(taken);
  }

  /** False when it was somebody else's after all: then it is back where it was. */
  async #take(): Promise<boolean> {
    const { writing } = this.#options.host;
    const { taken } = this.#names;
    await writing.rename(this.#target.file, taken);
    const isOurs = (await this.#hashAt(taken)) === this.#target.after?.hash;
    if (!isOurs) await writing.link(taken, this.#target.file);
    await writing.remove(taken);
    return isOurs;
  }

  async #bringBack(former: string | undefined): Promise<string | undefined> {
    const { file, before } = this.#target;
    const { writing } = this.#options.host;
    if (before === undefined) return undefined;
    if (former === undefined) {
      await writing.create(file, await this.#kept(), before);
      return undefined;
    }
    await move(writing, this.#names.former, file);
    return former === before.hash ? undefined : "somebody has written it meanwhile; that was kept";
  }

  /** Somebody else has written there: that stays, and what stood there before is rescued. */
  async #yieldTo(former: string | undefined): Promise<string> {
    const { writing } = this.#options.host;
    if (this.#target.before === undefined) return "somebody has written it meanwhile; that was left alone";
    const bytes = former === undefined ? await this.#kept() : await writing.read(this.#names.former);
    const where = await this.#rescue(bytes ?? (await this.#kept()));
    await writing.remove(this.#names.former);
    return `somebody has written it meanwhile; that was left alone, and what stood there before is in ${where}`;
  }

  async #kept(): Promise<Uint8Array> {
    const { journal, record } = this.#options;
    return (await journal.content(record.id, "prepared", this.#index)) ?? bug(`the journal of ${record.id} has a gap`);
  }

  #rescue(bytes: Uint8Array): Promise<FilePath> {
    return this.#options.journal.rescue(baseName(this.#target.file), bytes);
  }

  async #hashAt(path: FilePath): Promise<string | undefined> {
    const bytes = await this.#options.host.writing.read(path);
    return bytes && this.#options.host.files.hash(bytes);
  }
}

/** To a name that must be free; what is there is never replaced. */
export async function move(writing: Host["writing"], from: FilePath, to: FilePath): Promise<void> {
  if (await linkOrNothing(writing, from, to)) await writing.remove(from);
  else if ((await writing.look(to)) === undefined) await writing.rename(from, to);
  else throw new WriteFault("EEXIST", to, undefined);
}

/** False where the disk knows no second names. */
export async function linkOrNothing(writing: Host["writing"], from: FilePath, to: FilePath): Promise<boolean> {
  try {
    await writing.link(from, to);
    return true;
  } catch (error) {
    if (error instanceof WriteFault && unlinkable.has(error.code)) return false;
    throw error;
  }
}

const unlinkable: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);
