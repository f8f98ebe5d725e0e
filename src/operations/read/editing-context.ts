// What an agent needs to edit a file: its declarations, their callers, what they call, and the imports.
//
// Invariant: callers come from the server; a symbol that no server could be asked about has no `callers` field, rather
// than an empty one.

import type { Patience } from "../../std/patience.ts";
import type { SymbolKind } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { Imported } from "../../languages/imports/imported.ts";
import { importsIn } from "../../languages/imports/imported.ts";
import { shownPath } from "../foreign-text.ts";
import type { Impacted } from "../impact/impact.ts";
import { impactOf } from "../impact/impact.ts";
import { unlistedIn } from "../../languages/declarations/handed-on.ts";
import { Ledger } from "../impact/ledger.ts";
import type { DeclaredSymbol, FileOutline } from "../impact/outline.ts";
import { isAskable, FileOutlines } from "../impact/outline.ts";
import type { ChangedSymbol } from "../impact/subject.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";
import { isTestFile } from "../../languages/names/test-files.ts";

export interface EditingContext {
  readonly file: string;
  readonly path: FilePath;
  /** The text that the rest of the context describes. */
  readonly text: string;
  readonly lineCount: number;
  readonly fileTokens: number;
  /** In the order of the text. */
  readonly symbols: readonly ContextSymbol[];
  readonly imports: readonly ContextImport[];
  /** Other files that use anything of it, the nearest first. Undefined where the uses of none of its symbols are known. */
  readonly usedBy: readonly ContextFile[] | undefined;
  /** The symbol that was asked for, where one was. */
  readonly focus: ContextFocus | undefined;
}

export interface ContextImport extends Imported {
  /** Its file, as it is shown. */
  readonly shown: string | undefined;
}

export interface ContextSymbol {
  /** `Cart.total`. */
  readonly name: string;
  readonly leaf: string;
  readonly kind: SymbolKind;
  /** How many symbols it stands in. */
  readonly level: number;
  readonly line: number;
  readonly endLine: number;
  /** Its first line, as it is written. */
  readonly signature: string;
  /** The nearest first; in the file itself only of a symbol that was asked for. Undefined where no server was asked. */
  readonly callers: readonly ContextCaller[] | undefined;
  /** The symbols of the file itself that use it, unless they are among its callers. */
  readonly usedHere: readonly string[];
  /** Functions of the root that it calls. */
  readonly callees: readonly ContextCaller[] | undefined;
}

export interface ContextCaller {
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly line: number;
}

export interface ContextFile {
  readonly path: string;
  readonly file: string;
}

export interface ContextFocus {
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The first line that is shown: a few before the symbol. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** The last line that a whole answer would show. */
  readonly lastLine: number;
}

export interface ContextRequest {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly patience: Patience;
  /** Chooses the symbol that is asked for. */
  readonly focus: ((outline: FileOutline) => DeclaredSymbol) | undefined;
}

export async function editingContext(request: ContextRequest): Promise<Answer<EditingContext>> {
  const { snapshot, file, patience } = request;
  const shown = shownPath(snapshot.base, file);
  const outlines = new FileOutlines(patience);
  const ledger = new Ledger();
  const [outline, sources] = await Promise.all([outlines.of(snapshot, file), snapshot.sources()]);
  ledger.take(outline.standing, shown);
  const focus = request.focus?.(outline);
  if (focus === undefined) ledger.take(standingOf(unlistedIn(file, outline.index)), shown);
  const all = [...outline.symbols, ...outline.handedOn].sort(inOrder);
  const chosen = focus === undefined ? all : all.filter((one) => isPartOf(one, focus));
  const askable = chosen.filter((one) => hasUses(one) || (one === focus && isAskable(one)));
  const asked = askable.slice(0, maxAsked);
  if (asked.length < askable.length) {
    ledger.add({ code: "capped", detail: `uses of ${asked.length} of ${askable.length} symbols were requested` });
  }
  const files = new Set<string>(sources.map((one) => one.file));
  const gathered: Gathered = { request, shown, outline, outlines, ledger, files };
  const calling = chosen.filter(canCall);
  const looked = calling.slice(0, maxAsked);
  if (looked.length < calling.length) {
    ledger.add({ code: "capped", detail: `callees of ${looked.length} of ${calling.length} functions were requested` });
  }
  const [uses, callees] = await Promise.all([usesOf(gathered, asked), calleesOf(gathered, looked)]);
  const symbols = all.map((one) => contextSymbol(gathered, one, focus !== undefined, uses.get(one), callees.get(one)));
  const used = [...uses.values()].flatMap(({ tests, others }) => [...tests, ...others]);
  const isUnknown = uses.size > 0 && ![...uses.values()].some(({ isKnown }) => isKnown);
  const users = new Map(used.filter(({ path }) => path !== file).map((one) => [one.path, one.shown]));
  return {
    value: {
      file: shown,
      path: file,
      text: outline.index.text,
      lineCount: outline.index.lineCount,
      fileTokens: estimateTokens(outline.index.text),
      symbols,
      imports: importsIn(file, outline.index, (path) => files.has(path)).map((one) => {
        return { ...one, shown: one.file && shownPath(snapshot.base, one.file) };
      }),
      usedBy: isUnknown
        ? undefined
        : [...users].map(([path, name]) => ({ path, file: name })).sort(nearestFirst(file, snapshot.root)),
      focus: focus && focusOf(outline.index, focus),
    },
    standing: ledger.standing(),
  };
}

// — below: private, in the order they are used —

/** Symbols whose uses are asked for; a file with more is better asked about symbol by symbol. */
const maxAsked = 80;
const atOnce = 8;

