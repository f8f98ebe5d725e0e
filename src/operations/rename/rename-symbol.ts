// `rename_symbol`: a symbol gets another name at its declaration and wherever it is used.

import { z } from "zod";
import type { PossibleUse } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { relativeTo } from "../../model/file-path.ts";
import { nameFault } from "../../languages/syntax/identifier.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import type { Plan } from "../../model/plan.ts";
import { proposedFiles, targetsOf } from "../../model/plan.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { globMatcher } from "../../protocol/glob.ts";
import { inertLine } from "../../render/inert.ts";
import { firstNames } from "../../std/words.ts";
import type { Snapshot, Target } from "../../workspace/snapshot.ts";
import type { Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { canBeDone, editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { shownPath } from "../foreign-text.ts";
import { heldBack } from "./held-back.ts";
import { knownByName } from "./known-names.ts";
import { keepsMeaning } from "./meaning.ts";
import { withOverrides } from "./overrides.ts";
import { mentionsOf, mentionsText } from "./mentions.ts";
import type { FamilyMember } from "./python-family.ts";
import { shortened } from "./shortened.ts";
import { stubsLeft } from "./stubs.ts";
import type { DeclaredAt, Meant } from "./symbol-place.ts";
import { meantBy, renamedThere, wordOf } from "./symbol-place.ts";
import type { ResolvedTarget } from "../target.ts";
import { resolveTarget, targetInput } from "../target.ts";

export interface AboutRename extends AboutEdit {
  readonly oldName: string;
  readonly newName: string;
  readonly declarations: readonly DeclaredAt[];
  /** How many stretches of text are replaced. */
  readonly locations: number;
  readonly leftAlone: readonly FilePath[];
  /** Members that override one another, renamed with the one that was pointed at. */
  readonly along: readonly FamilyMember[];
}

export interface RenamedJson extends EditedJson {
  readonly old_name: string;
  readonly new_name: string;
  readonly declarations: readonly { readonly file: string; readonly line: number; readonly column: number }[];
  readonly excluded_files: readonly string[];
  readonly renamed_along: readonly {
    readonly symbol: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }[];
  readonly preview: { readonly files: number; readonly locations: number; readonly file_names: readonly string[] };
}

export const renameSymbol = defineEdit({
  name: "rename_symbol",
  title: "Rename Symbol",
  summary: "Rename a symbol at its declaration and every use, in all files at once.",
  guidance: "dry_run shows the diff and what breaks. Mere mentions stay.",
  exposure: "core",
  cli: { command: "rename", positional: "target", last: "new_name" },
  needs: ["textDocument/rename"],
  input: {
    ...targetInput,
    new_name: z.string().min(1).max(1_000),
    dry_run: z.boolean().optional(),
    exclude_globs: z.array(z.string().min(1)).max(50).optional(),
    accept_partial: z.boolean().optional(),
  },
  async plan({ view, patience, ...context }, input): Promise<Answer<Proposed<AboutRename>>> {
    const target = await resolveTarget({ ...context, view, patience }, input);
    const { snapshot, file } = target;
    const word = wordOf(target);
    const { new_name: newName, exclude_globs: globs = [] } = input;
    const why = `rename ${word.text} to ${newName}`;
    const about = aboutOf(target, word.text, newName);
    if (word.text === newName) return unchanged(snapshot, about, why);
    mustBeName(snapshot.languageOf(file), newName, word.text);
    const meant = await meantBy(target, word, patience);
    const asked = await renamedThere(target, meant.value, word, newName, patience);
    const own = meant.value.isAlias ? [] : meant.value.declarations;
    const [declared] = own;
    const at: Target = declared === undefined ? target : { file: declared.file, place: declared.span.start };
    const names = { name: word.text, newName };
    const { edit, along, standing } = await withOverrides(snapshot, at, names, asked, patience);
    const { places } = edit;
    const { steps, leftAlone } = withoutExcluded(snapshot, edit.steps, globs);
    const changed = new Map<FilePath, string | undefined>(leftAlone.map((one) => [one, undefined]));
    for (const one of proposedFiles({ steps })) changed.set(one.file, one.after);
    const declaring = [at, ...own, ...along].map((one) => one.file);
    const question = { snapshot, declared: [at, ...along], declaring, newName, places, steps, leftAlone };
    const unsure = await keepsMeaning(view, question, patience);
    const stubs = await stubsLeft(snapshot, declaring, word.text, places);
    const doubts = standingOf([...(target.doubts ?? []), ...stubs, ...unsure.doubts]);
    const all = joinStandings([standing, meant.standing, doubts]);
    const mentions = await mentionsOf(snapshot, word.text, snapshot.languageOf(file), changed, patience);
    const possible = possibleText(snapshot, edit.possible);
    const remarks = [
      ...meantText(snapshot, meant.value, steps, word.text),
      ...alongText(snapshot, along),
      ...excludedText(snapshot, globs, leftAlone),
      ...unsure.remarks,
      ...(await knownByName(snapshot, at, word.text, newName)),
      possible,
      mentionsText(`${leftText(possible)} (${inertLine(word.text, 100)})`, mentions) ?? [],
    ].flat();
    const plan: Plan = { root: snapshot.root, why, steps: shortened(steps, places, newName) };
    const isHeld = input.accept_partial !== true && all.state !== "complete";
    const { declarations } = meant.value;
    const withheld = isHeld ? heldBack("Uses", all) : undefined;
    const said = { ...about, declarations, locations: places.length, leftAlone, along, remarks };
    return { value: { about: said, plan, withheld }, standing: all };
  },
  applies: ({ dry_run }) => dry_run !== true,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: (edited): RenamedJson => ({
    ...editedJson(edited),
    old_name: edited.about.oldName,
    new_name: edited.about.newName,
    declarations: edited.about.declarations.map(({ file, span: { start } }) => ({
      file,
      line: start.line,
      column: start.column,
    })),
    excluded_files: edited.about.leftAlone,
    renamed_along: edited.about.along.map(({ type, name, file, place: { line, column } }) => ({
      symbol: `${type}.${name}`,
      file,
      line,
      column,
    })),
    preview: {
      files: targetsOf(edited.plan).length,
      locations: edited.about.locations,
      file_names: targetsOf(edited.plan),
    },
  }),
  hints: (edited) =>
    hintsAfter(edited, [
      ...(canBeDone(edited) ? [{ operation: "rename_symbol", why: "without dry_run, to do it" }] : []),
      { operation: "find_references", why: "where it is used" },
    ]),
  examples: [
    {
      title: "Show what a rename would change",
      input: { file_path: "src/money.ts", symbol_path: "times", new_name: "multiply", dry_run: true },
    },
    {
      title: "Rename a private field",
      input: { file_path: "src/cart.ts", position_pattern: "readonly @@#unit", new_name: "#price", dry_run: true },
    },
  ],
});

// — below: private, in the order they are used —

function aboutOf({ snapshot }: ResolvedTarget, oldName: string, newName: string): AboutRename {
  const [from, to] = [inertLine(oldName, 150), inertLine(newName, 150)];
  return {
    base: snapshot.base,
    done: `Renamed ${from} to ${to}`,
    would: `Rename ${from} to ${to}`,
    oldName,
    newName,
    declarations: [],
    locations: 0,
    leftAlone: [],
    along: [],
  };
}

function unchanged(snapshot: Snapshot, about: AboutRename, why: string): Answer<Proposed<AboutRename>> {
  return { value: { about, plan: { root: snapshot.root, why, steps: [] } }, standing: standingOf([]) };
}

function mustBeName(language: string | undefined, newName: string, former: string): void {
  const why = nameFault(language, newName, former);
  if (why === undefined) return;
  refuse({
    code: "bad_input",
    what: `${JSON.stringify(inertLine(newName, 100))} is no name${language === undefined ? "" : ` in ${language}`}.`,
    why,
    next: "Choose another name; nothing was asked or changed.",
  });
}

/** Steps on files that are to be left alone go; one that moves or removes a file cannot. */
function withoutExcluded(
  snapshot: Snapshot,
  steps: readonly ProposedStep[],
  globs: readonly string[],
): { readonly steps: readonly ProposedStep[]; readonly leftAlone: readonly FilePath[] } {
  const matchers = globs.map(globMatcher);
  const isExcluded = (file: FilePath): boolean => {
    const path = relativeTo(snapshot.root, file) ?? file;
    return matchers.some((matches) => matches(path));
  };
  const leftAlone = targetsOf({ steps }).filter(isExcluded);
  const moved = steps.flatMap((step) => (step.kind === "edit" ? [] : targetsOf({ steps: [step] }))).find(isExcluded);
  if (moved !== undefined) {
    refuse({
      code: "conflicting_edit",
      what: `The rename moves ${shownPath(snapshot.base, moved)}, which is to be left alone.`,
      next: "Nothing was changed. Leave it out of exclude_globs, or do not rename.",
    });
  }
  const kept = steps.filter((step) => !targetsOf({ steps: [step] }).some(isExcluded));
  return { steps: kept, leftAlone };
}

/** Where some places may be uses, the mentions are all the others, and those. */
function leftText(possible: readonly string[]): string {
  return possible.length === 0 ? "Left as text or another symbol's name" : "Lines that keep the name";
}

/** The places that may have to change with it, the first few. */
function possibleText(snapshot: Snapshot, possible: readonly PossibleUse[]): string[] {
  if (possible.length === 0) return [];
  const first = possible.slice(0, 5).map(({ location: { file, span }, why }) => {
    const path = isExternal(file) ? file.external : shownPath(snapshot.base, file);
    return `${inertLine(path)}:${span.start.line} (${why})`;
  });
  const more = possible.length > first.length ? ", …" : "";
  return [`Possible uses, left with the old name: ${first.join(", ")}${more}`];
}

function meantText(
  snapshot: Snapshot,
  { declarations, isAlias }: Meant,
  steps: readonly ProposedStep[],
  name: string,
): string[] {
  if (steps.some(({ kind }) => kind === "rename")) return ["A file bears the name and moves with it."];
  const where = declarations
    .slice(0, 3)
    .map(({ file, span }) => `${shownPath(snapshot.base, file)}:${span.start.line}:${span.start.column}`);
  const more = declarations.length > where.length ? ` and ${declarations.length - where.length} more` : "";
  if (isAlias) {
    const of = where.length === 0 ? "something outside the root" : `${where.join(", ")}${more}`;
    return [`Only the other name ${inertLine(name, 100)} changes; what it stands for does not: ${of}`];
  }
  return where.length === 0 ? [] : [`Declared at ${where.join(", ")}${more}`];
}

function alongText(snapshot: Snapshot, along: readonly FamilyMember[]): string[] {
  if (along.length === 0) return [];
  const names = along.map(
    ({ type, name, file, place }) =>
      `${type}.${inertLine(name, 100)} (${shownPath(snapshot.base, file)}:${place.line})`,
  );
  return [`Renamed along, because they override one another: ${firstNames(names, 10)}`];
}

function excludedText(snapshot: Snapshot, globs: readonly string[], leftAlone: readonly FilePath[]): string[] {
  if (globs.length === 0) return [];
  if (leftAlone.length === 0) return ["exclude_globs leaves nothing out: no file of the rename matches."];
  const some = leftAlone.slice(0, 5).map((file) => shownPath(snapshot.base, file));
  const more = leftAlone.length > some.length ? ", …" : "";
  return [`Left alone by exclude_globs, with the old name in them: ${some.join(", ")}${more}`];
}
