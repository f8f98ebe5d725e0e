// What a run of tests is called in one line, and what is listed below it.

import type { Base } from "../../model/file-path.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import type { PlacedStep } from "./run-steps.ts";
import { seconds } from "./run-steps.ts";
import type { ShownItem } from "./run-text.ts";
import { placeText, runText, titleOf } from "./run-text.ts";
import type { RunVerdict } from "./run-verdict.ts";
import type { Counts } from "../../toolchains/toolchain.ts";

interface FoundFailure extends PlacedStep {
  readonly name: string;
}

export interface Tested {
  readonly base: Base;
  readonly verdict: RunVerdict;
  /** How the program that decided ended. */
  readonly end: string;
  /** Why a good end proves nothing, where it does not. */
  readonly doubt: string;
  readonly counts: Counts | undefined;
  readonly failures: readonly FoundFailure[];
  /** What kept tests from being built. */
  readonly problems: readonly PlacedStep[];
  readonly notes: readonly string[];
  readonly label: string;
  readonly command: string;
  readonly printed: string;
  readonly ms: number;
}

export function testedText(output: Tested, budget: Budget): string {
  const { notes, label, ms, printed, failures, problems } = output;
  const verdict = verdictText(output);
  const items = [
    ...problems.map((one) => problemItem(output, one)),
    ...failures.map((one) => failureItem(output, one)),
  ];
  const isClear = output.verdict === "passed" || (items.length > 0 && output.verdict !== "timed_out");
  return runText(
    {
      head: `${verdict} in ${seconds(ms)} (${inertLine(label, 200)})`,
      shortHead: verdict,
      notes,
      items,
      printed: isClear ? undefined : printed,
    },
    budget,
  );
}

// — below: private, in the order they are used —

function verdictText({ verdict, counts, problems, end, doubt }: Tested): string {
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  const besides = skipped > 0 ? `, ${skipped} skipped` : "";
  switch (verdict) {
    case "passed":
      return `passed: ${tests(passed)}${besides}`;
    case "failed":
      return `FAILED ${failed} of ${tests(passed + failed)}${besides}`;
    case "no_tests":
      return skipped > 0 ? `no tests ran: ${skipped} skipped` : "no tests ran";
    case "not_built": {
      const errors = `${problems.length} error${problems.length === 1 ? "" : "s"}`;
      return `NOT RUN: some tests could not be built or loaded, ${errors}${passed > 0 ? `; ${tests(passed)} passed` : ""}`;
    }
    case "broken":
      return `FAILED: ${end}, and ${missing(end)}${passed > 0 ? `; ${tests(passed)} passed` : ""}`;
    case "not_known":
      return `NOT KNOWN: ${end}, and ${doubt}`;
    case "timed_out":
      return counts === undefined
        ? "TIMED OUT: no test result is known"
        : `TIMED OUT: so far ${passed} passed, ${failed} failed${besides}`;
  }
}

/** What was expected of a runner that has no verdict of its own to show. */
export function missing(end: string): string {
  return end === "exit code 0" ? "it wrote no results" : "no failed test could be parsed";
}

function tests(number: number): string {
  return `${number} test${number === 1 ? "" : "s"}`;
}

function problemItem({ base }: Tested, problem: Tested["problems"][number]): ShownItem {
  const [first = "", ...more] = problem.message.split("\n");
  return { title: titleOf(placeText(base, problem), `error ${first}`), message: more.join("\n") };
}

function failureItem({ base }: Tested, failure: Tested["failures"][number]): ShownItem {
  return { title: titleOf(placeText(base, failure), failure.name), message: failure.message };
}
