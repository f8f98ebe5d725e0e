// npm beside this Node, or the one that started the tests.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

export function npm(...args: readonly string[]): string {
  const beside = join(process.execPath, "../../lib/node_modules/npm/bin/npm-cli.js");
  const script = process.env["npm_execpath"] ?? (existsSync(beside) ? beside : undefined);
  return script === undefined
    ? execFileSync("npm", args, { encoding: "utf8" })
    : execFileSync(process.execPath, [script, ...args], { encoding: "utf8" });
}
