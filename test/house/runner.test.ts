import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

import { leftovers } from "../../tools/leftovers.mjs";
import { inOrder, readDurations, writeDurations } from "../../tools/order.ts";
import { progressLine } from "../../tools/progress.ts";
import { inSeconds, slowestLines } from "../../tools/slowest.ts";
import { projectOf, tierOf } from "../../tools/tiers.ts";
import { plainSearchPath } from "../../tools/test-environment.mjs";
import { readTree } from "../../tools/tree.ts";
import { project } from "../support/project.ts";

test("a process that outlives its run is found, and no longer once it has ended", async () => {
  const run = `/nowhere/run-${process.pid}`;
  // It says something when it is up, and lives until its input ends.
  const program = "process.stdout.write('up'); process.stdin.resume()";
  const child = spawn(process.execPath, ["-e", program], { env: { SIGHTLINE_TEST_RUN: run } });
  try {
    await once(child.stdout, "data");
    const found = await leftovers(run, 0);
    expect(found?.map(({ pid }) => pid)).toEqual(existsSync("/proc/self/environ") ? [child.pid] : undefined);
  } finally {
    child.stdin.end();
    await once(child, "close");
  }
  expect((await leftovers(run, 0)) ?? []).toEqual([]);
});

test("the search path of the tests names each directory once, and the interpreter before the script that leads to it", () => {
  using made = project("-- real/python3 --\n-- shims/other --\n");
  const at = (path: string): string => join(made.root, path);
  symlinkSync(at("shims"), at("again"));
  writeFileSync(at("shims/python3"), `#!/bin/sh\necho ${at("real/python3")}\n`, { mode: 0o755 });
  const given = [at("shims"), at("nowhere"), at("again"), "", at("real")].join(delimiter);
  expect(plainSearchPath(given).split(delimiter)).toEqual([at("real"), at("shims"), at("real")]);
});

test.each([
  ["src/model/place.test.ts", "pure"],
  ["src/session/process/lifecycle.test.ts", "toy"],
  ["test/cases/references.test.ts", "toy"],
  ["test/faults/framing.test.ts", "faults"],
  ["test/doors/mcp.test.ts", "doors"],
  ["test/real/gopls.test.ts", "real"],
  ["test/house/tidy.test.ts", "house"],
  ["test/differential/readers.test.ts", "differential"],
])("%s belongs to the tier %s", (path, tier) => {
  expect(tierOf(path)).toBe(tier);
});

describe("the line of progress", () => {
  const nothing = { elapsedMs: 0, files: { finished: 0, all: 3 }, tests: { passed: 0, failed: 0 }, running: [] };

  test.each([
    ["before the first file", nothing, "0.0 s: 0 of 3 files; 0 tests passed"],
    [
      "while one file runs",
      { ...nothing, elapsedMs: 61_400, running: [{ path: "test/a.test.ts", elapsedMs: 2_340 }] },
      "61 s: 0 of 3 files; 0 tests passed; running test/a.test.ts 2.3 s",
    ],
    [
      "after a failure",
      { ...nothing, elapsedMs: 9_000, files: { finished: 2, all: 3 }, tests: { passed: 11, failed: 1 } },
      "9.0 s: 2 of 3 files; 11 tests passed, 1 FAILED",
    ],
    [
      "with many files under way, the longest are named",
      { ...nothing, running: [1, 4, 2, 5, 3].map((step) => ({ path: `${step}.test.ts`, elapsedMs: step * 1000 })) },
      "0.0 s: 0 of 3 files; 0 tests passed; running 5.test.ts 5.0 s, 4.test.ts 4.0 s, 3.test.ts 3.0 s and 2 more",
    ],
  ])("%s", (_when, progress, expected) => {
    expect(progressLine(progress)).toBe(expected);
  });
});

describe("the slowest files", () => {
  const file = (path: string, ms: number, ...tests: [string, number][]) => {
    return { path, ms, tests: tests.map(([title, took]) => ({ title, ms: took })) };
  };

  test("are listed longest first, each with its longest test", () => {
    const files = [
      file("a.test.ts", 1_200, ["one", 300], ["two", 900]),
      file("b.test.ts", 40, ["three", 30]),
      file("c.test.ts", 25_400, ["x".repeat(90), 25_000]),
      file("d.test.ts", 2_000),
    ];
    expect(slowestLines(files, 3)).toEqual([
      "slowest 3 of 4 files:",
      `     25 s  c.test.ts (1 tests; 25 s: ${"x".repeat(69)}…)`,
      "    2.0 s  d.test.ts",
      "    1.2 s  a.test.ts (2 tests; 0.9 s: two)",
    ]);
  });

  test("are not listed when only one ran", () => {
    expect(slowestLines([file("a.test.ts", 1_200)], 20)).toEqual([]);
  });

  test("have a time with one digit after the point below ten seconds", () => {
    expect([0, 949, 9_949, 10_400, 75_000].map(inSeconds)).toEqual(["0.0 s", "0.9 s", "9.9 s", "10 s", "75 s"]);
  });
});

describe("the order of the files", () => {
  test("is the longest first, without mixing projects", () => {
    const items = [
      { name: "a", group: "quick", seconds: 0 },
      { name: "b", group: "real", seconds: 90 },
      { name: "c", group: "quick", seconds: 7 },
      { name: "d", group: "real", seconds: 0 },
      { name: "e", group: "quick", seconds: 0 },
      { name: "f", group: "real", seconds: 120 },
    ];
    expect(inOrder(items, (item) => item).map(({ name }) => name)).toEqual(["c", "a", "e", "f", "b", "d"]);
  });

  test("is remembered: what was measured counts more than what is listed, and only long files are kept", () => {
    using tree = project("-- test/durations.json --\n{}\n");
    const { root } = tree;
    tree.write("test/durations.json", JSON.stringify({ "test/a.test.ts": 9, "test/b.test.ts": 8 }));
    for (const name of ["a", "b", "c", "d"]) tree.write(`test/${name}.test.ts`, "");
    writeDurations(root, { "test/a.test.ts": 3, "test/c.test.ts": 1, "test/d.test.ts": 5, "test/gone.test.ts": 5 });
    expect(readDurations(root)).toEqual({ "test/a.test.ts": 3, "test/b.test.ts": 8, "test/d.test.ts": 5 });
    // A run of some files forgets nothing about the others.
    writeDurations(root, { "test/c.test.ts": 4 });
    expect(readDurations(root)).toMatchObject({ "test/a.test.ts": 3, "test/c.test.ts": 4, "test/d.test.ts": 5 });
  });

  test("lists only files that there are", () => {
    const listed = Object.keys(JSON.parse(readFileSync("test/durations.json", "utf8")) as object);
    expect(listed.filter((path) => !existsSync(path))).toEqual([]);
  });
});

test("every test file is run, and the quick ones are those that start no server", async () => {
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  const listed = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { file: string; projectName: string }[];
  const projects = Object.fromEntries(listed.map(({ file, projectName }) => [relative("", file), projectName]));
  const expected = readTree(process.cwd())
    .filter(({ path }) => /^(?:src|test)\/.*\.test\.ts$/.test(path))
    .map(({ path }) => [path, projectOf[tierOf(path)]]);
  expect(projects).toEqual(Object.fromEntries(expected));
});
