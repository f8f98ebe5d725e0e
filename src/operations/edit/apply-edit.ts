// `apply_edit`: changes files, by a quoted text and what takes its place or by a whole edit as the protocol has it.
//
// Spec: LSP 3.18 "WorkspaceEdit"; positions count from 0, characters in UTF-16 units.

import { firstNames } from "../../std/words.ts";
import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { proposedFiles, targetsOf } from "../../model/plan.ts";
import type { ChangedFile } from "../../model/receipt.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { refuse, Refusal } from "../../model/refusal.ts";
import type { DraftContext, Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { PlannedSteps } from "./apply-edit-texts.ts";
import { planTexts } from "./apply-edit-texts.ts";
import type { AboutEdit } from "./edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "./edited-answer.ts";
import { shownPath } from "../foreign-text.ts";
import { mustStayText } from "../../model/plan-resolution.ts";
import { toConfirm } from "../../protocol/confirmations.ts";
import { fromUri } from "../../protocol/uri.ts";
import { inertLine } from "../../render/inert.ts";
import { isRecord } from "../../std/json.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";

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
    hintsAfter(edited, [
      edited.foreseen?.safe === true
        ? { operation: "apply_edit", why: "without dry_run, to do it" }
        : { operation: "safe_apply_edit", why: "to make a change that breaks nothing" },
    ]),
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
  const shown = (file: FilePath): string => shownPath(snapshot.base, file);
  const said = saidOf(proposedFiles({ steps }), shown, files);
  const about: AboutEdit = {
    base: snapshot.base,
    done: `${said.done} ${said.what}`,
    would: `${said.would} ${said.what}`,
    remarks,
  };
  return { about, plan: { root: snapshot.root, why: `${said.would.toLowerCase()} ${said.what}`, steps } };
}

// — below: private, in the order they are used —

interface Said {
  readonly done: string;
  readonly would: string;
  readonly what: string;
}

/** What is done to all of them, in a word that is true of each. */
function saidOf(changes: readonly ChangedFile[], shown: (file: FilePath) => string, named: readonly string[]): Said {
  const kinds = new Set(changes.map(kindOf));
  const [kind = "edit", ...others] = kinds;
  if (others.length > 0) return { ...words.change, what: listed(named) };
  const moves = changes.map(({ file, from }) => `${shown(from ?? file)} to ${shown(file)}`);
  return { ...words[kind], what: listed(kind === "move" ? moves : named) };
}

function kindOf({ before, after, from }: ChangedFile): "edit" | "create" | "delete" | "move" {
  if (after === undefined) return "delete";
  if (from !== undefined) return "move";
  return before === undefined ? "create" : "edit";
}

const words = {
  edit: { done: "Edited", would: "Edit" },
  create: { done: "Created", would: "Create" },
  delete: { done: "Deleted", would: "Delete" },
  move: { done: "Moved", would: "Move" },
  change: { done: "Changed", would: "Change" },
} as const;

function listed(names: readonly string[]): string {
  return firstNames(names, 3);
}

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
    what: "The edit is incomplete.",
    next: "Give file_path, old_text and new_text, or workspace_edit.",
  });
}

// — From a workspace edit as the protocol has it, given by a caller, to the steps of a plan —

async function planWorkspaceEdit(view: View, edit: unknown): Promise<PlannedSteps> {
  const snapshot = await rootOf(view, filesIn(edit));
  const steps = await snapshot.stepsOf(edit).catch(retold);
  for (const step of steps) if (step.kind === "edit") mustStayText(step.before, step.text);
  const remarks = toConfirm(edit).map((label) => `The edit asks for confirmation: ${inertLine(label, 200)}`);
  return { snapshot, steps, remarks, files: targetsOf({ steps }).map((file) => shownPath(snapshot.base, file)) };
}

/** Every document that it names; versions are refused, for a caller cannot know those that we count. */
function filesIn(edit: unknown): FilePath[] {
  if (!isRecord(edit) || (edit["changes"] === undefined && edit["documentChanges"] === undefined)) {
    return refuse({
      code: "bad_input",
      what: "workspace_edit is not a valid workspace edit.",
      next: "Give an object with changes (a list of edits for each URI) or documentChanges.",
    });
  }
  const { changes, documentChanges } = edit;
  const parts = Array.isArray(documentChanges) ? documentChanges.filter(isRecord) : [];
  const documents = parts.flatMap(({ textDocument }) => (isRecord(textDocument) ? [textDocument] : []));
  if (documents.some(({ version }) => version !== null && version !== undefined)) versioned();
  const uris = [
    ...documents.map(({ uri }) => uri),
    ...parts.flatMap(({ uri, oldUri, newUri }) => [uri, oldUri, newUri]),
    ...(isRecord(changes) && !Array.isArray(documentChanges) ? Object.keys(changes) : []),
  ];
  return uris
    .filter((uri) => typeof uri === "string")
    .flatMap((uri) => {
      const file = fromUri(uri);
      return typeof file === "string" ? [file] : [];
    });
}

function versioned(): never {
  return refuse({
    code: "bad_input",
    what: "workspace_edit names the version of a document.",
    why: "Versions are internal to a server session; a caller only knows the content on disk.",
    next: "Give version null, which means the content on disk.",
  });
}

/** It was not a server that said it. */
function retold(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const { details } = error;
  if (error.code !== "malformed_reply" && error.code !== "conflicting_edit") throw error;
  throw new Refusal({
    ...details,
    code: "bad_input",
    what: error.code === "conflicting_edit" ? details.what : "workspace_edit is malformed.",
    next: "Correct it; nothing was changed. Positions count from 0, characters in UTF-16 units.",
  });
}

/** All of it belongs to one root; a checkout inside of one is a root of its own. */
async function rootOf(view: View, files: readonly FilePath[]): Promise<Snapshot> {
  const [first, ...others] = await Promise.all(
    (files.length === 0 ? [view.root] : files).map((file) => view.place(file)),
  );
  const { snapshot } = first ?? (await view.place(view.root));
  const other = others.find((one) => one.snapshot.root !== snapshot.root);
  if (other === undefined) return snapshot;
  return refuse({
    code: "bad_input",
    what: "The edit changes files of two roots.",
    why: `${snapshot.root} and ${other.snapshot.root} are changed separately.`,
    next: "Make one call for each.",
  });
}
