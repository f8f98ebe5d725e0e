// `detect_changes`: which symbols git says were changed, and what each of them reaches.
//
// Invariant: a changed line that is not blank belongs to a symbol, or is reported as outside of any.
// Invariant: both texts are read by the same rules, so a misreading is the same in both.

import type { Patience } from "../../std/patience.ts";
import { counted, firstNames } from "../../std/words.ts";
import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { pooled } from "../../std/pooled.ts";
import type { ChangeScope, GitChanges, GitFile, TouchedLines } from "../../workspace/git/git.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { Located, View } from "../../workspace/view.ts";
import { impactInput } from "./blast-radius.ts";
import type { Hint } from "../define.ts";
import { defineQuery } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import type { ChangedSymbol } from "./subject.ts";
import type { GoneThing, Impact, ImpactJson } from "./answer.ts";
import { afterImpact, impactJson, impactText, summaryOf } from "./answer.ts";
import { Ledger } from "./ledger.ts";
import { measured } from "./measured.ts";
import type { DeclaredSymbol } from "./outline.ts";
import { isAskable, isCallback, isTestCode, FileOutlines } from "./outline.ts";
import { isPartOfValue } from "./symbols.ts";
import { spelled } from "../../languages/names/symbol-name.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";
import type { LineIndex } from "../../model/line-index.ts";

export interface DetectedChanges {
  readonly impact: Impact;
  readonly files: readonly GitFile[];
  /** The range, or the scope. */
  readonly scope: string;
  readonly compared: string;
}

const scopes = ["all", "unstaged", "staged", "committed"] as const satisfies readonly ChangeScope[];

