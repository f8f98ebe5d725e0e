// Why a rename is not carried out while part of what it concerns is unknown, and how to go on.

import type { ReasonCode, Standing } from "../../model/standing.ts";

/** What passes by itself after a while. */
const passing: ReadonlySet<ReasonCode> = new Set(["indexing", "readiness_unknown", "server_replaced", "timed_out"]);

export function isPassing({ reasons }: Standing): boolean {
  return reasons.some(({ code }) => passing.has(code));
}

export function heldBack(what: string, standing: Standing): string {
  const [first] = standing.reasons;
  const why = first === undefined ? "" : ` (${first.detail})`;
  const next = isPassing(standing) ? "ask again later, or" : "ask again";
  return `${what} may be missing${why}. Check the diff; ${next} with accept_partial: true.`;
}
