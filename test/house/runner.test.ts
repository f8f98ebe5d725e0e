import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";

import { leftovers } from "../../tools/leftovers.mjs";
import { tierOf } from "../../tools/reporter.ts";

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

test.each([
  ["src/model/place.test.ts", "pure"],
  ["src/session/lifecycle.test.ts", "toy"],
  ["test/cases/references.test.ts", "toy"],
  ["test/faults/framing.test.ts", "faults"],
  ["test/doors/mcp.test.ts", "doors"],
  ["test/real/gopls.test.ts", "real"],
  ["test/house/tidy.test.ts", "house"],
])("%s belongs to the tier %s", (path, tier) => {
  expect(tierOf(path)).toBe(tier);
});
