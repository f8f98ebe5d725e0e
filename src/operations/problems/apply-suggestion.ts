// `apply_suggestion`: carries out a fix or refactoring that suggest_fixes has offered, by its id.
//
// Invariant: only what was shown is done, and only to the texts that it was made from; a command of a server never is.

import { z } from "zod";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import { suggestedSteps } from "./apply-suggestion-steps.ts";
import type { AboutEdit } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { inertLine } from "../../render/inert.ts";

export const applySuggestion = defineEdit({
  name: "apply_suggestion",
  title: "Apply Suggestion",
  summary: "Carry out a fix or refactoring of suggest_fixes by its id.",
  guidance: "Refused if a file has changed since.",
  exposure: "full",
  cli: { command: "apply-fix", positional: "text" },
  needs: [],
  input: { id: z.string().min(1), dry_run: z.boolean().default(false) },
  async plan({ view }, { id }): Promise<Answer<Proposed<AboutEdit>>> {
    const { snapshot, action, steps } = await suggestedSteps(view, id);
    const title = inertLine(action.title, 200);
    const { command } = action;
    const left = command === undefined ? [] : [`Its command ${inertLine(command.command, 100)} was not run.`];
    const about = { base: snapshot.base, done: `Applied "${title}"`, would: `Apply "${title}"`, remarks: left };
    return { value: { about, plan: { root: snapshot.root, why: title, steps } }, standing: standingOf([]) };
  },
  applies: ({ dry_run }) => !dry_run,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) => hintsAfter(edited, [{ operation: "suggest_fixes", why: "what else is on offer" }]),
  examples: [{ title: "An unknown id", input: { id: "f0" }, refused: "bad_input" }],
});
