// What `explore_symbol` and `explore` share: everything about one symbol at once, each part asked at the same time.
//
// Invariant: an unknown part is a reason in the standing, and absent; it never reads like "none".

import type { Patience } from "../../std/patience.ts";
import { counted } from "../../std/words.ts";
import type { Location, SymbolNode } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, ReasonCode, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath, numberedLines, quotedLines } from "../foreign-text.ts";
import { deepestAt } from "./get-symbol-source.ts";
import type { FoundHierarchy } from "../callers/hierarchy-answer.ts";
import { foundHierarchy } from "../callers/hierarchy-answer.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget, targetText } from "../places.ts";
import type { ResolvedTarget } from "../target.ts";
import { isTestFile } from "../../languages/names/test-files.ts";
import type { Budget } from "../../render/budget.ts";
import { holds } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { firstCode, inertMarkdown } from "../../render/markdown.ts";
import type { Hint, QueryContext } from "../define.ts";

export interface ExploredSymbol {
  readonly target: ShownTarget;
  /** Markdown of the server. */
  readonly hover: string | undefined;
  readonly source: ExploredSource | undefined;
  /** Undefined when its callers are not known. */
  readonly callers: readonly ExploredCaller[] | undefined;
  /** Undefined when it is not known where it is used. */
  readonly references: ExploredReferences | undefined;
}

export interface ExploredSource {
  readonly file: string;
  readonly path: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The first of them, where there are very many. */
  readonly lines: readonly string[];
}

export interface ExploredCaller {
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly line: number;
  readonly isTest: boolean;
}

export interface ExploredReferences {
  readonly count: number;
  /** The file with the most uses first. */
  readonly files: readonly { readonly path: string; readonly file: string; readonly count: number }[];
}

async function exploredSymbol(target: ResolvedTarget, patience: Patience): Promise<Answer<ExploredSymbol>> {
  const { snapshot } = target;
  const [hover, source, callers, references] = await Promise.all([
    part("the type is not known", snapshot.hover(target, patience)),
    part("the source is not known", sourceOf(target, patience)),
    part("callers are not known", foundHierarchy(target, ["incoming"], 1, patience)),
    part("references are not known", snapshot.references(target, false, patience)),
  ]);
  const parts: readonly Part<unknown>[] = [hover, source, callers, references];
  // If every part was refused, the first refusal is the answer.
  const refusals = parts.flatMap(({ refusal }) => refusal ?? []);
  if (refusals[0] !== undefined && refusals.length === parts.length) throw refusals[0];
  const { evidence } = (parts.find((one) => one.refusal === undefined) ?? hover).standing;
  const standing = { ...joinStandings(parts.map((one) => one.standing)), evidence };
  const isNothing = hover.value === undefined && source.value === undefined && (references.value ?? []).length === 0;
  if (isNothing && callers.refusal?.code === "no_symbol") throw callers.refusal;
  return {
    value: {
      target: shownTarget(target),
      hover: hover.value?.markdown,
      source: source.value,
      callers: callers.value && shownCallers(snapshot, callers.value),
      references: references.value && countedByFile(snapshot, references.value),
    },
    standing,
  };
}

// — below: private, in the order they are used —

interface Part<T> {
  readonly value: T | undefined;
  readonly standing: Standing;
  readonly refusal?: Refusal;
}

async function part<T>(unknown: string, answer: Promise<Answer<T>>): Promise<Part<T>> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code: ReasonCode = error.code === "capability_missing" ? "scoped" : "target_refused";
    const detail = `${unknown}: ${error.details.what}`;
    return { value: undefined, standing: standingOf([{ code, detail }]), refusal: error };
  }
}

/** The declaration itself where the target is one; else the one that its definition leads to, if that may be read. */
async function sourceOf(target: ResolvedTarget, patience: Patience): Promise<Answer<ExploredSource | undefined>> {
  if (target.node !== undefined) {
    return { value: await sourceIn(target.snapshot, target.file, target.node), standing: standingOf([]) };
  }
  const { snapshot } = target;
  const [own, { value, standing }] = await Promise.all([
    snapshot.documentSymbols(target.file, patience),
    snapshot.definition(target, patience),
  ]);
  // At its own name a declaration is meant, whatever a server takes for the definition of several of that name.
  const declared = namedAt(own.value, target.place);
  if (declared !== undefined) {
    const reasons = standingOf(own.standing.reasons);
    return { value: await sourceIn(snapshot, target.file, declared), standing: reasons };
  }
  const at = value.find(
    (one): one is Location & { file: FilePath } => !isExternal(one.file) && snapshot.holds(one.file),
  );
  if (at === undefined) return { value: undefined, standing };
  const outline = await snapshot.documentSymbols(at.file, patience);
  const node = namedAt(outline.value, at.span.start) ?? deepestAt(outline.value, at.span.start);
  return {
    value: node && (await sourceIn(snapshot, at.file, node)),
    standing: joinStandings([standing, standingOf(outline.standing.reasons)]),
  };
}

