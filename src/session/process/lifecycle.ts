// The life of a session as a pure state machine: what may follow what, and what is to be done about it.
//
// Invariant: `transition` is the only place where a state changes; it is total, and an event that means nothing in a
// state leaves it as it is.
// Invariant: `stopped` and a final `failed` are the end; a new life is a new session.
// Invariant: a start or a run that fails for the last time is first `failed` like any other, and given up from there;
// so an observer of the states sees every failure in the same way.

import type { Settings } from "../../config/settings.ts";
import type { ExitReport } from "../../model/event.ts";

export type SessionState =
  | { readonly name: "absent" }
  | { readonly name: "starting" }
  | { readonly name: "initializing" }
  | { readonly name: "ready" }
  | { readonly name: "stopping" }
  | { readonly name: "stopped" }
  | {
      readonly name: "failed";
      readonly why: string;
      /** When the next attempt is due on the monotonic clock; null when there will be none. */
      readonly retryAt: number | null;
      /** Whether a timer brings the next attempt, or the next call does. */
      readonly trigger: "auto" | "on-call";
      /** The last exit, if it was one. */
      readonly exit?: ExitReport;
    };

export interface Life {
  readonly state: SessionState;
  /** Failed starts since the last successful one. */
  readonly failures: number;
  /** Retries scheduled since the last successful start; selects the back-off. */
  readonly retries: number;
  /** Crashes and failed starts since the beginning. */
  readonly lifetime: number;
  readonly memoryExits: number;
  /** Times of recent crashes, for the breaker. */
  readonly crashes: readonly number[];
}

export type LifeEvent =
  | { readonly type: "start" }
  | { readonly type: "not_found"; readonly why: string }
  /** A server that someone else runs is not there; `wasUp` if it was before. */
  | { readonly type: "unreachable"; readonly why: string; readonly wasUp: boolean }
  | { readonly type: "spawned" }
  | { readonly type: "initialized" }
  | { readonly type: "start_failed"; readonly why: string; readonly exit?: ExitReport; readonly counts: boolean }
  | { readonly type: "exited"; readonly exit: ExitReport }
  | { readonly type: "retry_due" }
  /** What failed is not to be tried again. */
  | { readonly type: "exhausted"; readonly why: string }
  | { readonly type: "renew"; readonly why: string }
  | { readonly type: "stop" }
  | { readonly type: "stopped" };

export type LifeEffect =
  | { readonly type: "spawn" }
  | { readonly type: "shutdown" }
  | { readonly type: "kill" }
  | { readonly type: "schedule"; readonly delayMs: number; readonly attempt: number }
  | { readonly type: "crashed"; readonly exit: ExitReport }
  /** To be answered with the event `exhausted`, before anything else. */
  | { readonly type: "exhaust"; readonly why: string }
  | { readonly type: "gave_up"; readonly why: string };

export interface Transition {
  readonly life: Life;
  readonly effects: readonly LifeEffect[];
}

export const newLife: Life = {
  state: { name: "absent" },
  failures: 0,
  retries: 0,
  lifetime: 0,
  memoryExits: 0,
  crashes: [],
};

export function transition(life: Life, event: LifeEvent, now: number, policy: Settings["restart"]): Transition {
  const { state } = life;
  switch (event.type) {
    case "start":
      return state.name === "absent" ? to(life, { name: "starting" }, [{ type: "spawn" }]) : stay(life);
    case "not_found":
      if (state.name === "absent")
        return final(life, { name: "failed", why: event.why, retryAt: null, trigger: "on-call" });
      return isStarting(state) ? giveUp(life, event.why, undefined, now) : stay(life);
    case "spawned":
      return state.name === "starting" ? to(life, { name: "initializing" }) : stay(life);
    case "initialized":
      return state.name === "initializing" ? to({ ...life, failures: 0, retries: 0 }, { name: "ready" }) : stay(life);
    case "start_failed":
      return isStarting(state) ? startFailed(life, event, now, policy) : stay(life);
    case "exited":
      return exited(life, event.exit, now, policy);
    case "unreachable":
      return isStarting(state) ? unreachable(life, event, now, policy) : stay(life);
    case "retry_due":
      return state.name === "failed" && state.retryAt !== null && state.retryAt <= now
        ? to(life, { name: "starting" }, [{ type: "spawn" }])
        : stay(life);
    case "exhausted":
      return state.name === "failed" && state.retryAt !== null
        ? final(life, { ...state, why: event.why, retryAt: null, trigger: "on-call" })
        : stay(life);
    case "renew": {
      if (state.name !== "ready") return stay(life);
      const next: SessionState = { name: "failed", why: event.why, retryAt: now, trigger: "auto" };
      return to(life, next, [{ type: "schedule", delayMs: 0, attempt: 0 }]);
    }
    case "stop":
      return stop(life, now);
    case "stopped":
      return state.name === "stopping" ? to(life, { name: "stopped" }) : stay(life);
  }
}

function startFailed(
  life: Life,
  event: LifeEvent & { type: "start_failed" },
  now: number,
  policy: Settings["restart"],
): Transition {
  const failures = life.failures + 1;
  const counted = {
    ...life,
    failures,
    lifetime: life.lifetime + (event.counts ? 1 : 0),
    memoryExits: life.memoryExits + memoryOf(event.exit),
  };
  return retryOrGiveUp(counted, event.why, event.exit, now, policy, []);
}

