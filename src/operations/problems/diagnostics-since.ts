// What has changed since an earlier answer about diagnostics.
//
// Invariant: a diagnostic is called new or resolved only if both the former and the present state are known.

import type { Diagnostic } from "../../model/code-facts.ts";
import type { DiagnosticsDelta } from "../../model/diagnostics-delta.ts";
import { diagnosticsDelta } from "../../model/diagnostics-delta.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Baseline } from "../../workspace/asking/baselines.ts";
import type { ScanAnswer, FileReport } from "./diagnostics-scan.ts";
import { isAnswered, isSettled } from "./diagnostics-scan.ts";

export interface FileSince {
  readonly path: FilePath;
  readonly shown: string;
  readonly introduced: readonly Diagnostic[];
  readonly resolved: readonly Diagnostic[];
  /** There now; whether they were there before is not known. */
  readonly unsure: readonly Diagnostic[];
}

export interface Changes {
  readonly files: readonly FileSince[];
  readonly kept: number;
  /** Files whose former problems are not known. */
  readonly unknownBefore: readonly FilePath[];
  /** Files of the former answer that exist, but were not checked now. */
  readonly unseenNow: readonly FilePath[];
}

/** What became of files that the former answer was about and this one is not. */
export interface Missing {
  /** No longer on disk, each with the name a reader knows. */
  readonly gone: ReadonlyMap<FilePath, string>;
  readonly unseen: readonly FilePath[];
}

/** What is to be remembered of this answer: only what the servers had finally said, and of a text that is known. */
export function baselineOf(
  reports: readonly FileReport[],
  { isAboutAll, roots }: Pick<Baseline, "isAboutAll" | "roots">,
): Baseline {
  const files = new Map<FilePath, { text: string; diagnostics: readonly Diagnostic[] } | undefined>();
  const unknown = new Set<FilePath>();
  for (const report of reports) {
    const { file } = report;
    if (!isAnswered(report) || !isSettled(report)) unknown.add(file);
    else if (report.diagnostics.length === 0) files.set(file, undefined);
    else if (report.text === undefined) unknown.add(file);
    else files.set(file, { text: report.text, diagnostics: report.diagnostics });
  }
  return { isAboutAll, roots, files, unknown };
}

export function changesSince(
  baseline: Baseline,
  reports: readonly FileReport[],
  { gone, unseen }: Missing,
  isListed: (problem: Diagnostic) => boolean,
): Changes {
  const changed: FileSince[] = [...gone].map(([path, shown]) => {
    return { path, shown, introduced: [], resolved: baseline.files.get(path)?.diagnostics ?? [], unsure: [] };
  });
  const unknownBefore: FilePath[] = [];
  let kept = 0;
  for (const report of reports.filter(isAnswered)) {
    const { file, shown } = report;
    if (!isKnown(baseline, report)) unknownBefore.push(file);
    const { kept: same, ...change } = changeOf(baseline, report);
    kept += same;
    changed.push({ path: file, shown, ...change });
  }
  const files = changed.map(({ path, shown, ...change }) => ({
    path,
    shown,
    introduced: change.introduced.filter(isListed),
    resolved: change.resolved.filter(isListed),
    unsure: change.unsure.filter(isListed),
  }));
  return { files: files.filter(hasChanged), kept, unknownBefore, unseenNow: unseen };
}

// — below: private, in the order they are used —

/** Whether the file's former diagnostics are known; one that did not exist in a checked root had none. */
function isKnown({ files, unknown, roots }: Baseline, { file, snapshot }: ScanAnswer): boolean {
  return files.has(file) || (roots.has(snapshot.root) && !unknown.has(file));
}

function changeOf(baseline: Baseline, report: ScanAnswer): DiagnosticsDelta & Pick<FileSince, "unsure"> {
  const { file, diagnostics, text } = report;
  const nothing = { introduced: [], resolved: [], unsure: [], kept: 0 };
  if (!isKnown(baseline, report)) return { ...nothing, unsure: diagnostics };
  const before = baseline.files.get(file);
  if (before === undefined) {
    return isSettled(report) ? { ...nothing, introduced: diagnostics } : { ...nothing, unsure: diagnostics };
  }
  // Without the text that was checked, a diagnostic cannot be followed from its former place to the present one.
  if (text === undefined && diagnostics.length > 0) return { ...nothing, unsure: diagnostics };
  const delta = diagnosticsDelta(before, { text: text ?? before.text, diagnostics });
  if (isSettled(report)) return { ...delta, unsure: [] };
  // What is missing from an answer that is not all may well be there, and what is new in it may go away again.
  return { ...nothing, unsure: delta.introduced, kept: delta.kept + delta.resolved.length };
}

function hasChanged({ introduced, resolved, unsure }: FileSince): boolean {
  return introduced.length + resolved.length + unsure.length > 0;
}
