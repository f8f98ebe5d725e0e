// Which build of our own code runs: a build in place gives another.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { ourVersion } from "../model/own-version.ts";
import { isRecord } from "../std/json.ts";
import { ownScript } from "./own-script.ts";

/** A short name for a value, the same in every process. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

let known: string | undefined;

/** Found out once, when a process starts: what is built later is another build. */
export function ownBuild(): string {
  known ??= buildNow();
  return known;
}

/** Undefined where this code runs without the executable beside it, as it does in the bundle of another program: no build can be told from another. */
export function tellableBuild(): string | undefined {
  return known === undefined && !existsSync(ownScript("cli/bin")) ? undefined : ownBuild();
}

/** Parts of the executable have their content in their name, but for the one that names the others. */
function buildNow(): string {
  const entry = ownScript("cli/bin");
  const { size, mtimeMs } = statSync(entry);
  return hashOf([readdirSync(dirname(entry)).sort(), size, mtimeMs]);
}

// Paths to the package hold in the bundle as well, because this file lies one folder below the top as the bundle does.

/** The version of what was packed; a build in a checkout can be of any commit, and is called `dev`. */
export function builtVersion(): string {
  return existsSync(new URL("../../tsconfig.build.json", import.meta.url)) ? "dev" : ourVersion;
}

/** The repository whose release this is; a release is stamped with it, and a build in a checkout knows none. */
export function ownRepository(): string | undefined {
  const manifest: unknown = createRequire(import.meta.url)("../../package.json");
  const repository = isRecord(manifest) ? manifest["repository"] : undefined;
  const url = isRecord(repository) ? repository["url"] : undefined;
  return typeof url === "string" ? /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(url)?.[1] : undefined;
}
