// Signals, which decide what an agent does next: three tiers of routes, and a queue that is read between turns.
//
// Invariant: a higher tier beats a lower one whatever the priorities are; in a tier the highest priority wins.
// Invariant: no signal is handed out while a tool call is under way.
// Invariant: the queue is bounded; what is dropped from it is counted.

import type { Unsubscribe } from "../../std/emitter.ts";

export type SignalKind = "Stop" | "UserMessage" | "ToolResult" | "Timer" | `Custom(${string})`;

export interface Signal {
  readonly kind: SignalKind;
  /** JSON. */
  readonly payload: unknown;
}

export type SignalAction = "Continue" | "GracefulStop" | "ForceStop" | `Transition(${string})` | `Custom(${string})`;

/** From the strongest to the weakest. */
export const signalTiers = ["strategy", "agent", "plugin"] as const;
export type SignalTier = (typeof signalTiers)[number];

export interface SignalRoute {
  readonly kind: SignalKind;
  /** Without one, every signal of the kind; one that throws is not fulfilled. */
  readonly predicate?: (signal: Signal) => boolean;
  readonly action: SignalAction;
  /** 0 without it. */
  readonly priority?: number;
}

/** A signal with the route that it takes. */
export interface RoutedSignal {
  readonly signal: Signal;
  readonly tier: SignalTier;
  readonly route: SignalRoute;
  readonly action: SignalAction;
}

export interface Drained {
  /** In the order of their arrival. */
  readonly signals: readonly RoutedSignal[];
  /** How many were dropped since the last time because the queue was full, the oldest first. */
  readonly dropped: number;
}

export function customSignal<Name extends string>(name: Name): `Custom(${Name})` {
  return `Custom(${name})`;
}

/** A signal tells an agent to look; a thousand of them tell it no more. */
const mostWaiting = 1_000;

export class Signals {
  readonly #routes: Readonly<Record<SignalTier, Set<SignalRoute>>> = {
    strategy: new Set(),
    agent: new Set(),
    plugin: new Set(),
  };
  #waiting: Signal[] = [];
  #dropped = 0;
  #toolCalls = 0;

  route(tier: SignalTier, route: SignalRoute): Unsubscribe {
    const own = { ...route };
    this.#routes[tier].add(own);
    return () => void this.#routes[tier].delete(own);
  }

  /** Where a signal would go now; undefined where no route wants it. */
  resolve(signal: Signal): RoutedSignal | undefined {
    for (const tier of signalTiers) {
      const fitting = [...this.#routes[tier]].filter((route) => isTaken(route, signal));
      const [route] = fitting.sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
      if (route !== undefined) return { signal, tier, route, action: route.action };
    }
    return undefined;
  }

  push(signal: Signal): void {
    this.#waiting.push(signal);
    if (this.#waiting.length <= mostWaiting) return;
    this.#waiting.shift();
    this.#dropped++;
  }

  /** To be asked between turns: nothing comes while a tool call is under way. Signals without a route are left out. */
  drain(): Drained {
    if (this.#toolCalls > 0) return { signals: [], dropped: 0 };
    const drained = { signals: this.#waiting.flatMap((signal) => this.resolve(signal) ?? []), dropped: this.#dropped };
    this.#waiting = [];
    this.#dropped = 0;
    return drained;
  }

  /** A tool call of the agent; signals wait until it is over. */
  async duringTool<T>(call: () => Promise<T>): Promise<T> {
    this.#toolCalls++;
    try {
      return await call();
    } finally {
      this.#toolCalls--;
    }
  }
}

// — below: private, in the order they are used —

function isTaken({ kind, predicate }: SignalRoute, signal: Signal): boolean {
  if (kind !== signal.kind) return false;
  if (predicate === undefined) return true;
  try {
    return predicate(signal);
  } catch {
    // A predicate reads a payload of a server, which may have any shape.
    return false;
  }
}
