// What an action would change, with the texts before and after it; nothing is changed here.

import type { FilePath } from "../model/file-path.ts";
import { baseName } from "../model/file-path.ts";
import type { ProposedStep } from "../model/offered-action.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import { bug } from "../std/bug.ts";
import { readDocument } from "./document.ts";
import type { Running } from "./running.ts";
import type { Session } from "./session.ts";
import type { EditContext, EditedText, EditStep } from "./workspace-edit.ts";
import { fromLspWorkspaceEdit } from "./workspace-edit.ts";

/** Refuses an edit that is malformed, contradicts itself, is meant for other texts, or leaves the root. */
export async function proposedSteps(session: Session, running: Running, edit: unknown): Promise<ProposedStep[]> {
  const seen = new Map<FilePath, string>();
  const noted = <T extends EditedText | undefined>(file: FilePath, found: T): T => {
    if (found !== undefined) seen.set(file, found.text);
    return found;
  };
  const context: EditContext = {
    root: session.options.root,
    encoding: running.encoding,
    open: (file) => {
      const document = session.documents.get(file);
      if (document?.lossy === true) wouldLose(file);
      return noted(file, document && { text: document.index.text, hash: document.hash, version: document.version });
    },
    read: async (file) => noted(file, await textOnDisk(session, file)),
    real: (path) => session.options.host.files.real(path),
  };
  return withTexts(await fromLspWorkspaceEdit(edit, context), seen);
}

// — below: private, in the order they are used —

async function textOnDisk({ options }: Session, file: FilePath): Promise<EditedText | undefined> {
  try {
    const found = await readDocument(options.host, file, options.settings.documents.maxBytes);
    return found.lossy ? wouldLose(file) : found;
  } catch (error) {
    if (error instanceof Refusal && error.code === "file_not_found") return undefined;
    throw error;
  }
}

/** What could not be decoded would be written back as something else. */
function wouldLose(file: FilePath): never {
  return refuse({
    code: "binary_file",
    what: `${baseName(file)} is not valid UTF-8.`,
    why: "The edit would have it written back, and lose what could not be read.",
    next: "Nothing was changed. Edit this file by other means.",
  });
}

/** Follows the texts through the steps: what is renamed takes its text along. */
function withTexts(steps: readonly EditStep[], seen: Map<FilePath, string>): ProposedStep[] {
  return steps.map((step) => {
    if (step.kind === "create") seen.set(step.file, "");
    if (step.kind === "rename") seen.set(step.to, seen.get(step.from) ?? bug("a renamed file has been read"));
    if (step.kind !== "edit") return step;
    const before = seen.get(step.file) ?? bug("an edited file has been read");
    seen.set(step.file, step.text);
    return { ...step, before };
  });
}