interface Gathered {
  readonly request: ContextRequest;
  readonly shown: string;
  readonly outline: FileOutline;
  readonly outlines: FileOutlines;
  readonly ledger: Ledger;
  /** The sources of the root, without packages that lie in it. */
  readonly files: ReadonlySet<string>;
}

function inOrder(a: DeclaredSymbol, b: DeclaredSymbol): number {
  return comparePlaces(a.node.span.start, b.node.span.start);
}

function isPartOf(symbol: DeclaredSymbol, focus: DeclaredSymbol): boolean {
  for (let here: DeclaredSymbol | undefined = symbol; here !== undefined; here = here.parent) {
    if (here === focus) return true;
  }
  return false;
}

const functions: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "operator"]);

/** Whatever stands at the top, and functions inside of types; a constructor is used by the name of its type. */
function hasUses(symbol: DeclaredSymbol): boolean {
  const { kind } = symbol.node;
  return isAskable(symbol) && kind !== "constructor" && (symbol.parent === undefined || functions.has(kind));
}

function canCall({ node }: DeclaredSymbol): boolean {
  return functions.has(node.kind);
}

async function usesOf(
  { request, shown, outline, outlines, ledger }: Gathered,
  asked: readonly DeclaredSymbol[],
): Promise<Map<DeclaredSymbol, Impacted>> {
  const { snapshot, file, patience } = request;
  const isTest = isTestFile(snapshot.root, file);
  const changed = asked.map((symbol): ChangedSymbol => {
    return { snapshot, file, shown, symbol, place: placeOfName(outline.index, symbol.node), isTest };
  });
  const found = await impactOf({ changed, isTransitive: false, outlines, ledger, patience });
  return new Map(found.map((one) => [one.symbol, one]));
}

async function calleesOf(
  gathered: Gathered,
  callers: readonly DeclaredSymbol[],
): Promise<Map<DeclaredSymbol, readonly ContextCaller[]>> {
  const found = new Map<DeclaredSymbol, readonly ContextCaller[]>();
  await pooled(callers, atOnce, async (symbol) => {
    const callees = await calledBy(gathered, symbol);
    if (callees !== undefined) found.set(symbol, callees);
  });
  return found;
}

async function calledBy(
  { request, shown, outline, ledger, files }: Gathered,
  { node }: DeclaredSymbol,
): Promise<readonly ContextCaller[] | undefined> {
  const { snapshot, file, patience } = request;
  try {
    const target = { file, place: placeOfName(outline.index, node) };
    const { value, standing } = await snapshot.hierarchy("outgoing", target, 1, patience);
    ledger.take(standing, shown);
    return value.nodes.flatMap(({ item }) => {
      if (isExternal(item.file) || !files.has(item.file)) return [];
      const { line } = item.nameSpan.start;
      return [{ name: item.name, path: item.file, file: shownPath(snapshot.base, item.file), line }];
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "capability_missing") ledger.refuse(error.details, shown);
    else ledger.add({ code: "scoped", detail: `callees are unknown: ${error.details.what}` });
    return undefined;
  }
}

function contextSymbol(
  { request, outline }: Gathered,
  symbol: DeclaredSymbol,
  isFocused: boolean,
  uses: Impacted | undefined,
  callees: readonly ContextCaller[] | undefined,
): ContextSymbol {
  const { file, snapshot } = request;
  const { node, name, leaf } = symbol;
  let level = 0;
  for (let here = symbol.parent; here !== undefined; here = here.parent) level++;
  const users = uses?.isKnown === true ? [...uses.others, ...uses.tests] : undefined;
  const callers = users
    ?.filter((one) => (isFocused || one.path !== file) && one.name !== "(import)")
    .map(({ shown, ...one }) => ({ name: one.name, path: one.path, file: shown, line: one.uses[0] ?? one.line }))
    .sort(nearestFirst(file, snapshot.root));
  const here = isFocused ? [] : (users ?? []).filter((one) => one.path === file);
  const usedHere = [...new Set(here.map((one) => one.name))];
  const { line } = node.nameSpan.start;
  const signature = outline.index.lineText(line) ?? "";
  const endLine = node.span.end.line;
  return { name, leaf, kind: node.kind, level, line, endLine, signature, callers, usedHere, callees };
}

/** By how many directories lie between, code before its tests, and then by name. */
function nearestFirst(
  file: FilePath,
  root: FilePath,
): <T extends ContextFile & { line?: number }>(a: T, b: T) => number {
  const own = (parentOf(file) ?? file).split("/");
  const distance = (path: string): number => {
    const parts = path.split("/").slice(0, -1);
    const shared = parts.findIndex((part, at) => part !== own[at]);
    const common = shared === -1 ? parts.length : shared;
    return parts.length + own.length - 2 * common;
  };
  const isTest = (path: string): number => Number(isTestFile(root, path as FilePath));
  return (a, b) =>
    isTest(a.path) - isTest(b.path) ||
    distance(a.path) - distance(b.path) ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0));
}

/** So many lines before and behind a symbol come along: an edit quotes them, or needs its comment. */
const linesAround = 3;
const maxFocusLines = 150;

function focusOf(index: LineIndex, { node, name }: DeclaredSymbol): ContextFocus {
  const { start, end } = node.span;
  const firstLine = Math.max(1, start.line - linesAround);
  const lastLine = Math.min(index.lineCount, end.line + linesAround);
  const shownLast = Math.min(lastLine, firstLine + maxFocusLines - 1);
  const lines = Array.from({ length: shownLast - firstLine + 1 }, (_, at) => index.lineText(firstLine + at) ?? "");
  return { name, startLine: start.line, endLine: end.line, firstLine, lines, lastLine };
}
