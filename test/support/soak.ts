// How often a test repeats what chance or mere number decides: less in a test run, all of it in the soak.

import { basename } from "node:path";
import { expect } from "vitest";
import { reportToRun } from "./run-report.ts";

export function isSoak(): boolean {
  return (process.env["SIGHTLINE_SOAK"] ?? "") !== "";
}

/** `npm run soak` sets SIGHTLINE_SOAK; a test run has the time for the smaller number. */
export function repeats(count: { readonly test: number; readonly soak: number }): number {
  return isSoak() ? count.soak : count.test;
}

/** One of each so many in a test run, always the same ones; all of them in the soak. What is left out is named at the end of the run. */
export function oneIn<T>(count: number, items: readonly T[], name: string): readonly T[] {
  return isInSoak(name) ? items : items.filter((_, at) => at % count === 0);
}

/** Whether something runs now that a test run has no time for: only in the soak. Else it is named at the end of the run. */
export function isInSoak(name: string): boolean {
  if (isSoak()) return true;
  reportToRun("soaked.jsonl", { name, suite: basename(expect.getState().testPath ?? "every suite") });
  return false;
}
