// Before a root is written or served again, undoes each unfinished change, or tidies up after one that was committed.
//
// Invariant: only under the lock of the root, so a running transaction is never taken for a leftover.
// Invariant: while another process writes or undoes a change, this one waits for it, but not for long.

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
  /** The unreadable records: what their changes did is unknown. */
  readonly unreadable: readonly FilePath[];
}

/** What still prevents writing after the journal was scanned. */
export interface RecoveryOutcome extends Unsettled {
  /** The process that holds the lock and is not waited for any longer. */
  readonly held?: HeldBy;
  /** Why the journal could not be scanned. */
  readonly fault?: string;
}

/** A directory modified less than this ago may change again without a new timestamp, so its stamp is not remembered. */
const settledMs = 100;
/** A change takes a moment; a writer that takes longer than this has been stopped, or its disk has. */
const workMs = 1_000;
const pollMs = 20;
/** How long the outcome of a failed recovery is reused, so that not every call tries again. */
const retryMs = 5_000;
const nothing: RecoveryOutcome = { unresolved: [], unreadable: [] };
const unfinished = ["draft", "prepared", "committed"] as const;

export class Recovery {
  readonly #options: RecoveryOptions;
  /** The stamp of the journal's directory when there was nothing to do. */
  #clean: string | undefined;
  #looking: Promise<RecoveryOutcome> | undefined;
  /** The lock that was waited for in vain; it is not waited for again. */
  #outwaited: FilePath | undefined;
  /** What was left in the journal when not every change could be undone, and until when that outcome is reused. */
  #tried: { readonly names: string; readonly until: number; readonly outcome: RecoveryOutcome } | undefined;
  readonly #told = new Set<string>();

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Costs one `stat` of a directory where nothing has happened since the last time. */
  look(): Promise<RecoveryOutcome> {
    this.#looking ??= this.#look("for a while").finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** For a writer about to begin: scans now, reuses no earlier outcome, and waits for no other process. */
  lookNow(): Promise<RecoveryOutcome> {
    return this.#look("not at all");
  }

  /** Whether the journal is unchanged since there was nothing to do. */
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

  /** Called under the lock. Returns the changes that could still not be undone. */
  async run(): Promise<Unsettled> {
    const { journal } = this.#options;
    const unresolved: EditRecord[] = [];
    const unreadable: FilePath[] = [];
    // The latest first: each change was made on top of the earlier ones.
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
        // A missing root may be on a disk that is mounted again later; its changes are undone then.
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

  /** Undoes what is left as soon as no process writes any more. */
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
      // Locks come and go, so their names do not count when outcomes are compared.
      const names = (await journal.unfinished()).filter((name) => !/^(?:lock|draft)-/.test(name)).join();
      this.#tried = names === "" ? undefined : { names, until: host.clock.now() + retryMs, outcome };
      return outcome;
    });
  }

  /** Emits each text once, although the journal is scanned again and again. */
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
