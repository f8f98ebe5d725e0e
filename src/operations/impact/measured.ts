// From changed symbols to their impact, within a limit that the answer states.

import type { Answer } from "../../model/standing.ts";
import type { ImpactRequest } from "./subject.ts";
import { impactOf, isTested } from "./impact.ts";
import type { GoneThing, Impact } from "./answer.ts";
import { everybody, ranked } from "./answer.ts";

export interface MeasureRequest extends ImpactRequest {
  readonly warnings: readonly string[];
  readonly isUntestedOnly: boolean;
  readonly gone?: readonly GoneThing[];
}

/** More symbols are not asked about in one call. */
export const maxSymbols = 2_000;

export async function measured(request: MeasureRequest): Promise<Answer<Impact>> {
  const { changed, ledger, warnings, isTransitive, isUntestedOnly, gone = [] } = request;
  const unique = [...new Map(changed.map((one) => [one.symbol, one])).values()];
  const asked = unique.slice(0, maxSymbols);
  if (asked.length < unique.length) {
    ledger.add({
      code: "capped",
      detail: `only the first ${asked.length} of ${unique.length} symbols were asked about`,
    });
  }
  const all = await impactOf({ ...request, changed: asked });
  const symbols = ranked(isUntestedOnly ? all.filter((one) => one.isKnown && !isTested(one)) : all);
  const standing = ledger.standing();
  const isComplete = standing.state === "complete";
  return {
    value: { symbols, gone, ...everybody(symbols), warnings, isComplete, isTransitive, isUntestedOnly },
    standing,
  };
}
