// Decides the order of the test files: the longest first, so that no long file is left alone at the end of a run.
//
// `test/durations.json` holds what the long files take, for a checkout where no test has run yet; every run writes what
// it measured to `.cache/durations.json`, which counts more.
// Invariant: files of one project stay together, because its workers, with all that they have loaded, end where
// the files of another project begin.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Seconds by the path of a test file, relative to the root. */
export type Durations = Readonly<Record<string, number>>;

/** Shorter files are not worth a line. */
const worthKeepingSeconds = 2;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const durations = readDurations(root);
    return inOrder(files, (file) => {
      return { group: file.project.name, seconds: durations[pathIn(root, file.moduleId)] ?? 0 };
    });
  }
}

/** Groups in the order of their first item, and within a group the longest first. */
export function inOrder<T>(
  items: readonly T[],
  of: (item: T) => { readonly group: string; readonly seconds: number },
): T[] {
  const groups = [...new Set(items.map((item) => of(item).group))];
  return groups.flatMap((group) => {
    return items.filter((item) => of(item).group === group).sort((a, b) => of(b).seconds - of(a).seconds);
  });
}

export function readDurations(root: string): Durations {
  return { ...readFile(join(root, "test", "durations.json")), ...readFile(measuredFile(root)) };
}

/** Keeps what earlier runs measured of files that did not run this time. */
export function writeDurations(root: string, measured: Durations): void {
  const all = Object.entries({ ...readFile(measuredFile(root)), ...measured });
  const kept = all.filter(([path, seconds]) => seconds >= worthKeepingSeconds && existsSync(join(root, path)));
  const sorted = kept.toSorted(([, a], [, b]) => b - a);
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(measuredFile(root), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

export function pathIn(root: string, file: string): string {
  return relative(root, file).replaceAll("\\", "/");
}

function measuredFile(root: string): string {
  return join(root, ".cache", "durations.json");
}

function readFile(path: string): Durations {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Durations) : {};
}
