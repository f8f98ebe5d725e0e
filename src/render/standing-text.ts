// How an answer says how far it can be trusted, in one line.

import type { Standing } from "../model/standing.ts";
import { inert } from "./inert.ts";

/** Details may quote a server, so they are made inert. */
export function standingText(standing: Standing): string {
  const reasons = standing.reasons.map((reason) => `${reason.code} (${inert(reason.detail)})`);
  return reasons.length === 0 ? `Standing: ${standing.state}` : `Standing: ${standing.state} — ${reasons.join("; ")}`;
}
