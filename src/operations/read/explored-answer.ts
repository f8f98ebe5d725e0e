// Everything about one symbol, as text and as data.

import type { Budget } from "../../render/budget.ts";
import { holds } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { firstCode, inertMarkdown } from "../../render/markdown.ts";
import type { Hint } from "../define.ts";
import type { ExploredCaller, ExploredReferences, ExploredSource, ExploredSymbol } from "./explored.ts";
import { numberedLines, quotedLines } from "../foreign-text.ts";
import { targetText } from "../places.ts";

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

export function isNothing({ hover, source, callers, references }: ExploredSymbol): boolean {
  return hover === undefined && source === undefined && (callers ?? []).length === 0 && (references?.count ?? 0) === 0;
}

export function exploredJson({ hover, source, callers, references }: ExploredSymbol): ExploredJson {
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

export function exploredText(output: ExploredSymbol, budget: Budget): string {
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

export function afterExploring({ callers, references }: ExploredSymbol): readonly Hint[] {
  if ((references?.count ?? 0) === 0) return [{ operation: "inspect_symbol", why: "what it is" }];
  return [
    { operation: "blast_radius", why: "what a change to it would reach" },
    ...((callers ?? []).length > callersShown ? [{ operation: "find_callers", why: "all who call it" }] : []),
    { operation: "find_references", why: "every use of it" },
  ];
}

// — below: private, in the order they are used —

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
  return `${callers.length} caller${callers.length === 1 ? "" : "s"}${tests === 0 ? "" : ` (${tests} in tests)`}`;
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
  return `${count} reference${count === 1 ? "" : "s"} in ${files.length} file${files.length === 1 ? "" : "s"}`;
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
