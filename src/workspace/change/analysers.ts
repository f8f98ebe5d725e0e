// Separates what analysers find from the effects of a change: some do not run while there are errors, so that their
// diagnostics appear when the errors are fixed, and disappear when there are new ones.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { Diagnostic } from "../../model/code-facts.ts";
import type { FoundProblem, TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { lineMap } from "../../model/line-diff.ts";
import { counted } from "../../std/words.ts";

/** What was found in a file, before and after. */
export interface ComparedFile {
  readonly file: FilePath;
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
}

export interface Delta {
  readonly introduced: readonly FoundProblem[];
  readonly resolved: readonly FoundProblem[];
}

export interface ReportedProblems extends Delta {
  readonly remarks: readonly string[];
  readonly doubts: readonly string[];
}

/** The delta without diagnostics that one of the two states merely was not analysed for. */
export function withoutUnsought(
  delta: Delta,
  compared: readonly ComparedFile[],
  changes: ReadonlyMap<FilePath, TextChange>,
  entries: readonly ServerEntry[],
): ReportedProblems {
  const analysers = new Set(entries.flatMap(({ quirks }) => quirks.buildErrors?.by ?? []));
  const isAnalysed = ({ severity, source = "" }: Diagnostic): boolean => severity !== "error" || analysers.has(source);
  const isWrong = (one: Diagnostic): boolean => !isAnalysed(one);
  const ofGo = compared.filter(({ file }) => file.endsWith(".go"));
  const wasWrong = ofGo.some(({ before }) => before.some(isWrong));
  const isNowWrong = ofGo.some(({ after }) => after.some(isWrong));
  const isHidden = ({ file, diagnostic }: FoundProblem): boolean => file.endsWith(".go") && isAnalysed(diagnostic);
  const came = wasWrong ? delta.introduced.filter((one) => isHidden(one) && isOnOldLine(one, changes)) : [];
  const went = isNowWrong ? delta.resolved.filter(isHidden) : [];
  const errors = came.filter(({ diagnostic }) => diagnostic.severity === "error");
  return {
    introduced: delta.introduced.filter((one) => !came.includes(one)),
    resolved: delta.resolved.filter((one) => !went.includes(one)),
    remarks: [
      ...countedProblems(
        came.length - errors.length,
        "could not be found before, because analysers do not run while there are errors",
      ),
      ...countedProblems(went.length, "cannot be found now, because analysers do not run while there are errors"),
    ],
    doubts: countedProblems(
      errors.length,
      "of go vet could not be found before, because it does not run while there are errors",
    ),
  };
}

// — below: private, in the order they are used —

/** Whether a line is as it was before the change. */
function isOnOldLine({ file, diagnostic }: FoundProblem, changes: ReadonlyMap<FilePath, TextChange>): boolean {
  const change = changes.get(file);
  if (change === undefined) return true;
  const { before = "", after = "" } = change;
  return lineMap(before, after).stretchAfter(diagnostic.span.start.line) === undefined;
}

function countedProblems(count: number, what: string): string[] {
  return count === 0 ? [] : [`${counted(count, "problem")} ${what}`];
}
