// `rename_file`: a file moves, and with it goes what its server says about the imports of it.

import type { Patience } from "../../std/patience.ts";
import { z } from "zod";
import { isImportedByPath } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import type { RefusalCode } from "../../model/refusal.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";
import type { Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit } from "../edit/edited-answer.ts";
import { canBeDone, editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { shownPath } from "../foreign-text.ts";
import { heldBack } from "./held-back.ts";
import { mentionsOf, mentionsText } from "./mentions.ts";
import { TreeTexts } from "./tree-texts.ts";

interface Move {
  readonly snapshot: Snapshot;
  readonly from: FilePath;
  readonly to: FilePath;
}

export const renameFile = defineEdit({
  name: "rename_file",
  title: "Rename File",
  summary: "Move a file to another path and update what imports it, where its server can.",
  guidance: "Never overwrites. One file at a time; a directory is moved file by file.",
  exposure: "full",
  cli: { command: "rename-file", positional: "file", last: "new_path" },
  // It moves a file without any server too.
  needs: [],
  asks: ["renames"],
  input: {
    file_path: z.string().min(1),
    new_path: z.string().min(1),
    dry_run: z.boolean().optional(),
    accept_partial: z.boolean().optional(),
  },
  async plan({ view, patience }, input): Promise<Answer<Proposed<AboutEdit>>> {
    const move = await moveOf(view, input.file_path, input.new_path);
    const { snapshot, from, to } = move;
    const [old, now] = [shownPath(snapshot.base, from), shownPath(snapshot.base, to)];
    const about = { base: snapshot.base, done: `Moved ${old} to ${now}`, would: `Move ${old} to ${now}` };
    const plan = { root: snapshot.root, why: `move ${old} to ${now}` };
    if (from === to) return { value: { about, plan: { ...plan, steps: [] } }, standing: standingOf([]) };
    const itself = await unmoved(snapshot, from);
    const { steps, standing, isTold, remarks } = await importsOf(move, patience);
    const isHeld = input.accept_partial !== true && standing.state !== "complete";
    const isEdited = steps.some((step) => step.kind === "edit" && step.file === from);
    const moved: ProposedStep = { kind: "rename", from, to, overwrite: false, ignoreIfExists: false };
    return {
      value: {
        about: { ...about, remarks },
        plan: { ...plan, steps: [...steps, ...(isEdited ? [] : itself), moved] },
        withheld: isHeld && isTold ? heldBack("Imports of it", standing) : undefined,
        unlessSafe: isHeld && !isTold ? importsLeft(snapshot, from, standing) : undefined,
      },
      standing,
    };
  },
  applies: ({ dry_run }) => dry_run !== true,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) =>
    hintsAfter(edited, [
      ...(canBeDone(edited)
        ? [{ operation: "rename_file", why: "without dry_run, to do it" }]
        : [{ operation: "find_references", why: "who uses what the file declares" }]),
      { operation: "list_symbols", why: "what the file declares" },
    ]),
  examples: [
    {
      title: "Show what moving a file would change",
      input: { file_path: "src/money.ts", new_path: "src/values/money.ts", dry_run: true },
    },
    { title: "Move a file", input: { file_path: "src/expect.ts", new_path: "src/testing/expect.ts", dry_run: true } },
  ],
});

// — below: private, in the order they are used —

async function moveOf(view: View, fromRaw: string, toRaw: string): Promise<Move> {
  const { snapshot, file: from } = await view.locate(fromRaw);
  await mustBeNoLink(view, fromRaw, from);
  if (/[/\\]$/.test(toRaw)) {
    refuse({
      code: "bad_input",
      what: "new_path names a directory.",
      next: `Give the whole path, including the file name: ${toRaw}${baseName(from)}`,
    });
  }
  const { snapshot: other, file: to, exists } = await view.place(toRaw);
  if (other.root !== snapshot.root) {
    refuse({
      code: "outside_root",
      what: "A file can only be moved within its root.",
      why: `${toRaw} belongs to the root ${other.root}.`,
      next: "Create the file there with apply_edit, then delete this one.",
    });
  }
  if (exists && to !== from) {
    refuse({
      code: "bad_input",
      what: `${shownPath(snapshot.base, to)} exists already.`,
      next: "Nothing is overwritten: give the path of a file that does not exist yet.",
    });
  }
  return { snapshot, from, to };
}

