// `prepare_rename`: whether a symbol can be renamed and what is its name, without renaming anything.

import type { RenameCheck } from "../../model/fine-facts.ts";
import type { Place, Span } from "../../model/place.ts";
import type { Answer } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import { orInstead } from "../find/locations-answer.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";

export interface RenameVerdict {
  readonly target: ShownTarget;
  readonly path: string;
  readonly verdict: "yes" | "no" | "unchecked";
  /** What the server says against it. */
  readonly why?: string;
  /** Where the name stands and what it is; absent where there is none. */
  readonly name?: { readonly text: string; readonly span: Span };
  /** What the server proposes to begin with, where it is not the name. */
  readonly placeholder?: string;
}

export interface RenameJson {
  readonly file: string;
  readonly can_rename: "yes" | "no" | "probably";
  readonly name?: string;
  readonly range?: { readonly start: PlaceJson; readonly end: PlaceJson };
  readonly placeholder?: string;
  readonly reason?: string;
}

interface PlaceJson {
  readonly line: number;
  readonly column: number;
}

export const prepareRename = defineTargetQuery({
  name: "prepare_rename",
  title: "Prepare Rename",
  summary: "Tell whether the symbol at a place can be renamed, and what exactly would be replaced there.",
  guidance: "Changes nothing; says why where a name cannot be changed.",
  exposure: "full",
  command: "can-rename",
  needs: ["textDocument/prepareRename"],
  orElse: ["textDocument/rename"],
  asks: ["renames"],
  input: {},
  async one({ patience }, target): Promise<Answer<RenameVerdict>> {
    const { snapshot, file } = target;
    const instead = "The server cannot rename; find_references lists what would have to change.";
    const { value, standing } = await orInstead(snapshot.renameCheck(target, patience), instead);
    const index = await snapshot.text(file);
    const span = (value.kind === "can" ? value.span : undefined) ?? wordAround(target.lineText, target.place);
    const text = span && index.text.slice(index.offsetOf(span.start), index.offsetOf(span.end));
    const name = span === undefined || text === undefined ? undefined : { span, text };
    return { value: verdictOf(shownTarget(target), file, value, name), standing };
  },
  isEmpty: ({ verdict }) => verdict === "no",
  toText(output, budget) {
    const { target, verdict, name, why, placeholder } = output;
    const called = name === undefined ? "What is here" : inertLine(name.text, 200);
    const says = why === undefined ? "" : `: ${inertLine(why, 300)}`;
    const head = {
      yes: `${called} can be renamed${placeholder === undefined ? "" : ` (proposed: ${inertLine(placeholder, 200)})`}`,
      no: `${called} cannot be renamed here${says}`,
      unchecked: `${called} can probably be renamed`,
    }[verdict];
    const where = verdict === "no" || name === undefined ? "" : `\n${rangeText(target.file, name.span)}`;
    return fitting(
      [
        () => ({ text: `${head}${where === "" ? `\n${targetText(target)}` : where}` }),
        () => ({ text: head }),
        () => ({
          text: { yes: "It can be renamed.", no: "It cannot be renamed.", unchecked: "Not checked." }[verdict],
        }),
      ],
      budget,
    );
  },
  toJson: ({ path, verdict, why, name, placeholder }): RenameJson => ({
    file: path,
    can_rename: verdict === "unchecked" ? "probably" : verdict,
    ...(name === undefined ? {} : { name: name.text }),
    ...(name === undefined || verdict === "no"
      ? {}
      : { range: { start: { ...name.span.start }, end: { ...name.span.end } }, placeholder: placeholder ?? name.text }),
    ...(why === undefined ? {} : { reason: why }),
  }),
  hints: ({ verdict }) =>
    verdict === "no"
      ? [{ operation: "go_to_definition", why: "where the name is declared" }]
      : [
          { operation: "rename_symbol", why: "to rename it everywhere" },
          { operation: "find_references", why: "what would change" },
        ],
  examples: [
    {
      title: "Whether a local variable can be renamed",
      input: { file_path: "src/checkout.ts", position_pattern: "const @@due = " },
    },
  ],
});

// — below: private, in the order they are used —

function verdictOf(target: ShownTarget, path: string, check: RenameCheck, name: RenameVerdict["name"]): RenameVerdict {
  const known = { target, path, ...(name === undefined ? {} : { name }) };
  // A server that leaves it to the word at the place means nothing where there is no word.
  if (check.kind !== "cannot" && name === undefined) return { ...known, verdict: "no", why: "there is no name here" };
  if (check.kind === "unchecked") return { ...known, verdict: "unchecked" };
  if (check.kind === "cannot")
    return { ...known, verdict: "no", ...(check.why === undefined ? {} : { why: check.why }) };
  const { placeholder } = check;
  return {
    ...known,
    verdict: "yes",
    ...(placeholder === undefined || placeholder === name?.text ? {} : { placeholder }),
  };
}

/** The word that the place is in or at the end of. */
function wordAround(lineText: string, { line, column }: Place): Span | undefined {
  for (const match of lineText.matchAll(/[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu)) {
    const start = match.index + 1;
    const end = start + match[0].length;
    if (start <= column && column <= end) return { start: { line, column: start }, end: { line, column: end } };
  }
  return undefined;
}

function rangeText(file: string, { start, end }: Span): string {
  const until = end.line === start.line ? `${end.column}` : `${end.line}:${end.column}`;
  return `${inertLine(file)}:${start.line}:${start.column}-${until}`;
}