/** Of a longer declaration only the beginning is shown; get_symbol_source has the rest. */
const maxSourceLines = 200;

function namedAt(nodes: readonly SymbolNode[], at: Place): SymbolNode | undefined {
  for (const node of nodes) {
    const found = contains(node.nameSpan, at) ? node : namedAt(node.children, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function sourceIn(snapshot: Snapshot, file: FilePath, { name, span }: SymbolNode): Promise<ExploredSource> {
  const index = await snapshot.text(file);
  const startLine = span.start.line;
  const endLine = span.end.column === 1 && span.end.line > startLine ? span.end.line - 1 : span.end.line;
  const length = Math.min(maxSourceLines, endLine - startLine + 1);
  const lines = Array.from({ length }, (_, at) => index.lineText(startLine + at) ?? "");
  return { file: shownPath(snapshot.base, file), path: file, name, startLine, endLine, lines };
}

/** Each with the line of its first call. */
function shownCallers(snapshot: Snapshot, { branches }: FoundHierarchy): ExploredCaller[] {
  return branches.flatMap(({ nodes, listed }) =>
    nodes.flatMap(({ item }, at) => {
      const one = listed[at];
      if (one === undefined || isExternal(item.file)) return [];
      const { name, file, line, calls } = one;
      const isTest = isTestFile(snapshot.root, item.file);
      return [{ name, path: item.file, file, line: calls[0] ?? line, isTest }];
    }),
  );
}

function countedByFile(snapshot: Snapshot, locations: readonly Location[]): ExploredReferences {
  const counts = new Map<string, { readonly path: string; readonly file: string; count: number }>();
  for (const { file } of locations) {
    const path = isExternal(file) ? file.external : file;
    const known = counts.get(path) ?? {
      path,
      file: isExternal(file) ? path : shownPath(snapshot.base, file),
      count: 0,
    };
    counts.set(path, known);
    known.count++;
  }
  const files = [...counts.values()].sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  return { count: locations.length, files };
}

// — Everything about one symbol, as text and as data —

export interface ExploredJson {
  readonly type_info: string;
  readonly source?: SourceJson;
  /** The first ten; null when unknown. */
  readonly callers: readonly CallerJson[] | null;
  readonly callers_count: number | null;
  readonly references: { readonly count: number; readonly top_files: readonly string[] } | null;
  readonly test_callers_count: number | null;
}

interface SourceJson {
  readonly file: string;
  readonly symbol_name: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly source: string;
}

interface CallerJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

const callersShown = 10;
const filesShown = 5;
const hoverLines = 12;

function isNothing({ hover, source, callers, references }: ExploredSymbol): boolean {
  return hover === undefined && source === undefined && (callers ?? []).length === 0 && (references?.count ?? 0) === 0;
}

function exploredJson({ hover, source, callers, references }: ExploredSymbol): ExploredJson {
  return {
    type_info: hover === undefined ? "" : firstCode(hover),
    ...(source === undefined ? {} : { source: sourceJson(source) }),
    callers: callers?.slice(0, callersShown).map(({ name, path, line }) => ({ name, file: path, line })) ?? null,
    callers_count: callers?.length ?? null,
    references: references
      ? { count: references.count, top_files: references.files.slice(0, filesShown).map(({ path }) => path) }
      : null,
    test_callers_count: callers ? testsAmong(callers) : null,
  };
}

function exploredText(output: ExploredSymbol, budget: Budget): string {
  const { target, hover, source, callers, references } = output;
  const asked = targetText(target);
  const known = [callersLine(callers), referencesLine(references)];
  const head = [asked, ...hoverText(hover), ...known].join("\n");
  if (source === undefined) return fitting(shorter(asked, head, known, output), budget);
  const place = `${inertLine(source.file)}:${source.startLine}-${source.endLine}  ${inertLine(source.name, 120)}`;
  const top = `${head}\n${place}`;
  if (!holds(budget, `${top}\n${leftOut(source, 0)}`)) return fitting(shorter(asked, head, known, output), budget);
  const rest = (kept: number): string => leftOut(source, kept);
  const isCut = source.lines.length < source.endLine - source.startLine + 1;
  const lines = numberedLines(source.lines, source.startLine);
  return firstLines(top, isCut ? [...lines, rest(lines.length)] : lines, budget, rest);
}

function afterExploring({ callers, references }: ExploredSymbol): readonly Hint[] {
  if ((references?.count ?? 0) === 0) return [{ operation: "inspect_symbol", why: "what it is" }];
  return [
    { operation: "blast_radius", why: "what a change to it would reach" },
    ...((callers ?? []).length > callersShown ? [{ operation: "find_callers", why: "all who call it" }] : []),
    { operation: "find_references", why: "every use of it" },
  ];
}

function sourceJson({ path, name, startLine, endLine, lines }: ExploredSource): SourceJson {
  const source = lines.join("\n");
  return { file: path, symbol_name: name, start_line: startLine, end_line: endLine, source };
}

function testsAmong(callers: readonly ExploredCaller[]): number {
  return callers.filter(({ isTest }) => isTest).length;
}

function callersLine(callers: readonly ExploredCaller[] | undefined): string {
  if (callers === undefined) return "callers are not known";
  if (callers.length === 0) return "no callers";
  const shown = callers
    .slice(0, callersShown)
    .map(({ name, file, line, isTest }) => `${inertLine(name, 80)} ${file}:${line}${isTest ? " (test)" : ""}`);
  const more = callers.length > shown.length ? `, and ${callers.length - shown.length} more` : "";
  return `${callersCount(callers)}: ${shown.join(", ")}${more}`;
}

function callersCount(callers: readonly ExploredCaller[] | undefined): string {
  if (callers === undefined) return "callers not known";
  const tests = testsAmong(callers);
  return `${counted(callers.length, "caller")}${tests === 0 ? "" : ` (${tests} in tests)`}`;
}

function referencesLine(references: ExploredReferences | undefined): string {
  if (references === undefined) return "references are not known";
  const { count, files } = references;
  if (count === 0) return "no references";
  const shown = files.slice(0, filesShown).map(({ file, count: own }) => `${inertLine(file)} ${own}`);
  const more = files.length > shown.length ? `, and ${files.length - shown.length} more files` : "";
  return `${referencesCount(references)}: ${shown.join(", ")}${more}`;
}

function referencesCount(references: ExploredReferences | undefined): string {
  if (references === undefined) return "references not known";
  const { count, files } = references;
  return `${counted(count, "reference")} in ${counted(files.length, "file")}`;
}

function hoverText(hover: string | undefined): string[] {
  if (hover === undefined) return ["The server has no information about it."];
  const lines = quotedLines(inertMarkdown(hover).trimEnd());
  return lines.length <= hoverLines ? lines : [...lines.slice(0, hoverLines), "(more: inspect_symbol)"];
}

function leftOut({ startLine, endLine }: ExploredSource, kept: number): string {
  return `(lines ${startLine + kept}-${endLine} left out: too long; get_symbol_source has them)`;
}

function shorter(
  asked: string,
  head: string,
  known: readonly string[],
  { callers, references, source }: ExploredSymbol,
): (() => { text: string; leavesOut?: string })[] {
  const without = source === undefined ? "" : "source left out: too long";
  const note = (text: string, more: string): { text: string; leavesOut?: string } =>
    `${without}${more}` === "" ? { text } : { text, leavesOut: `${without}${more}` };
  const counts = `${callersCount(callers)}, ${referencesCount(references)}`;
  return [
    () => note(head, ""),
    () => ({ text: [asked, ...known].join("\n"), leavesOut: "type and source left out: too long" }),
    () => ({ text: `${asked}\n${counts}`, leavesOut: "all but counts left out: too long" }),
    () => ({ text: `${counts}; the rest is too long` }),
  ];
}

// — What the two names of exploring a symbol declare alike —

export const exploring = {
  exposure: "full",
  needs: [
    "textDocument/hover",
    "textDocument/documentSymbol",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/incomingCalls",
    "textDocument/references",
  ],
  asks: ["uses", "calls"],
  input: {},
  one: ({ patience }: QueryContext, target: ResolvedTarget): Promise<Answer<ExploredSymbol>> =>
    exploredSymbol(target, patience),
  isEmpty: isNothing,
  toText: exploredText,
  toJson: exploredJson,
  hints: afterExploring,
} as const;
