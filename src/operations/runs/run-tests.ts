// `run_tests`: runs a project's tests with its own tools, and reports which failed, where and why.

import type { Patience } from "../../std/patience.ts";
import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { FilePath, Base } from "../../model/file-path.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Hint } from "../define.ts";
import { defineRun } from "../define.ts";
import type { PlaceJson, RawJson } from "./run-json.ts";
import { boundedList, boundedMessage, placeJson, rawJson } from "./run-json.ts";
import type { Ran, PlacedStep } from "./run-steps.ts";
import { placedSteps, printedOf, runInput, runLimitMs, runReasons, runSteps, siteOf, seconds } from "./run-steps.ts";
import type { RunVerdict } from "./run-verdict.ts";
import { endText, isPassed, verdictOf } from "./run-verdict.ts";
import { commandText } from "../../toolchains/program.ts";
import type { Counts, Site, TestPlan, TestResults } from "../../toolchains/toolchain.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import type { ShownItem } from "./run-text.ts";
import { placeText, runText, titleOf } from "./run-text.ts";

const input = {
  ...runInput,
  filter: z.string().min(1).optional().describe("Pattern of test names."),
};

export interface TestedJson extends RawJson {
  /** Null where the run succeeded and nothing shows what it tested. */
  readonly passed: boolean | null;
  readonly verdict: RunVerdict;
  readonly failures: readonly {
    readonly file: FilePath | null;
    readonly line: number | null;
    readonly test_name: string;
    readonly message: string;
    readonly location?: PlaceJson;
  }[];
  readonly failures_left_out?: number;
  /** Null where the counts are unknown. */
  readonly counts: Counts | null;
  readonly errors?: readonly (PlaceJson & { readonly message: string })[];
  readonly command: string;
  readonly notes?: readonly string[];
  readonly duration_ms: number;
  readonly timed_out: boolean;
}

export const runTests = defineRun<"run_tests", typeof input, Tested, TestedJson>({
  name: "run_tests",
  title: "Run Tests",
  summary: "Run a project's tests with its own runner and list the failures.",
  guidance: "Executes code of the repository: for trusted roots only.",
  exposure: "full",
  cli: { command: "test", positional: "directory" },
  needs: [],
  input,
  limitMs: runLimitMs,
  async run({ view, patience: whole }, asked): Promise<Answer<Tested>> {
    const { site, toolchain, patience } = await siteOf(view, asked, whole);
    const plan = await toolchain.test(site, asked.filter);
    try {
      return await tested(site, plan, patience);
    } finally {
      await plan.report?.[Symbol.asyncDispose]();
    }
  },
  succeeded: ({ verdict }) => isPassed(verdict) === true,
  isEmpty: ({ verdict }) => verdict === "no_tests" || verdict === "not_known",
  toText: testedText,
  toJson,
  hints: ({ verdict }) => hints[verdict],
  examples: [{ title: "The tests of one directory", input: { path: "stock" } }],
});

// — below: private, in the order they are used —

const build: Hint = { operation: "run_build", why: "whether it builds at all" };
const hints: { readonly [V in RunVerdict]: readonly Hint[] } = {
  passed: [{ operation: "detect_changes", why: "what else the current changes affect" }],
  failed: [{ operation: "get_symbol_source", why: "the test around a line that failed" }],
  no_tests: [{ operation: "get_tests_for_file", why: "which tests there are for a file" }],
  not_built: [{ operation: "get_diagnostics", why: "what is wrong in a file" }],
  broken: [build],
  not_known: [build],
  timed_out: [{ operation: "get_tests_for_file", why: "to run only those for one file" }],
};

