// A proposed change of the files of one root, as a whole: nothing of it has been carried out.
//
// Invariant: every edit carries the hash of the content that it was made from, so that the writer can see
// that this is still what lies there.

import type { FilePath } from "./file-path.ts";
import type { ProposedStep } from "./offered-action.ts";
import type { ChangedFile } from "./receipt.ts";

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

/** Each file that would change, with its text before and after the whole plan; what is moved or deleted unread is empty. */
export function proposedFiles({ steps }: Pick<Plan, "steps">): ChangedFile[] {
  const files = new Map<FilePath, ChangedFile>();
  const now = (file: FilePath): ChangedFile => files.get(file) ?? { file, before: undefined, after: undefined };
  for (const step of steps) {
    switch (step.kind) {
      case "edit": {
        const known = files.get(step.file);
        files.set(step.file, { ...(known ?? { file: step.file, before: step.before }), after: step.text });
        break;
      }
      case "create":
        files.set(step.file, { ...now(step.file), after: "" });
        break;
      case "rename": {
        const unread = { file: step.from, from: step.from, before: "", after: "" };
        const { before, after, from = step.from } = files.get(step.from) ?? unread;
        files.delete(step.from);
        files.set(step.to, { file: step.to, from, before, after: after ?? before });
        break;
      }
      case "delete":
        files.set(step.file, { ...(files.get(step.file) ?? { file: step.file, before: "" }), after: undefined });
        break;
    }
  }
  return [...files.values()];
}
