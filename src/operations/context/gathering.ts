// Gathers what can be told about a focus: what it uses, what declares that, what uses it, and what is wrong with it.
//
// Only hover, definition, type definition, document symbols, references, inlay hints and diagnostics are asked for.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { ContextAbsence } from "../../model/records/context-item.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { importsIn } from "../../languages/imports/imported.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";
import { isTestFile } from "../../languages/names/test-files.ts";
import type { Patience } from "../../std/patience.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { DeclaredSymbol, FileOutline } from "../impact/outline.ts";
import { FileOutlines, isAskable } from "../impact/outline.ts";
import type { ContextPiece } from "./choosing.ts";
import type { AskedAnswer } from "./inquiry.ts";
import { Inquiry } from "./inquiry.ts";
import type { DiagnosedFile, Focus, FoundName, NamedFile, User } from "./scene.ts";
import { definitionPieces, hintPieces, outlinePieces, problemPieces, signaturePieces, usePieces } from "./pieces.ts";
import type { Lines } from "./used-names.ts";
import { namesOf } from "./used-names.ts";

export interface Gathered {
  readonly pieces: readonly ContextPiece[];
  readonly absences: readonly ContextAbsence[];
}

export async function gather(focus: Focus, patience: Patience): Promise<Answer<Gathered>> {
  const { snapshot, file, index, has } = focus;
  const inquiry = new Inquiry(snapshot, patience);
  const within = focus.lines ?? { from: 1, to: index.lineCount };
  const names = namesOf(file, index, within);
  const outlines = new Outlines(snapshot, inquiry);
  const own = await outlines.of(file);
  const [found, problems, users] = await Promise.all([
    foundNames(focus, inquiry, names.used.slice(0, maxNames)),
    problemsOf(focus, inquiry),
    usersOf(focus, inquiry, own, within),
  ]);
  if (names.used.length > maxNames) {
    inquiry.limited({ code: "capped", detail: `${maxNames} of ${names.used.length} names were asked about` });
  }
  const files = await namedFiles(focus, outlines, found);
  const around = enclosingLines(own, within);
  // Of a whole file that the caller does not have nothing is shown yet.
  const shown = focus.lines === undefined ? new Set<string>() : names.shown;
  const scene = { focus, within, around, names, shown, inquiry, files };
  const pieces = [
    ...(await problemPieces(scene, problems)),
    ...(await signaturePieces(scene, found)),
    ...(await definitionPieces(scene, found)),
    ...(await outlinePieces(scene)),
    ...(await usePieces(scene, users)),
  ];
  const kept = pieces.filter(({ about, kind }) => kind === "diagnostics" || !has.whole.has(about as FilePath));
  const hints = await hintPieces(scene, kept);
  return { value: { pieces: [...kept, ...hints], absences: inquiry.absences }, standing: inquiry.standing() };
}

// — below: private, in the order they are used —

/** Names of the focus that servers are asked about; a longer focus is better split. */
const maxNames = 48;
/** Files whose names are listed. */
const maxFiles = 32;
const maxUsers = 16;
const atOnce = 8;

/** The outlines that one call reads; one that no server gave is absent. */
class Outlines {
  readonly #snapshot: Snapshot;
  readonly #inquiry: Inquiry;
  readonly #known = new Map<FilePath, Promise<AskedAnswer<FileOutline> | undefined>>();

  constructor(snapshot: Snapshot, inquiry: Inquiry) {
    this.#snapshot = snapshot;
    this.#inquiry = inquiry;
  }

  of(file: FilePath): Promise<AskedAnswer<FileOutline> | undefined> {
    const known = this.#known.get(file) ?? this.#look(file);
    this.#known.set(file, known);
    return known;
  }

  #look(file: FilePath): Promise<AskedAnswer<FileOutline> | undefined> {
    const snapshot = this.#snapshot;
    return this.#inquiry.ask("textDocument/documentSymbol", file, shownPath(snapshot.base, file), async (patience) => {
      const value = await new FileOutlines(patience).of(snapshot, file);
      return { value, standing: value.standing };
    });
  }
}

async function foundNames(
  { snapshot, file }: Focus,
  inquiry: Inquiry,
  used: ReturnType<typeof namesOf>["used"],
): Promise<FoundName[]> {
  return pooled(used, atOnce, async ({ name, place, weight }): Promise<FoundName> => {
    const target = { file, place };
    const about = `${shownPath(snapshot.base, file)}:${place.line} ${name}`;
    const [definition, hover, type] = await Promise.all([
      inquiry.ask("textDocument/definition", file, about, (patience) => snapshot.definition(target, patience)),
      inquiry.ask("textDocument/hover", file, about, (patience) => snapshot.hover(target, patience)),
      inquiry.ask("textDocument/typeDefinition", file, about, (patience) => snapshot.typeDefinition(target, patience)),
    ]);
    return { name, place, weight, definition, hover, type };
  });
}

