// An engine in another process: the same calls over a stream, and an honest word when the process at its end is lost.
//
// Invariant: a question is asked once more of the next daemon; a change is never repeated: the journal says what became of it.

import type { BridgeEvent } from "../../model/event.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Registry } from "../../operations/registry.ts";
import { ConnectionClosed, RequestTimedOut, WriteRefused } from "../../rpc/rpc-error.ts";
import { onCancel } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import { Emitter } from "../../std/emitter.ts";
import type { Engine, EngineFacts, EngineStatus, Invocation, Outcome } from "../engine.ts";
import { defaultTimeoutMs } from "../limits.ts";
import type { Link } from "./link.ts";
import { controlMs, lateMs, lookups } from "./limits.ts";
import { lostWork, notKnown, outcomeOfLost } from "./lost-change.ts";
import type { LostChange, OpenResult, RemoteOptions } from "./wire.ts";
import { toWireInvocation } from "./wire.ts";

/** A stream to a daemon that has greeted us. */
export interface DaemonLink {
  readonly link: Link;
  /** Set once, before anything is asked. */
  listen(listener: { event(event: BridgeEvent): void; closed(why: string): void }): void;
}

export interface RemoteContext {
  /** Reaches a daemon for the root, and starts one where there is none. */
  reach(emit: (event: BridgeEvent) => void): Promise<DaemonLink>;
  readonly options: RemoteOptions;
  readonly registry: Registry;
  readonly clock: Clock;
  /** An unguessable name. */
  readonly newCall: () => string;
}

export async function openRemoteEngine(context: RemoteContext): Promise<Engine> {
  const engine = new RemoteEngine(context);
  await engine.open();
  return engine;
}

class RemoteEngine implements Engine {
  readonly #context: RemoteContext;
  readonly #events = new Emitter<BridgeEvent>(() => {});
  /** What happened before there was a listener. */
  #early: BridgeEvent[] | undefined = [];
  #facts: EngineFacts | undefined;
  #link: Promise<Link> | undefined;
  #isClosed = false;

  constructor(context: RemoteContext) {
    this.#context = context;
  }

  async open(): Promise<void> {
    await this.#opened();
  }

  get facts(): EngineFacts {
    if (this.#facts === undefined) throw new Error("the engine is not open yet");
    return this.#facts;
  }

  async invoke(invocation: Invocation): Promise<Outcome> {
    const call = this.#context.newCall();
    const began = this.#context.clock.now();
    const kind = this.#context.registry.named(invocation.operation)?.kind;
    const outcome = (refusal: RefusalDetails): Outcome => ({
      ok: false,
      refusal,
      ms: this.#context.clock.now() - began,
    });
    try {
      return await this.#ask(invocation, call);
    } catch (error) {
      if (!isLost(error)) return outcome(refusalOf(error, invocation));
    }
    // The daemon has gone, or does not read. What may be repeated is asked of the next one.
    try {
      if (kind === undefined || kind === "query" || kind === "control") return await this.#ask(invocation, call);
      if (kind === "edit" || kind === "run") return await this.#whatBecameOf(invocation, call, began);
      await this.#opened();
      return outcome(lostWork(invocation.operation, kind));
    } catch (error) {
      return outcome(refusalOf(error, invocation));
    }
  }

  events(listener: (event: BridgeEvent) => void): Unsubscribe {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) listener(event);
    return this.#events.subscribe(listener);
  }

  async status(): Promise<EngineStatus> {
    const link = await this.#opened();
    return (await link.request("status", {}, controlMs)) as EngineStatus;
  }

