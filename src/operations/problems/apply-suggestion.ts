// `apply_suggestion`: carries out a fix or refactoring that suggest_fixes has offered, by its id.
//
// Invariant: only what was shown is done, and only to the texts that it was made from; a command of a server never is.

import { z } from "zod";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { inertLine } from "../../render/inert.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { refuse } from "../../model/refusal.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { Suggestion } from "../../workspace/asking/suggestions.ts";
import type { View } from "../../workspace/view.ts";
import { shownPath } from "../foreign-text.ts";

export const applySuggestion = defineEdit({
  name: "apply_suggestion",
  title: "Apply Suggestion",
  summary: "Carry out a fix or refactoring of suggest_fixes by its id.",
  guidance: "Refused if a file has changed since.",
  exposure: "full",
  cli: { command: "apply-fix", positional: "text" },
  needs: [],
  asks: ["actions"],
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

// — The steps of an earlier suggestion, with the texts that they rest on, read anew —

export interface SuggestedSteps {
  readonly snapshot: Snapshot;
  readonly action: Suggestion["action"];
  readonly steps: readonly ProposedStep[];
}

/** Refused where there is nothing to carry out, and where a file is no longer what the suggestion was made from. */
async function suggestedSteps(view: View, id: string): Promise<SuggestedSteps> {
  const known = view.suggestions.get(id) ?? unknownId(id);
  const { root, action } = known;
  if (action.disabled !== undefined) disabled(action.disabled);
  if (action.steps === undefined) return nothingKnown(action);
  const { snapshot } = await view.locate(root);
  return { snapshot, action, steps: await withTexts(snapshot, action.steps) };
}

function unknownId(id: string): never {
  return refuse({
    code: "bad_input",
    what: `No suggestion ${inertLine(JSON.stringify(id), 60)} is known.`,
    why: "An id is valid for half an hour, in the process that gave it out.",
    next: "Ask suggest_fixes again, and use an id from its answer.",
  });
}

function disabled(why: string): never {
  return refuse({
    code: "bad_input",
    what: "The server says that this suggestion does not apply here.",
    why: inertLine(why, 300),
    next: "Choose another one from suggest_fixes.",
  });
}

function nothingKnown({ fault, command }: Suggestion["action"]): never {
  if (fault !== undefined || command === undefined) {
    return refuse({
      code: "malformed_reply",
      what: "It is unknown what this suggestion would change.",
      ...(fault === undefined ? {} : { why: inertLine(fault, 300) }),
      next: "Ask suggest_fixes again, or make the change with safe_apply_edit.",
    });
  }
  const call = `execute_command with command ${inertLine(JSON.stringify(command.command), 100)}`;
  return refuse({
    code: "policy_denied",
    what: "This suggestion is a server command, which is never run as a suggestion.",
    why: "Its effect is not known in advance.",
    next: `If the operator allows it (setting commands.allow), call ${call} and its arguments.`,
    data: { command: command.command, arguments: command.arguments },
  });
}

type Kept = NonNullable<Suggestion["action"]["steps"]>[number];

/** Follows the texts through the steps: what is renamed takes its text along. */
async function withTexts(snapshot: Snapshot, steps: readonly Kept[]): Promise<ProposedStep[]> {
  const texts = new Map<FilePath, string>();
  const done: ProposedStep[] = [];
  const now = async (file: FilePath, hash: string | undefined): Promise<string> => {
    const planned = texts.get(file);
    if (planned !== undefined) return planned;
    const found = await snapshot.editable(file);
    return hash !== undefined && found.hash !== hash ? stale(shownPath(snapshot.base, file)) : found.text;
  };
  for (const step of steps) {
    if (step.kind === "create") texts.set(step.file, "");
    if (step.kind === "rename") texts.set(step.to, await now(step.from, undefined));
    if (step.kind !== "edit") {
      done.push(step);
      continue;
    }
    done.push({ ...step, before: await now(step.file, step.hash) });
    texts.set(step.file, step.text);
  }
  return done;
}

function stale(shown: string): never {
  return refuse({
    code: "stale_document",
    what: `${shown} has changed since the suggestion was made.`,
    next: "Ask suggest_fixes again. Nothing was changed.",
  });
}
