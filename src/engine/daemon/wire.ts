// What crosses between a client and a daemon: invocations, outcomes and events, never a message of a language server.

import type { RefusalDetails } from "../../model/refusal.ts";
import type { EngineFacts, Invocation } from "../engine.ts";
import type { OpenOptions } from "../open.ts";

/** Raised when a message changes its meaning: a client and a daemon of different numbers do not talk. */
export const wireVersion = 3;

/** The first request of a client, before it knows to whom it talks. */
export interface Greeting {
  readonly wire: number;
  readonly nonce: string;
}

/** The daemon's answer, which proves that it knows the token. */
export interface Greeted {
  readonly nonce: string;
  readonly proof: string;
}

/** The second request of a client; everything else is refused before it. */
export interface Hello {
  readonly version: string;
  readonly build: string;
  /** That the client can read what the daemon wrote for those who may read its directory. */
  readonly proof: string;
  readonly pid: number;
  /** It asks about the daemon itself, which one that drains still answers. */
  readonly isControl: boolean;
  /** Unguessable: with it a client that lost its stream gets its drafts back. */
  readonly client: string;
}

export interface Welcome {
  readonly root: string;
  readonly pid: number;
  readonly version: string;
}

/** How an engine is opened in another process: what a process alone has is not among it. */
export type RemoteOptions = Omit<OpenOptions, "host" | "trace" | "heard" | "catalog">;

export interface WireInvocation extends Omit<Invocation, "signal" | "exposed" | "maxCharacters"> {
  /** Unique; a call that is cancelled or looked up later is named by it. */
  readonly call: string;
  readonly exposed?: readonly string[] | undefined;
  /** Null for no limit: JSON has no infinity. */
  readonly maxCharacters?: number | null | undefined;
}

export function toWireInvocation(invocation: Invocation, call: string): WireInvocation {
  const { signal: _, exposed, maxCharacters, ...rest } = invocation;
  return {
    ...rest,
    call,
    ...(exposed === undefined ? {} : { exposed: [...exposed] }),
    ...(maxCharacters === undefined
      ? {}
      : { maxCharacters: maxCharacters === Number.POSITIVE_INFINITY ? null : maxCharacters }),
  };
}

export function fromWireInvocation(wire: WireInvocation, signal: Invocation["signal"]): Invocation {
  const { exposed, maxCharacters, call, ...rest } = wire;
  return {
    ...rest,
    call,
    signal,
    ...(exposed === undefined ? {} : { exposed: new Set(exposed) }),
    ...(maxCharacters === undefined ? {} : { maxCharacters: maxCharacters ?? Number.POSITIVE_INFINITY }),
  };
}

/** What a person typed, for a command that runs in the daemon. */
export interface HandedCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Variables that options and colours come from. */
  readonly env: Readonly<Record<string, string>>;
  readonly screen: { readonly out: boolean; readonly err: boolean };
  readonly piped: boolean;
}

/** `elsewhere`: the daemon serves another root, so the client has to run the command itself. */
export type CommandResult = { readonly exit: number } | { readonly elsewhere: true };

/** What a call changed whose caller lost its daemon; `unknown` while a change of it is neither made nor taken back. */
export interface LostChange {
  readonly made: boolean | "unknown";
  /** Those that were made, or that may be. */
  readonly changes: readonly { readonly id: string; readonly files: readonly string[] }[];
}

export interface DaemonStatus {
  readonly root: string;
  readonly pid: number;
  readonly version: string;
  readonly upMs: number;
  readonly clients: number;
  readonly memoryBytes: number;
  readonly draining: boolean;
  readonly servers: readonly { readonly server: string; readonly state: string; readonly restarts: number }[];
}

/** The answer to `open`, which takes `RemoteOptions`. */
export type OpenResult =
  | { readonly ok: true; readonly facts: EngineFacts }
  | { readonly ok: false; readonly refusal: RefusalDetails };
