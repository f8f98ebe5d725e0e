// The answer of `get_diagnostics` as text and as data.

import { counted, firstNames } from "../../std/words.ts";
import type { Diagnostic, Severity } from "../../model/code-facts.ts";
import { severities } from "../../model/code-facts.ts";
import { toUri } from "../../protocol/uri.ts";
import type { Budget } from "../../render/budget.ts";
import { holds, without } from "../../render/budget.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import type { ListedProblems } from "../../render/problem-list.ts";
import { countText, problemsInOrder, problemCounts, problemLine, problemsByFile } from "../../render/problem-list.ts";
import type { GroupedFile } from "./diagnostics-by-symbol.ts";
import type { ScanAnswer, FileReport } from "./diagnostics-scan.ts";
import { isAnswered } from "./diagnostics-scan.ts";
import type { Changes } from "./diagnostics-since.ts";

export interface FoundDiagnostics {
  readonly reports: readonly FileReport[];
  /** Reports on files outside of every project's configuration, which are only counted. */
  readonly apart: readonly ScanAnswer[];
  /** The lowest severity that is listed. */
  readonly severity: Severity;
  readonly isComplete: boolean;
  /** What a later call passes as `since` to compare with this answer; undefined if the answer was not kept. */
  readonly token: string | undefined;
  readonly changes: Changes | undefined;
  /** The `since` of this call, if no answer with that token is kept. */
  readonly unknownSince: string | undefined;
  readonly grouped: readonly GroupedFile[] | undefined;
}

export function hasNothingListed({ reports, severity, changes }: FoundDiagnostics): boolean {
  if (changes !== undefined) return changes.files.length === 0;
  return reports.every((report) => !isAnswered(report) || listed(report, severity).length === 0);
}

/** Always says which files, or how many, could not be checked; prints the token only if the budget has room for it. */
export function diagnosticsText(found: FoundDiagnostics, budget: Budget): string {
  const body = (room: Budget): string =>
    found.changes === undefined ? problemsText(found, room) : changesText(found.changes, room);
  const withTail = (tail: readonly string[]): string => {
    const text = tail.join("\n");
    return [body(without(budget, text === "" ? "" : `\n${text}`)), ...tail].join("\n");
  };
  const since = found.token === undefined ? [] : [`since=${found.token} reports only later changes`];
  const long = withTail([...asides(found, namedAside), ...since]);
  return holds(budget, long) ? long : withTail(asides(found, 0));
}

/** The JSON of the contract, with places counted from 1. Files are keys by URI, so `token` can stand beside them. */
export function diagnosticsJson(found: FoundDiagnostics): DiagnosticsJson {
  const { severity, changes, grouped } = found;
  const beside = besideJson(found);
  if (changes !== undefined) {
    const of = (side: "introduced" | "resolved" | "unsure"): ProblemsByUri =>
      Object.fromEntries(
        changes.files
          .filter((file) => file[side].length > 0)
          .map((file) => [toUri(file.path), file[side].map(problemJson)]),
      );
    return {
      introduced: of("introduced"),
      resolved: of("resolved"),
      unchanged: changes.kept,
      ...(changes.unknownBefore.length === 0 ? {} : { unknown_before: changes.unknownBefore.map(toUri) }),
      ...(changes.unseenNow.length === 0 ? {} : { unseen_now: changes.unseenNow.map(toUri) }),
      ...(changes.files.every(({ unsure }) => unsure.length === 0) ? {} : { unsure: of("unsure") }),
      ...beside,
    };
  }
  if (grouped !== undefined) {
    return {
      symbols: grouped.flatMap(({ report, symbols }) =>
        symbols.map(({ name, kind, line, problems }) => {
          return { file: report.file, name, kind, line, diagnostics: problems.map(problemJson) };
        }),
      ),
      ungrouped: grouped.flatMap(({ report, ungrouped }) =>
        ungrouped.map((one) => ({ file: report.file, ...problemJson(one) })),
      ),
      ...beside,
    };
  }
  const files = found.reports.filter(isAnswered);
  return {
    ...Object.fromEntries(files.map((report) => [toUri(report.file), listed(report, severity).map(problemJson)])),
    ...beside,
  };
}

/** The diagnostic object of the contract, counted from 1. */
export function problemJson({ span, severity, code, source, message }: Diagnostic): ProblemJson {
  return {
    range: { start: { ...span.start }, end: { ...span.end } },
    severity: severities.indexOf(severity) + 1,
    ...(code === undefined ? {} : { code }),
    ...(source === undefined ? {} : { source }),
    message,
  };
}

// — below: private, in the order they are used —