/** A link would be followed, and what it leads to be moved away from under it. */
async function mustBeNoLink(view: View, raw: string, file: FilePath): Promise<void> {
  const named = baseName(raw.replaceAll("\\", "/"));
  const directory = raw.slice(0, raw.length - named.length);
  const { file: parent } = await view.place(directory === "" ? view.root : directory);
  if (named === "" || named === "." || named === ".." || joinPath(parent, named) === file) return;
  refuse({
    code: "bad_input",
    what: `${named} is a link.`,
    why: `It links to ${file}.`,
    next: "Name the file itself.",
  });
}

/** A step that pins the present text, so that only this text is moved; none where the file is no text. */
async function unmoved(snapshot: Snapshot, file: FilePath): Promise<readonly ProposedStep[]> {
  try {
    const { text, hash } = await snapshot.editable(file);
    return [{ kind: "edit", file, hash, before: text, text }];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "binary_file" || error.code === "file_too_large") return [];
    if (error.code !== "not_a_file") throw error;
    return refuse({
      code: "not_a_file",
      what: `${shownPath(snapshot.base, file)} is a directory.`,
      next: "Move its files one by one; each call creates the directories it needs.",
    });
  }
}

interface Imports {
  readonly steps: readonly ProposedStep[];
  readonly standing: Standing;
  /** A server was asked. */
  readonly isTold: boolean;
  readonly remarks: readonly string[];
}

/** Refusals that say that no server can be asked about the file, so it moves alone. */
const nobodyToAsk: ReadonlySet<RefusalCode> = new Set([
  "binary_file",
  "capability_missing",
  "file_too_large",
  "language_not_enabled",
  "no_server_for_file",
  "not_trusted",
  "server_not_found",
]);

async function importsOf({ snapshot, from, to }: Move, patience: Patience): Promise<Imports> {
  try {
    const { value, standing } = await snapshot.fileRename({ from, to }, patience);
    const remarks =
      value.length > 0 ? [] : await namedStill(snapshot, from, "The server changes nothing else", patience);
    return { steps: value, standing, isTold: true, remarks };
  } catch (error) {
    if (!(error instanceof Refusal) || !nobodyToAsk.has(error.code)) throw error;
    const isCode = snapshot.languageOf(from) !== undefined;
    const why = error.code === "capability_missing" ? (error.details.why ?? error.details.what) : error.details.what;
    const detail = `imports of the file were not searched: ${why}`;
    return {
      steps: [],
      standing: standingOf(isCode && error.code !== "no_server_for_file" ? [{ code: "unchecked", detail }] : []),
      isTold: false,
      remarks: await namedStill(snapshot, from, "Imports were not updated: no server here supports it", patience),
    };
  }
}

/** Why a file stays whose imports would not be updated, unless none is seen to break. */
function importsLeft(snapshot: Snapshot, from: FilePath, { reasons: [reason] }: Standing): string | undefined {
  if (!isImportedByPath(snapshot.languageOf(from) ?? "")) return undefined;
  const why = reason === undefined ? "" : ` (${reason.detail})`;
  return `Imports of it would stay as they are${why}. Check what would break; accept_partial: true moves it anyway.`;
}

async function namedStill(
  snapshot: Snapshot,
  from: FilePath,
  what: string,
  patience: Patience,
): Promise<readonly string[]> {
  const language = snapshot.languageOf(from);
  const name = language === undefined ? baseName(from) : moduleName(from);
  const mentioned = { word: name, of: from, changed: new Map([[from, undefined]]) };
  const mentions = await mentionsOf(new TreeTexts(snapshot), snapshot, mentioned, patience);
  return [`${what}.`, mentionsText(`Other files that contain the word ${name}`, mentions) ?? []].flat();
}

/** The name by which imports know a file: that of its directory for one that stands for it. */
function moduleName(file: FilePath): string {
  const stem = baseName(file).replace(/\.[^.]+$/, "");
  const parent = parentOf(file);
  return ["index", "__init__", "mod"].includes(stem) && parent !== undefined ? baseName(parent) : stem;
}
