// What every change that is only shown would come to, and whether one that is doubtful may be made.
//
// Invariant: what is shown is looked at as what is done is: by the same rules, in the same time.

import { Refusal } from "../model/refusal.ts";
import type { Answer } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import type { EditContext, Proposed } from "./define.ts";

/** The proposal with what would come of it, where it is not simply to be carried out. */
export async function looked<About>(
  context: EditContext,
  { value: proposed, standing }: Answer<Proposed<About>>,
  isToBeDone: boolean,
): Promise<Answer<Proposed<About>>> {
  const isSure = isToBeDone && proposed.withheld === undefined && proposed.unlessSafe === undefined;
  if (isSure || proposed.plan.steps.length === 0) return { value: proposed, standing };
  const foreseen = await foreseenOf(context, proposed);
  const consequences = foreseen.value.foreseen;
  const withheld = isToBeDone && consequences?.safe !== true ? proposed.unlessSafe : undefined;
  return {
    value: { ...proposed, foreseen: consequences, withheld: proposed.withheld ?? withheld },
    standing: joinStandings([standing, foreseen.standing]),
  };
}

// — below: private, in the order they are used —

/** That it cannot be looked at does not take away what can be shown. */
async function foreseenOf<About>(
  { edits, view, patience }: EditContext,
  { plan, foreseen }: Proposed<About>,
): Promise<Answer<Pick<Proposed<About>, "foreseen">>> {
  if (foreseen !== undefined) return { value: { foreseen }, standing: standingOf([]) };
  try {
    const { value, standing } = await edits.foresee(plan, view, patience);
    return { value: { foreseen: value }, standing };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `what it would break was not looked at: ${error.details.what}`;
    return { value: {}, standing: standingOf([{ code: "unchecked", detail }]) };
  }
}
