// The state machine in the words of others: projections of the one internal state, never states of their own.

import type { Verdict } from "../std/verdict.ts";
import { met } from "../std/verdict.ts";
import type { Life, SessionState } from "./process/lifecycle.ts";
import type { Running } from "./process/running.ts";

/** The five states of the embeddable plugin. */
export type PluginState = "Discovering" | "Starting" | "Ready" | "Restarting" | "Dormant";

export function pluginState(state: SessionState): PluginState {
  switch (state.name) {
    case "absent":
      return "Discovering";
    case "starting":
    case "initializing":
      return "Starting";
    case "ready":
      return "Ready";
    case "stopping":
    case "stopped":
      return "Dormant";
    case "failed":
      return state.retryAt === null ? "Dormant" : "Restarting";
  }
}

/** A session that cannot come back, under the name the single-tool binding uses. */
export function isDead(life: Life): boolean {
  return life.state.name === "failed" && life.state.retryAt === null;
}

export interface StatusRecord {
  readonly state: SessionState["name"];
  readonly plugin: PluginState;
  readonly restarts: number;
  readonly memoryExits: number;
  readonly detail?: string;
}

export function statusOf(life: Life): StatusRecord {
  const { state } = life;
  return {
    state: state.name,
    plugin: pluginState(state),
    restarts: life.lifetime,
    memoryExits: life.memoryExits,
    ...(state.name === "failed" ? { detail: state.why } : {}),
  };
}

/** Whether a server can be asked now, or ever. */
export function upVerdict({ state }: Life, running: Running | undefined): Verdict {
  if (state.name === "ready")
    return running?.channel.isOpen === true ? met : { kind: "unmet", why: "it has just ended" };
  const over =
    state.name === "stopping" || state.name === "stopped" || (state.name === "failed" && state.retryAt === null);
  const waits = state.name === "failed" && state.trigger === "on-call";
  return { kind: over || waits ? "unmeetable" : "unmet", why: `it is ${state.name}` };
}
