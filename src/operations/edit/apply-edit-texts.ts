// Turns quoted texts and their replacements into the steps of a plan. A quoted text has to be in its file exactly once,
// unless every occurrence is to be replaced.
//
// Invariant: if one text is not found, or its place is not certain, the whole call is refused; no place is guessed.

import { z } from "zod";
import { familyOf } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { mustStayText } from "../../model/plan-resolution.ts";
import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import type { QuotedReplacement } from "../../languages/quoted/text-match.ts";
import { matchText } from "../../languages/quoted/text-match.ts";
import type { QuotedLine } from "../../languages/quoted/near.ts";
import { codeLine } from "../../render/inert.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";
import { shownPath } from "../foreign-text.ts";
import { firstNames } from "../../std/words.ts";

export const replacementInput = {
  file_path: z.string().min(1),
  old_text: z.string(),
  new_text: z.string(),
};

export interface TextReplacement {
  readonly file_path: string;
  readonly old_text: string;
  readonly new_text: string;
}

/** The steps of a plan, the snapshot of the root they belong to, and what a reader should know about them. */
export interface PlannedSteps {
  readonly snapshot: Snapshot;
  readonly steps: readonly ProposedStep[];
  readonly remarks: readonly string[];
  /** The paths as they are shown to a reader, each once. */
  readonly files: readonly string[];
}

/** Applies them one after another: each quoted text is searched in the result of the earlier ones. */
export async function planTexts(
  view: View,
  replacements: readonly [TextReplacement, ...TextReplacement[]],
  all: boolean,
): Promise<PlannedSteps> {
  const texts = new Map<FilePath, PlannedText>();
  const remarks: string[] = [];
  let snapshot: Snapshot | undefined;
  for (const [number, one] of replacements.entries()) {
    const place = await view.place(one.file_path);
    snapshot ??= place.snapshot;
    if (place.snapshot.root !== snapshot.root) twoRoots(snapshot.root, place.snapshot.root);
    const shown = shownPath(snapshot.base, place.file);
    const known = texts.get(place.file) ?? (await textAt(place.snapshot, place.file, place.exists, shown));
    const { text, despite } = replaced(known, one, all, shown);
    if (despite !== undefined) {
      const which = replacements.length === 1 ? "old_text" : `old_text ${number + 1}`;
      remarks.push(`${which} is not in ${shown} exactly as quoted: ${despite}.`);
    }
    mustStayText(known.text, text);
    texts.set(place.file, { ...known, text });
  }
  const [first] = replacements;
  const found = snapshot ?? (await view.place(first.file_path)).snapshot;
  return {
    snapshot: found,
    steps: [...texts.values()].flatMap(stepsOf),
    remarks,
    files: [...texts.values()].map(({ shown }) => shown),
  };
}

/** The edits that replace a quoted text; refuses an absent, ambiguous or uncertain one. `file` is the path as shown. */
export function quotedEdits(text: string, wanted: Omit<QuotedReplacement, "family">, file: string): QuotedEdits {
  const match = matchText(text, { ...wanted, family: familyOf(file) });
  switch (match.kind) {
    case "found":
      return match;
    case "ambiguous":
      return ambiguous(file, match.lines);
    case "unclear":
      return unclear(file, match.line, match.why, new LineIndex(text));
    case "absent":
      return absent(file, match.near);
  }
}

interface QuotedEdits {
  readonly edits: readonly OffsetEdit[];
  /** How the file differs from the quote, as a clause; undefined if it does not. */
  readonly despite: string | undefined;
}

// — below: private, in the order they are used —

interface PlannedText {
  readonly file: FilePath;
  readonly shown: string;
  /** Undefined for a file that does not exist yet. */
  readonly before: { readonly text: string; readonly hash: string } | undefined;
  readonly text: string;
}

function twoRoots(one: FilePath, other: FilePath): never {
  return refuse({
    code: "bad_input",
    what: "The edits change files of two roots.",
    why: `${one} and ${other} are changed separately.`,
    next: "Make one call for each.",
  });
}

async function textAt(snapshot: Snapshot, file: FilePath, exists: boolean, shown: string): Promise<PlannedText> {
  const before = exists ? await snapshot.editable(file) : undefined;
  return { file, shown, before, text: before?.text ?? "" };
}

function replaced(
  { before, text, shown }: PlannedText,
  { old_text: oldText, new_text: newText }: TextReplacement,
  all: boolean,
  file: string,
): { readonly text: string; readonly despite?: string | undefined } {
  if (oldText === "") {
    if (text !== "") return emptyQuote(shown);
    return { text: newText };
  }
  if (before === undefined && text === "") return missingFile(shown);
  const { edits, despite } = quotedEdits(text, { oldText, newText, all }, file);
  return { text: applyEdits(text, edits), despite };
}

function emptyQuote(shown: string): never {
  return refuse({
    code: "bad_input",
    what: `old_text is empty, and ${shown} is not.`,
    why: "old_text may be empty only for a new or empty file.",
    next: "Quote the text to replace. Nothing was changed.",
  });
}

export function missingFile(shown: string): never {
  return refuse({
    code: "file_not_found",
    what: "file not found",
    why: `There is no ${shown}.`,
    next: "Check the path: paths are relative to the root. To create the file, leave old_text empty.",
  });
}

const namedLines = 20;

function ambiguous(file: string, lines: readonly number[]): never {
  return refuse({
    code: "ambiguous_target",
    what: `old_text is in ${file} ${lines.length} times.`,
    why: `It begins on lines ${firstNames(lines.map(String), namedLines)}.`,
    next: "Quote more of the text around the one you mean; apply_edit replaces all with replace_all. Nothing was changed.",
    data: { candidates: lines.slice(0, namedLines).map((line) => ({ line })) },
  });
}

function unclear(file: string, line: number, why: string, index: LineIndex): never {
  return refuse({
    code: "bad_input",
    what: `old_text is not in ${file} exactly as quoted.`,
    why: `A similar text begins on line ${line}: ${why}. There: ${quoted({ line, text: index.lineText(line) ?? "" })}`,
    next: "Quote it with its exact whitespace, and indent new_text as it should be in the file. Nothing was changed.",
    data: { candidates: [{ line }] },
  });
}

function absent(file: string, near: readonly QuotedLine[]): never {
  return refuse({
    code: "bad_input",
    what: `old_text is not in ${file}.`,
    ...(near.length === 0 ? {} : { why: `Most similar: ${near.map(quoted).join(" ")}` }),
    next: "Read the file again and quote its current text. Nothing was changed.",
    data: { candidates: near.map(({ line, text }) => ({ line, text: codeLine(text, 200) })) },
  });
}

function quoted({ line, text }: QuotedLine): string {
  return `${line}| ${codeLine(text, 200)}`;
}

function stepsOf({ file, before, text }: PlannedText): ProposedStep[] {
  if (before !== undefined) {
    return before.text === text ? [] : [{ kind: "edit", file, hash: before.hash, before: before.text, text }];
  }
  return [
    { kind: "create", file, overwrite: false, ignoreIfExists: false },
    ...(text === "" ? [] : [{ kind: "edit" as const, file, hash: undefined, before: "", text }]),
  ];
}
