// One client of a daemon: greets it, opens an engine for it, and hands its calls to that engine.
//
// Invariant: before a client has proven that it knows the token, nothing of the root is told and nothing is done for it.

import type { LocalStream } from "../../host/local-sockets.ts";
import { isSameDigest, newNonce } from "../../host/shared-secret.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import { Cancelled, Canceller, isCancellation } from "../../std/cancel.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import { isRecord } from "../../std/json.ts";
import type { Engine, Outcome } from "../engine.ts";
import type { LocalEngine } from "../local-engine.ts";
import { isNonce, proofOf } from "./handshake.ts";
import { greetingMs, maxCalls, maxInvocationBytes, maxQueuedBytes } from "./limits.ts";
import { Link } from "./link.ts";
import { lostChange } from "./lost-change.ts";
import type { DaemonKey } from "./place.ts";
import type {
  CommandResult,
  DaemonStatus,
  Greeted,
  Greeting,
  Hello,
  LostChange,
  OpenResult,
  RemoteOptions,
  Welcome,
  HandedCommand,
  WireInvocation,
} from "./wire.ts";
import { fromWireInvocation, wireVersion } from "./wire.ts";

/** Runs a command line for a client; `open` refuses where the command is about another root. */
export type RunCommand = (
  command: HandedCommand,
  io: {
    out(text: string): void;
    err(text: string): void;
    /** Something begins, under this name, that must not be repeated if this daemon is lost. */
    changes(call: string): void;
    read(): Promise<Uint8Array>;
    open(options: RemoteOptions): Promise<Engine>;
    /** One that outlives the command; it ends with the daemon, or when it is closed. */
    keep(options: RemoteOptions): Promise<Engine>;
    /** Whether the client is still there. */
    isHeard(): boolean;
  },
) => Promise<CommandResult>;

export interface ServingContext {
  readonly clock: Clock;
  readonly key: DaemonKey;
  readonly pid: number;
  readonly token: string;
  readonly runCommand: RunCommand;
  readonly log: (line: string) => void;
  admits(client: string, isControl: boolean): boolean;
  open(options: RemoteOptions, client: string): Promise<{ readonly engine: LocalEngine } | OpenResult>;
  /** An engine for one command. */
  openOnce(options: RemoteOptions): Promise<LocalEngine>;
  /** Keeps the engine of a client whose stream broke. */
  park(engine: LocalEngine, options: string, client: string): void;
  status(): DaemonStatus;
  drain(): void;
  stop(): void;
  gone(): void;
}

/** What the other side did is no defect of ours: it is told why, and the stream ends. */
const notAllowed = -32001;

const anotherBuild = "this daemon is another build of Sightline";

export class ServedClient {
  readonly #context: ServingContext;
  readonly #link: Link;
  readonly #calls = new Map<string, AbortController>();
  /** The commands that were handed over, each until it writes nothing any more. */
  readonly #commands = new Set<Promise<unknown>>();
  /** Nothing is begun for the client any more: its stream has ended, or the daemon ends. */
  readonly #ending = new Canceller();
  readonly #greeting: Timer;
  /** The client's and ours, once it has greeted. */
  #nonces: readonly [string, string] | undefined;
  #client: string | undefined;
  #engine: { readonly engine: LocalEngine; readonly options: string; readonly stop: Unsubscribe } | undefined;
  #said = false;