async function tested(site: Site, plan: TestPlan, patience: Patience): Promise<Answer<Tested>> {
  const before = await runSteps(site, plan.before, patience);
  const unbuilt = before.find(({ run }) => run.timedOut || run.code !== 0);
  const last = unbuilt ?? (await ranTests(site, plan, patience));
  const all = unbuilt === undefined ? [...before, last] : before;
  const results = unbuilt === undefined ? await plan.results(last.run) : notRun(unbuilt);
  const errors = results.problems.filter(({ severity }) => severity === "error");
  const verdict = verdictOf(last.run, results, {
    hasProblems: errors.length > 0 || unbuilt !== undefined,
    writesReport: plan.report !== undefined,
  });
  const value: Tested = {
    base: site.bench.snapshot.base,
    verdict,
    end: endText(last.run),
    doubt: results.doubt ?? "its output mentions no tests",
    counts: results.counts,
    failures: await placedSteps(site, plan.spec.cwd, results.failures),
    problems: verdict === "passed" ? [] : await placedSteps(site, last.cwd, errors),
    notes: plan.notes,
    label: last.label,
    command: all.map(({ command }) => command).join(" ; "),
    printed: results.printed ?? last.printed,
    ms: all.reduce((sum, { run }) => sum + run.ms, 0),
  };
  return {
    value,
    standing: standingOf([...plan.reasons, ...(results.reasons ?? []), ...all.flatMap(runReasons), ...unread(value)]),
  };
}

async function ranTests({ bench }: Site, { label, spec }: TestPlan, patience: Patience): Promise<Ran> {
  const run = await bench.run(spec, patience);
  return { label, cwd: spec.cwd, command: commandText(spec), run, problems: [], printed: printedOf(run) };
}

function notRun({ problems, printed }: Ran): TestResults {
  return { counts: undefined, failures: [], problems, printed };
}

/** What the list of failures lacks although the run says that there is something. */
function unread({ verdict, counts, failures, problems, label, end, doubt }: Tested): Reason[] {
  const because = (detail: string): Reason[] => [{ code: "unreadable_items", detail }];
  switch (verdict) {
    case "not_known":
      return because(`${label} ended with ${end}, and ${doubt}`);
    case "broken":
      return because(`${label} ended with ${end}, and ${missing(end)}`);
    case "not_built":
      return problems.length > 0 ? [] : because(`no error could be parsed from the output of ${label} printed`);
    case "failed":
      return (counts?.failed ?? 0) > failures.length
        ? because(`${(counts?.failed ?? 0) - failures.length} failures were counted but could not be parsed`)
        : [];
    case "passed":
    case "no_tests":
    case "timed_out":
      return [];
  }
}

function toJson(output: Tested): TestedJson {
  const { verdict, counts, problems, notes, command, printed, ms } = output;
  const { kept, leftOut } = boundedList(
    output.failures.map((failure) => {
      const { file, line, column } = placeJson(failure);
      const location = file === null || line === null ? {} : { location: { file, line, column } };
      return { file, line, test_name: failure.name, message: boundedMessage(failure.message), ...location };
    }),
  );
  const errors = boundedList(problems.map((one) => ({ ...placeJson(one), message: boundedMessage(one.message) })));
  return {
    passed: isPassed(verdict),
    verdict,
    failures: kept,
    ...(leftOut > 0 ? { failures_left_out: leftOut } : {}),
    counts: counts ?? null,
    ...(errors.kept.length > 0 ? { errors: errors.kept } : {}),
    ...rawJson(printed),
    command,
    ...(notes.length === 0 ? {} : { notes }),
    duration_ms: ms,
    timed_out: verdict === "timed_out",
  };
}

// — What a run of tests is called in one line, and what is listed below it —

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
  /** Errors that prevented tests from being built. */
  readonly problems: readonly PlacedStep[];
  readonly notes: readonly string[];
  readonly label: string;
  readonly command: string;
  readonly printed: string;
  readonly ms: number;
}

function testedText(output: Tested, budget: Budget): string {
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
      const errors = counted(problems.length, "error");
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
  return counted(number, "test");
}

function problemItem({ base }: Tested, problem: Tested["problems"][number]): ShownItem {
  const [first = "", ...more] = problem.message.split("\n");
  return { title: titleOf(placeText(base, problem), `error ${first}`), message: more.join("\n") };
}

function failureItem({ base }: Tested, failure: Tested["failures"][number]): ShownItem {
  return { title: titleOf(placeText(base, failure), failure.name), message: failure.message };
}
