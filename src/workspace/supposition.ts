// Files as they would be: the view of somebody who asks "what if", and of nobody else.
//
// Invariant: the servers of a root are kept for one such view at a time, so that two of them never wait for each other.
// Invariant: it ends by itself when its time is over, and whatever it had shown is taken back.

import type { FilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { Reason } from "../model/standing.ts";
import type { AskOptions } from "../session/ask-host.ts";
import type { Session } from "../session/session.ts";
import type { SupposedTexts } from "../session/supposed-texts.ts";
import type { CancelSignal } from "../std/cancel.ts";
import { isCancellation, onCancel } from "../std/cancel.ts";
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
  /** How long servers may be kept from others. */
  readonly laneMs: number;
  /** Of the root: who supposes something of it is alone with that. */
  readonly lane: Lane;
}

export class Supposition {
  readonly supposed: Supposed;
  readonly #context: SuppositionContext;
  readonly #shown = new Map<Session, Promise<SupposedTexts>>();
  readonly #doubts = new WeakMap<Session, readonly Reason[]>();
  #entering: Promise<Leave> | undefined;
  #timer: Timer | undefined;
  #releasing: Promise<void> | undefined;
  #over: Refusal | undefined;
  /** Whoever waits for a server need not wait on. */
  readonly #ending = new AbortController();

  constructor(context: SuppositionContext, supposed: Supposed) {
    this.#context = context;
    this.supposed = supposed;
  }

  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /** Asks a server that sees the texts; it is kept from others from the first question until `release`. */
  async ask<T>(session: Session, options: AskOptions, question: Question<T>): Promise<T> {
    await this.#enter(options);
    const texts = await this.#showTo(session, options);
    return texts.ask(options, question);
  }

  /** What the texts make of every answer of a server that sees them. */
  doubtsOf(session: Session): readonly Reason[] {
    return this.#doubts.get(session) ?? [];
  }

  /** Nothing of the texts is left anywhere when this resolves. It never rejects. */
  release(): Promise<void> {
    return this.#end(new Refusal(over));
  }

  // — below: private, in the order they are used —

  async #enter(options: AskOptions): Promise<void> {
    this.#mustNotBeOver();
    this.#entering ??= this.#entered(options);
    try {
      await this.#entering;
    } catch (error) {
      // Who comes next may have more time.
      this.#entering = undefined;
      throw error;
    }
    this.#mustNotBeOver();
  }

  #mustNotBeOver(): void {
    if (this.#over !== undefined) throw this.#over;
  }

  async #entered({ deadline, signal }: AskOptions): Promise<Leave> {
    const { lane, clock, laneMs } = this.#context;
    const leave = await this.#unlessOver(signal, (either) => lane.enterAlone(deadline.remaining(), either));
    if (leave === undefined) throw new Refusal(taken);
    this.#timer = clock.after(laneMs, () => void this.#end(new Refusal({ ...tooLong, why: tooLongFor(laneMs) })));
    return leave;
  }

  async #showTo(session: Session, options: AskOptions): Promise<SupposedTexts> {
    const known = this.#shown.get(session);
    if (known !== undefined) return known;
    const showing = this.#unlessOver(options.signal, (signal) =>
      session.lane.suppose(this.supposed, { ...options, signal }),
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
    const either = new AbortController();
    const unlisten = [signal, this.#ending.signal].map((one) => onCancel(one, () => either.abort(one?.reason)));
    try {
      return await work(either.signal);
    } catch (error) {
      if (isCancellation(error) && signal?.aborted !== true && this.#over !== undefined) throw this.#over;
      throw error;
    } finally {
      for (const stop of unlisten) stop();
    }
  }

  #end(why: Refusal): Promise<void> {
    this.#over ??= why;
    this.#ending.abort();
    this.#releasing ??= this.#restore(why);
    return this.#releasing;
  }

  async #restore(why: Refusal): Promise<void> {
    this.#timer?.cancel();
    const shown = await Promise.allSettled(this.#shown.values());
    await Promise.all(
      shown.map(async (one) => {
        if (one.status === "fulfilled") await one.value.release(why.details);
      }),
    );
    const [entered] = await Promise.allSettled([this.#entering]);
    if (entered.status === "fulfilled") entered.value?.();
  }
}

type Question<T> = (options: AskOptions) => Promise<T>;

const over = {
  code: "timed_out",
  what: "These texts are no longer supposed.",
  why: "Whoever supposed them has let go of them.",
  next: "Ask again.",
} as const;

const taken = {
  code: "timed_out",
  what: "Another change was being looked at until the time was up.",
  why: "What changes would do is looked at one after another.",
  next: "Ask again, or allow more time.",
} as const;

const tooLong = {
  code: "timed_out",
  what: "What this change would do took too long to look at.",
  next: "Ask about fewer files, or raise settings.edits.laneMs with --config.",
} as const;

function tooLongFor(ms: number): string {
  return `Others wait for the servers meanwhile, so they are kept for ${ms} ms at the most.`;
}