async function problemsOf({ snapshot, file, purpose, changed }: Focus, inquiry: Inquiry): Promise<DiagnosedFile[]> {
  const files = [...new Set(purpose === "fix" ? [file, ...changed] : changed)];
  const all = await pooled(files, atOnce, async (one) => {
    const shown = shownPath(snapshot.base, one);
    const asked = await inquiry.ask("textDocument/diagnostic", one, shown, (patience) =>
      snapshot.diagnostics(one, patience),
    );
    return asked === undefined || asked.value.source === "none" ? [] : [{ file: one, asked }];
  });
  return all.flat();
}

/** Who uses what the focus declares, or what it lies in, as the server lists it. */
async function usersOf(
  { snapshot, file }: Focus,
  inquiry: Inquiry,
  own: AskedAnswer<FileOutline> | undefined,
  within: Lines,
): Promise<User[]> {
  if (own === undefined) return [];
  const declared = own.value.symbols.filter((one) => isAskable(one) && startsIn(one, within));
  const around = own.value.symbols.findLast((one) => isAskable(one) && holds(one, within));
  const asked = (declared.length > 0 ? declared : around === undefined ? [] : [around]).slice(0, maxDeclared);
  const users = await pooled(asked, atOnce, async (symbol): Promise<User[]> => {
    const target = { file, place: placeOfName(own.value.index, symbol.node) };
    const answer = await inquiry.ask("textDocument/references", file, symbol.name, async (patience) => {
      const told = await snapshot.listedUses(target, patience);
      return { value: told.value, standing: unaccounted(told.standing) };
    });
    return (answer?.value ?? []).flatMap((location) => userAt(location, symbol, answer, file, within));
  });
  return users.flat().slice(0, maxUsers * 4);
}

const maxDeclared = 8;

function startsIn({ node }: DeclaredSymbol, { from, to }: Lines): boolean {
  const { line } = node.nameSpan.start;
  return from <= line && line <= to;
}

function holds({ node }: DeclaredSymbol, { from, to }: Lines): boolean {
  return node.span.start.line <= from && to <= node.span.end.line;
}

function unaccounted({ reasons, evidence }: Standing): Standing {
  const detail = "uses are listed as the server reports them, and were not verified";
  return standingOf([...reasons, { code: "not_accounted", detail }], evidence);
}

function userAt(
  { file, span }: Location,
  { leaf, node }: DeclaredSymbol,
  answer: User["asked"],
  own: FilePath,
  { from, to }: Lines,
): User[] {
  const { line } = span.start;
  const isDeclaration = line === node.nameSpan.start.line;
  if (isExternal(file) || (file === own && (isDeclaration || (from <= line && line <= to)))) return [];
  return [{ of: leaf, file, line, asked: answer }];
}

/** The files whose names may be of use, the most likely first. */
async function namedFiles(
  { snapshot, file, index }: Focus,
  outlines: Outlines,
  found: readonly FoundName[],
): Promise<NamedFile[]> {
  const sources = await orNone(() => snapshot.sources());
  const known = new Set<string>(sources.map((one) => one.file));
  const defining = found.flatMap(({ definition, type }) => filesOf([definition, type]));
  const imported = importsIn(file, index, (path) => known.has(path)).flatMap((one) => one.file ?? []);
  const language = snapshot.languageOf(file);
  const isTest = isTestFile(snapshot.root, file);
  const others = sources.filter((one) => one.language === language && isTest === isTestFile(snapshot.root, one.file));
  const beside = others.filter((one) => parentOf(one.file) === parentOf(file)).map((one) => one.file);
  const ranked = new Map<FilePath, NamedFile["relation"]>([[file, "own"]]);
  const lists = { defining, imported, beside, other: others.map((one) => one.file) } as const;
  for (const relation of ["defining", "imported", "beside", "other"] as const) {
    for (const one of lists[relation]) {
      if (snapshot.holds(one) && known.has(one) && !ranked.has(one)) ranked.set(one, relation);
    }
  }
  const asked = await pooled([...ranked].slice(0, maxFiles), atOnce, async ([one, relation]) => {
    const outline = await outlines.of(one);
    return outline === undefined ? [] : [{ file: one, relation, outline }];
  });
  return asked.flat();
}

function filesOf(asked: readonly (AskedAnswer<readonly Location[]> | undefined)[]): FilePath[] {
  return asked.flatMap((one) => one?.value ?? []).flatMap(({ file }) => (isExternal(file) ? [] : [file]));
}

async function orNone<T>(list: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

/** The lines of the innermost declaration around the focus. */
function enclosingLines(own: AskedAnswer<FileOutline> | undefined, within: Lines): Lines {
  const around = own?.value.symbols.findLast((one) => holds(one, within));
  return around === undefined ? within : { from: around.node.span.start.line, to: around.node.span.end.line };
}