export const detectChanges = defineQuery({
  name: "detect_changes",
  title: "Detect Changes",
  summary: "Tell which symbols git says changed, and what each reaches: callers, tests, risk.",
  guidance: "By changed lines, also untracked, deleted and renamed files. Ask before a commit or in a review.",
  exposure: "full",
  cli: { command: "changes", positional: "directory" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  asks: ["uses"],
  input: {
    workspace_root: z.string().min(1).optional(),
    scope: z.enum(scopes).default("all"),
    range: z.string().min(1).max(400).optional().describe("a..b, a...b or a commit"),
    ...impactInput,
  },
  async run({ view, patience }, input): Promise<Answer<DetectedChanges>> {
    const ledger = new Ledger();
    const { snapshot, directory } = await checkoutOf(view, input.workspace_root, ledger);
    const changes = await snapshot.gitChanges(directory, { scope: input.scope, range: input.range }, patience);
    for (const reason of changes.reasons) ledger.add(reason);
    if (changes.outside > 0) {
      ledger.add({ code: "scoped", detail: `${changes.outside} changed files are outside the root` });
    }
    const outlines = new FileOutlines(patience);
    const found = await symbolsOf(snapshot, changes, { outlines, ledger, patience });
    const { value, standing } = await measured({
      ...{ changed: found.changed, gone: found.gone, warnings: found.warnings },
      ...{ outlines, ledger, patience },
      isTransitive: input.include_transitive,
      isUntestedOnly: input.filter === "untested",
    });
    const scope = input.range ?? input.scope;
    return { value: { impact: value, files: changes.files, scope, compared: changes.compared }, standing };
  },
  isEmpty: ({ files }) => files.length === 0,
  toText: changesText,
  toJson: changesJson,
  hints: afterChanges,
  examples: [{ title: "What is changed and not committed yet", input: {} }],
});

// — below: private, in the order they are used —

async function checkoutOf(
  view: View,
  raw: string | undefined,
  ledger: Ledger,
): Promise<{ readonly snapshot: Snapshot; readonly directory: FilePath }> {
  const { snapshot, file } = await view.locate(raw ?? view.root);
  const others = view.folders().length - 1;
  if (raw === undefined && others > 0) {
    const detail = `only the main root was checked; name one of ${others} others as workspace_root`;
    ledger.add({ code: "scoped", detail });
  }
  return { snapshot, directory: file };
}

interface SymbolSearch {
  readonly outlines: FileOutlines;
  readonly ledger: Ledger;
  readonly patience: Patience;
}

interface FoundChanges {
  readonly changed: readonly ChangedSymbol[];
  readonly gone: readonly GoneThing[];
  readonly warnings: readonly string[];
}

interface FileFound {
  readonly changed: readonly ChangedSymbol[];
  readonly gone: readonly GoneThing[];
  /** Why nothing can be said of its symbols, where that is no fault. */
  readonly aside?: "no code" | "outside declarations" | undefined;
}

async function symbolsOf(snapshot: Snapshot, { files }: GitChanges, looking: SymbolSearch): Promise<FoundChanges> {
  const found = await pooled(files, 16, (file) => ofFile(snapshot, file, looking));
  const shownOf = (aside: FileFound["aside"]): string[] =>
    files.filter((_, at) => found[at]?.aside === aside).map(({ file }) => shownPath(snapshot.base, file));
  const noCode = shownOf("no code");
  const outside = shownOf("outside declarations");
  const gone = found.flatMap((one) => one.gone);
  const isLost = gone.some(({ change }) => change === "deleted");
  return {
    changed: found.flatMap(({ changed }) => changed),
    gone,
    warnings: [
      // No server can answer about a deleted symbol; its users no longer compile.
      ...(isLost ? ["users of deleted symbols were not searched: get_diagnostics shows what no longer compiles"] : []),
      ...(noCode.length > 0 ? [`${manyFiles(noCode)} changed that no server covers: ${short(noCode)}`] : []),
      ...(outside.length > 0 ? [`lines outside declarations also changed in ${short(outside)}`] : []),
    ],
  };
}

async function ofFile(snapshot: Snapshot, changed: GitFile, looking: SymbolSearch): Promise<FileFound> {
  const { file, before, change, kind } = changed;
  const shown = shownPath(snapshot.base, file);
  const renamed: GoneThing[] =
    before === undefined ? [] : [{ name: shownPath(snapshot.base, before), file, shown, line: 1, change: "renamed" }];
  const isFile = kind === "text" || kind === "binary";
  if (!isFile || !isCode(snapshot.languageOf(file))) return { changed: [], gone: renamed, aside: "no code" };
  if (change === "deleted") return { changed: [], gone: [{ name: shown, file, shown, line: 1, change }] };
  try {
    const found = await inText(snapshot, changed, shown, looking);
    return { ...found, gone: [...renamed, ...found.gone] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "no_server_for_file") return { changed: [], gone: renamed, aside: "no code" };
    looking.ledger.refuse(error.details, shown);
    return { changed: [], gone: renamed };
  }
}

async function inText(
  snapshot: Snapshot,
  { file, lines, change, hasMovedOn, doubts }: GitFile,
  shown: string,
  { outlines, ledger }: SymbolSearch,
): Promise<FileFound> {
  ledger.take(standingOf([...doubts, ...(hasMovedOn ? [movedOn] : [])]), shown);
  const outline = await outlines.of(snapshot, file);
  ledger.take(outline.standing, shown);
  const { symbols, gone, hasOthers } = touchedSymbols(outline.symbols, outline.index, lines);
  let isOutside = hasOthers;
  const askable = new Map<DeclaredSymbol, ChangedSymbol>();
  for (const touched of symbols) {
    const isTest = isTestCode(snapshot.root, file, outline.index, touched.symbol);
    const symbol = subjectOf({ snapshot, file }, touched.symbol, outline.symbols, isTest);
    if (symbol === undefined) isOutside = true;
    if (symbol === undefined || askable.has(symbol)) continue;
    // A file with unknown changed lines counts as modified as a whole; so does a symbol that got a new part.
    const isOld = (lines === "all" && change !== "added") || symbol !== touched.symbol;
    const how = isOld ? "modified" : touched.change;
    const place = placeOfName(outline.index, symbol.node);
    askable.set(symbol, { snapshot, file, shown, symbol, place, isTest, change: how });
  }
  return {
    changed: [...askable.values()],
    gone: gone.map(({ name, line }) => ({ name, file, shown, line, change: "deleted" })),
    aside: isOutside ? "outside declarations" : undefined,
  };
}

const movedOn = {
  code: "changes_unseen",
  detail: "changed again since; its symbols are those of the current text",
} as const;

/** A test is a subject as it is. What has no uses of its own stands for what it belongs to. */
function subjectOf(
  located: Located,
  symbol: DeclaredSymbol,
  all: readonly DeclaredSymbol[],
  isTest: boolean,
): DeclaredSymbol | undefined {
  const isPart = isPartOfValue(located, symbol);
  if (!isPart && (isAskable(symbol) || (isTest && isCallback(symbol)))) return symbol;
  const { role, parts } = spelled(symbol.node.name);
  if (role === "block") return all.find((one) => isAskable(one) && one.leaf === parts.at(-1));
  return symbol.parent === undefined ? undefined : subjectOf(located, symbol.parent, all, isTest);
}

/** Files of these contain nothing callable. */
const withoutCode = new Set(
  "css dockerfile dotenv go.mod go.sum go.work gomod gosum gowork html ini json jsonc less markdown plaintext properties scss toml xml yaml".split(
    " ",
  ),
);

function isCode(language: string | undefined): boolean {
  return language !== undefined && !withoutCode.has(language);
}

function manyFiles(names: readonly string[]): string {
  return counted(names.length, "file");
}

function short(names: readonly string[]): string {
  return firstNames(names, 3);
}

function changesText({ impact, files, compared }: DetectedChanges, budget: Budget): string {
  if (files.length === 0) return `no changes between ${compared}`;
  return impactText(impact, budget, `${manyFiles(files.map(({ file }) => file))}: ${summaryOf(impact)}`);
}

export interface ChangesJson extends ImpactJson {
  readonly changed_files: readonly FilePath[];
  readonly scope: string;
}

function changesJson({ impact, files, scope }: DetectedChanges): ChangesJson {
  return { changed_files: files.map(({ file }) => file), scope, ...impactJson(impact) };
}

function afterChanges({ impact, files }: DetectedChanges): readonly Hint[] {
  if (files.length === 0) return [{ operation: "blast_radius", why: "what a file would reach if it changed" }];
  const isGone = impact.gone.some(({ change }) => change === "deleted");
  const still: Hint[] = isGone
    ? [{ operation: "get_diagnostics", why: "whether anything still uses what was deleted" }]
    : [];
  return [...still, ...afterImpact(impact)];
}

// — From changed lines to changed symbols: the innermost declarations that the lines stand in —

export interface Touched {
  readonly symbol: DeclaredSymbol;
  readonly change: "added" | "modified";
}

export interface TouchedFile {
  readonly symbols: readonly Touched[];
  /** Declarations that are gone, by the text that was removed; `line` counts in the text before. */
  readonly gone: readonly GoneDeclaration[];
  /** Whether lines changed that stand in no declaration, as imports do. */
  readonly hasOthers: boolean;
}

/** What the lines of a file touch; `all` of a new file is everything that it declares. */
export function touchedSymbols(
  symbols: readonly DeclaredSymbol[],
  index: LineIndex,
  lines: readonly TouchedLines[] | "all",
): TouchedFile {
  if (lines === "all") {
    return { symbols: symbols.map((symbol) => ({ symbol, change: "added" })), gone: [], hasOthers: false };
  }
  const extents = extentsOf(symbols, index);
  const words = new Set(
    lines.flatMap((touched) => touched.removed.flatMap((line) => line.match(/[\p{L}\p{N}_$#]+/gu) ?? [])),
  );
  const { found, hasOthers } = ownersOf(extents, spotsIn(lines, index));
  const touchedUntil = runningCount(lines, index.lineCount);
  // A name that was there before, however it was declared, is not new.
  const isAdded = ({ symbol, first, last }: Extent): boolean =>
    !words.has(symbol.leaf) && (touchedUntil[last] ?? 0) - (touchedUntil[first - 1] ?? 0) === last - first + 1;
  return {
    symbols: extents
      .filter((extent) => found.has(extent))
      .map((extent) => ({ symbol: extent.symbol, change: isAdded(extent) ? "added" : "modified" })),
    gone: goneDeclarations(symbols, index, lines),
    hasOthers,
  };
}

/** The lines of a symbol, with the comment and the attributes above it. */
interface Extent {
  readonly symbol: DeclaredSymbol;
  readonly top: number;
  /** Of the declaration itself. */
  readonly first: number;
  readonly last: number;
}

const aboveDeclaration =
  /^\s*(?:\/\/|\/\*|\*|@|#(?!\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma)\b)|--|;;)/;

function extentsOf(symbols: readonly DeclaredSymbol[], index: LineIndex): Extent[] {
  // Many may begin on one line.
  const tops = new Map<number, number>();
  return symbols.map((symbol) => {
    const { start, end } = symbol.node.span;
    const top = tops.get(start.line) ?? topOf(start.line, index);
    tops.set(start.line, top);
    // A range that ends before the first character of a line has nothing of that line.
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
    return { symbol, top, first: start.line, last };
  });
}

function topOf(line: number, index: LineIndex): number {
  let top = line;
  while (top > 1 && aboveDeclaration.test(index.lineText(top - 1) ?? "")) top--;
  return top;
}

/** A line that changed; or, with `isGap`, the end of a line behind which others are gone. */
interface Spot {
  readonly line: number;
  readonly isGap: boolean;
  /** Nothing but blanks is gone there. */
  readonly isBlank: boolean;
}

/** In the order of the text. */
function spotsIn(lines: readonly TouchedLines[], index: LineIndex): Spot[] {
  const spots: Spot[] = [];
  for (const { first, last, removed } of lines) {
    if (last < first) spots.push({ line: last, isGap: true, isBlank: removed.every((line) => line.trim() === "") });
    for (let line = first; line <= last; line++) {
      if (last > first && (index.lineText(line) ?? "").trim() === "") continue;
      spots.push({ line, isGap: false, isBlank: false });
    }
  }
  return spots.sort((a, b) => a.line - b.line);
}

/** Goes once through the text, with those at hand that hold the line. */
function ownersOf(
  extents: readonly Extent[],
  spots: readonly Spot[],
): { readonly found: ReadonlySet<Extent>; readonly hasOthers: boolean } {
  const waiting = [...extents].sort((a, b) => b.top - a.top);
  const found = new Set<Extent>();
  let holding: Extent[] = [];
  let hasOthers = false;
  for (const { line, isGap, isBlank } of spots) {
    for (let next = waiting.at(-1); next !== undefined && next.top <= line; next = waiting.at(-1)) {
      holding.push(next);
      waiting.pop();
    }
    holding = holding.filter(({ last }) => line <= last);
    // Lines are gone between two that are still there: it changed what holds both.
    const around = isGap ? holding.filter(({ last }) => line < last) : holding;
    if (around.length === 0 && !isBlank) hasOthers = true;
    for (const one of innermost(around, isGap ? undefined : line)) found.add(one);
  }
  return { found, hasOthers };
}

/** Without those that hold another one of them; but the line that names a symbol is its own, whatever begins there too. */
function innermost(holding: readonly Extent[], line: number | undefined): Extent[] {
  const outer = new Set<DeclaredSymbol>();
  for (const { symbol } of holding) {
    for (let here = symbol.parent; here !== undefined && !outer.has(here); here = here.parent) outer.add(here);
  }
  return holding.filter(({ symbol, top }) => {
    const isHead = line !== undefined && top <= line && line <= symbol.node.nameSpan.end.line;
    return isHead || !outer.has(symbol);
  });
}

/** How many lines changed, up to and with each. */
function runningCount(lines: readonly TouchedLines[], lineCount: number): Uint32Array {
  const counts = new Uint32Array(lineCount + 1);
  for (const { first, last } of lines) counts.fill(1, first, last + 1);
  for (let line = 1; line <= lineCount; line++) counts[line] = (counts[line] ?? 0) + (counts[line - 1] ?? 0);
  return counts;
}

// — Which declarations are gone from a text, by how they are written: no server knows the text before any more —

export interface GoneDeclaration {
  readonly name: string;
  /** In the text before. */
  readonly line: number;
}

/** A declaration is gone when there are less of its name, in what held it, than before. */
function goneDeclarations(
  symbols: readonly DeclaredSymbol[],
  index: LineIndex,
  lines: readonly TouchedLines[],
): GoneDeclaration[] {
  if (!lines.some(({ removed }) => removed.some((text) => declarationOf(text) !== undefined))) return [];
  const now = Array.from({ length: index.lineCount }, (_, at) => index.lineText(at + 1) ?? "");
  const { texts, places } = textBefore(now, lines);
  const before = written(texts);
  const left = leftIn(now, symbols);
  const lost = countsOf(before.declarations.map(keyOf));
  for (const [key, count] of lost) lost.set(key, count - (left.get(key) ?? 0));
  const leaves = new Set(symbols.map(({ leaf }) => leaf));
  return before.declarations.flatMap((one) => {
    const line = places[one.at];
    const key = keyOf(one);
    const more = lost.get(key) ?? 0;
    if (line === undefined || more <= 0 || (one.isSignature && left.has(key))) return [];
    lost.set(key, more - 1);
    // A name that occurs twice is shown with its container.
    const isNamed = one.holder === undefined || !leaves.has(one.name);
    return [{ name: isNamed ? one.name : `${one.holder?.shown}.${one.name}`, line }];
  });
}

const modifiers =
  "(?:(?:export|default|declare|async|pub(?:\\([^)]*\\))?|public|private|protected|internal|static|abstract|final|override|unsafe|extern|inline|sealed|partial|readonly)\\s+)*";
const keyword = new RegExp(
  `^(\\s*)${modifiers}(function\\*?|class|interface|type|enum|def|fn|func|struct|union|trait|record|object|const|let|var|val|static|fun|module|mod|namespace)\\s+(\\([^)]*\\)\\s*)?([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
  "u",
);
const method = new RegExp(
  `^\\s+${modifiers}(?:[\\w<>[\\],.?]+\\s+)?(?:get\\s+|set\\s+|\\*\\s*)?([\\p{L}_$#][\\p{L}\\p{N}_$]*)\\s*(?:<[^>]*>)?\\([^;]*\\{\\s*$`,
  "u",
);
const statements = new Set("if for while switch catch function return with else do try match new await".split(" "));
const values = new Set(["const", "let", "var", "val", "static"]);
/** A function that is handed over where it is written: the line is a call. */
const handedOver = /(?:=>|\bfunction\b[^{(]*\([^{]*)\s*\{\s*$/;
/** Declarations on longer lines are not expected. */
const longestLine = 2_000;

interface Written {
  readonly name: string;
  /** The type that a method of Go is written for. */
  readonly receiver: string | undefined;
  /** Without a body, as an overload has none. */
  readonly isSignature: boolean;
}

function declarationOf(text: string): Written | undefined {
  if (text.length > longestLine) return undefined;
  const isSignature = /(?:;|\.\.\.)\s*$/.test(text);
  const [, indent = "", word = "", before, name] = keyword.exec(text) ?? [];
  if (name !== undefined) {
    const receiver = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*\)\s*$/u.exec(before ?? "")?.[1];
    // What is indented and holds a value is a local most of the time.
    return indent !== "" && values.has(word) ? undefined : { name, receiver, isSignature };
  }
  const own = method.exec(text)?.[1];
  if (own === undefined || statements.has(own) || handedOver.test(text) || !isClosed(text)) return undefined;
  return { name: own, receiver: undefined, isSignature };
}

/** The parameters of a method end before its body; a call that is handed an object is still open there. */
function isClosed(text: string): boolean {
  return text.split("(").length === text.split(")").length;
}

/** The text before, line by line, and the number there of each line that is gone. */
function textBefore(
  now: readonly string[],
  lines: readonly TouchedLines[],
): { readonly texts: readonly string[]; readonly places: readonly (number | undefined)[] } {
  const texts: string[] = [];
  const places: (number | undefined)[] = [];
  let here = 0;
  const keepUntil = (end: number): void => {
    for (; here < end; here++) {
      texts.push(now[here] ?? "");
      places.push(undefined);
    }
  };
  for (const { first, last, removed, oldStart } of lines) {
    keepUntil(Math.min(first - 1, now.length));
    for (const [at, text] of removed.entries()) {
      texts.push(text);
      places.push(oldStart + at);
    }
    here = Math.max(here, last);
  }
  keepUntil(now.length);
  return { texts, places };
}

/** What a declaration stands in, by its indentation. */
interface Holder {
  readonly indent: number;
  readonly key: string;
  readonly shown: string;
}

interface Declaration {
  readonly at: number;
  readonly name: string;
  readonly holder: Pick<Holder, "key" | "shown"> | undefined;
  readonly isSignature: boolean;
}

/** Lines that end nothing, however little they are indented: brackets, comments, labels, directives. */
const endsNothing =
  /^\s*(?:$|[)\]}>{(,;:|&?+=.*/"'`-]|#(?:[^\p{L}_]|\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|region|endregion)\b)|(?:public|private|protected|signals|slots)\b[^(]*:\s*$)/u;

function written(texts: readonly string[]): {
  readonly declarations: readonly Declaration[];
  readonly holders: readonly (Holder | undefined)[];
} {
  const declarations: Declaration[] = [];
  const holders: (Holder | undefined)[] = [];
  const open: Holder[] = [];
  for (const [at, text] of texts.entries()) {
    const indent = text.length - text.trimStart().length;
    if (!endsNothing.test(text)) while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const own = declarationOf(text);
    const type = own?.receiver;
    const holder = type === undefined ? open.at(-1) : { indent, key: type, shown: type };
    holders.push(holder);
    if (own !== undefined) {
      declarations.push({ at, name: own.name, holder, isSignature: own.isSignature });
      open.push({ indent, key: own.name, shown: own.name });
      continue;
    }
    const block = blockOf(text);
    if (block !== undefined) open.push({ indent, ...block });
  }
  return { declarations, holders };
}

/** An `impl` block of Rust: two of one type are distinguished by their headers. */
function blockOf(text: string): Pick<Holder, "key" | "shown"> | undefined {
  if (text.length > longestLine || !/^\s*(?:unsafe\s+)?impl\b/.test(text)) return undefined;
  const key = (text.split("{", 1)[0] ?? "").trim();
  return { key, shown: spelled(key).parts.at(-1) ?? key };
}

function keyOf({ holder, name }: Pick<Declaration, "holder" | "name">): string {
  return `${holder?.key ?? ""}\0${name}`;
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How many there are now, by how they are written or by what the server says, whichever finds more. */
function leftIn(now: readonly string[], symbols: readonly DeclaredSymbol[]): Map<string, number> {
  const { declarations, holders } = written(now);
  const left = countsOf(declarations.map(keyOf));
  const told = symbols.map(({ leaf, node }) => keyOf({ holder: holders[node.nameSpan.start.line - 1], name: leaf }));
  for (const [key, count] of countsOf(told)) left.set(key, Math.max(count, left.get(key) ?? 0));
  return left;
}
