// The static checks: types, purity of the low layers, format and lint, cycles and floating promises, dead code.
//
// Each check prints only when it fails.

import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entryOf, root, tsc } from "./build.mjs";

const checks = [
  { name: "types", args: [tsc, "-p", "tsconfig.json"] },
  { name: "declarations", args: [tsc, "-p", "tsconfig.build.json", "--noEmit"] },
  { name: "purity", args: [tsc, "-p", "tsconfig.pure.json"] },
  {
    name: "biome",
    args: [entryOf("@biomejs/biome", "bin/biome"), "ci", "--colors=off", "--diagnostic-level=error", "."],
  },
  { name: "oxlint", args: [entryOf("oxlint", "bin/oxlint"), "--type-aware", "--deny-warnings", "."] },
  { name: "knip", args: [entryOf("knip", "bin/knip.js"), "--no-progress", "--treat-config-hints-as-errors"] },
];

/** Runs every check, two at a time; returns how many passed and failed. */
export async function runChecks() {
  const count = { passed: 0, failed: 0 };
  const waiting = [...checks];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { ok, output } = await run(check.args);
      count[ok ? "passed" : "failed"] += 1;
      if (!ok) process.stdout.write(`check failed: ${check.name}\n${output.trimEnd()}\n\n`);
    }
  };
  await Promise.all([worker(), worker()]);
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
