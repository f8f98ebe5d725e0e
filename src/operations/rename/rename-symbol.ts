// `rename_symbol`: a symbol gets another name at its declaration and wherever it is used.

import type { FilePlace } from "../../model/place.ts";
import type { Patience } from "../../std/patience.ts";
import { z } from "zod";
import type { TypeMember } from "../../languages/members.ts";
import type { FilePath } from "../../model/file-path.ts";
import { targetsOf } from "../../model/plan.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { Proposed } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { canBeDone, editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import type { Rename } from "./finding.ts";
import { judgeRename } from "./finding.ts";
import { heldBack } from "./held-back.ts";
import { withRelatives } from "./relatives.ts";
import { withoutExcluded, withShortForms } from "./rename-steps.ts";
import { nameRules, renameRules } from "./rules.ts";
import type { DeclaredAt, WordInLine } from "./symbol-place.ts";
import { meantBy, renamedThere, wordOf } from "./symbol-place.ts";
import { TreeTexts } from "./tree-texts.ts";
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
  readonly along: readonly TypeMember[];
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
  withScripts: true,
  cli: { command: "rename", positional: "target", last: "new_name" },
  needs: ["textDocument/rename"],
  asks: ["uses", "renames"],
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
    const { new_name: newName } = input;
    const about = aboutOf(target, word.text, newName);
    const why = `rename ${word.text} to ${newName}`;
    if (word.text === newName) return unchanged(snapshot, about, why);
    await judgeRename(nameRules, { language: snapshot.languageOf(file), name: word.text, newName }, undefined);
    const tree = new TreeTexts(snapshot);
    const { value: rename, standing } = await renameOf(target, word, input, tree, patience);
    const { doubts, remarks } = await judgeRename(renameRules, rename, { view, tree, patience });
    const all = joinStandings([standing, standingOf([...(target.doubts ?? []), ...doubts])]);
    const isHeld = input.accept_partial !== true && all.state !== "complete";
    const { steps, places, leftAlone, along, meant } = rename;
    const said = { ...about, declarations: meant.declarations, locations: places.length, leftAlone, along, remarks };
    const withheld = isHeld ? heldBack("Uses", all) : undefined;
    return { value: { about: said, plan: { root: snapshot.root, why, steps }, withheld }, standing: all };
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

/** What the server and the language make of it, as it would be written. */
async function renameOf(
  target: ResolvedTarget,
  word: WordInLine,
  { new_name: newName, exclude_globs: globs = [] }: { new_name: string; exclude_globs?: readonly string[] | undefined },
  tree: TreeTexts,
  patience: Patience,
): Promise<Answer<Rename>> {
  const { snapshot } = target;
  const { text: name } = word;
  const { value: meant, standing } = await meantBy(target, word, patience);
  const asked = await renamedThere(target, meant, word, newName, patience);
  const declared = meant.isAlias ? undefined : meant.declarations[0];
  const { file, place } = declared === undefined ? target : { file: declared.file, place: declared.span.start };
  const at: FilePlace = { file, place };
  const whole = await withRelatives(tree, snapshot, { at, name, newName }, asked, patience);
  const { along, relatives } = whole;
  const { possible } = whole.edit;
  const { steps: kept, leftAlone } = withoutExcluded(snapshot, whole.edit.steps, globs);
  const { steps, places } = withShortForms({ steps: kept, places: whole.edit.places }, newName);
  const value = { snapshot, name, newName, at, meant, along, relatives, places, steps, possible, globs, leftAlone };
  return { value, standing: joinStandings([whole.standing, standing]) };
}