/** The keys of the JSON beside those of the files. */
function besideJson({ reports, apart, severity, token, unknownSince }: FoundDiagnostics): BesideProblems {
  const beside = apart.flatMap((report) => listed(report, severity));
  const refused = reports.flatMap((report) => (isAnswered(report) ? [] : [report.shown]));
  return {
    ...(refused.length === 0 ? {} : { not_looked_at: refused }),
    ...(beside.length === 0
      ? {}
      : { outside_projects: { problems: beside.length, files: apart.map(({ file }) => file) } }),
    ...(unknownSince === undefined ? {} : { unknown_since: unknownSince }),
    ...(remarksOf(reports).length === 0 ? {} : { remarks: remarksOf(reports) }),
    ...(token === undefined ? {} : { token }),
  };
}

/** The remarks of all reports, each once. */
function remarksOf(reports: readonly FileReport[]): string[] {
  return [...new Set(reports.flatMap((report) => (isAnswered(report) ? (report.remarks ?? []) : [])))];
}

function listed({ diagnostics }: ScanAnswer, least: Severity): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severities.indexOf(severity) <= severities.indexOf(least));
}

function problemsText(found: FoundDiagnostics, budget: Budget): string {
  const { severity, reports, grouped } = found;
  const answered = reports.filter(isAnswered);
  const files = answered.map((report) => ({ file: report.shown, problems: listed(report, severity) }));
  const shown = files.flatMap(({ problems }) => problems);
  const head = headOf(found, answered, files, shown);
  if (shown.length === 0) return head;
  const errors = files.map(({ file, problems }) => ({
    file,
    problems: problems.filter((one) => one.severity === "error"),
  }));
  const onlyErrors = (): Rendering => ({
    text: `${head}\n${problemsByFile(errors)}`,
    leavesOut: "only errors are listed: too many problems",
  });
  const hasOthers = shown.some((one) => one.severity !== "error") && shown.some((one) => one.severity === "error");
  return fitting(
    [
      ...(grouped === undefined ? [] : [(): Rendering => ({ text: `${head}\n${groupedText(grouped)}` })]),
      () => ({ text: `${head}\n${problemsByFile(files)}` }),
      ...(hasOthers ? [onlyErrors] : []),
      () => ({ text: `${head}\n${problemCounts(files)}`, leavesOut: "these are counts per file: too many to list" }),
      () => ({ text: `${countText(shown)}; too many to list. Ask about fewer files.` }),
    ],
    budget,
  );
}

/** `2 errors in src/a.ts (pyright, version 3); 1 hint not listed`. */
function headOf(
  { severity, isComplete }: FoundDiagnostics,
  answered: readonly ScanAnswer[],
  files: readonly ListedProblems[],
  shown: readonly Diagnostic[],
): string {
  const [only] = answered;
  const servers = new Set(answered.flatMap(({ standing }) => standing.evidence.map(({ server }) => server)));
  const sources = [...servers, ...(answered.length === 1 && only !== undefined ? [`version ${only.version}`] : [])];
  const withProblems = files.filter(({ problems }) => problems.length > 0).length;
  const where =
    answered.length === 1 && only !== undefined
      ? only.shown
      : `${shown.length === 0 ? "" : `${withProblems} of `}${answered.length} files`;
  const from = sources.length === 0 ? "" : ` (${sources.join(", ")})`;
  const rest = countText(answered.flatMap(({ diagnostics }) => diagnostics.filter((one) => !shown.includes(one))));
  const left = rest === "" ? "" : `; ${rest} not listed`;
  if (shown.length > 0) return `${countText(shown)} in ${where}${from}${left}`;
  const nothing = {
    error: "no errors",
    warning: "no errors or warnings",
    information: "no errors, warnings or information",
  };
  const what = severity === "hint" ? "no problems" : nothing[severity];
  // Only a file that was checked completely is clean.
  return isComplete ? `clean: ${what} in ${where}${from}${left}` : `${what} were reported in ${where}${from}${left}`;
}

function groupedText(grouped: readonly GroupedFile[]): string {
  return grouped
    .flatMap(({ report, symbols, ungrouped }) => [
      report.shown,
      ...ungrouped.map((one) => `  ${problemLine(one)}`),
      ...symbols.flatMap(({ name, kind, line, problems }) => [
        `  ${kind} ${inertLine(name, 120)} :${line}`,
        ...problemsInOrder(problems).map((one) => `    ${problemLine(one)}`),
      ]),
    ])
    .join("\n");
}

