// Before a root is written or served again: an unfinished change is undone, or tidied up where it was complete.
//
// Invariant: only under the lock of the root, so a running transaction is never taken for a leftover.
// Invariant: a process that looks while another undoes something, or writes, waits for it, but not for long.

import type { Host } from "../../host/host.ts";
import { FileFault } from "../../host/files.ts";
import { WriteFault } from "../../host/writing.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { pause } from "../../std/pause.ts";
import type { EditJournal, Journaled } from "../../store/edit-journal.ts";
import type { EditLock, HeldBy } from "../../store/edit-journal-lock.ts";
import type { EditRecord } from "../../store/edit-journal-record.ts";
import { foreignLock, statesText, unreadableText } from "./refusals.ts";
import { restore } from "./restore.ts";
import { tidy } from "./transaction.ts";

export interface RecoveryOptions {
  readonly host: Host;
  readonly root: FilePath;
  readonly journal: EditJournal;
  readonly lock: EditLock;
  readonly emit: Emit;
}

/** Changes that could not be taken back. */
export interface Unsettled {
  readonly unresolved: readonly EditRecord[];
  /** Where the records are whose changes are unknown. */
  readonly unreadable: readonly FilePath[];
}

/** What a look has left in the way of one who wants to write. */
export interface RecoveryOutcome extends Unsettled {
  /** Who is writing, and is not waited for any longer. */
  readonly held?: HeldBy;
  /** Why it is unknown. */
  readonly fault?: string;
}

/** A directory that was changed so lately may have been changed again in the same tick of its clock. */
const settledMs = 100;
/** A change is put in place in a moment; one who takes longer than this has been stopped, or his disk has. */
const workMs = 1_000;
const pollMs = 20;
/** What cannot be taken back is not tried again by everybody who asks something. */
const retryMs = 5_000;
const nothing: RecoveryOutcome = { unresolved: [], unreadable: [] };
const unfinished = ["draft", "prepared", "committed"] as const;

export class Recovery {
  readonly #options: RecoveryOptions;
  /** What the journal looked like when there was nothing to do. */
  #clean: string | undefined;
  #looking: Promise<RecoveryOutcome> | undefined;
  /** The lock of one who was waited for in vain. */
  #outwaited: FilePath | undefined;
  /** What was left in the journal when not all could be taken back, and until when that is believed. */
  #tried: { readonly names: string; readonly until: number; readonly outcome: RecoveryOutcome } | undefined;
  readonly #told = new Set<string>();

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Costs one look at a directory where nothing has happened since the last time. */
  look(): Promise<RecoveryOutcome> {
    this.#looking ??= this.#look("for a while").finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** For one who is about to write: how it is in this very moment. It does not wait, and tries everything. */
  lookNow(): Promise<RecoveryOutcome> {
    return this.#look("not at all");
  }

  /** Nothing has happened since there was nothing to do. */
  async isQuiet(): Promise<boolean> {
    const { host, journal } = this.#options;
    try {
      const found = await host.files.stat(await journal.place());
      return found === undefined || found.stamp === this.#clean;
    } catch (error) {
      if (!isExpected(error)) throw error;
      return false;
    }
  }

  /** The lock is held. Returns those that still could not be taken back. */
  async run(): Promise<Unsettled> {
    const { journal } = this.#options;
    const unresolved: EditRecord[] = [];
    const unreadable: FilePath[] = [];
    // The latest first: an earlier one rests on what stood there before it.
    for (const one of (await journal.all(unfinished)).reverse()) {
      if (one.state === "prepared" && one.record === undefined) {
        const place = await journal.pathOf(one.id, "prepared");
        unreadable.push(place);
        this.#tell(unreadableText(place));
        continue;
      }
      try {
        await this.#settle(one);
      } catch (error) {
        if (!isExpected(error)) throw error;
        if (one.state === "prepared" && one.record !== undefined) unresolved.push(one.record);
        this.#tell(`${one.id}: ${wordsOf(error)}`);
      }
    }
    return { unresolved, unreadable };
  }

  // — below: private, in the order they are used —

  async #look(patience: Patience): Promise<RecoveryOutcome> {
    const { host, journal, root } = this.#options;
    try {
      const found = await host.files.stat(await journal.place());
      if (found === undefined || found.stamp === this.#clean) return nothing;
      if ((await journal.unfinished()).length > 0) {
        // A root that is not there may be on a disk that comes back, and is served again then.
        return (await host.files.real(root)) === undefined ? nothing : await this.#settleAll(patience);
      }
      const isSettled = found.changedAt > 0 && host.clock.wall() - found.changedAt > settledMs;
      this.#clean = isSettled ? found.stamp : undefined;
      return nothing;
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.#tell(wordsOf(error));
      return { ...nothing, fault: wordsOf(error) };
    }
  }

  /** When no process writes any more, what is left is undone. */
  async #settleAll(patience: Patience): Promise<RecoveryOutcome> {
    const { clock } = this.#options.host;
    const isPatient = patience === "for a while";
    const until = clock.now() + (isPatient ? workMs : 0);
    for (;;) {
      const names = await this.#options.journal.unfinished();
      if (names.length === 0) return nothing;
      const tried = this.#tried;
      if (isPatient && tried?.names === names.join() && clock.now() < tried.until) return tried.outcome;
      const done = await this.#holderOrRun(until);
      if (!("heldBy" in done)) return done;
      const held: RecoveryOutcome = { ...nothing, held: done };
      if (done.alive === "unknown") this.#tell(foreignLock(done));
      if (!isPatient || done.alive === "unknown" || done.lock === this.#outwaited) return held;
      if (clock.now() >= until) {
        this.#outwaited = done.lock;
        return held;
      }
      await pause(clock, pollMs);
    }
  }

  async #holderOrRun(until: number): Promise<RecoveryOutcome | HeldBy> {
    const { host, journal, lock } = this.#options;
    const holder = await lock.holder(await journal.place());
    if (holder !== undefined) return holder;
    const waitMs = Math.max(0, until - host.clock.now());
    return lock.holding(await journal.open(), { waitMs }, async () => {
      const outcome: RecoveryOutcome = await this.run();
      // Those of locks come and go: while there is one, it is always looked at again.
      const names = (await journal.unfinished()).filter((name) => !/^(?:lock|draft)-/.test(name)).join();
      this.#tried = names === "" ? undefined : { names, until: host.clock.now() + retryMs, outcome };
      return outcome;
    });
  }

  /** Once: it is looked at again and again. */
  #tell(why: string): void {
    if (this.#told.has(why)) return;
    this.#told.add(why);
    this.#options.emit({ type: "edit.unrecovered", root: this.#options.root, why });
  }

  async #settle({ id, state, record }: Journaled): Promise<void> {
    const { host, root, journal, emit } = this.#options;
    if (state === "draft") return journal.discard(id, "draft");
    if (record === undefined) {
      this.#tell(unreadableText(await journal.pathOf(id, state)));
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

/** How long a writing process is waited for. */
type Patience = "for a while" | "not at all";
type Expected = WriteFault | FileFault | Refusal;

function isExpected(error: unknown): error is Expected {
  return error instanceof WriteFault || error instanceof FileFault || error instanceof Refusal;
}

function wordsOf(error: Expected): string {
  return error instanceof Refusal ? [error.message, error.details.why ?? ""].join(" ").trim() : error.message;
}
