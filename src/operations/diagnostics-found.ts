// The answer of `get_diagnostics` as text and as data.

import type { Diagnostic, Severity } from "../model/code-facts.ts";
import { severities } from "../model/code-facts.ts";
import { toUri } from "../protocol/uri.ts";
import type { Budget } from "../render/budget.ts";
import { holds, without } from "../render/budget.ts";
import type { Rendering } from "../render/bound.ts";
import { fitting } from "../render/bound.ts";
import { inertLine } from "../render/inert.ts";
import type { ListedProblems } from "../render/problem-list.ts";
import { countText, inOrder, problemCounts, problemLine, problemsByFile } from "../render/problem-list.ts";
import type { GroupedFile } from "./diagnostics-by-symbol.ts";
import type { Answered, FileReport } from "./diagnostics-scan.ts";
import { isAnswered } from "./diagnostics-scan.ts";
import type { Changes } from "./diagnostics-since.ts";

export interface FoundDiagnostics {
  readonly reports: readonly FileReport[];
  /** The least that is listed. */
  readonly severity: Severity;
  readonly isComplete: boolean;
  /** Names this answer for a later call. */
  readonly token: string;
  readonly changes: Changes | undefined;
  /** A token that was given but names nothing. */
  readonly unknownSince: string | undefined;
  readonly grouped: readonly GroupedFile[] | undefined;
}

export function hasNothingListed({ reports, severity, changes }: FoundDiagnostics): boolean {
  if (changes !== undefined) return changes.files.length === 0;
  return reports.every((report) => !isAnswered(report) || listed(report, severity).length === 0);
}

export function diagnosticsText(found: FoundDiagnostics, budget: Budget): string {
  const tail = [...asides(found), `since=${found.token} tells only what changed from here on`].join("\n");
  const room = without(budget, `\n${tail}`);
  const text = found.changes === undefined ? problemsText(found, room) : changesText(found.changes, room);
  const all = `${text}\n${tail}`;
  return holds(budget, all) ? all : text;
}

/** The shape of the contract, with places counted from 1; `token` beside the files, whose keys are all URIs. */
export function diagnosticsJson(found: FoundDiagnostics): object {
  const { severity, token, changes, grouped } = found;
  if (changes !== undefined) {
    const of = (side: "introduced" | "resolved"): object =>
      Object.fromEntries(
        changes.files
          .filter((file) => file[side].length > 0)
          .map((file) => [toUri(file.path), file[side].map(problemJson)]),
      );
    return { introduced: of("introduced"), resolved: of("resolved"), unchanged: changes.kept, token };
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
      token,
    };
  }
  const files = found.reports.filter(isAnswered);
  return {
    ...Object.fromEntries(files.map((report) => [toUri(report.file), listed(report, severity).map(problemJson)])),
    token,
  };
}

// — below: private, in the order they are used —

function listed({ diagnostics }: Answered, least: Severity): Diagnostic[] {
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
    leavesOut: "only errors are listed: too many",
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
  answered: readonly Answered[],
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
  const nothing = { error: "no errors", warning: "no errors or warnings", information: "no problems but hints" };
  const what = severity === "hint" ? "no problems" : nothing[severity];
  // Only what was looked at to the end is clean.
  return isComplete ? `clean: ${what} in ${where}${from}${left}` : `${what} were reported in ${where}${from}${left}`;
}

function groupedText(grouped: readonly GroupedFile[]): string {
  return grouped
    .flatMap(({ report, symbols, ungrouped }) => [
      report.shown,
      ...ungrouped.map((one) => `  ${problemLine(one)}`),
      ...symbols.flatMap(({ name, kind, line, problems }) => [
        `  ${kind} ${inertLine(name, 120)} :${line}`,
        ...inOrder(problems).map((one) => `    ${problemLine(one)}`),
      ]),
    ])
    .join("\n");
}

function changesText({ files, kept, unknownBefore }: Changes, budget: Budget): string {
  const introduced = files.map(({ shown, introduced: problems }) => ({ file: shown, problems }));
  const resolved = files.map(({ shown, resolved: problems }) => ({ file: shown, problems }));
  const count = (list: readonly ListedProblems[]): string =>
    countText(list.flatMap(({ problems }) => problems)) || "nothing";
  const before = unknownBefore === 0 ? "" : ` (${unknownBefore} files were not looked at then)`;
  const head = `since then: ${count(introduced)} introduced, ${count(resolved)} resolved, ${kept} as before${before}`;
  if (files.length === 0) return head;
  const lines = files.map(({ shown, introduced: now, resolved: then }) =>
    [
      shown,
      ...inOrder(now).map((one) => `  + ${problemLine(one)}`),
      ...inOrder(then).map((one) => `  - ${problemLine(one)}`),
    ].join("\n"),
  );
  return fitting(
    [
      () => ({ text: `${head}\n${lines.join("\n")}` }),
      () => ({
        text: `${head}\n${problemsByFile(introduced, "  + ")}`,
        leavesOut: "only what was introduced is listed: too many",
      }),
      () => ({ text: `${head}\n${problemCounts(introduced)}`, leavesOut: "these are counts per file: too many" }),
      () => ({ text: head }),
    ],
    budget,
  );
}

const namedAside = 10;

/** Files of which nothing is known, and a token that names nothing. */
function asides({ reports, unknownSince }: FoundDiagnostics): string[] {
  const silent = reports.filter(isAnswered).filter(({ standing }) => standing.state === "unavailable");
  const refused = reports.flatMap((report) => (isAnswered(report) ? [] : [report]));
  const some = (list: readonly { readonly shown: string }[]): string => {
    const more = list.length > namedAside ? ` and ${list.length - namedAside} more` : "";
    return `${list
      .slice(0, namedAside)
      .map(({ shown }) => shown)
      .join(", ")}${more}`;
  };
  return [
    ...(silent.length === 0 ? [] : [`not known: ${some(silent)}`]),
    ...(refused.length === 0 ? [] : [`not looked at: ${some(refused)}`]),
    ...(unknownSince === undefined
      ? []
      : [`since=${inertLine(unknownSince, 40)} is not known any more, so this is all there is`]),
  ];
}

interface ProblemJson {
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

function problemJson({ span, severity, code, source, message }: Diagnostic): ProblemJson {
  return {
    range: { start: { ...span.start }, end: { ...span.end } },
    severity: severities.indexOf(severity) + 1,
    ...(code === undefined ? {} : { code }),
    ...(source === undefined ? {} : { source }),
    message,
  };
}
