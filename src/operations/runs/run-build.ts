// `run_build`: builds a project with its own tools, and reports their errors.

import { refuse } from "../../model/refusal.ts";
import type { Base } from "../../model/file-path.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import { defineRun } from "../define.ts";
import type { PlaceJson, RawJson } from "./run-json.ts";
import { boundedList, boundedMessage, placeJson, rawJson } from "./run-json.ts";
import type { PlacedStep, Ran } from "./run-steps.ts";
import { placedSteps, runInput, runLimitMs, runReasons, runSteps, seconds, siteOf } from "./run-steps.ts";
import { placeText, runText, titleOf } from "./run-text.ts";
import { endText } from "./run-verdict.ts";
import { counted } from "../../std/words.ts";

interface BuildProblem extends PlacedStep {
  readonly severity: "error" | "warning";
}

export interface Built {
  readonly base: Base;
  readonly success: boolean;
  readonly timedOut: boolean;
  readonly problems: readonly BuildProblem[];
  readonly notes: readonly string[];
  readonly ran: readonly Ran[];
}

export interface BuiltJson extends RawJson {
  readonly success: boolean;
  readonly errors: readonly (PlaceJson & { readonly message: string; readonly severity: string })[];
  readonly errors_left_out?: number;
  readonly command: string;
  readonly notes?: readonly string[];
  readonly duration_ms: number;
  readonly timed_out: boolean;
}

export const runBuild = defineRun<"run_build", typeof runInput, Built, BuiltJson>({
  name: "run_build",
  title: "Run Build",
  summary: "Build a project with its own tools and list their errors.",
  guidance: "Executes code of the repository: for trusted roots only. get_diagnostics is quicker.",
  exposure: "full",
  cli: { command: "build", positional: "directory" },
  needs: [],
  input: runInput,
  limitMs: runLimitMs,
  async run({ view, patience: whole }, input): Promise<Answer<Built>> {
    const { site, toolchain, patience } = await siteOf(view, input, whole);
    const { steps, notes, reasons } = await toolchain.build(site);
    const ran = await runSteps(site, steps, patience);
    const success = ran.length === steps.length && ran.every(({ run }) => run.code === 0);
    const [first] = steps;
    if (first === undefined) return nothingPlanned();
    const problems = await placedSteps(
      site,
      first.spec.cwd,
      ran.flatMap((one) => one.problems),
    );
    const timedOut = ran.some(({ run }) => run.timedOut);
    const value = { base: site.bench.snapshot.base, success, timedOut, problems, notes, ran };
    return { value, standing: standingOf([...reasons, ...ran.flatMap(runReasons), ...unread(value)]) };
  },
  succeeded: ({ success }) => success === true,
  isEmpty: () => false,
  toText: builtText,
  toJson({ success, timedOut, problems, notes, ran }) {
    const { kept, leftOut } = boundedList(
      problems.map(({ severity, message, ...place }) => {
        return { ...placeJson({ ...place, message }), message: boundedMessage(message), severity };
      }),
    );
    return {
      success,
      errors: kept,
      ...(leftOut > 0 ? { errors_left_out: leftOut } : {}),
      ...rawJson(printedBy(ran)),
      command: ran.map(({ command }) => command).join(" ; "),
      ...(notes.length === 0 ? {} : { notes }),
      duration_ms: msOf(ran),
      timed_out: timedOut,
    };
  },
  hints: ({ success }) =>
    success
      ? [{ operation: "run_tests", why: "whether what was built also works" }]
      : [
          { operation: "suggest_fixes", why: "what a server would do about an error" },
          { operation: "get_diagnostics", why: "what the servers say of a file" },
        ],
  examples: [{ title: "The compiler's word on the project at the root", input: {} }],
});

// — below: private, in the order they are used —

function nothingPlanned(): never {
  return refuse({ code: "bad_input", what: "There is nothing to build.", next: "Name another workspace_dir." });
}

function errorsIn({ problems }: Pick<Built, "problems">): readonly BuildProblem[] {
  return problems.filter(({ severity }) => severity === "error");
}

/** A build that failed without an error that could be read: the list is empty, and yet there is something. */
function unread(built: Built): Reason[] {
  if (built.success || built.timedOut || errorsIn(built).length > 0) return [];
  const [failed] = built.ran.filter(({ run }) => run.code !== 0);
  if (failed === undefined) return [];
  return [{ code: "unreadable_items", detail: `no error could be parsed from the output of ${failed.label} printed` }];
}

function builtText(built: Built, budget: Budget): string {
  const { base, success, timedOut, problems, notes, ran } = built;
  const errors = errorsIn(built);
  const warnings = problems.length - errors.length;
  const counted = [count(errors.length, "error"), ...(warnings > 0 ? [count(warnings, "warning")] : [])].join(", ");
  const [failed] = ran.filter(({ run }) => run.code !== 0);
  const verdict = success
    ? `built: ${counted}`
    : timedOut
      ? `TIMED OUT: ${counted} so far`
      : errors.length > 0 || failed === undefined
        ? `BUILD FAILED: ${counted}`
        : `BUILD FAILED: ${endText(failed.run)}, and no error could be parsed`;
  return runText(
    {
      head: `${verdict} in ${seconds(msOf(ran))} (${inertLine(ran.map(({ label }) => label).join(", then "), 200)})`,
      shortHead: verdict,
      notes,
      items: [...errors, ...problems.filter(({ severity }) => severity === "warning")].map((problem) => {
        const [first = "", ...more] = problem.message.split("\n");
        return { title: titleOf(placeText(base, problem), `${problem.severity} ${first}`), message: more.join("\n") };
      }),
      printed: success || (errors.length > 0 && !timedOut) ? undefined : printedBy(ran),
    },
    budget,
  );
}

function count(number: number, word: string): string {
  return number === 0 ? `no ${word}s` : counted(number, word);
}

function printedBy(ran: readonly Ran[]): string {
  return ran
    .map(({ printed }) => printed.trim())
    .filter((text) => text !== "")
    .join("\n");
}

function msOf(ran: readonly Ran[]): number {
  return ran.reduce((all, { run }) => all + run.ms, 0);
}
