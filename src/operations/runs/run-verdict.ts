// What a run of tests proves: passed only if the tool says so, and tests were seen to pass.

import type { ProgramRun } from "../../workspace/runs/workbench-program.ts";
import type { TestResults } from "../../toolchains/toolchain.ts";

/**
 * `not_built`: what would be tested cannot be built. `broken`: the runner itself failed, ended badly without a failed test, or
 * ended well without the report it was told to write. `not_known`: it ended well, and nothing proves that tests passed.
 */
export type RunVerdict = "passed" | "failed" | "no_tests" | "not_built" | "broken" | "not_known" | "timed_out";

export function verdictOf(
  { code, timedOut }: Pick<ProgramRun, "code" | "timedOut">,
  { counts, saysNone, doubt }: Pick<TestResults, "counts" | "saysNone" | "doubt">,
  { hasProblems, writesReport }: { readonly hasProblems: boolean; readonly writesReport: boolean },
): RunVerdict {
  if (timedOut) return "timed_out";
  if (doubt !== undefined && code === 0) return "not_known";
  if (counts !== undefined && counts.failed > 0) return "failed";
  if (hasProblems && code !== 0) return "not_built";
  if (counts === undefined) return code === 0 && !writesReport ? "not_known" : "broken";
  // Some tools call it a failure to have nothing to run, others a success.
  if (counts.passed === 0 && (code === 0 || saysNone === true)) return "no_tests";
  return code === 0 ? "passed" : "broken";
}

/** Null where it is unknown. */
export function isPassed(verdict: RunVerdict): boolean | null {
  return verdict === "not_known" ? null : verdict === "passed";
}

/** `exit code 3`, or the signal that ended it. */
export function endText({ code, signal }: Pick<ProgramRun, "code" | "signal">): string {
  return code === null ? `signal ${signal ?? "unknown"}` : `exit code ${code}`;
}
