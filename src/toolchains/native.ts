// C and C++: cmake with ctest, or make.

import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { compilerProblems } from "./reports/compiler-lines.ts";
import { junitResults } from "./reports/junit-results.ts";
import { isOnDisk, mustFind, quietEnvironment } from "./program.ts";
import { nativeSpot } from "./reports/stack-spot.ts";
import { summaryResults } from "./reports/summary-text.ts";
import type { Site, Step, TestPlan, Toolchain } from "./toolchain.ts";

const makefiles = ["Makefile", "makefile", "GNUmakefile"];

export const nativeToolchain: Toolchain = {
  languages: ["cpp", "c"],
  programs: ["cmake", "make"],
  extensions: [".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp"],
  markers: ["CMakeLists.txt"],
  weakMarkers: makefiles,
  async build(site) {
    if (await isOnDisk(site.bench, joinPath(site.directory, "CMakeLists.txt"))) {
      const { steps, notes } = await cmakeSteps(site);
      return { steps, notes: [...notes, ...unnarrowed(site, undefined)], reasons: [] };
    }
    return { steps: [await makeStep(site, [])], notes: unnarrowed(site, undefined), reasons: [] };
  },
  async test(site, filter) {
    return (await isOnDisk(site.bench, joinPath(site.directory, "CMakeLists.txt")))
      ? ctest(site, filter)
      : makeTest(site, filter);
  },
};

// — below: private, in the order they are used —

const printed: Step["problems"] = ({ output, errors }) => compilerProblems(`${output}\n${errors}`);

async function cmakeSteps(site: Site): Promise<{
  readonly steps: readonly Step[];
  readonly directory: FilePath;
  readonly notes: readonly string[];
}> {
  const command = await mustFind(site.bench, ["cmake"], "Install CMake: https://cmake.org/download/");
  const own = await existingBuild(site);
  const directory = own ?? site.bench.buildDirectory(site.directory);
  const run = (label: string, args: readonly string[]): Step => ({
    label,
    spec: { command, args, cwd: site.directory, env: quietEnvironment },
    problems: printed,
  });
  const configure = run("cmake", ["-S", site.directory, "-B", directory]);
  const build = run("cmake --build", ["--build", directory]);
  return {
    steps: own === undefined ? [configure, build] : [build],
    directory,
    notes: [`build directory: ${directory}`],
  };
}

const buildNames = ["build", "out", "cmake-build-debug", "cmake-build-release", "_build"];

/** A directory that was configured for this very source. */
async function existingBuild({ bench, directory }: Site): Promise<FilePath | undefined> {
  for (const name of buildNames) {
    const path = joinPath(directory, name);
    const cache = (await bench.read(joinPath(path, "CMakeCache.txt"))) ?? "";
    const [, source] = /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(cache) ?? [];
    if (source === directory) return path;
  }
  return undefined;
}

async function ctest(site: Site, filter: string | undefined): Promise<TestPlan> {
  const command = await mustFind(
    site.bench,
    ["ctest"],
    "Install CMake, which brings ctest: https://cmake.org/download/",
  );
  const { steps, directory, notes } = await cmakeSteps(site);
  const report = await site.bench.reportFile("xml");
  const narrowed = filter === undefined ? [] : ["-R", filter.replace(/^-/, "[-]")];
  const args = ["--test-dir", directory, "--output-on-failure", "--output-junit", report.path, ...narrowed];
  return {
    before: steps,
    label: ["ctest", ...narrowed].join(" "),
    spec: { command, args, cwd: site.directory, env: quietEnvironment },
    report,
    results: async () => junitResults([await report.read()], ({ output }) => nativeSpot(output), []),
    notes: [...notes, ...unnarrowed(site, filter)],
    reasons: [],
  };
}

async function makeStep(site: Site, targets: readonly string[]): Promise<Step> {
  const command = await mustFind(site.bench, ["make", "gmake"], "Install make with your system's packages.");
  return {
    label: ["make", ...targets].join(" "),
    spec: { command, args: targets, cwd: site.directory, env: quietEnvironment },
    problems: printed,
  };
}

async function makeTest(site: Site, filter: string | undefined): Promise<TestPlan> {
  const text = await makefileOf(site);
  const target = ["test", "check", "tests"].find((name) => new RegExp(`^${name}\\s*:(?!=)`, "m").test(text));
  if (target === undefined) {
    return refuse({
      code: "bad_input",
      what: `The makefile of ${site.directory} has no test target.`,
      why: "It has none of the targets test, check and tests.",
      next: "Name another directory with workspace_dir.",
    });
  }
  const { label, spec } = await makeStep(site, [target]);
  const results: TestPlan["results"] = ({ output, errors }) => ({
    ...summaryResults(`${output}\n${errors}`),
    problems: compilerProblems(`${output}\n${errors}`).filter(({ severity }) => severity === "error"),
  });
  return { before: [], label, spec, results, notes: unnarrowed(site, filter, filter !== undefined), reasons: [] };
}

async function makefileOf({ bench, directory }: Site): Promise<string> {
  for (const name of makefiles) {
    const text = await bench.read(joinPath(directory, name));
    if (text !== undefined) return text;
  }
  return "";
}

function unnarrowed({ scope, directory }: Site, filter: string | undefined, isIgnored = false): string[] {
  const isNarrow = scope !== undefined && scope.path !== directory;
  return (isNarrow && filter === undefined) || isIgnored ? ["it cannot be limited to that, so everything ran"] : [];
}
