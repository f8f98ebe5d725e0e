// A refusal as an agent or a person reads it: what, why, what next.

import type { RefusalDetails } from "../model/refusal.ts";
import { inert } from "../render/inert.ts";

export function refusalText(refusal: RefusalDetails): string {
  return [refusal.what, refusal.why, refusal.next]
    .flatMap((part) => (part === undefined ? [] : [inert(part)]))
    .join("\n");
}