  leave(caller: string): void {
    // Where the daemon was lost, what the caller had was lost with it.
    void Promise.allSettled([this.#link?.then((link) => link.notify("leave", { caller }))]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const [link] = await Promise.allSettled([this.#link]);
    if (link.status === "rejected" || link.value === undefined) return;
    // The drafts of this connection end with it; a daemon that does not answer ends them by itself.
    await Promise.allSettled([link.value.request("bye", {}, controlMs)]);
    link.value.close("the engine was closed");
  }

  // — below: private, in the order they are used —

  async #ask(invocation: Invocation, call: string): Promise<Outcome> {
    const link = await this.#opened();
    const stop = onCancel(invocation.signal, () => link.notify("cancel", { call }));
    try {
      const wire = toWireInvocation(invocation, call);
      const ms = this.#limitOf(invocation) + lateMs;
      return fromWire((await link.request("invoke", wire, ms, invocation.signal)) as Outcome);
    } finally {
      stop();
    }
  }

  /** The daemon keeps the deadline; this only ends the wait for one that stands still. */
  #limitOf({ operation, input, timeoutMs }: Invocation): number {
    if (timeoutMs !== undefined) return timeoutMs;
    const named = this.#context.registry.named(operation);
    if (named?.hasOwnLimit !== true) return defaultTimeoutMs;
    try {
      return named.decode(input).limitMs ?? defaultTimeoutMs;
    } catch (error) {
      // The daemon says what is wrong with the input.
      if (error instanceof Refusal) return defaultTimeoutMs;
      throw error;
    }
  }

  #opened(): Promise<Link> {
    if (this.#isClosed) return Promise.reject(new Error("the engine has been closed"));
    if (this.#link !== undefined) return this.#link;
    const opening = this.#reached().then(({ link, ended }) => {
      void ended.then(forget);
      return link;
    });
    const forget = (): void => {
      if (this.#link === opening) this.#link = undefined;
    };
    opening.catch(forget);
    this.#link = opening;
    return opening;
  }

  async #reached(): Promise<{ readonly link: Link; readonly ended: Promise<void> }> {
    const reached = await this.#context.reach((event) => this.#take(event));
    const { link } = reached;
    const ended = new Promise<void>((resolve) => {
      reached.listen({
        event: (event) => this.#take(event),
        closed: (why) => {
          if (!this.#isClosed) this.#take({ type: "daemon.lost", why });
          resolve();
        },
      });
    });
    try {
      const opened = (await link.request("open", this.#context.options, controlMs)) as OpenResult;
      if (!opened.ok) throw new Refusal(opened.refusal);
      this.#facts = opened.facts;
    } catch (error) {
      link.close("the engine could not be opened");
      throw error;
    }
    return { link, ended };
  }

  #take(event: BridgeEvent): void {
    this.#early?.push(event);
    this.#events.emit(event);
  }

  async #whatBecameOf(invocation: Invocation, call: string, began: number): Promise<Outcome> {
    const took = (): number => this.#context.clock.now() - began;
    for (let attempt = 1; ; attempt++) {
      try {
        const link = await this.#opened();
        const change = (await link.request("outcome", { call }, controlMs)) as LostChange;
        return outcomeOfLost(invocation, change, took());
      } catch (error) {
        if (invocation.signal?.aborted === true) throw error;
        // The next daemon may be lost as well; another one after it reads the same journal.
        if (isLost(error) && attempt < lookups) continue;
        const why = error instanceof Error ? error.message : String(error);
        return { ok: false, refusal: notKnown(invocation.operation, why), ms: took() };
      }
    }
  }
}

/** JSON leaves out what is undefined; readers of an outcome may ask for it all the same. */
function fromWire(outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome;
  const { body, standingLine, hint } = outcome;
  const whole = body.format === "json" ? { ...body, leftOut: body.leftOut } : body;
  return { ...outcome, body: whole, standingLine, hint };
}

function isLost(error: unknown): boolean {
  return error instanceof ConnectionClosed || error instanceof WriteRefused;
}

/** Rejects only when the caller cancelled. */
function refusalOf(error: unknown, { operation, signal }: Invocation): RefusalDetails {
  if (signal?.aborted === true) throw error;
  if (error instanceof Refusal) return error.details;
  if (error instanceof RequestTimedOut) {
    return {
      code: "timed_out",
      what: `${operation} was not answered in time by the daemon.`,
      why: "The daemon does not respond.",
      next: "Stop it with `sightline daemon stop` and ask again.",
    };
  }
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: "daemon_lost",
    what: "The Sightline daemon of this root was lost.",
    why,
    next: "Ask again, or start Sightline with --no-daemon.",
  };
}
