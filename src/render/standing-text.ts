// How an answer says how far it can be trusted, in one line.

import type { Standing } from "../model/standing.ts";
import { inertLine } from "./inert.ts";

/** More than these are counted, not told: the line must leave room for the answer. */
export const maxReasons = 8;
const maxDetailCharacters = 300;

/** Details may quote a server or a repository, so they are made inert and stay on the line. */
export function standingText({ state, reasons }: Standing): string {
  if (reasons.length === 0) return `Standing: ${state}`;
  const told = reasons
    .slice(0, maxReasons)
    .map((reason) => `${reason.code} (${inertLine(reason.detail, maxDetailCharacters)})`);
  const more = reasons.length > maxReasons ? [`and ${reasons.length - maxReasons} more reasons`] : [];
  return `Standing: ${state} — ${[...told, ...more].join("; ")}`;
}
