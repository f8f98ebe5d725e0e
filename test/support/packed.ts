// The product as npm packs it, once for all tests of a run: packing takes longer than what is looked at.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** What npm says of the package. */
export function packed(): Packed {
  return JSON.parse(readFileSync(join(packedFolder(), "packed.json"), "utf8")) as Packed;
}

/** The file that npm would publish. */
export function archive(): string {
  return join(packedFolder(), packed().filename);
}

/** Unpacks it as an installation would, without its dependencies. */
export function unpackInto(directory: string): void {
  mkdirSync(directory, { recursive: true });
  execFileSync("tar", ["-xzf", archive(), "-C", directory, "--strip-components=1"]);
}

/** Runs npm in a directory: the one beside this Node, or the one that started the tests. */
export function npmIn(cwd: string, ...args: readonly string[]): string {
  const beside = join(process.execPath, "../../lib/node_modules/npm/bin/npm-cli.js");
  const script = process.env["npm_execpath"] ?? (existsSync(beside) ? beside : undefined);
  return script === undefined
    ? execFileSync("npm", args, { cwd, encoding: "utf8" })
    : execFileSync(process.execPath, [script, ...args], { cwd, encoding: "utf8" });
}

// — below: private, in the order they are used —

/** Several tests may pack at the same time: the first that is done serves the others. */
function packedFolder(): string {
  const run = process.env["SIGHTLINE_TEST_RUN"] ?? tmpdir();
  const folder = join(run, "packed");
  if (existsSync(folder)) return folder;
  const made = mkdtempSync(join(run, "packing-"));
  // Scripts stay off: `dist/` is there.
  const options = ["--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", made];
  const [told] = JSON.parse(npmIn(process.cwd(), "pack", ...options)) as readonly unknown[];
  writeFileSync(join(made, "packed.json"), JSON.stringify(told));
  try {
    renameSync(made, folder);
  } catch {
    // Another test was faster.
    rmSync(made, { recursive: true });
  }
  return folder;
}