  constructor(stream: LocalStream, context: ServingContext) {
    this.#context = context;
    this.#link = new Link(
      stream,
      {
        request: (method, params) => this.#answer(method, params),
        notification: (method, params) => this.#take(method, params),
        closed: (why) => this.#ended(why),
        defect: (error, where) => context.log(`defect in ${where}: ${String(error)}`),
      },
      { clock: context.clock, maxQueuedBytes, maxMessageBytes: maxInvocationBytes },
    );
    this.#greeting = context.clock.after(greetingMs, () => this.#link.close("it did not say who it is"));
  }

  /** It has proven that it knows the token. */
  get isKnown(): boolean {
    return this.#client !== undefined;
  }

  drop(why: string): void {
    this.#link.close(why);
  }

  /**
   * Begins nothing any more, and resolves when nothing is written any more. The stream is closed after that: a client
   * that loses it looks at once what became of its change.
   */
  async settled(): Promise<void> {
    this.#cancelAll();
    await Promise.allSettled([...this.#commands, this.#engine?.engine.settled()]);
  }

  async close(why: string): Promise<void> {
    this.#cancelAll();
    this.#said = true;
    const held = this.#engine;
    this.#engine = undefined;
    this.#link.close(why);
    held?.stop();
    await held?.engine.close();
  }

  // — below: private, in the order they are used —

  async #answer(method: string, params: unknown): Promise<unknown> {
    if (this.#ending.aborted) return unanswered();
    if (method === "greet") return this.#greet(params);
    if (method === "hello") return this.#hello(params);
    if (this.#client === undefined) return this.#reject("say hello first");
    switch (method) {
      case "open":
        return this.#open(params as RemoteOptions, this.#client);
      case "invoke":
        return this.#invoke(params as WireInvocation);
      case "status":
        return this.#opened().status();
      case "outcome":
        return this.#outcome(String(isRecord(params) ? params["call"] : ""));
      case "command":
        return this.#command(params as HandedCommand);
      case "bye":
        return this.#bye();
      case "daemon/status":
        return this.#context.status();
      case "daemon/drain":
        this.#context.drain();
        return {};
      case "daemon/stop":
        this.#context.stop();
        return {};
      default:
        return undefined;
    }
  }

  #greet(params: unknown): Greeted {
    const { wire, nonce: theirs } = (isRecord(params) ? params : {}) as Partial<Greeting>;
    if (wire !== wireVersion) return this.#reject(anotherBuild);
    // Once for a stream: a proof is for the nonces that were exchanged on it, and for no others.
    if (!isNonce(theirs) || this.#nonces !== undefined) return this.#reject("a greeting has a fresh nonce");
    const nonce = newNonce();
    this.#nonces = [theirs, nonce];
    return { nonce, proof: proofOf(this.#context.token, "daemon", this.#nonces) };
  }

  #hello(params: unknown): Welcome {
    const { key, token, pid } = this.#context;
    const hello = (isRecord(params) ? params : {}) as Partial<Hello>;
    if (this.#nonces === undefined || this.#client !== undefined) return this.#reject("greet first, and once");
    if (!isSameDigest(hello.proof, proofOf(token, "client", this.#nonces))) return this.#reject("the token is wrong");
    if (hello.version !== key.version || hello.build !== key.build) return this.#reject(anotherBuild);
    if (typeof hello.client !== "string" || hello.client.length < 16) return this.#reject("a client has a name");
    if (!this.#context.admits(hello.client, hello.isControl === true)) {
      return this.#reject("it serves its last clients, because another build of Sightline has taken over");
    }
    this.#greeting.cancel();
    this.#client = hello.client;
    return { root: key.root, pid, version: key.version };
  }

  #reject(why: string): never {
    // The answer leaves first.
    this.#context.clock.after(0, () => this.#link.close(why));
    throw new RpcError(notAllowed, why);
  }

  async #open(options: RemoteOptions, client: string): Promise<OpenResult> {
    if (this.#engine !== undefined) throw new RpcError(notAllowed, "the engine of this stream is open");
    const opened = await this.#context.open(options, client);
    if (!("engine" in opened)) return opened;
    const { engine } = opened;
    if (this.#said) {
      await engine.close();
      throw new RpcError(notAllowed, "the stream has ended");
    }
    const stop = engine.events((event) => this.#link.notify("event", { event }));
    this.#engine = { engine, options: JSON.stringify(options), stop };
    return { ok: true, facts: engine.facts };
  }

  #opened(): LocalEngine {
    if (this.#engine === undefined) throw new RpcError(notAllowed, "open an engine first");
    return this.#engine.engine;
  }

  async #invoke(wire: WireInvocation): Promise<unknown> {
    const engine = this.#opened();
    if (this.#calls.size >= maxCalls) return tooMany(wire.operation);
    const abort = new AbortController();
    this.#calls.set(wire.call, abort);
    try {
      return await engine.invoke(fromWireInvocation(wire, abort.signal));
    } catch (error) {
      if (!isCancellation(error)) throw error;
      // The client did not cancel it: the end of the stream tells it more.
      if (this.#ending.aborted) return unanswered();
      throw new RpcError(-32800, "cancelled");
    } finally {
      this.#calls.delete(wire.call);
    }
  }

  async #outcome(call: string): Promise<LostChange> {
    return lostChange(this.#opened(), call);
  }

  async #command(command: HandedCommand): Promise<CommandResult> {
    const engines: LocalEngine[] = [];
    const running = this.#run(command, engines);
    const over = Promise.allSettled([running]).then(() => Promise.all(engines.map((engine) => engine.settled())));
    this.#commands.add(over);
    void over.then(() => this.#commands.delete(over));
    const [result] = await Promise.allSettled([running]);
    // What it answers where it was ended from here is no answer to what the client asked.
    if (this.#ending.aborted) return unanswered();
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }

  #run(command: HandedCommand, engines: LocalEngine[]): Promise<CommandResult> {
    const signal = this.#ending;
    const tell = (method: string, params: object): void => {
      if (!signal.aborted) this.#link.notify(method, params);
    };
    return this.#context.runCommand(command, {
      out: (text) => tell("out", { text }),
      err: (text) => tell("err", { text }),
      changes: (call) => tell("changes", { call }),
      read: async () => {
        const answer = await this.#link.request("read", {}, readMs, signal);
        return Buffer.from(String(isRecord(answer) ? answer["base64"] : ""), "base64");
      },
      open: async (options) => {
        const engine = await this.#openOurs(options);
        engines.push(engine);
        return cancelledBy(signal, engine);
      },
      keep: (options) => this.#openOurs(options),
      isHeard: () => !signal.aborted,
    });
  }

  /** An engine of the daemon's root for a command that is not ended yet. */
  async #openOurs(options: RemoteOptions): Promise<LocalEngine> {
    const engine = await this.#context.openOnce(options);
    const isOurs = engine.facts.root === this.#context.key.root;
    if (isOurs && !this.#ending.aborted) return engine;
    await engine.close();
    throw isOurs ? new Cancelled() : new RootElsewhere();
  }

  /** The client ends on purpose: its drafts end with it. */
  async #bye(): Promise<object> {
    this.#said = true;
    const held = this.#engine;
    this.#engine = undefined;
    held?.stop();
    await held?.engine.close();
    return {};
  }

  #take(method: string, params: unknown): void {
    if (!isRecord(params)) return;
    if (method === "leave") this.#engine?.engine.leave(String(params["caller"]));
    if (method !== "cancel") return;
    this.#calls.get(String(params["call"]))?.abort();
  }

  #ended(why: string): void {
    this.#greeting.cancel();
    this.#cancelAll();
    const held = this.#engine;
    this.#engine = undefined;
    held?.stop();
    if (held !== undefined && this.#client !== undefined) {
      this.#context.log(`a client was lost: ${why}`);
      this.#context.park(held.engine, held.options, this.#client);
    }
    this.#said = true;
    // A daemon that ends waits for what its clients write, also for those whose stream has ended.
    if (this.#commands.size === 0) this.#context.gone();
    else void Promise.allSettled(this.#commands).then(() => this.#context.gone());
  }

  #cancelAll(): void {
    this.#ending.cancel();
    for (const abort of this.#calls.values()) abort.abort();
  }
}

/** What a command asks of it ends with the signal; a command has none of its own. */
function cancelledBy(signal: CancelSignal, engine: LocalEngine): Engine {
  return {
    invoke: (invocation) => engine.invoke({ ...invocation, signal }),
    events: (listener) => engine.events(listener),
    facts: engine.facts,
    status: () => engine.status(),
    leave: (caller) => engine.leave(caller),
    close: () => engine.close(),
  };
}

/** Until the stream ends. */
function unanswered(): Promise<never> {
  return new Promise(() => {});
}

/** A client that floods costs itself: the others share the rest of the process. */
function tooMany(operation: string): Outcome {
  return {
    ok: false,
    refusal: {
      code: "resource_exhausted",
      what: `${operation} was not begun: ${maxCalls} calls of this client are under way.`,
      why: "One client may not keep the others waiting.",
      next: "Ask again when some of them have been answered.",
    },
    ms: 0,
  };
}

/** A person may take their time to type what a command reads. */
const readMs = 2 ** 31 - 1;

/** The command is about a root that another daemon serves. */
export class RootElsewhere extends Error {
  override readonly name = "RootElsewhere";
}
