// JavaScript and TypeScript: scripts of the package where it has them, the compiler alone where it has none.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { at, parsedJson } from "../../std/json.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import { hoistedAt, installedScript, nodeRun, packageOf, scriptRun } from "./node-package.ts";
import { nodeTestPlan } from "./node-tests.ts";
import { isOnDisk, nearestFile } from "../program.ts";
import type { BuildPlan, Site, Step, Toolchain } from "../toolchain.ts";

/** In order of how much they prove. */
const buildScripts = ["build", "typecheck", "type-check", "check-types", "tsc"];

export const nodeToolchain: Toolchain = {
  languages: ["typescript", "javascript"],
  alsoBuilds: ["typescriptreact", "javascriptreact"],
  programs: ["node", "npm"],
  extensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
  markers: ["package.json", "tsconfig.json"],
  build,
  test: nodeTestPlan,
};

async function build(site: Site): Promise<BuildPlan> {
  const found = await packageOf(site);
  const script = buildScripts.find((name) => found?.scripts[name] !== undefined);
  // A project of its own below a package is checked by itself: the scripts are about the package.
  if (found !== undefined && script !== undefined && found.directory === site.directory) {
    const { label, spec, notes } = await scriptRun(site, found, script, []);
    return { steps: [{ label, spec, problems: printedProblems }], notes, reasons: [] };
  }
  const config = joinPath(site.directory, "tsconfig.json");
  if (!(await isOnDisk(site.bench, config))) nothingToBuild(site.directory);
  const { compiler, notes } = await compilerOf(site);
  // A solution names projects instead of files, and is checked by checking each of them.
  const isSolution = /"references"\s*:/.test((await site.bench.read(config)) ?? "");
  const args = isSolution ? ["--build", "--noEmit"] : ["--noEmit", "-p", "."];
  const kept = isSolution ? [] : await keptElsewhere(site, compiler);
  const spec = nodeRun(site, [compiler, ...args, ...kept, "--pretty", "false"], site.directory);
  return {
    steps: [{ label: `tsc ${args.join(" ")}`, spec, problems: printedProblems }],
    notes: isSolution ? [...notes, "tsc stores its build information next to the projects"] : notes,
    reasons: [],
  };
}

// — below: private, in the order they are used —

const printedProblems: Step["problems"] = ({ output, errors }) => compilerProblems(`${output}\n${errors}`);

async function compilerOf(site: Site): Promise<{ readonly compiler: FilePath; readonly notes: readonly string[] }> {
  const own = await installedScript(site, "typescript", "tsc");
  if (own !== undefined) return { compiler: own, notes: [] };
  const embedded = site.bench.host.resolvePackageFile("typescript", "bin/tsc");
  const packages = (await nearestFile(site, ["node_modules"])) ?? (await hoistedAt(site, "typescript"));
  const lacks = packages === undefined ? " (no packages at all)" : "";
  if (embedded !== undefined) {
    return {
      compiler: embedded,
      notes: [`no TypeScript is installed here${lacks}: checked with the one that ships with Sightline`],
    };
  }
  return refuse({
    code: "server_not_found",
    what: "There is no TypeScript compiler.",
    why: "It is neither among the packages of the project nor installed with Sightline.",
    next: "Install the packages of the project, e.g. npm install.",
  });
}

/** Puts the compiler's build information outside of the project. Compilers before 4.0 write none without emitting. */
async function keptElsewhere({ bench, directory }: Site, compiler: FilePath): Promise<string[]> {
  const version = at(parsedJson(await bench.read(joinPath(compiler, "../../package.json"))), ["version"]);
  if (typeof version !== "string" || Number.parseInt(version, 10) < 4) return [];
  return ["--incremental", "--tsBuildInfoFile", joinPath(bench.buildDirectory(directory), "tsconfig.tsbuildinfo")];
}

function nothingToBuild(directory: string): never {
  return refuse({
    code: "bad_input",
    what: `There is nothing to build in ${directory}.`,
    why: `Its package has none of the scripts ${buildScripts.join(", ")}, and there is no tsconfig.json.`,
    next: "Name another directory with workspace_dir, or ask run_tests or get_diagnostics.",
  });
}