/**
 * To dial costs nothing, so a server that someone else runs is never given up for not being there: where it was not there
 * at all, or has stayed away for all attempts, the next call tries again.
 */
function unreachable(
  life: Life,
  { why, wasUp }: LifeEvent & { type: "unreachable" },
  now: number,
  policy: Settings["restart"],
): Transition {
  const counted = { ...life, failures: life.failures + 1 };
  if (wasUp && counted.failures < policy.max) return retryOrGiveUp(counted, why, undefined, now, policy, []);
  return to(counted, { name: "failed", why, retryAt: now, trigger: "on-call" });
}

function exited(life: Life, exit: ExitReport, now: number, policy: Settings["restart"]): Transition {
  const { state } = life;
  if (isStarting(state)) {
    return startFailed(life, { type: "start_failed", why: describeExit(exit), exit, counts: true }, now, policy);
  }
  if (state.name === "stopping") return to(life, { name: "stopped" });
  if (state.name !== "ready") return stay(life);
  if (exit.code === 0 && policy.zeroExit === "stop") return to(life, { name: "stopped" });
  const recent = [...life.crashes.filter((at) => now - at < policy.breakerWindowMs), now];
  const counted = {
    ...life,
    lifetime: life.lifetime + 1,
    memoryExits: life.memoryExits + memoryOf(exit),
    crashes: recent,
  };
  return retryOrGiveUp(counted, describeExit(exit), exit, now, policy, [{ type: "crashed", exit }]);
}

function retryOrGiveUp(
  life: Life,
  why: string,
  exit: ExitReport | undefined,
  now: number,
  policy: Settings["restart"],
  before: readonly LifeEffect[],
): Transition {
  const spent = policy.counting === "lifetime" ? life.lifetime > policy.max : life.failures >= policy.max;
  if (spent) return giveUp(life, why, exit, now, before);
  const open = policy.breakerCrashes > 0 && life.crashes.length >= policy.breakerCrashes;
  const delayMs = open ? policy.breakerRestMs : backoff(life.retries, policy);
  if (open && policy.breakerRestMs === 0)
    return giveUp(life, `${why}; ${life.crashes.length} crashes in a short time`, exit, now, before);
  // An open breaker is closed by the call that finds it rested, never by a timer: the server may not be needed any more.
  const trigger = open ? "on-call" : policy.trigger;
  const state: SessionState = {
    name: "failed",
    why,
    retryAt: now + delayMs,
    trigger,
    ...(exit === undefined ? {} : { exit }),
  };
  const schedule: LifeEffect[] = trigger === "auto" ? [{ type: "schedule", delayMs, attempt: life.retries + 1 }] : [];
  return to({ ...life, retries: life.retries + 1 }, state, [...before, ...schedule]);
}

function backoff(retries: number, policy: Settings["restart"]): number {
  const wanted = policy.backoffMs[Math.min(retries, policy.backoffMs.length - 1)] ?? 0;
  return Math.min(wanted, policy.capMs);
}

function giveUp(
  life: Life,
  why: string,
  exit: ExitReport | undefined,
  now: number,
  before: readonly LifeEffect[] = [],
): Transition {
  const state: SessionState = {
    name: "failed",
    why,
    retryAt: now,
    trigger: "on-call",
    ...(exit === undefined ? {} : { exit }),
  };
  return to(life, state, [...before, { type: "exhaust", why }]);
}

function final(life: Life, state: SessionState & { name: "failed" }): Transition {
  return to(life, state, [{ type: "gave_up", why: state.why }]);
}

function stop(life: Life, now: number): Transition {
  switch (life.state.name) {
    case "ready":
      return to(life, { name: "stopping" }, [{ type: "shutdown" }]);
    case "starting":
    case "initializing":
      // A start that is called off is a failed one; the second `stop` ends it.
      return to(life, { name: "failed", why: "it was stopped while starting", retryAt: now, trigger: "on-call" }, [
        { type: "kill" },
      ]);
    case "absent":
    case "failed":
      return to(life, { name: "stopped" });
    case "stopping":
    case "stopped":
      return stay(life);
  }
}

function isStarting(state: SessionState): boolean {
  return state.name === "starting" || state.name === "initializing";
}

function memoryOf(exit: ExitReport | undefined): number {
  return exit?.cause === "memory" ? 1 : 0;
}

export function describeExit(exit: ExitReport): string {
  const how = exit.signal !== null ? `was ended by ${exit.signal}` : `ended with exit code ${exit.code}`;
  switch (exit.cause) {
    case "memory":
      return `the server ${how}, most likely by the system for lack of memory`;
    case "hung":
      return "the server stopped responding";
    case "protocol":
      return "the server broke the protocol";
    case "disconnected":
      return "the connection to the server was lost";
    case "crash":
    case "requested":
      return `the server ${how}`;
  }
}

function to(life: Life, state: SessionState, effects: readonly LifeEffect[] = []): Transition {
  return { life: { ...life, state }, effects };
}

function stay(life: Life): Transition {
  return { life, effects: [] };
}
