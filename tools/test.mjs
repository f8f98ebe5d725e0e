// The test command: static checks, then all tests, then proof that no process of the run is left behind.
//
// With `--quick` it leaves out the static checks and the tests that start servers. All else goes to the test runner.
// Invariant: the last line is `N passed, N failed`, and the exit code is 0 only when nothing failed.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entryOf, root } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { leftovers } from "./leftovers.mjs";

/** How long a process that is already ending may take to be gone. */
const graceMs = 3_000;

const args = process.argv.slice(2);
const isQuick = args.includes("--quick");
const rest = args.filter((arg) => arg !== "--quick");

const folder = mkdtempSync(join(tmpdir(), "sightline-run-"));
const total = isQuick ? { passed: 0, failed: 0 } : await runChecks();
try {
  add(await runTests(isQuick ? ["--project", "quick", ...rest] : rest));
  add(await findLeftovers());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

function add(count) {
  total.passed += count.passed;
  total.failed += count.failed;
}

async function runTests(options) {
  const totals = join(folder, "totals.json");
  const env = { ...process.env, SIGHTLINE_TEST_RUN: folder, SIGHTLINE_TOTALS: totals };
  const vitest = spawn(process.execPath, [entryOf("vitest", "vitest.mjs"), "run", ...options], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => vitest.kill(signal));
  const code = await new Promise((resolve) => vitest.on("close", resolve));
  if (!existsSync(totals)) {
    process.stdout.write(`the tests did not finish (exit code ${code})\n`);
    return { passed: 0, failed: 1 };
  }
  const count = JSON.parse(readFileSync(totals, "utf8"));
  if (code === 0 || count.failed > 0) return count;
  process.stdout.write(`the test runner ended with exit code ${code} although no test failed\n`);
  return { passed: count.passed, failed: 1 };
}

async function findLeftovers() {
  const left = await leftovers(folder, graceMs);
  if (left === undefined) return { passed: 0, failed: 0 };
  if (left.length === 0) return { passed: 1, failed: 0 };
  const lines = left.map(({ pid, command }) => `  ${pid} ${command}\n`);
  process.stdout.write(`left behind by the tests:\n${lines.join("")}`);
  for (const { pid } of left) end(pid);
  return { passed: 0, failed: 1 };
}

function end(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
