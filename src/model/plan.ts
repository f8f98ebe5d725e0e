// A proposed change of the files of one root, as a whole: nothing of it has been carried out.
//
// Invariant: every edit carries the hash of the content that it was made from, so that whoever carries it out can see
// that this is still what lies there.

import type { FilePath } from "./file-path.ts";
import type { ProposedStep } from "./offered-action.ts";

export interface Plan {
  readonly root: FilePath;
  /** What it is for, in a few words for a history: "rename total to sum". */
  readonly why: string;
  /** Carried out in this order. */
  readonly steps: readonly ProposedStep[];
}

/** The files a plan would change, create, move or remove, each once, in the order they are first named. */
export function targetsOf({ steps }: Pick<Plan, "steps">): FilePath[] {
  return [...new Set(steps.flatMap((step) => (step.kind === "rename" ? [step.from, step.to] : [step.file])))];
}
