// Finds a script of our own that is to run in another process.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `name` is relative to the source root, e.g. `host/process/guard-main`. */
export function ownScript(name: string, language: "js" | "pl" = "js"): string {
  const here = fileURLToPath(new URL("..", import.meta.url));
  const beside = `${here}${name}.${language}`;
  if (existsSync(beside)) return beside;
  // Running from source under a test runner: child processes run the built file.
  return `${here.replace(/src[\\/]$/, "dist/")}${name}.${language}`;
}
