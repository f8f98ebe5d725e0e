// Running what a toolchain planned: one program after another, all of them within one time.

import type { Patience } from "../../std/patience.ts";
import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { parseFilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import type { RunView } from "../../workspace/view.ts";
import type { ProgramRun } from "../../workspace/runs/workbench-program.ts";
import { plainText } from "../../toolchains/reports/compiler-lines.ts";
import { placeFinder } from "../../toolchains/places.ts";
import { commandText } from "../../toolchains/program.ts";
import { recognise, toolchainLanguages } from "../../toolchains/table.ts";
import type { Problem, Site, Spot, Step, Toolchain } from "../../toolchains/toolchain.ts";

export const runInput = {
  workspace_dir: z.string().min(1).optional().describe("The project; the main root without it."),
  path: z.string().min(1).optional().describe("File or directory to narrow to."),
  language: z.enum(toolchainLanguages as [string, ...string[]]).optional(),
  timeout_ms: z.int().min(1_000).max(3_600_000).default(300_000),
};

export interface RunInput {
  readonly workspace_dir?: string | undefined;
  readonly path?: string | undefined;
  readonly language?: string | undefined;
  readonly timeout_ms: number;
}

/** Killing a tree of processes and reading what it left takes its time, too. */
const closingMs = 10_000;

export function runLimitMs({ timeout_ms }: RunInput): number {
  return timeout_ms + closingMs;
}

/** What was asked for, as a place with a toolchain, and the time that its programs have. */
export async function siteOf(
  view: RunView,
  input: RunInput,
  patience: Patience,
): Promise<{ readonly site: Site; readonly toolchain: Toolchain; readonly patience: Patience }> {
  const raw = await placeAsked(view, input);
  const bench = await view.workbench(raw);
  const { file } = await view.locate(raw ?? view.root);
  const isFile = (await bench.host.files.stat(file))?.kind === "file";
  const scope = input.path === undefined ? undefined : { path: file, isFile };
  const { toolchain, directory } = await recognise(bench, scope, input.language);
  // With less time than closing a run needs, half of it is for the run.
  const left = patience.deadline.remaining();
  const ms = Math.min(input.timeout_ms, Math.max(left / 2, left - closingMs / 2));
  const within: Patience = { ...patience, deadline: patience.deadline.within(ms) };
  const succeeds: Site["succeeds"] = async (spec) => (await bench.run(spec, within)).code === 0;
  return { site: { bench, directory, scope, succeeds }, toolchain, patience: within };
}

export interface Ran {
  readonly label: string;
  readonly cwd: FilePath;
  readonly command: string;
  readonly run: ProgramRun;
  readonly problems: readonly Problem[];
  readonly printed: string;
}

/** In order, up to the first that fails, unless the others make sense without it. */
export async function runSteps({ bench }: Site, steps: readonly Step[], patience: Patience): Promise<Ran[]> {
  const done: Ran[] = [];
  for (const step of steps) {
    const run = await bench.run(step.spec, patience);
    const printed = step.printed?.(run) ?? printedOf(run);
    const { label, spec } = step;
    done.push({ label, cwd: spec.cwd, command: commandText(spec), run, problems: step.problems(run), printed });
    if (run.timedOut || (run.code !== 0 && step.isOneOfSeveral !== true)) break;
  }
  return done;
}

export function printedOf({ output, errors }: ProgramRun): string {
  return [output, errors]
    .map((text) => plainText(text).trimEnd())
    .filter((text) => text !== "")
    .join("\n");
}

/** Why the result of a run is incomplete. */
export function runReasons({ label, run }: Pick<Ran, "label" | "run">): Reason[] {
  return [
    ...(run.timedOut ? [{ code: "timed_out", detail: `${label} was ended after ${seconds(run.ms)}` } as const] : []),
    ...(run.cut
      ? [{ code: "capped", detail: `${label} printed too much; the middle of its output is lost` } as const]
      : []),
  ];
}

export function seconds(ms: number): string {
  return ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Something with its place in a file that is there, or the place as it was named in front of its words. */
export interface PlacedStep {
  readonly file: FilePath | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly message: string;
}

export async function placedSteps<T extends { readonly spot: Spot | undefined; readonly message: string }>(
  site: Site,
  cwd: FilePath,
  all: readonly T[],
): Promise<(Omit<T, "spot"> & PlacedStep)[]> {
  const find = placeFinder(site, cwd);
  // A file that is compiled twice, for a test and for itself, is reported twice.
  const unique = new Map(all.map((one) => [JSON.stringify(one), one]));
  return Promise.all(
    [...unique.values()].map(async ({ spot, ...one }) => {
      const place = await find(spot);
      if (place !== undefined || spot === undefined) {
        return { ...one, file: place?.file, line: place?.line, column: place?.column };
      }
      const named = [spot.file, spot.line].filter((part) => part !== undefined).join(":");
      return { ...one, message: `${named}: ${one.message}`, file: undefined, line: undefined, column: undefined };
    }),
  );
}

// — below: private, in the order they are used —

/** A path is meant from the directory of the project where there is one, else from the root. */
async function placeAsked(view: RunView, { workspace_dir, path }: RunInput): Promise<string | undefined> {
  if (path === undefined || workspace_dir === undefined) return path ?? workspace_dir;
  const inside = parseFilePath(path) ?? `${workspace_dir}/${path}`;
  try {
    await view.locate(inside);
    return inside;
  } catch (error) {
    // The path may be relative to the root; if it does not exist there either, the refusal names it as it was given.
    if (!(error instanceof Refusal) || error.code !== "file_not_found") throw error;
    return path;
  }
}
