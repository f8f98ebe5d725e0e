// `apply_edit`: changes files, by a quoted text and what takes its place or by a whole edit as the protocol has it.

import { z } from "zod";
import type { Answer } from "../model/standing.ts";
import { standingOf } from "../model/standing.ts";
import { refuse } from "../model/refusal.ts";
import type { DraftContext, Proposed } from "./define.ts";
import { defineEdit } from "./define.ts";
import type { PlannedSteps } from "./apply-edit-texts.ts";
import { planTexts } from "./apply-edit-texts.ts";
import { planWorkspaceEdit } from "./apply-edit-workspace.ts";
import type { AboutEdit } from "./edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "./edited-answer.ts";

interface Given {
  readonly workspace_edit?: unknown;
  readonly file_path?: string | undefined;
  readonly old_text?: string | undefined;
  readonly new_text?: string | undefined;
  readonly replace_all: boolean;
}

export const applyEdit = defineEdit({
  name: "apply_edit",
  title: "Apply Edit",
  summary: "Replace a quoted text in a file, or apply a workspace edit of LSP as a whole.",
  guidance: "old_text must be there once; empty creates the file. safe_apply_edit looks for new errors first.",
  exposure: "full",
  cli: { command: "edit", positional: "file" },
  needs: [],
  input: {
    file_path: z.string().min(1).optional(),
    old_text: z.string().optional(),
    new_text: z.string().optional(),
    replace_all: z.boolean().default(false),
    // Shown as an object, for it is one; what it holds is judged where it is read.
    workspace_edit: z
      .unknown()
      .meta({ type: "object" })
      .optional()
      .describe("Instead: changes or documentChanges; positions 0-based, UTF-16."),
    dry_run: z.boolean().default(false),
  },
  async plan(context, input): Promise<Answer<Proposed<AboutEdit>>> {
    const planned = await plannedBy(context, input);
    return { value: proposedBy(planned), standing: standingOf([]) };
  },
  applies: ({ dry_run }) => !dry_run,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) =>
    hintsAfter(edited, [{ operation: "safe_apply_edit", why: "to make a change that breaks nothing" }]),
  examples: [
    {
      title: "What a change would look like",
      input: {
        file_path: "src/money.ts",
        old_text: "export function times(",
        new_text: "export function multiplied(",
        dry_run: true,
      },
    },
  ],
});

/** What is said of steps that a caller has described itself. */
export function proposedBy({ snapshot, steps, remarks, files }: PlannedSteps): Proposed<AboutEdit> {
  const named = files.length > 3 ? `${files.slice(0, 3).join(", ")} and ${files.length - 3} more` : files.join(", ");
  const isNew = steps.length > 0 && steps[0]?.kind === "create";
  const about: AboutEdit = {
    base: snapshot.base,
    done: isNew && files.length === 1 ? `Created ${named}` : `Edited ${named}`,
    would: isNew && files.length === 1 ? `Create ${named}` : `Edit ${named}`,
    remarks,
  };
  return { about, plan: { root: snapshot.root, why: `edit ${named}`, steps } };
}

// — below: private, in the order they are used —

async function plannedBy({ view }: DraftContext, input: Given): Promise<PlannedSteps> {
  const { workspace_edit, file_path, old_text, new_text } = input;
  const isText = [file_path, old_text, new_text].some((one) => one !== undefined);
  if (workspace_edit !== undefined) return isText ? twoWays() : planWorkspaceEdit(view, workspace_edit);
  if (file_path === undefined || old_text === undefined || new_text === undefined) return tooLittle();
  return planTexts(view, [{ file_path, old_text, new_text }], input.replace_all);
}

function twoWays(): never {
  return refuse({
    code: "bad_input",
    what: "The edit is given in two ways.",
    next: "Give workspace_edit, or file_path with old_text and new_text.",
  });
}

function tooLittle(): never {
  return refuse({
    code: "bad_input",
    what: "The edit is not whole.",
    next: "Give file_path, old_text and new_text, or workspace_edit.",
  });
}
