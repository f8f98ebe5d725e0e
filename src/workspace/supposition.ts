// Files as they would be: the view of one caller that asks "what if".
//
// Invariant: the servers of a root are kept for one such view at a time, so that two of them never wait for each other.
// Invariant: it ends by itself when its time is over, and whatever it had shown is taken back.
// Invariant: a question belongs to the stretch in which it was asked: one that is late never shows anything in the next.

import type { FilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { Reason } from "../model/standing.ts";
import type { AskOptions } from "../session/ask-host.ts";
import type { Session } from "../session/session.ts";
import type { SupposedTexts } from "../session/documents/supposed-texts.ts";
import type { CancelSignal } from "../std/cancel.ts";
import { Canceller, isCancellation, onCancel } from "../std/cancel.ts";
import type { Clock, Timer } from "../std/clock.ts";
import type { Lane, Leave } from "../std/lane.ts";

/** The text of each file as it would be; null for one that would be gone. */
export type Supposed = ReadonlyMap<FilePath, string | null>;

/** Whether there would be a file, given whether there is one. */
export function isThere(supposed: Supposed | undefined, path: FilePath, exists: boolean): boolean {
  const text = supposed?.get(path);
  return text === undefined ? exists : text !== null;
}

/** The files that there would be. */
export function filesWith(supposed: Supposed | undefined, files: readonly FilePath[]): readonly FilePath[] {
  if (supposed === undefined) return files;
  const known = new Set(files);
  const created = [...supposed].flatMap(([path, text]) => (text === null || known.has(path) ? [] : [path]));
  return [...files.filter((path) => supposed.get(path) !== null), ...created];
}

export interface SuppositionContext {
  readonly clock: Clock;
  /** How long a supposition may keep servers from other callers. */
  readonly laneMs: number;
  /** The lane of the root: only one supposition at a time is inside. */
  readonly lane: Lane;
  readonly own: OwnProcesses;
}

/** Processes of servers that only one supposition uses. */
export interface OwnProcesses {
  isOwn(session: Session, supposition: Supposition): boolean;
  /** Ends them; resolves when they have ended, or take too long for it. It never rejects. */
  over(supposition: Supposition): Promise<void>;
}

export class Supposition {
  readonly supposed: Supposed;
  readonly #context: SuppositionContext;
  readonly #doubts: Doubts = new WeakMap();
  #stretch: Stretch;
  #isReleased = false;

  constructor(context: SuppositionContext, supposed: Supposed) {
    this.#context = context;
    this.supposed = supposed;
    this.#stretch = this.#next();
  }

  /** Asks a server that sees the texts; it is kept from others from the first question until `rest` or `release`. */
  ask<T>(session: Session, options: AskOptions, question: Question<T>): Promise<T> {
    return this.#stretch.ask(session, options, question);
  }

  /** Refuses when nothing can be asked any more. */
  mustNotBeOver(): void {
    this.#stretch.mustNotBeOver();
  }

  /** What the texts make of every answer of a server that sees them. */
  doubtsOf(session: Session): readonly Reason[] {
    return this.#doubts.get(session) ?? [];
  }

  /** Lets others have their servers until the next question; processes of its own are kept for it. It never rejects. */
  async rest(): Promise<void> {
    const rested = this.#stretch;
    await rested.rest();
    if (!this.#isReleased && this.#stretch === rested) this.#stretch = this.#next();
  }

  /** Nothing of the texts is left anywhere when this resolves. It never rejects. */
  release(): Promise<void> {
    this.#isReleased = true;
    return this.#stretch.end(new Refusal(over));
  }

  // — below: private, in the order they are used —

  #next(): Stretch {
    return new Stretch(this, this.#context, this.#doubts);
  }
}

// — below: private, in the order they are used —

type Doubts = WeakMap<Session, readonly Reason[]>;

/** The time from a first question until the servers are let go of. */
class Stretch {
  readonly #whole: Supposition;
  readonly #context: SuppositionContext;
  readonly #doubts: Doubts;
  readonly #shown = new Map<Session, Promise<SupposedTexts>>();
  #entering: Promise<Leave> | undefined;
  #timer: Timer | undefined;
  #releasing: Promise<void> | undefined;
  #ended: Promise<void> | undefined;
  #over: Refusal | undefined;
  /** Waiters for a server need not wait on. */
  readonly #ending = new Canceller();

  constructor(whole: Supposition, context: SuppositionContext, doubts: Doubts) {
    this.#whole = whole;
    this.#context = context;
    this.#doubts = doubts;
  }

  async ask<T>(session: Session, options: AskOptions, question: Question<T>): Promise<T> {
    await this.#enter(options);
    const texts = await this.#showTo(session, options);
    return texts.ask(options, question);
  }

  mustNotBeOver(): void {
    if (this.#over !== undefined) throw this.#over;
  }

  rest(): Promise<void> {
    return this.#letGo(new Refusal(over), false);
  }

  /** With the processes of its own, which end when others have been let in. */
  end(why: Refusal): Promise<void> {
    this.#ended ??= this.#end(why);
    return this.#ended;
  }

  // — below: private, in the order they are used —

  async #enter(options: AskOptions): Promise<void> {
    this.mustNotBeOver();
    this.#entering ??= this.#entered(options);
    try {
      await this.#entering;
    } catch (error) {
      // The next call may have more time.
      this.#entering = undefined;
      throw error;
    }
    this.mustNotBeOver();
  }

  async #entered({ deadline, signal }: AskOptions): Promise<Leave> {
    const { lane, clock, laneMs } = this.#context;
    const leave = await this.#unlessOver(signal, (either) => lane.enterAlone(deadline.remaining(), either));
    if (leave === undefined) throw new Refusal(taken);
    // Let in at the very moment when it was let go of.
    if (this.#over !== undefined) return leave;
    this.#timer = clock.after(laneMs, () => void this.end(new Refusal({ ...tooLong, why: tooLongFor(laneMs) })));
    return leave;
  }

  async #showTo(session: Session, options: AskOptions): Promise<SupposedTexts> {
    const known = this.#shown.get(session);
    if (known !== undefined) return known;
    const showing = this.#unlessOver(options.signal, (signal) =>
      session.lane.suppose(this.#whole.supposed, { ...options, signal }),
    );
    this.#shown.set(session, showing);
    try {
      const texts = await showing;
      this.#doubts.set(session, texts.doubts);
      return texts;
    } catch (error) {
      this.#shown.delete(session);
      throw error;
    }
  }

  async #unlessOver<T>(signal: CancelSignal | undefined, work: (signal: CancelSignal) => Promise<T>): Promise<T> {
    const either = new Canceller();
    const unlisten = [signal, this.#ending].map((one) => onCancel(one, () => either.cancel(one?.reason)));
    try {
      return await work(either);
    } catch (error) {
      if (isCancellation(error) && signal?.aborted !== true && this.#over !== undefined) throw this.#over;
      throw error;
    } finally {
      for (const stop of unlisten) stop();
    }
  }

  async #end(why: Refusal): Promise<void> {
    await this.#letGo(why, true);
    await this.#context.own.over(this.#whole);
  }

  #letGo(why: Refusal, isLast: boolean): Promise<void> {
    this.#over ??= why;
    this.#ending.cancel();
    this.#releasing ??= this.#restore(why, isLast);
    return this.#releasing;
  }

  async #restore({ details }: Refusal, isLast: boolean): Promise<void> {
    this.#timer?.cancel();
    await Promise.all(
      [...this.#shown].map(async ([session, showing]) => {
        const [shown] = await Promise.allSettled([showing]);
        if (shown.status === "rejected") return;
        const isDoomed = isLast && this.#context.own.isOwn(session, this.#whole);
        await (isDoomed ? shown.value.abandon(details) : shown.value.release(details));
      }),
    );
    const [entered] = await Promise.allSettled([this.#entering]);
    if (entered.status === "fulfilled") entered.value?.();
  }
}

type Question<T> = (options: AskOptions) => Promise<T>;

const over = {
  code: "timed_out",
  what: "The unsaved changes are no longer available.",
  why: "The call that supplied them has ended.",
  next: "Ask again.",
} as const;

const taken = {
  code: "timed_out",
  what: "Another change was being checked until the time was up.",
  why: "Changes are checked one after another.",
  next: "Ask again, or allow more time.",
} as const;

const tooLong = {
  code: "timed_out",
  what: "Checking this change took too long.",
  next: "Ask about fewer files, or raise settings.edits.laneMs with --config.",
} as const;

function tooLongFor(ms: number): string {
  return `Other calls wait for the servers meanwhile, so a check may take ${ms} ms at most.`;
}
