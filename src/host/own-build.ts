// Which build of our own code runs: a build in place gives another.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ownScript } from "./own-script.ts";

/** A short name for a value, the same in every process. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

let known: string | undefined;

/** Read once, when a process starts: what is built later is another build. */
export function ownBuild(): string {
  known ??= readFileSync(ownScript("cli/build"), "utf8");
  return known;
}
