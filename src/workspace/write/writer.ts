// The only writer of the files of a root: a plan is carried out as a whole or not at all.
//
// Invariant: a process that writes holds the lock of the root, and has first undone what another could not finish.
// Invariant: files are not written that another process is writing from a root above or below, or could not undo there.
// Invariant: an answer is given only when the mark that the change is done is durable.

import type { Settings } from "../../config/settings.ts";
import { FileFault } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { WriteFault } from "../../host/writing.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import type { ChangedFile, Transaction } from "../../model/receipt.ts";
import { Refusal } from "../../model/refusal.ts";
import { bounded } from "../../std/bounded.ts";
import { Cancelled } from "../../std/cancel.ts";
import type { Patience } from "../../std/patience.ts";
import { pause } from "../../std/pause.ts";
import type { Journaled } from "../../store/edit-journal.ts";
import { EditJournal } from "../../store/edit-journal.ts";
import { EditLock } from "../../store/edit-journal-lock.ts";
import type { EditRecord, JournalTarget } from "../../store/edit-journal-record.ts";
import { forgetVanished } from "../../store/edit-journal-vanished.ts";
import type { Writing } from "../../host/writing.ts";
import { historyOf, trim } from "./history.ts";
import { inverseWork } from "./inverse.ts";
import type { Hindrance } from "./related-roots.ts";
import { RelatedRecovery } from "./related-roots.ts";
import { asOfNow, attributesOf, changedFiles, changesOf, missingDirectories, workFor } from "./work.ts";
import { Recovery } from "./recovery.ts";
import {
  incomplete,
  locked,
  statesText,
  tooLate,
  unknownTransaction,
  unsettled,
  untold,
  unwritable,
} from "./refusals.ts";
import { restore, statesOf } from "./restore.ts";
import { RunningTransaction, tidy } from "./transaction.ts";
import type { PlannedWork, Worked } from "./work.ts";

export interface WriterOptions {
  readonly host: Host;
  readonly root: FilePath;
  readonly settings: Settings;
  readonly emit?: Emit;
}

/** What came of it. */
export interface Written {
  readonly id: string;
  readonly files: readonly ChangedFile[];
  readonly notes: readonly string[];
}

/** A plan that was validated as a whole against what lies on disk. */
export interface Prepared extends Worked {
  readonly plan: Plan;
  /** The texts before and after, path by path. */
  readonly changes: readonly TextChange[];
  /** The transaction that this one takes back. */
  readonly undoes?: string;
  /** Directories that the transaction which is taken back had made, the outermost first. */
  readonly emptied: readonly FilePath[];
}

/** The operation and caller that a change is made for, recorded in the history. */
export interface Signed {
  readonly operation: string;
  readonly caller: string;
  readonly call?: string | undefined;
}

/** How long another process that writes below the same root is waited for. */
const lockWaitMs = 10_000;
const pollMs = 20;
/** The longest that a timer can run: earlier changes of this process end by themselves. */
const longestMs = 2 ** 31 - 1;

export class Writer {
  readonly root: FilePath;
  readonly #host: Host;
  readonly #settings: Settings;
  readonly #journal: EditJournal;
  readonly #lock: EditLock;
  readonly #recovery: Recovery;
  readonly #related: RelatedRecovery;
  /** Settles when the last change that this process has queued has ended; the next one begins then. */
  #last: Promise<unknown> = Promise.resolve();
  #look: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  #hasForgotten = false;

