// The static checks: types, purity of the low layers, format and lint, cycles and floating promises, dead code.
//
// Each check prints only when it fails; a run that takes long says what it waits for.

import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { entryOf, root, tsc } from "./build.mjs";

const checks = [
  { name: "types", args: [tsc, "-p", "tsconfig.json"] },
  // Nothing to do where what was built last is current.
  { name: "declarations", args: [join(root, "tools", "build.mjs")] },
  { name: "purity", args: [tsc, "-p", "tsconfig.pure.json"] },
  {
    name: "biome",
    args: [entryOf("@biomejs/biome", "bin/biome"), "ci", "--colors=off", "--diagnostic-level=error", "."],
  },
  { name: "oxlint", args: [entryOf("oxlint", "bin/oxlint"), "--type-aware", "--deny-warnings", "."] },
  { name: "knip", args: [entryOf("knip", "bin/knip.js"), "--no-progress", "--treat-config-hints-as-errors"] },
];

/** How often a run says which checks it waits for. */
const everyMs = 15_000;

/** Runs every check, two at a time; returns how many passed and failed. */
export async function runChecks() {
  const count = { passed: 0, failed: 0 };
  const waiting = [...checks];
  const running = new Set();
  const tell = () => process.stdout.write(`checking ${[...running].join(", ")}; ${waiting.length} more to come\n`);
  const timer = setInterval(tell, everyMs);
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      running.add(check.name);
      const { ok, output } = await run(check.args);
      running.delete(check.name);
      count[ok ? "passed" : "failed"] += 1;
      if (!ok) process.stdout.write(`check failed: ${check.name}\n${output.trimEnd()}\n\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  clearInterval(timer);
  return count;
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString("utf8") }));
  });
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
