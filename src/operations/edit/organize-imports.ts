// `organize_imports`: sorts the imports of a file and drops unused ones, as its server would.

import { z } from "zod";
import { editRulesFor, familyOf } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { indentationOf } from "../../model/indentation.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { OfferedAction } from "../../model/offered-action.ts";
import type { Span } from "../../model/place.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { at } from "../../std/json.ts";
import type { DraftContext, Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit } from "./edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "./edited-answer.ts";
import { shownPath } from "../foreign-text.ts";
import { inertLine } from "../../render/inert.ts";

const kind = "source.organizeImports";

export const organizeImports = defineEdit({
  name: "organize_imports",
  title: "Organize Imports",
  summary: "Sort a file's imports and remove unused ones.",
  guidance: "As its server does in an editor; some only sort.",
  exposure: "full",
  cli: { command: "organize-imports", positional: "file" },
  needs: ["textDocument/codeAction"],
  asks: ["actions"],
  input: { file_path: z.string().min(1), dry_run: z.boolean().default(false) },
  async plan(context, { file_path }): Promise<Answer<Proposed<AboutEdit>>> {
    const { snapshot, file } = await context.view.locate(file_path);
    const span = wholeOf(await snapshot.text(file));
    const { value, standing } = await snapshot.offers({ file, span, kinds: [kind] }, context.patience);
    const offered = value.actions.filter((action) => action.kind?.startsWith(kind) === true);
    const usable = offered.find(({ steps, disabled }) => steps !== undefined && disabled === undefined);
    if (usable === undefined) await mustHaveNothingToDo(context, file_path, offered);
    const shown = shownPath(snapshot.base, file);
    const about = {
      base: snapshot.base,
      done: `Organized the imports of ${shown}`,
      would: `Organize the imports of ${shown}`,
    };
    const steps = (usable?.steps ?? [])
      .map((step) =>
        step.kind === "edit" ? { ...step, text: withOwnLayout(step.file, step.before, step.text) } : step,
      )
      .filter((step) => step.kind !== "edit" || step.before !== step.text);
    return {
      value: { about, plan: { root: snapshot.root, why: `organize imports of ${shown}`, steps } },
      standing,
    };
  },
  applies: ({ dry_run }) => !dry_run,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) => hintsAfter(edited, [{ operation: "suggest_fixes", why: "for imports that are missing" }]),
  examples: [{ title: "The imports of a file", input: { file_path: "src/discount.ts", dry_run: true } }],
});

// — below: private, in the order they are used —

/** Servers lay lists of imports out in their own way. */
function withOwnLayout(file: FilePath, before: string, after: string): string {
  return editRulesFor(familyOf(file)).importLayout?.(before, after, indentationOf(before)) ?? after;
}

function wholeOf(index: LineIndex): Span {
  const last = index.lineCount;
  return { start: { line: 1, column: 1 }, end: { line: last, column: (index.lineText(last)?.length ?? 0) + 1 } };
}

/** No offer is an answer only of a server that makes such offers. */
async function mustHaveNothingToDo(
  { view, patience }: DraftContext,
  file: string,
  offered: readonly OfferedAction[],
): Promise<void> {
  const [first] = offered;
  if (first !== undefined) unusable(first);
  const [server] = await view.servers(file, patience);
  const kinds = at(server?.capabilities, ["codeActionProvider", "codeActionKinds"]);
  if (!Array.isArray(kinds)) return;
  if (kinds.some((one) => typeof one === "string" && (one === "source" || one.startsWith(kind)))) return;
  refuse({
    code: "capability_missing",
    what: `${server?.name ?? "The server of the file"} does not organize imports.`,
    why: `It offers no code action of the kind ${kind}.`,
    next: "Run the project's own formatter, or edit the imports with apply_edit.",
  });
}

function unusable({ disabled, fault, command }: OfferedAction): never {
  const why = disabled ?? fault;
  return refuse({
    code: "capability_missing",
    what: "The server does not say what it would change.",
    ...(why === undefined ? {} : { why: inertLine(why, 300) }),
    next:
      command === undefined
        ? "Edit the imports with apply_edit."
        : `It is the server command ${inertLine(JSON.stringify(command.command), 100)}: execute_command runs it, if the operator allows it.`,
  });
}
