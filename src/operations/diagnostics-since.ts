// What has changed since an earlier answer about diagnostics.

import type { Diagnostic } from "../model/code-facts.ts";
import type { Looked } from "../model/diagnostics-delta.ts";
import { diagnosticsDelta } from "../model/diagnostics-delta.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Baseline } from "../workspace/baselines.ts";
import type { Answered, FileReport } from "./diagnostics-scan.ts";
import { isAnswered, isSettled } from "./diagnostics-scan.ts";
import { textOf } from "./places.ts";

export interface ChangedFile {
  readonly path: FilePath;
  readonly shown: string;
  readonly introduced: readonly Diagnostic[];
  readonly resolved: readonly Diagnostic[];
}

export interface Changes {
  readonly files: readonly ChangedFile[];
  readonly kept: number;
  /** Files that were not looked at before; what they hold is told as new. */
  readonly unknownBefore: number;
}

/** What is to be remembered of this answer: only what the servers had finally said. */
export async function looksOf(reports: readonly FileReport[]): Promise<Map<FilePath, Looked | undefined>> {
  const settled = reports.filter((report): report is Answered => isAnswered(report) && isSettled(report));
  const looks = await Promise.all(
    settled.map(async ({ snapshot, file, diagnostics }): Promise<[FilePath, Looked | undefined][]> => {
      if (diagnostics.length === 0) return [[file, undefined]];
      const index = await textOf(snapshot, file);
      // Without its text a problem could not be followed.
      return index === undefined ? [] : [[file, { text: index.text, diagnostics }]];
    }),
  );
  return new Map(looks.flat());
}

/** `gone` are files of the baseline that are no longer there, each with the name a reader knows. */
export async function changesSince(
  baseline: Baseline,
  reports: readonly FileReport[],
  gone: ReadonlyMap<FilePath, string>,
  isListed: (problem: Diagnostic) => boolean,
): Promise<Changes> {
  const changed: ChangedFile[] = [...gone].map(([path, shown]) => {
    return { path, shown, introduced: [], resolved: baseline.files.get(path)?.diagnostics ?? [] };
  });
  let kept = 0;
  let unknownBefore = 0;
  for (const report of reports) {
    if (!isAnswered(report)) continue;
    const { file, shown, diagnostics, snapshot } = report;
    if (!baseline.files.has(file) && !baseline.isWhole) unknownBefore++;
    const before = baseline.files.get(file);
    if (before === undefined) {
      changed.push({ path: file, shown, introduced: diagnostics, resolved: [] });
      continue;
    }
    const text = (await textOf(snapshot, file))?.text ?? before.text;
    const delta = diagnosticsDelta(before, { text, diagnostics });
    // What is missing from an answer that is not all may well be there.
    const resolved = isSettled(report) ? delta.resolved : [];
    kept += delta.kept + (delta.resolved.length - resolved.length);
    changed.push({ path: file, shown, introduced: delta.introduced, resolved });
  }
  const files = changed.map(({ introduced, resolved, ...file }) => {
    return { ...file, introduced: introduced.filter(isListed), resolved: resolved.filter(isListed) };
  });
  return { files: files.filter(hasChanged), kept, unknownBefore };
}

function hasChanged({ introduced, resolved }: ChangedFile): boolean {
  return introduced.length + resolved.length > 0;
}
