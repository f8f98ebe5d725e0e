// What `safe_apply_edit` and its short name have in common: a change that is made only where it breaks nothing.
//
// Invariant: with one new error anywhere nothing is changed; errors that it fixes elsewhere do not make up for it.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { Consequences } from "../../model/consequences.ts";
import type { Plan } from "../../model/plan.ts";
import { proposedFiles } from "../../model/plan.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { proposedBy } from "./apply-edit.ts";
import { planTexts, replacementInput } from "./apply-edit-texts.ts";
import type { DeclaredEdit, Edited, Hint, PlanContext, Proposed } from "../define.ts";
import { evaluated, evaluationLimitMs } from "./drafted.ts";
import type { AboutEdit, EditedJson } from "./edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "./edited-answer.ts";

const safeEditInput = {
  ...replacementInput,
  accept_unknown: z.boolean().default(false),
  timeout_ms: z.int().min(1).max(600_000).optional(),
};

interface Choice {
  readonly accept_unknown: boolean;
  readonly timeout_ms?: number | undefined;
}

export const safeApplying = {
  exposure: "full",
  needs: [],
  input: safeEditInput,
  limitMs: evaluationLimitMs,
  async plan(context, { file_path, old_text, new_text, ...choice }) {
    const planned = await planTexts(context.view, [{ file_path, old_text, new_text }], false);
    return withheldUnlessSafe(context, planned.snapshot, proposedBy(planned), choice);
  },
  applies: () => true,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  succeeded: ({ plan, receipt }) => receipt !== undefined || plan.steps.length === 0,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) => hintsAfter(edited, insteadOf(edited)),
} satisfies Partial<DeclaredEdit<string, typeof safeEditInput, AboutEdit, EditedJson>>;

/** Why it is not made, where it breaks something or that is unknown. */
export function withheldFor({ safe, introduced, unchecked }: Consequences, allowUnknown: boolean): string | undefined {
  if (safe === true || (safe === "unknown" && allowUnknown)) return undefined;
  if (safe === false) {
    const errors = introduced.filter(({ diagnostic }) => diagnostic.severity === "error").length;
    const least = unchecked.length === 0 ? "" : "at least ";
    return `The change would cause ${least}${errors === 1 ? "a new error" : `${errors} new errors`}.`;
  }
  const files = unchecked.length === 0 ? "" : `, for ${counted(unchecked.length, "file")} could not be checked`;
  return `It could not be checked whether the change breaks anything${files}; accept_unknown makes it anyway.`;
}

// — below: private, in the order they are used —

/** Evaluates the change before it is made; withholds it if it breaks something, or if that is unknown. */
async function withheldUnlessSafe(
  context: PlanContext,
  before: Snapshot,
  proposed: Proposed<AboutEdit>,
  { accept_unknown, timeout_ms }: Choice,
): Promise<Answer<Proposed<AboutEdit>>> {
  if (proposed.plan.steps.length === 0) return { value: proposed, standing: standingOf([]) };
  // A file that may not be written is refused at once, before the evaluation.
  await context.edits.mustBeAllowed(proposed.plan);
  const { value, standing } = await evaluated(context, before, changesOf(proposed.plan), { timeout_ms });
  const foreseen = value.consequences;
  return { value: { ...proposed, foreseen, withheld: withheldFor(foreseen, accept_unknown) }, standing };
}

function changesOf(plan: Plan): ReturnType<typeof proposedFiles> {
  return proposedFiles(plan).filter(({ before, after }) => before !== after);
}

function insteadOf({ foreseen, plan }: Edited<AboutEdit>): readonly Hint[] {
  if (plan.steps.length === 0) return [{ operation: "get_diagnostics", why: "what is wrong now" }];
  if (foreseen?.safe === false) {
    return [
      { operation: "find_references", why: "who uses what it would break" },
      { operation: "preview_edit", why: "to try another change without making it" },
    ];
  }
  return foreseen?.timedOut === true
    ? [{ operation: "preview_edit", why: "with a larger timeout_ms, to check more files" }]
    : [{ operation: "apply_edit", why: "to make it anyway; run_build then shows what could not be checked" }];
}
