// What an answer says of its own truth.
//
// Invariant: `complete` has no reasons, and every other state has at least one.
// Invariant: joining two standings never makes either of them look better.

import type { RefusalDetails } from "./refusal.ts";

export const standingStates = ["complete", "partial", "stale", "unavailable"] as const;
export type StandingState = (typeof standingStates)[number];

/** Closed codes; each implies the worst state it allows. */
export const reasonStates = {
  broken_syntax: "partial",
  cached: "stale",
  capped: "partial",
  changes_unseen: "stale",
  dependencies_missing: "partial",
  indexing: "partial",
  lossy_text: "partial",
  not_accounted: "partial",
  nothing_received: "unavailable",
  possible_uses: "partial",
  projects_not_loaded: "partial",
  readiness_unknown: "partial",
  restricted: "partial",
  scoped: "partial",
  server_died: "unavailable",
  server_not_exhaustive: "partial",
  server_replaced: "stale",
  server_unwell: "partial",
  shared_server: "partial",
  target_refused: "partial",
  timed_out: "partial",
  unchecked: "partial",
  unreadable_items: "partial",
  watcher_lost: "stale",
  withheld: "partial",
} as const satisfies Record<string, StandingState>;

export type ReasonCode = keyof typeof reasonStates;

export interface Reason {
  readonly code: ReasonCode;
  /** One clause for people, e.g. `gopls is still loading packages`. */
  readonly detail: string;
  /** What the reason counts; reasons that count the same things are merged. */
  readonly counted?: Counted;
  /** What the reader can do about it, in the imperative: `run pnpm install`. */
  readonly next?: string;
}

/** `2 possible uses not verified (command_win.go: windows only)`, in its parts. */
export interface Counted {
  readonly count: number;
  /** In the singular: `possible use`. */
  readonly thing: string;
  /** What is the matter with each of them: `not verified`. */
  readonly trouble: string;
  /** The place, or the place and why there: `command_win.go: windows only`. */
  readonly where?: string;
}

/** Why an answer lacks what was refused. */
export function reasonOfRefusal({ code }: Pick<RefusalDetails, "code">, detail: string): Reason {
  return { code: code === "outside_root" ? "withheld" : "scoped", detail };
}

export interface Evidence {
  /** Catalogue id, and what the server says of itself. */
  readonly server: string;
  readonly version?: string;
  /** Version and content hash of the document the question was asked about. */
  readonly document?: { readonly version: number; readonly hash: string };
  /** When the server gave the answer, as ISO 8601, where it was kept since and is proven to hold still. */
  readonly proven?: string;
}

export interface Standing {
  readonly state: StandingState;
  readonly reasons: readonly Reason[];
  readonly evidence: readonly Evidence[];
}

export function standingOf(reasons: readonly Reason[], evidence: readonly Evidence[] = []): Standing {
  const unique = new Map(reasons.map((reason) => [`${reason.code} ${reason.detail}`, reason]));
  const kept = [...unique.values()];
  const state = kept.map((reason): StandingState => reasonStates[reason.code]).reduce(worse, "complete");
  return { state, reasons: kept, evidence };
}

/** The standing of a composition is the worst of its parts, with all their reasons. */
export function joinStandings(parts: readonly Standing[]): Standing {
  const joined = standingOf(
    parts.flatMap((part) => part.reasons),
    parts.flatMap((part) => part.evidence),
  );
  return { ...joined, state: parts.map((part) => part.state).reduce(worse, joined.state) };
}

function worse(a: StandingState, b: StandingState): StandingState {
  return standingStates.indexOf(a) >= standingStates.indexOf(b) ? a : b;
}

/** A value together with how far it can be trusted. */
export interface Answer<T> {
  readonly value: T;
  readonly standing: Standing;
}