function changesText({ files, kept, unknownBefore, unseenNow }: Changes, budget: Budget): string {
  const side = (of: "introduced" | "resolved" | "unsure"): ListedProblems[] =>
    files.map((file) => ({ file: file.shown, problems: file[of] }));
  const count = (of: "introduced" | "resolved" | "unsure"): string =>
    countText(files.flatMap((file) => file[of])) || "nothing";
  const more = [
    ...(files.every(({ unsure }) => unsure.length === 0) ? [] : [`${count("unsure")} possibly new (?)`]),
    ...(unknownBefore.length === 0 ? [] : [`${fileCount(unknownBefore)} not fully checked before`]),
    ...(unseenNow.length === 0 ? [] : [`${fileCount(unseenNow)} checked before, but not now`]),
  ];
  const head = [
    `since then: ${count("introduced")} introduced, ${count("resolved")} resolved, ${kept} unchanged`,
    ...more,
  ].join("; ");
  if (files.length === 0) return head;
  const lines = files.map(({ shown, introduced, resolved, unsure }) =>
    [
      shown,
      ...problemsInOrder(introduced).map((one) => `  + ${problemLine(one)}`),
      ...problemsInOrder(resolved).map((one) => `  - ${problemLine(one)}`),
      ...problemsInOrder(unsure).map((one) => `  ? ${problemLine(one)}`),
    ].join("\n"),
  );
  return fitting(
    [
      () => ({ text: `${head}\n${lines.join("\n")}` }),
      () => ({
        text: `${head}\n${problemsByFile(side("introduced"), "  + ")}`,
        leavesOut: "only introduced problems are listed: too many changes",
      }),
      () => ({
        text: `${head}\n${problemCounts(side("introduced"))}`,
        leavesOut: "these are counts of introduced problems per file: too many changes",
      }),
      () => ({ text: head }),
    ],
    budget,
  );
}

function fileCount({ length }: readonly unknown[]): string {
  return counted(length, "file");
}

const namedAside = 10;

/** A line for each kind of thing that is not listed. It names at most `names` files; if that is 0, it counts them. */
function asides({ reports, apart, severity, unknownSince }: FoundDiagnostics, names: number): string[] {
  const beside = apart.map((report) => listed(report, severity)).filter(({ length }) => length > 0);
  const silent = reports.filter(isAnswered).filter(({ standing }) => standing.state === "unavailable");
  const refused = reports.flatMap((report) => (isAnswered(report) ? [] : [report]));
  const some = (list: readonly { readonly shown: string }[]): string => {
    if (names === 0) return fileCount(list);
    return firstNames(
      list.map((one) => one.shown),
      names,
    );
  };
  const lost = unknownSince === undefined ? [] : [`since=${inertLine(unknownSince, 40)} is no longer known`];
  return [
    ...(beside.length === 0
      ? []
      : [
          `not listed: ${countText(beside.flat())} in ${fileCount(beside)} outside the project's configuration; name a file to see them`,
        ]),
    ...(silent.length === 0 ? [] : [`diagnostics unavailable: ${some(silent)}`]),
    ...(refused.length === 0 ? [] : [`not checked: ${some(refused)}`]),
    ...remarksOf(reports).map((remark) => `Remark: ${inertLine(remark, 300)}`),
    ...lost.map((one) => (names === 0 ? one : `${one}, so everything is listed`)),
  ];
}

/** By the URI of the file; no other key begins with `file:`. */
interface ProblemsByUri {
  readonly [uri: `file:${string}`]: readonly ProblemJson[];
}

interface BesideProblems {
  readonly not_looked_at?: readonly string[];
  readonly outside_projects?: { readonly problems: number; readonly files: readonly string[] };
  readonly unknown_since?: string;
  readonly remarks?: readonly string[];
  readonly token?: string;
}

export interface ProblemChanges extends BesideProblems {
  readonly introduced: ProblemsByUri;
  readonly resolved: ProblemsByUri;
  readonly unchanged: number;
  readonly unknown_before?: readonly string[];
  readonly unseen_now?: readonly string[];
  readonly unsure?: ProblemsByUri;
}

export interface ProblemsBySymbol extends BesideProblems {
  readonly symbols: readonly {
    readonly file: string;
    readonly name: string;
    readonly kind: string;
    readonly line: number;
    readonly diagnostics: readonly ProblemJson[];
  }[];
  readonly ungrouped: readonly ProblemInFileJson[];
}

export type DiagnosticsByUri = ProblemsByUri & BesideProblems;

type DiagnosticsJson = DiagnosticsByUri | ProblemChanges | ProblemsBySymbol;

export interface ProblemInFileJson extends ProblemJson {
  readonly file: string;
}

export interface ProblemJson {
  readonly range: { readonly start: PlaceJson; readonly end: PlaceJson };
  /** 1 error, 2 warning, 3 information, 4 hint. */
  readonly severity: number;
  readonly code?: string;
  readonly source?: string;
  readonly message: string;
}

interface PlaceJson {
  readonly line: number;
  readonly column: number;
}
