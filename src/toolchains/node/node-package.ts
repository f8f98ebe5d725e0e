// A package of JavaScript or TypeScript: its scripts, its package manager, and the tools that are installed for it.

import { parsePackage } from "../../languages/script/package-json.ts";
import { at } from "../../std/json.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, filePath, joinPath, parentOf } from "../../model/file-path.ts";
import type { ProgramSpec } from "../../workspace/runs/workbench-program.ts";
import type { Workbench } from "../../workspace/runs/workbench.ts";
import { isOnDisk, mustFind, nearestFile, quietEnvironment, upwards } from "../program.ts";
import type { Site } from "../toolchain.ts";

export interface NodePackage {
  readonly directory: FilePath;
  readonly scripts: Readonly<Record<string, string>>;
  /** Whether the package names it among what it depends on. */
  dependsOn(name: string): boolean;
  readonly declaredManager: string | undefined;
}

/** The nearest package at or above the project's directory. */
export async function packageOf(site: Site): Promise<NodePackage | undefined> {
  const path = await nearestFile(site, ["package.json"]);
  if (path === undefined) return undefined;
  const manifest = parsePackage(await site.bench.read(path));
  const depended = new Set(manifest.dependencies("dependencies", "devDependencies").map(([name]) => name));
  return {
    directory: parentOf(path) ?? path,
    scripts: manifest.scripts,
    dependsOn: (name) => depended.has(name),
    declaredManager: manifest.text("packageManager")?.split("@", 1)[0],
  };
}

const lockFiles: Readonly<Record<string, string>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
};

export interface ScriptRun {
  readonly label: string;
  readonly spec: ProgramSpec;
  readonly notes: readonly string[];
}

/** Runs a script of the package as its package manager does, which hands it to a shell: that is the package's own doing. */
export async function scriptRun(
  site: Site,
  { directory, declaredManager }: NodePackage,
  script: string,
  extra: readonly string[],
  env: ProgramSpec["env"] = quietEnvironment,
): Promise<ScriptRun> {
  const lock = await nearestFile({ ...site, directory }, Object.keys(lockFiles));
  const wanted = declaredManager ?? lockFiles[lock?.slice(lock.lastIndexOf("/") + 1) ?? ""] ?? "npm";
  const own = wanted === "npm" ? undefined : await site.bench.find(wanted);
  const manager = own === undefined ? "npm" : wanted;
  const command = own ?? (await mustFind(site.bench, ["npm"], "Install Node.js with npm: https://nodejs.org/"));
  // Of all of them only npm keeps options for itself unless they stand behind two dashes.
  const args = ["run", script, ...(extra.length > 0 && manager === "npm" ? ["--"] : []), ...extra];
  return {
    label: `${manager} run ${script}`,
    spec: { ...(await withoutShim(site.bench, command, args)), cwd: directory, env },
    notes: manager === wanted ? [] : [`${wanted} is not installed, so npm ran the script`],
  };
}

/** A script of an installed package by the name of its program, to be run by Node itself. */
export async function installedScript(site: Site, packageName: string, program: string): Promise<FilePath | undefined> {
  for (const directory of upwards(site)) {
    const home = joinPath(directory, "node_modules", packageName);
    const bin = parsePackage(await site.bench.read(joinPath(home, "package.json"))).get("bin");
    const script = typeof bin === "string" ? bin : at(bin, [program]);
    if (typeof script === "string") return joinPath(home, script);
  }
  return undefined;
}

/** Where a monorepo around the root keeps the package; it is not run from there, because trust ends at the root. */
export async function hoistedAt({ bench }: Site, packageName: string): Promise<FilePath | undefined> {
  for (const directory of ancestors(bench.snapshot.root)) {
    if (await isOnDisk(bench, joinPath(directory, "node_modules", packageName))) return directory;
  }
  return undefined;
}

/** Runs a script by Node itself. */
export function nodeRun({ bench }: Site, args: readonly string[], cwd: FilePath): ProgramSpec {
  return { command: filePath(bench.host.nodePath), args, cwd, env: quietEnvironment };
}

// — below: private, in the order they are used —

/** On Windows a package manager is a batch file, which only a shell could run: what it would run is run instead. */
async function withoutShim(
  bench: Workbench,
  command: FilePath,
  args: readonly string[],
): Promise<Pick<ProgramSpec, "command" | "args">> {
  const [, directory, name] = /^(.*)\/(\w+)\.(?:cmd|bat)$/i.exec(command) ?? [];
  if (directory === undefined || name === undefined) return { command, args };
  const script = joinPath(filePath(directory), "node_modules", name, "bin", `${name}-cli.js`);
  return (await isOnDisk(bench, script))
    ? { command: filePath(bench.host.nodePath), args: [script, ...args] }
    : { command, args };
}
