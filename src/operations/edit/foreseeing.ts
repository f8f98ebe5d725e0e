// Evaluates every change that is only shown, and decides whether a doubtful one is made.
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
  /** It has no steps where nothing has to be changed. */
  readonly plan: Plan;
  /** Why the change is not made although the caller asked for it. */
  readonly withheld?: string | undefined;
  /** For a preview: why the change would not be made. */
  readonly held?: string | undefined;
  /** Why the change is not made, unless the evaluation finds that it breaks nothing. */
  readonly unlessSafe?: string | undefined;
  /** The consequences, where the plan was evaluated before; without them every preview is evaluated. */
  readonly foreseen?: Consequences | undefined;
}

interface Sight {
  readonly edits: Pick<Edits, "evaluate" | "mustBeAllowed">;
  readonly view: Pick<View, "suppose">;
  readonly patience: Patience;
}

/** Adds the consequences to a proposal that is shown, or that is made only if it is safe. */
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

/** Why policy forbids the change. */
async function forbidden({ edits }: Sight, { plan }: Proposal): Promise<string | undefined> {
  return orIfRefused(
    (error) => [error.details.what, error.details.why ?? ""].join(" ").trim(),
    async () => {
      await edits.mustBeAllowed(plan);
      return undefined;
    },
  );
}

/** A plan that cannot be evaluated is still shown. */
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
