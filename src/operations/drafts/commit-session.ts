// `commit_session`: shows what a draft changes and, with `apply`, writes it as a whole.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, relativeTo } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { hunksBetween } from "../../model/text-changes.ts";
import { codeLine } from "../../render/inert.ts";
import type { Draft, DraftedFile } from "../../workspace/change/drafts.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { DraftContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { draftHints } from "./draft-hints.ts";
import { sessionInput } from "../edit/drafted.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText } from "../edit/edited-answer.ts";
import { shownPath } from "../foreign-text.ts";

const input = {
  ...sessionInput,
  target: z.string().min(1).optional().describe("A directory of the root to write into instead of in place."),
  apply: z.boolean().optional().describe("Write it; else only the patch is shown."),
};

export interface AboutDraft extends AboutEdit {
  readonly session: string;
}

export interface CommittedJson extends EditedJson {
  readonly session_id: string;
  readonly files_written?: readonly string[];
  readonly patch: string;
}

export const commitSession = defineEdit<"commit_session", typeof input, AboutDraft, CommittedJson>({
  name: "commit_session",
  title: "Commit Session",
  summary: "Show the patch of a draft and, with apply, write it: all of its files or none.",
  guidance: "Refused where a file has changed on disk since the draft first touched it.",
  exposure: "full",
  cli: { command: "draft-commit", positional: "none" },
  needs: [],
  input,
  applies: ({ apply }) => apply === true,
  around: ({ drafts, patience }, { session_id }, work) => drafts.get(session_id).exclusively(patience, work),
  async plan(context, { session_id, target }) {
    const draft = context.drafts.get(session_id);
    draft.mustBeOpen();
    const { snapshot } = await context.view.locate(draft.root);
    const changed = draft.files().filter(({ before, after }) => before !== after);
    if (target === undefined) await mustBeCurrent(snapshot, changed);
    const steps = target === undefined ? changed.flatMap(stepsOf) : await elsewhere(context, draft, changed, target);
    const about = {
      session: draft.id,
      base: snapshot.base,
      done: `Committed draft ${draft.id}`,
      would: `Commit draft ${draft.id}`,
    };
    const plan = { root: draft.root, why: `commit draft ${draft.id}`, steps };
    return { value: { about, plan }, standing: standingOf([]) };
  },
  committed({ drafts }, { session_id }) {
    drafts.get(session_id).move("committed");
  },
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson(edited) {
    const json = editedJson(edited);
    return {
      session_id: edited.about.session,
      ...(edited.receipt === undefined ? {} : { files_written: json.files.map(({ file }) => file) }),
      patch: json.diff,
      ...json,
    };
  },
  hints: ({ receipt, foreseen, plan }) => {
    if (receipt !== undefined) return [{ operation: "destroy_session", why: "to remove the draft" }];
    if (foreseen !== undefined) return draftHints(foreseen);
    return plan.steps.length === 0
      ? [{ operation: "simulate_edit", why: "to change something in it" }]
      : [{ operation: "evaluate_session", why: "what it would break" }];
  },
  examples: [{ title: "A draft that is not there", refused: "bad_input", input: { session_id: "0".repeat(32) } }],
});

// — below: private, in the order they are used —

function stepsOf({ file, before, hash, after }: DraftedFile): ProposedStep[] {
  if (after === undefined) return [{ kind: "delete", file, recursive: false, ignoreIfNotExists: false }];
  if (before !== undefined) return [{ kind: "edit", file, hash, before, text: after }];
  return created(file, after);
}

function created(file: FilePath, text: string, like?: FilePath): ProposedStep[] {
  const copied = like === undefined ? {} : { like };
  const create: ProposedStep = { kind: "create", file, overwrite: false, ignoreIfExists: false, ...copied };
  return text === "" ? [create] : [create, { kind: "edit", file, hash: undefined, before: "", text }];
}

/** What has changed on disk meanwhile is shown: the caller has to decide which of the two is wanted. */
async function mustBeCurrent(snapshot: Snapshot, files: readonly DraftedFile[]): Promise<void> {
  const conflicts: string[] = [];
  for (const { file, before, hash } of files) {
    const now = await textNow(snapshot, file);
    if (now?.hash === hash) continue;
    conflicts.push(`${shownPath(snapshot.base, file)} ${changeText(before, now?.text)}`);
  }
  if (conflicts.length === 0) return;
  refuse({
    code: "conflicting_edit",
    what: `${conflicts.length === 1 ? "A file has" : `${conflicts.length} files have`} changed since the draft was created.`,
    why: conflicts.join("; "),
    next: "Nothing was written. Create a new draft from the current files.",
    data: { conflicts },
  });
}

async function textNow(snapshot: Snapshot, file: FilePath): Promise<{ text: string; hash: string } | undefined> {
  try {
    return await snapshot.editable(file);
  } catch (error) {
    if (error instanceof Refusal && error.code === "file_not_found") return undefined;
    throw error;
  }
}

const shownHunks = 3;

function changeText(before: string | undefined, now: string | undefined): string {
  if (now === undefined) return "was deleted";
  if (before === undefined) return "exists now";
  const hunks = hunksBetween(before, now);
  const shown = hunks.slice(0, shownHunks).map(({ line, removed, added }) => {
    const part = (mark: string, lines: readonly string[]): string =>
      lines
        .slice(0, 3)
        .map((text) => `${mark}${codeLine(text, 120)}`)
        .join(" ");
    return `line ${line}: ${[part("-", removed), part("+", added)].filter((one) => one !== "").join(" ")}`;
  });
  const more = hunks.length > shown.length ? `, and ${hunks.length - shown.length} more places` : "";
  return `(${shown.join(", ")}${more})`;
}

/** The files that would be there, at the same places below another directory of the root. */
async function elsewhere({ view }: DraftContext, draft: Draft, files: readonly DraftedFile[], target: string) {
  const { snapshot, file: directory } = await view.place(target);
  if (snapshot.root !== draft.root) {
    refuse({
      code: "outside_root",
      what: "target is outside the root of the draft.",
      next: "Name a directory inside that root.",
    });
  }
  return files.flatMap(({ file, before, after }) => {
    if (after === undefined) return [];
    const path = joinPath(directory, relativeTo(draft.root, file) ?? file);
    return created(path, after, before === undefined ? undefined : file);
  });
}
