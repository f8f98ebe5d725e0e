// What every change that is only shown would come to, and whether one that is doubtful may be made.
//
// Invariant: a preview is evaluated like the change itself: by the same rules, within the same time.

import type { Patience } from "../../std/patience.ts";
import type { Consequences } from "../../model/consequences.ts";
import type { Plan } from "../../model/plan.ts";
import { Refusal, orIfRefused } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Edits } from "../../workspace/change/edits.ts";
import type { View } from "../../workspace/view.ts";

export interface Proposal {
  /** Without steps where there is nothing to change; then nothing is carried out. */
  readonly plan: Plan;
  /** Why it is not carried out although that was asked for. */
  readonly withheld?: string | undefined;
  /** The same of one that was only to be shown: why it would not be carried out. */
  readonly held?: string | undefined;
  /** The same, unless it is foreseen to break nothing. */
  readonly unlessSafe?: string | undefined;
  /** The consequences, where the plan had to be evaluated already; otherwise every preview is evaluated. */
  readonly foreseen?: Consequences | undefined;
}

interface Sight {
  readonly edits: Pick<Edits, "evaluate" | "mustBeAllowed">;
  readonly view: Pick<View, "suppose">;
  readonly patience: Patience;
}

/** The proposal with what would come of it, where it is not simply to be carried out. */
export async function withConsequences<P extends Proposal>(
  sight: Sight,
  { value: proposed, standing }: Answer<P>,
  isToBeDone: boolean,
): Promise<Answer<P>> {
  const isSure = isToBeDone && proposed.withheld === undefined && proposed.unlessSafe === undefined;
  if (isSure || proposed.plan.steps.length === 0) return { value: proposed, standing };
  const foreseen = await foreseenOf(sight, proposed);
  const consequences = foreseen.value.foreseen;
  const why = proposed.withheld ?? (consequences?.safe === true ? undefined : proposed.unlessSafe);
  const held = isToBeDone ? undefined : (why ?? (await forbidden(sight, proposed)));
  return {
    value: { ...proposed, foreseen: consequences, withheld: isToBeDone ? why : undefined, held },
    standing: joinStandings([standing, foreseen.standing]),
  };
}

// — below: private, in the order they are used —

/** Why policy would not let it be carried out. */
async function forbidden({ edits }: Sight, { plan }: Proposal): Promise<string | undefined> {
  return orIfRefused(
    (error) => [error.details.what, error.details.why ?? ""].join(" ").trim(),
    async () => {
      await edits.mustBeAllowed(plan);
      return undefined;
    },
  );
}

/** A plan that cannot be evaluated is shown all the same. */
async function foreseenOf(
  { edits, view, patience }: Sight,
  { plan, foreseen }: Proposal,
): Promise<Answer<Pick<Proposal, "foreseen">>> {
  if (foreseen !== undefined) return { value: { foreseen }, standing: standingOf([]) };
  try {
    const { value, standing } = await edits.evaluate(plan, view, patience);
    return { value: { foreseen: value }, standing };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `what it would break was not checked: ${error.details.what}`;
    return { value: {}, standing: standingOf([{ code: "unchecked", detail }]) };
  }
}
