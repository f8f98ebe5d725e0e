// A refusal as an agent or a person reads it: what, why, what next, a line each.

import type { RefusalDetails } from "../../model/refusal.ts";
import { inertLine } from "../../render/inert.ts";

/** Enough for a candidate list or a server's last words; more is in the data. */
const maxPartCharacters = 2_000;

export function refusalText(refusal: RefusalDetails): string {
  return [refusal.what, refusal.why, refusal.next]
    .flatMap((part) => (part === undefined ? [] : [inertLine(part, maxPartCharacters)]))
    .join("\n");
}
