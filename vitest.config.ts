// How the tests run: in forked processes that keep what they have loaded, with a report that ends in `N passed, N failed`.
//
// Invariant: nothing that is shared between the files of a project is changed by a test: no module, no variable of the
// environment, no working directory. What is loaded is loaded once for each worker, and not once for each file.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

import { builtInstead } from "./tools/built-instead.ts";
import { LongestFirst } from "./tools/order.ts";
import { ProgressReport } from "./tools/progress.ts";
import { RunReport } from "./tools/reporter.ts";

const doors = ["test/doors/**/*.test.ts", "test/faults/**/*.test.ts"];
const real = "test/real/**/*.test.ts";

const { plugins, external } = builtInstead();
const shared = { pool: "forks", isolate: false, environment: "node", server: { deps: { external } } } as const;
/** These tests compute. */
const computing = { ...shared, maxWorkers: Math.max(2, availableParallelism()), sequence: { groupOrder: 0 } };
/**
 * These tests wait for processes that they start: twice as many as processors keep those busy. More of them only wait for
 * each other, and servers that get no processor in time make answers partial.
 */
const waiting = { ...shared, maxWorkers: Math.max(4, 2 * availableParallelism()), sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    globalSetup: "tools/global-setup.mjs",
    reporters: ["minimal", new ProgressReport(), new RunReport()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
        // The tiers pure, toy, house and differential.
        test: {
          ...computing,
          name: "quick",
          setupFiles: "test/support/seeds.ts",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...doors, real, "**/node_modules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins,
        // A cold server indexes for a while before it can answer.
        test: {
          ...waiting,
          name: "real",
          setupFiles: "test/real/setup.ts",
          include: [real],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins,
        // The tiers faults and doors.
        test: {
          ...waiting,
          name: "doors",
          setupFiles: "test/support/seeds.ts",
          include: doors,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
