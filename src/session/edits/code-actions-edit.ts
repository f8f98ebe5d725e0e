// What an action would change, with the texts before and after it; nothing is changed here.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import { bug } from "../../std/bug.ts";
import { readDocument } from "../documents/document.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";
import type { ProposedEditContext, EditedText, EditStep } from "./workspace-edit.ts";
import { fromLspWorkspaceEdit } from "./workspace-edit.ts";

/** Refuses an edit that is malformed, contradicts itself, is meant for other texts, or leaves the root. */
export function proposedSteps(session: Session, running: Running, edit: unknown): Promise<ProposedStep[]> {
  const { host, root, settings } = session.options;
  return stepsFrom(edit, {
    root,
    encoding: running.encoding,
    open: (file) => {
      const document = session.documents.get(file);
      if (document?.lossy === true) wouldLose(file);
      return document && { text: document.index.text, hash: document.hash, version: document.version };
    },
    read: (file) => textOnDisk(host, settings.documents.maxBytes, file, root),
    real: (path) => host.files.real(path),
  });
}

/** The same for an edit that rests on nothing but what lies on disk; its characters are UTF-16 units. */
export function stepsOnDisk(host: Host, root: FilePath, maxBytes: number, edit: unknown): Promise<ProposedStep[]> {
  return stepsFrom(edit, {
    root,
    encoding: "utf-16",
    endsInside: true,
    open: () => undefined,
    read: (file) => textOnDisk(host, maxBytes, file, root),
    real: (path) => host.files.real(path),
  });
}

// — below: private, in the order they are used —

/** The texts that the edit was made from are kept beside those that it makes. */
async function stepsFrom(edit: unknown, context: ProposedEditContext): Promise<ProposedStep[]> {
  const seen = new Map<FilePath, string>();
  const noted = <T extends EditedText | undefined>(file: FilePath, found: T): T => {
    if (found !== undefined) seen.set(file, found.text);
    return found;
  };
  const steps = await fromLspWorkspaceEdit(edit, {
    ...context,
    open: (file) => noted(file, context.open(file)),
    read: async (file) => noted(file, await context.read(file)),
  });
  return withTexts(await onceEach(steps, context), seen);
}

/** A file that is also reached through a link is edited once, where both edits come to the same. */
async function onceEach(steps: readonly EditStep[], context: ProposedEditContext): Promise<EditStep[]> {
  const made = new Map<FilePath, string>();
  for (const step of steps) if (step.kind === "edit") made.set(step.file, step.text);
  const kept: EditStep[] = [];
  for (const step of steps) {
    const target = step.kind === "edit" ? await context.real(step.file) : undefined;
    const isTwice =
      step.kind === "edit" && target !== step.file && target !== undefined && made.get(target) === step.text;
    if (!isTwice) kept.push(step);
  }
  return kept;
}

async function textOnDisk(
  host: Host,
  maxBytes: number,
  file: FilePath,
  root: FilePath,
): Promise<EditedText | undefined> {
  try {
    const found = await readDocument(host, file, maxBytes, root);
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
    why: "Writing it back would lose the bytes that could not be decoded.",
    next: "Nothing was changed. Edit this file with another tool.",
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
