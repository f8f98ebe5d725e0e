// Chooses the seed of every property before each test: the one given from outside, those kept from failures, or chance.
//
// `SIGHTLINE_SEED` gives one seed to all properties, and `SIGHTLINE_RUNS` a number of runs to those that name none.
// `test/seeds.json` keeps what once failed: such a test runs once more for each of its kept seeds.

import { relative, sep } from "node:path";
import fc from "fast-check";
import type { RunnerTask, RunnerTestCase } from "vitest";
import { beforeAll, beforeEach } from "vitest";

import { keptSeeds } from "../../tools/seeds.ts";

const given = wholeNumber("SIGHTLINE_SEED");
const runs = wholeNumber("SIGHTLINE_RUNS");
const kept = given === undefined ? keptSeeds(process.cwd()) : [];

/* oxlint-disable no-empty-pattern */
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the first parameter and takes nothing but a pattern.
beforeAll(({}, suite) => {
  for (const task of testsIn(suite.tasks)) {
    const seeds = seedsOf(task);
    if (seeds.length > 0) task.repeats = seeds.length;
  }
});

beforeEach(({ task }) => {
  const turn = task.result?.repeatCount ?? 0;
  const seed = turn === 0 ? given : seedsOf(task)[turn - 1];
  fc.configureGlobal({ ...(seed === undefined ? {} : { seed }), ...(runs === undefined ? {} : { numRuns: runs }) });
});

function testsIn(tasks: readonly RunnerTask[]): RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === "test" ? [task] : testsIn(task.tasks)));
}

function seedsOf(task: Readonly<RunnerTestCase>): number[] {
  const file = relative(process.cwd(), task.file.filepath).replaceAll(sep, "/");
  return kept.filter((one) => one.file === file && one.test === task.fullTestName).map(({ seed }) => seed);
}

function wholeNumber(variable: string): number | undefined {
  const text = process.env[variable];
  if (text === undefined || text === "") return undefined;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new TypeError(`${variable} is not a whole number: ${text}`);
  return value;
}
