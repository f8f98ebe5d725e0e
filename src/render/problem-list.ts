// Problems grouped by file, one line each, and the shorter forms for when there are too many.

import type { Diagnostic, Severity } from "../model/code-facts.ts";
import { severities } from "../model/code-facts.ts";
import { comparePlaces } from "../model/place.ts";
import { inertLine } from "./inert.ts";

export interface ListedProblems {
  /** Inert, on one line. */
  readonly file: string;
  readonly problems: readonly Diagnostic[];
}

const messageLimit = 400;

/** `3:5 error 2322 Type 'string' is not assignable to type 'number'. (ts)` */
export function problemLine({ span: { start }, severity, code, message, source }: Diagnostic): string {
  const told = inertLine(message.trim().replaceAll(/(?<!\s)\s*\n\s*/g, " / "), messageLimit);
  const number = code === undefined ? "" : ` ${inertLine(code, 80)}`;
  return `${start.line}:${start.column} ${severity}${number} ${told}${source === undefined ? "" : ` (${inertLine(source, 40)})`}`;
}

/** Each file once, its problems below it in the order of the text; files without any are left out. */
export function problemsByFile(files: readonly ListedProblems[], mark = "  "): string {
  return files
    .filter(({ problems }) => problems.length > 0)
    .map(({ file, problems }) =>
      [file, ...problemsInOrder(problems).map((one) => `${mark}${problemLine(one)}`)].join("\n"),
    )
    .join("\n");
}

/** `src/a.ts: 2 errors, 1 warning`. */
export function problemCounts(files: readonly ListedProblems[]): string {
  return files
    .filter(({ problems }) => problems.length > 0)
    .map(({ file, problems }) => `${file}: ${countText(problems)}`)
    .join("\n");
}

/** `2 errors, 1 warning`; empty for none. */
export function countText(problems: readonly Diagnostic[]): string {
  return severities
    .flatMap((severity) => {
      const count = problems.filter((one) => one.severity === severity).length;
      return count === 0 ? [] : [`${count} ${counted(severity, count)}`];
    })
    .join(", ");
}

export function problemsInOrder(problems: readonly Diagnostic[]): Diagnostic[] {
  return [...problems].sort((a, b) => comparePlaces(a.span.start, b.span.start));
}

function counted(severity: Severity, count: number): string {
  return severity === "information" || count === 1 ? severity : `${severity}s`;
}
