// From a workspace edit as the protocol has it, given by a caller, to the steps of a plan.
//
// Spec: LSP 3.18 "WorkspaceEdit"; positions count from 0, characters in UTF-16 units.

import type { FilePath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import { targetsOf } from "../../model/plan.ts";
import { mustStayText } from "../../model/plan-resolution.ts";
import { toConfirm } from "../../protocol/confirmations.ts";
import { fromUri } from "../../protocol/uri.ts";
import { inertLine } from "../../render/inert.ts";
import { isRecord } from "../../std/json.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";
import type { PlannedSteps } from "./apply-edit-texts.ts";
import { shownPath } from "../foreign-text.ts";

export async function planWorkspaceEdit(view: View, edit: unknown): Promise<PlannedSteps> {
  const snapshot = await rootOf(view, filesIn(edit));
  const steps = await snapshot.stepsOf(edit).catch(retold);
  for (const step of steps) if (step.kind === "edit") mustStayText(step.before, step.text);
  const remarks = toConfirm(edit).map((label) => `The edit asks for confirmation: ${inertLine(label, 200)}`);
  return { snapshot, steps, remarks, files: targetsOf({ steps }).map((file) => shownPath(snapshot.base, file)) };
}

// — below: private, in the order they are used —

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
