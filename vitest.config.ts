// How the tests run: in forked processes, two at a time, with a report that ends in `N passed, N failed`.

import { defineConfig } from "vitest/config";

import { RunReport } from "./tools/reporter.ts";

const real = "test/real/**/*.test.ts";

export default defineConfig({
  test: {
    globalSetup: "tools/global-setup.mjs",
    reporters: ["minimal", new RunReport()],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "quick",
          setupFiles: "test/support/seeds.ts",
          pool: "forks",
          environment: "node",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [real, "**/node_modules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A cold server indexes for a while before it can answer.
        test: {
          name: "real",
          pool: "forks",
          environment: "node",
          include: [real],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
