// What a toolchain is to us: how its projects are recognised, what builds and tests them, and how that is read.
//
// Invariant: a toolchain plans and reads; it starts at most one program, to find out what is installed. Readers are
// pure functions of the output.

import type { FilePath } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import type { ProgramRun, ProgramSpec } from "../workspace/runs/workbench-program.ts";
import type { ReportFile, Workbench } from "../workspace/runs/workbench.ts";

/** A place as a tool names it; `from` are the directories that a relative name may start at, where they are known. */
export interface Spot {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly from?: readonly FilePath[] | undefined;
}

export interface Problem {
  readonly spot: Spot | undefined;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface FailedTest {
  readonly name: string;
  readonly spot: Spot | undefined;
  readonly message: string;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What was understood of a run of tests. */
export interface TestResults {
  /** Undefined when the output mentions no tests, not even that there are none. */
  readonly counts: Counts | undefined;
  readonly failures: readonly FailedTest[];
  /** Errors that prevented tests from being built. */
  readonly problems: readonly Problem[];
  /** What people would have been shown, where the tool printed something else for us. */
  readonly printed?: string | undefined;
  /** The tool itself says that there is nothing to run, however it ends. */
  readonly saysNone?: boolean | undefined;
  /** Why the figures do not prove a success: they contradict each other, or the end of the run. */
  readonly doubt?: string | undefined;
  /** Why the counts are not the whole result: tests that were to run and did not. */
  readonly reasons?: readonly Reason[];
}

/** One program on the way to something built. */
export interface Step {
  /** For people: `go build ./...`. */
  readonly label: string;
  readonly spec: ProgramSpec;
  problems(run: ProgramRun): readonly Problem[];
  /** What people would have been shown, where the tool printed something else for us. */
  printed?(run: ProgramRun): string;
  /** What comes after it makes sense also when it failed. */
  readonly isOneOfSeveral?: boolean;
}

interface Plan {
  /** Worth knowing for the caller: which of several ways was taken, and where things are. */
  readonly notes: readonly string[];
  /** Why even a successful run proves less than it should. */
  readonly reasons: readonly Reason[];
}

export interface BuildPlan extends Plan {
  readonly steps: readonly Step[];
}

export interface TestPlan extends Plan {
  /** What has to be built first. */
  readonly before: readonly Step[];
  readonly label: string;
  readonly spec: ProgramSpec;
  readonly report?: ReportFile | undefined;
  results(run: ProgramRun): Promise<TestResults> | TestResults;
}

/** Where something is to be built or tested. */
export interface Site {
  readonly bench: Workbench;
  /** That of the marker nearest to what was asked for. */
  readonly directory: FilePath;
  /** What to narrow to, where something was named. */
  readonly scope: { readonly path: FilePath; readonly isFile: boolean } | undefined;
  /** Whether a program ends well: asks what is installed, and takes no time worth speaking of. */
  succeeds(spec: ProgramSpec): Promise<boolean>;
}

export interface Toolchain {
  /** What callers may ask for it by; the first is its name. */
  readonly languages: readonly [string, ...string[]];
  /** Ids of further languages whose files it builds. */
  readonly alsoBuilds?: readonly string[];
  /** What builds, tests, documents and formats its projects, by the names that are searched for. */
  readonly programs: readonly string[];
  readonly extensions: readonly string[];
  /** Names of files that make a directory a project of it. */
  readonly markers: readonly string[];
  /** Those that stand beside the marker of every other toolchain, and then say nothing. */
  readonly weakMarkers?: readonly string[];
  /** Works in any directory that holds files of it. */
  readonly isMarkerless?: boolean;
  build(site: Site): Promise<BuildPlan>;
  test(site: Site, filter: string | undefined): Promise<TestPlan>;
}