  constructor({ host: given, root, settings, emit }: WriterOptions) {
    const host = patientHost(given);
    this.root = root;
    this.#host = host;
    this.#settings = settings;
    this.#journal = new EditJournal(host, root);
    this.#lock = new EditLock(host);
    const options = { host, root, journal: this.#journal, lock: this.#lock, emit: emit ?? (() => {}) };
    this.#recovery = new Recovery(options);
    this.#related = new RelatedRecovery(options);
  }

  async prepare(plan: Plan): Promise<Prepared> {
    await this.recover();
    return this.envisage(plan);
  }

  /** The same for a plan that is only previewed: touches nothing on disk, not even to undo an unfinished change. */
  envisage(plan: Plan): Promise<Prepared> {
    return orRefused(async () => {
      const worked = await workFor(this.#host, this.root, this.#settings.documents.maxBytes, plan);
      return { ...worked, plan, changes: changesOf(this.#host, worked.work), emptied: [] };
    });
  }

  /**
   * Writes all files or none; refuses if a file has changed since the plan was prepared. A call that is cancelled or
   * runs out of time before the first write leaves nothing written; after that the change is completed all the same.
   */
  async commit(prepared: Prepared, signed: Signed, patience: Partial<Patience> = {}): Promise<Written> {
    if (prepared.work.length === 0) return { id: "none", files: [], notes: ["Nothing had to be changed."] };
    return this.#alone(prepared.targets, patience, async () => {
      const { unresolved, unreadable } = await this.#recovery.run();
      for (const place of unreadable) unsettled(this.root, place);
      for (const record of unresolved) incomplete(this.root, record.id, await statesOf(this.#host, record), undefined);
      const work = await asOfNow(this.#host, prepared.work);
      // Some may exist by now: the journal itself may lie below one of them.
      const directories = await missingDirectories(this.#host, work);
      return this.#carryOut(work, await this.#recordOf({ ...prepared, work, directories }, signed), patience);
    });
  }

  /** The plan that undoes a transaction, by default the last; refused if a file has changed since that transaction. */
  async inverse(id: string | undefined): Promise<Prepared> {
    await this.recover();
    return orRefused(async () => {
      const found = await this.#undoable(id);
      const worked = await inverseWork(this.#host, this.#journal, found.record, found.state);
      const { why, directories } = found.record;
      return {
        ...worked,
        plan: { root: this.root, why: `undo: ${why}`, steps: [] },
        changes: changesOf(this.#host, worked.work),
        undoes: found.id,
        emptied: directories,
      };
    });
  }

  /** The latest first, of this root or of one inside it. */
  async history(root = this.root): Promise<readonly Transaction[]> {
    await this.recover();
    const journal = root === this.root ? this.#journal : new EditJournal(this.#host, root);
    return orRefused(() => historyOf(this.#host, root, journal));
  }

  /** The roots inside this one that have a history of their own. */
  rootsWithin(): Promise<readonly FilePath[]> {
    return orRefused(() => this.#related.within());
  }

  /**
   * Undoes what another process could not finish, here or in a root above or below. Cheap where there is nothing to do,
   * so it may be called often; it never refuses: a failure is emitted as an event.
   */
  recover(): Promise<void> {
    // A call that comes during a scan shares the next one: the one that runs may be past what this call needs.
    this.#nextLook ??= Promise.allSettled([this.#look]).then(() => {
      this.#nextLook = undefined;
      this.#look = this.#lookAround();
      return this.#look;
    });
    return this.#nextLook;
  }

  // — below: private, in the order they are used —

  async #lookAround(): Promise<void> {
    await this.#recovery.look();
    await this.#related.look();
  }

  /** Runs one change after the other in this process, each under the lock that excludes other processes. */
  async #alone<T>(targets: readonly FilePath[], patience: Partial<Patience>, work: () => Promise<T>): Promise<T> {
    const { deadline, signal } = patience;
    const before = this.#last;
    const turn = (async () => {
      const waitMs = deadline?.remaining() ?? longestMs;
      await bounded(this.#host.clock, waitMs, signal, before, () => tooLate(this.root));
      return orRefused(() => this.#locked(targets, patience, work));
    })();
    // When a call gives up, the next one still waits for the changes before it.
    this.#last = Promise.allSettled([before, turn]);
    return turn;
  }

  async #locked<T>(targets: readonly FilePath[], patience: Partial<Patience>, work: () => Promise<T>): Promise<T> {
    this.#mustGoOn(patience);
    const { clock, writing } = this.#host;
    const { signal } = patience;
    const waitMs = Math.min(lockWaitMs, patience.deadline?.remaining() ?? lockWaitMs);
    const until = clock.now() + waitMs;
    for (;;) {
      const wait = { waitMs: Math.max(0, until - clock.now()), signal };
      const turn = await this.#lock.holding(await this.#journal.open(), wait, async () => {
        const hindrance = await this.#related.hindrance(targets);
        return hindrance === undefined ? { done: await work() } : { hindrance };
      });
      if ("heldBy" in turn) return locked(this.root, turn, waitMs);
      if ("done" in turn) return turn.done;
      const { hindrance } = turn;
      const mayEnd = hindrance.kind === "held" && hindrance.by.alive === true;
      if (!mayEnd || clock.now() >= until) return this.#giveWay(hindrance, waitMs);
      // Pauses without the lock and for a random time, so that of two writers that block each other one goes first.
      await pause(clock, pollMs * (0.5 + Number.parseInt(writing.nonce().slice(-2), 16) / 0xff), signal);
    }
  }

  async #giveWay(hindrance: Hindrance, waitedMs: number): Promise<never> {
    if (hindrance.kind === "held") return locked(hindrance.root, hindrance.by, waitedMs);
    if (hindrance.kind === "unknown") return untold(hindrance.root, hindrance.why);
    if (hindrance.kind === "unreadable") return unsettled(hindrance.root, hindrance.place);
    const { record } = hindrance;
    return incomplete(record.root, record.id, await statesOf(this.#host, record), undefined);
  }

  #mustGoOn({ deadline, signal }: Partial<Patience>): void {
    if (signal?.aborted === true) throw new Cancelled(signal.reason);
    if (deadline?.passed === true) throw tooLate(this.root);
  }

  async #recordOf({ plan, work, directories, emptied, undoes }: Prepared, signed: Signed): Promise<EditRecord> {
    const { clock, files, writing } = this.#host;
    const last = (await this.#journal.named()).at(-1)?.sequence ?? 0;
    const at = new Date(clock.wall()).toISOString();
    const nonce = writing.nonce();
    const sequence = last + 1;
    const mixed = files.hash(new TextEncoder().encode(`${this.root} ${at} ${nonce}`));
    return {
      id: `t${sequence}-${mixed.slice(0, 8)}`,
      sequence,
      root: this.root,
      why: plan.why,
      operation: signed.operation,
      caller: signed.caller,
      ...(signed.call === undefined ? {} : { call: signed.call }),
      at,
      ...(undoes === undefined ? {} : { undoes }),
      nonce,
      directories,
      emptied,
      targets: work.map(targetOf),
      bytes: work.reduce((sum, { before }) => sum + (before?.bytes.length ?? 0), 0),
    };
  }

  async #carryOut(work: readonly PlannedWork[], record: EditRecord, patience: Partial<Patience>): Promise<Written> {
    const running = new RunningTransaction(this.#host, this.#journal, record, work);
    await running.check();
    this.#mustGoOn(patience);
    try {
      await running.prepare();
      await running.stage();
      await running.check();
      await running.swap();
      await running.mark();
    } catch (error) {
      await this.#rollBack(running, error);
      throw error;
    }
    const notes = [...running.notes, ...(await this.#finish(record))];
    return { id: record.id, files: changedFiles(this.#host, work), notes };
  }

  async #rollBack({ record, touched }: RunningTransaction, cause: unknown): Promise<void> {
    const { id } = record;
    let left: readonly { readonly state: string; readonly file: FilePath }[] = [];
    try {
      const state = await this.#journal.stateOf(id);
      if (state === undefined) return;
      if (state === "committed") await this.#journal.mark(id, "committed", "prepared");
      if (state !== "draft") left = await restore({ host: this.#host, journal: this.#journal, record, touched });
      await this.#journal.discard(id, state === "draft" ? "draft" : "prepared");
    } catch (error) {
      incomplete(this.root, id, await statesOf(this.#host, record), error);
    }
    if (left.length > 0 && cause instanceof Refusal) {
      throw new Refusal({ ...cause.details, why: statesText(this.root, left) }, cause);
    }
    if (left.length > 0 && cause instanceof WriteFault) unwritable(cause, statesText(this.root, left));
  }

  /** The change is done whatever happens here; what cannot be tidied now is tidied before the next change. */
  async #finish(record: EditRecord): Promise<string[]> {
    const notes: string[] = [];
    const tidied = (): Promise<void> => tidy(this.#host, this.#journal, record, (note) => notes.push(note));
    try {
      // Tried twice: tidying up is idempotent.
      await tidied().catch((error: unknown) => {
        if (error instanceof WriteFault) return tidied();
        throw error;
      });
      await trim(this.#journal, this.#settings.edits);
      if (!this.#hasForgotten) await forgetVanished(this.#host, await this.#journal.place());
      this.#hasForgotten = true;
    } catch (error) {
      if (!(error instanceof WriteFault || error instanceof FileFault)) throw error;
      notes.push(
        `Temporary files of the change could not be removed (${error.code}); that is done before the next change.`,
      );
    }
    return notes;
  }

  async #undoable(wanted: string | undefined): Promise<Journaled & { readonly record: EditRecord }> {
    const all = (await this.#journal.all()).reverse();
    const found = all.find(({ id, state, record }) => {
      const isDone = state === "kept" || state === "committed";
      return isDone && (wanted === undefined ? record?.undoes === undefined : id === wanted);
    });
    return found?.record === undefined ? unknownTransaction(wanted) : { ...found, record: found.record };
  }
}

async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WriteFault || error instanceof FileFault) return unwritable(error);
    throw error;
  }
}

function targetOf({ file, before, after }: PlannedWork): JournalTarget {
  const origin = after?.origin === undefined ? {} : { origin: after.origin };
  return {
    file,
    ...(before === undefined
      ? {}
      : { before: { hash: before.hash, size: before.bytes.length, ...attributesOf(before) } }),
    ...(after === undefined ? {} : { after: { hash: after.hash, ...origin } }),
  };
}

// On Windows a virus scanner may hold a file for a moment, so writes are retried.

const patienceMs = 10_000;
const firstPauseMs = 10;
const heldCodes: ReadonlySet<string> = new Set(["EPERM", "EACCES", "EBUSY"]);

/** On other systems these error codes are final, so the host is returned unchanged. */
function patientHost(host: Host): Host {
  if (host.platform !== "win32") return host;
  const { writing } = host;
  const patient: Writing = {
    look: (path) => writing.look(path),
    read: (path) => writing.read(path),
    create: (path, bytes, like) => writing.create(path, bytes, like),
    adorned: (paths) => writing.adorned(paths),
    adorn: (from, to) => writing.adorn(from, to),
    link: (from, to) => patiently(host, () => writing.link(from, to)),
    rename: (from, to) => patiently(host, () => writing.rename(from, to)),
    remove: (path) => patiently(host, () => writing.remove(path)),
    makeDirectory: (path, mode) => writing.makeDirectory(path, mode),
    removeDirectory: (path) => patiently(host, () => writing.removeDirectory(path)),
    syncDirectory: (path) => writing.syncDirectory(path),
    doubt: (path) => writing.doubt(path),
    nonce: () => writing.nonce(),
    self: () => writing.self(),
    isAlive: (holder) => writing.isAlive(holder),
  };
  return { ...host, writing: patient };
}

async function patiently<T>({ clock }: Host, act: () => Promise<T>): Promise<T> {
  const until = clock.now() + patienceMs;
  for (let ms = firstPauseMs; ; ms *= 2) {
    try {
      return await act();
    } catch (error) {
      const isHeld = error instanceof WriteFault && heldCodes.has(error.code);
      if (!isHeld || clock.now() >= until) throw error;
      await pause(clock, Math.min(ms, until - clock.now()));
    }
  }
}
