// The ten points at which an agent runs hooks, and the registry that runs them in order and within their time.
//
// Invariant: a hook that fails or takes too long counts as one that lets things go on; a warning says so.
// Invariant: a `Notification` hook only watches: whatever it answers, every other one is run and the result is to go on.

import { bounded } from "../../std/bounded.ts";
import type { Clock } from "../../std/clock.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import { matchesTool } from "./tool-glob.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface NotificationContext {
  readonly level: string;
  readonly message: string;
}

/** What a hook is told, by its point. */
export interface HookContexts {
  readonly PreToolUse: { readonly tool_name: string; readonly arguments: ToolArguments };
  readonly PostToolUse: { readonly tool_name: string; readonly arguments: ToolArguments; readonly output?: unknown };
  readonly PostToolUseFailure: {
    readonly tool_name: string;
    readonly arguments: ToolArguments;
    readonly error: string;
  };
  readonly Notification: NotificationContext;
  readonly SubagentStart: { readonly agent_name: string; readonly initial_message?: string };
  readonly SubagentStop: { readonly agent_name: string; readonly reason: string };
  readonly PreCompact: { readonly message_count: number; readonly token_count: number };
  readonly PostCompact: { readonly message_count: number; readonly token_count: number };
  readonly SessionStart: { readonly session_id: string; readonly resumed: boolean };
  readonly SessionEnd: { readonly session_id: string; readonly reason: string };
}

export type HookPoint = keyof HookContexts;

export type HookResult = { readonly kind: "continue" } | { readonly kind: "abort"; readonly message: string };

export const goOn: HookResult = { kind: "continue" };

export interface HookMatcher {
  /** Of tool names, at the points that have one; all tools without it. */
  readonly tool?: string;
  /** 30 s without it. */
  readonly timeoutMs?: number;
  /** By which a warning names the hook. */
  readonly name?: string;
}

/** Nothing returned is to go on. */
export type Hook<P extends HookPoint> = (context: HookContexts[P]) => HookResult | void | Promise<HookResult | void>;

interface Registered {
  readonly point: HookPoint;
  readonly matcher: HookMatcher;
  readonly run: (context: HookContexts[HookPoint]) => unknown;
}

const defaultTimeoutMs = 30_000;

export class HookRegistry {
  readonly #clock: Clock;
  readonly #warn: (message: string) => void;
  readonly #hooks = new Set<Registered>();

  constructor(clock: Clock, warn: (message: string) => void) {
    this.#clock = clock;
    this.#warn = warn;
  }

  /** Hooks of a point are run in the order in which they were registered. */
  on<P extends HookPoint>(point: P, hook: Hook<P>, matcher: HookMatcher = {}): Unsubscribe {
    const run = hook as (context: HookContexts[HookPoint]) => unknown;
    const registered: Registered = { point, matcher, run };
    this.#hooks.add(registered);
    return () => void this.#hooks.delete(registered);
  }

  /** The first abort wins, and no later hook is run. */
  async run<P extends HookPoint>(point: P, context: HookContexts[P]): Promise<HookResult> {
    for (const hook of [...this.#hooks]) {
      if (hook.point !== point || !isMeant(hook.matcher, context)) continue;
      const result = await this.#resultOf(hook, context);
      if (result.kind === "abort" && point !== "Notification") return result;
    }
    return goOn;
  }

  async #resultOf(hook: Registered, context: HookContexts[HookPoint]): Promise<HookResult> {
    const { point, matcher, run } = hook;
    const { timeoutMs = defaultTimeoutMs, name = "A hook" } = matcher;
    const late = (): Error => new Error(`it took longer than ${timeoutMs} ms`);
    try {
      const asked = (async () => run(context))();
      const result = await bounded(this.#clock, timeoutMs, undefined, asked, late);
      return isAbort(result) ? result : goOn;
    } catch (error) {
      // A hook belongs to the host: what it throws ends nothing of ours, and is told.
      this.#warn(`${name} was skipped at ${point}: ${error instanceof Error ? error.message : String(error)}.`);
      return goOn;
    }
  }
}

// — below: private, in the order they are used —

function isMeant({ tool }: HookMatcher, context: HookContexts[HookPoint]): boolean {
  return tool === undefined || !("tool_name" in context) || matchesTool(tool, context.tool_name);
}

function isAbort(result: unknown): result is HookResult & { kind: "abort" } {
  return typeof result === "object" && result !== null && "kind" in result && result.kind === "abort";
}
