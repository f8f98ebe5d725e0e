// The interface every door speaks to: the same whether the engine lives in this process or in another.

import type { Settings } from "../config/settings.ts";
import type { BridgeEvent } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import type { Standing } from "../model/standing.ts";
import type { Caller } from "../policy/effects.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { PluginState } from "../session/status.ts";
import type { Unsubscribe } from "../std/emitter.ts";

export interface Invocation {
  readonly operation: string;
  /** As it came from the wire; decoded by the engine. */
  readonly input: unknown;
  readonly caller: Caller;
  readonly signal?: CancelSignal | undefined;
  /** Names the call, where its caller may lose the engine and ask another one what became of it. */
  readonly call?: string | undefined;
  /** How long the call may take in all. */
  readonly timeoutMs?: number | undefined;
  /** How long it may wait for a complete answer before it takes a partial one. */
  readonly waitMs?: number | undefined;
  /** How long the answer may be; what a model can be shown by default. */
  readonly maxCharacters?: number | undefined;
  /** What the answer is made for, unless the input says so itself. */
  readonly format?: Format | undefined;
  /** The operations this caller can ask for, so that no hint names another; all without it. */
  readonly exposed?: ReadonlySet<string> | undefined;
  /** The answer shows no token for a later call, so nothing is remembered for one. */
  readonly once?: boolean | undefined;
  /** Not called by name: it informs a client of the state. The phases of a skill neither judge nor count it. */
  readonly unasked?: boolean | undefined;
  /** Asked by another operation on behalf of its caller, who is told of that one alone. */
  readonly within?: boolean | undefined;
}

/** Words for a model or a person, or data for a program. */
export type Format = "text" | "json";

export type OutcomeBody =
  | { readonly format: "text"; readonly text: string }
  | {
      readonly format: "json";
      /** A list may hold only its first items; `leftOut` says so. */
      readonly json: unknown;
      readonly leftOut: string | undefined;
    };

export type Outcome =
  | {
      readonly ok: true;
      readonly body: OutcomeBody;
      readonly standing: Standing;
      /** The standing as one line, where a reader must see it: the answer is empty or not complete. It is not in the body. */
      readonly standingLine: string | undefined;
      readonly isEmpty: boolean;
      /** False for a build or a test run that was answered and went badly. */
      readonly succeeded: boolean;
      /** What else the caller must see, as a line before the answer: a call out of the order of its skill. */
      readonly notice?: string | undefined;
      /** The sensible next operation, as a line. */
      readonly hint: string | undefined;
      /** Figures of the operation about its answer, by name. */
      readonly meta?: Readonly<Record<string, unknown>> | undefined;
      readonly ms: number;
    }
  | { readonly ok: false; readonly refusal: RefusalDetails; readonly ms: number };

export interface SessionStatus {
  readonly server: string;
  readonly state: string;
  /** The same in the words of a plugin. */
  readonly life: PluginState;
  readonly restarts: number;
  /** Its process, while it has one of ours; undefined for a server that someone else runs, and while it is not up. */
  readonly pid: number | undefined;
  /** The address of a server that someone else runs: its process and its memory are not known, and no guard ends it. */
  readonly connectedTo: string | undefined;
  /** The requests that the server can serve now; none while it is not up. */
  readonly supports: readonly string[];
  /** Whether it is up and has said, as far as it says so, that it has loaded the workspace. */
  readonly loaded: boolean;
  /** The files that it has open. */
  readonly documents: readonly FilePath[];
}

/** What is settled when an engine opens. */
export interface EngineFacts {
  readonly root: string;
  /** How long events are gathered before listeners are notified. */
  readonly notices: Settings["notices"];
  /** How often a host's model is asked to correct what it broke. */
  readonly correction: Settings["correction"];
}

export interface EngineStatus {
  readonly sessions: readonly SessionStatus[];
}

export interface Engine {
  /** Never throws for what a caller can cause; rejects only when the caller cancelled. */
  invoke(invocation: Invocation): Promise<Outcome>;
  events(listener: (event: BridgeEvent) => void): Unsubscribe;
  readonly facts: EngineFacts;
  /** As it is when the engine, which may live in another process, is asked. */
  status(): Promise<EngineStatus>;
  /** The caller with this id has gone: its drafts and its phases end. */
  leave(caller: string): void;
  close(): Promise<void>;
}
