// Which declaration is meant by a place, and what renaming it changes there and everywhere else.
//
// Invariant: what is renamed stands at the place that was pointed at, and at every declaration that the server names for
// it; where no answer of the server is such an edit, there is a refusal and never another symbol.

import type { Patience } from "../../std/patience.ts";
import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { FilePlace, Place, Span } from "../../model/place.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import { orInstead } from "../find/locations-answer.ts";
import { noSymbolAt } from "../must-be-symbol.ts";
import type { ResolvedTarget } from "../target.ts";

export interface WordInLine {
  readonly text: string;
  readonly span: Span;
}

/** A declaration inside the root. */
export interface DeclaredAt {
  readonly file: FilePath;
  readonly span: Span;
}

/** Where the server is to be asked, the likeliest first. */
export interface Meant {
  readonly candidates: readonly FilePlace[];
  readonly declarations: readonly DeclaredAt[];
  /** A name that an import or the like gives to something else: what it stands for is not renamed. */
  readonly isAlias: boolean;
}

export type SymbolRename = Awaited<ReturnType<Snapshot["rename"]>>["value"];

/** The name that a place is in or at the end of; private names and raw ones with their marks. */
export function wordAround(lineText: string, { line, column }: Place): WordInLine | undefined {
  for (const match of lineText.matchAll(/(?:r#|#)?[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*/gu)) {
    const start = match.index + 1;
    const end = start + match[0].length;
    if (start <= column && column <= end)
      return { text: match[0], span: { start: { line, column: start }, end: { line, column: end } } };
  }
  return undefined;
}

export function wordOf(target: ResolvedTarget): WordInLine {
  return wordAround(target.lineText, target.place) ?? noSymbolAt(target);
}

/** Follows a use to what it is a use of, by way of imports. */
export async function meantBy(target: ResolvedTarget, name: WordInLine, patience: Patience): Promise<Answer<Meant>> {
  const { snapshot } = target;
  const standings: Standing[] = [];
  const done = (value: Meant): Answer<Meant> => ({ value, standing: joinStandings(standings) });
  let here: FilePlace = target;
  const seen: DeclaredAt[] = [];
  for (let hop = 0; hop < maxHops; hop++) {
    const { value, standing } = await definitions(snapshot, here, patience);
    if (standing !== undefined) standings.push(standing);
    const found = inside(snapshot, value);
    if (found.length < value.length) {
      if (!value.some((one) => isNamedOtherwise(one, name.text))) outsideRoot(name.text, value);
      return done({ candidates: [target], declarations: [], isAlias: true });
    }
    if (found.length === 0 || found.some((one) => isAt(one, here)))
      return done({ candidates: [here], declarations: found.filter((one) => isAt(one, here)), isAlias: false });
    const named = await Promise.all(found.map(async (one) => (await wordIn(snapshot, one)) === name.text));
    if (named.includes(false)) return done({ candidates: [target], declarations: found, isAlias: true });
    const [only] = found;
    if (only === undefined || found.length > 1) {
      const each = found.slice(0, maxHops).map(({ file, span }) => ({ file, place: span.start }));
      return done({ candidates: [here, ...each], declarations: found, isAlias: false });
    }
    // A declaration and its definition may each lead to the other.
    if (seen.some((one) => isSame(one, only))) return done({ candidates: [here], declarations: seen, isAlias: false });
    seen.push(only);
    here = { file: only.file, place: only.span.start };
  }
  return done({ candidates: [here], declarations: seen.slice(-1), isAlias: false });
}

export interface Asked {
  readonly edit: SymbolRename;
  readonly standing: Standing;
}

/** The first answer of the server that renames what was pointed at, and all that it is declared by. */
export async function renamedThere(
  target: ResolvedTarget,
  { candidates, declarations, isAlias }: Meant,
  name: WordInLine,
  newName: string,
  patience: Patience,
): Promise<Asked> {
  const { snapshot } = target;
  for (const at of candidates) {
    await mustBeRenamable(snapshot, at, name.text, patience);
    const instead = "The server cannot rename; find_references lists what would have to change.";
    const { value: edit, standing } = await orInstead(snapshot.rename(at, newName, patience), instead);
    const pointed: DeclaredAt = { file: target.file, span: name.span };
    const wanted = isAlias ? [pointed] : [pointed, ...declarations];
    const isMeant = wanted.every((one) => edit.places.some((place) => touches(place, one)));
    if (isMeant && (!isAlias || isOnlyThisName(edit, name.text, newName))) return { edit, standing };
  }
  return isAlias ? onlyAnAlias(snapshot, name.text, declarations) : notTheSame(snapshot, name.text, declarations);
}

// — below: private, in the order they are used —

/** So far a name is followed from import to import, and so many declarations of one are tried. */
const maxHops = 8;

interface Definitions {
  readonly value: readonly Location[];
  readonly standing: Standing | undefined;
}

async function definitions(snapshot: Snapshot, at: FilePlace, patience: Patience): Promise<Definitions> {
  try {
    return await snapshot.definition(at, patience);
  } catch (error) {
    // A server without definitions may still rename, at the place itself.
    if (error instanceof Refusal && error.code === "capability_missing") return { value: [], standing: undefined };
    throw error;
  }
}

function inside(snapshot: Snapshot, found: readonly Location[]): DeclaredAt[] {
  return found.flatMap(({ file, span }) => (isExternal(file) || !snapshot.holds(file) ? [] : [{ file, span }]));
}

/** Text outside of the root is not read; a module, or a name of another length, is certainly not this one. */
function isNamedOtherwise({ span: { start, end } }: Location, name: string): boolean {
  return start.line !== end.line || end.column - start.column !== name.length;
}

function outsideRoot(name: string, found: readonly Location[]): never {
  const where = found.map(({ file, span }) => `${isExternal(file) ? file.external : file}:${span.start.line}`);
  return refuse({
    code: "outside_root",
    what: `${inertLine(name, 200)} is declared outside the root.`,
    why: `It is declared at ${where.slice(0, 3).join(", ")}.`,
    next: "Nothing was changed. Rename it in its package, or import it under an alias.",
  });
}

function isAt({ file, span }: DeclaredAt, at: FilePlace): boolean {
  return file === at.file && span.start.line === at.place.line && contains(span, at.place);
}

async function wordIn(snapshot: Snapshot, { file, span }: DeclaredAt): Promise<string | undefined> {
  const { start } = span;
  return wordAround((await snapshot.text(file)).lineText(start.line) ?? "", start)?.text;
}

function isSame(a: DeclaredAt, b: DeclaredAt): boolean {
  return a.file === b.file && comparePlaces(a.span.start, b.span.start) === 0;
}

async function mustBeRenamable(snapshot: Snapshot, at: FilePlace, name: string, patience: Patience): Promise<void> {
  const instead = "The server cannot rename; find_references lists what would have to change.";
  const { value } = await orInstead(snapshot.renameCheck(at, patience), instead);
  if (value.kind !== "cannot") return;
  refuse({
    code: "no_symbol",
    what: `${inertLine(name, 200)} cannot be renamed.`,
    why: value.why === undefined ? "The server says that there is nothing to rename there." : inertLine(value.why, 500),
    next: "Nothing was changed. Point at a name that the code declares; go_to_definition shows where a name is declared.",
  });
}

function touches({ file, span }: Location, one: DeclaredAt): boolean {
  return (
    file === one.file && comparePlaces(span.start, one.span.end) <= 0 && comparePlaces(one.span.start, span.end) <= 0
  );
}

/** Whether the texts differ in nothing but this one name, and files move that bear it, as those of modules do. */
function isOnlyThisName({ steps }: SymbolRename, name: string, newName: string): boolean {
  return steps.every((step) => {
    if (step.kind === "rename") return isNamedMove(step.from, step.to, name, newName);
    if (step.kind !== "edit") return false;
    const before = step.before.split(names);
    const after = step.text.split(names);
    return (
      before.length === after.length &&
      before.every((part, at) => part === after[at] || (part === name && after[at] === newName))
    );
  });
}

function isNamedMove(from: FilePath, to: FilePath, name: string, newName: string): boolean {
  const before = from.split("/");
  const after = to.split("/");
  const others = before.flatMap((part, at) => (part === after[at] ? [] : [[part, after[at] ?? ""] as const]));
  const [[old, now] = ["", ""], ...more] = others;
  return (
    before.length === after.length &&
    more.length === 0 &&
    old === old.replace(stem, name) &&
    now === old.replace(stem, newName)
  );
}

/** A name of a file or directory without its ending. */
const stem = /^[^.]+/;

const names = /((?:r#|#)?[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*)/u;

function onlyAnAlias(snapshot: Snapshot, name: string, declarations: readonly DeclaredAt[]): never {
  const [first] = declarations;
  const what = inertLine(name, 200);
  return refuse({
    code: "ambiguous_target",
    what: `${what} is an alias, and the server would not rename only the alias.`,
    why:
      first === undefined
        ? "The symbol behind it is outside the root."
        : `The symbol behind it is ${shown(snapshot, first)}.`,
    next: `Nothing was changed. Point at where ${what} is introduced, or at the symbol behind it.`,
    data: { candidates: declarations },
  });
}

function notTheSame(snapshot: Snapshot, name: string, declarations: readonly DeclaredAt[]): never {
  const where = declarations.slice(0, 5).map((one) => shown(snapshot, one));
  return refuse({
    code: "ambiguous_target",
    what: `The server's rename of ${inertLine(name, 200)} is incomplete: its edit misses this place or a declaration.`,
    why: where.length === 0 ? "It reports no declaration." : `It is declared at ${where.join(", ")}.`,
    next: "Nothing was changed. Point at the declaration that is meant, or use find_references and edit the places.",
    data: { candidates: declarations },
  });
}

function shown(snapshot: Snapshot, { file, span }: DeclaredAt): string {
  return `${shownPath(snapshot.base, file)}:${span.start.line}:${span.start.column}`;
}
