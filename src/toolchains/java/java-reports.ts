// The reports that maven and gradle leave beside what they build.
//
// Invariant: a report of an earlier run is never read as one of this.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import { junitResults } from "../reports/junit-results.ts";
import { javaSpot } from "../reports/stack-spot.ts";
import type { Site, Spot, TestResults } from "../toolchain.ts";

type Stamps = ReadonlyMap<FilePath, string>;

/** What lies there now, of the module itself and of those below it. */
export async function reportStamps(site: Site, places: readonly string[]): Promise<Stamps> {
  const { files } = site.bench.host;
  const stamps = new Map<FilePath, string>();
  for (const directory of await modulesBelow(site)) {
    for (const place of places) {
      for (const { name } of (await files.list(joinPath(directory, place))) ?? []) {
        const path = joinPath(directory, place, name);
        const stat = name.endsWith(".xml") ? await files.stat(path) : undefined;
        if (stat !== undefined) stamps.set(path, stat.stamp);
      }
    }
  }
  return stamps;
}

export async function javaResults(
  site: Site,
  places: readonly string[],
  before: Stamps,
  printed: string,
): Promise<TestResults> {
  const after = await reportStamps(site, places);
  const fresh = [...after].filter(([path, stamp]) => before.get(path) !== stamp).map(([path]) => path);
  const reports = await Promise.all(fresh.map((path) => site.bench.read(path)));
  const spots = await sourceSpots(site);
  const problems = compilerProblems(printed).filter(({ severity }) => severity === "error");
  const results = junitResults(reports, (one) => spots(javaSpot(one.details, one.className)), problems);
  return { ...results, failures: results.failures.map((one) => ({ ...one, message: ownFrames(one.message) })) };
}

// — below: private, in the order they are used —

/** Without the frames of the test runner and of the platform. */
function ownFrames(message: string): string {
  return message
    .split("\n")
    .filter(
      (line) =>
        !/^\s+at (?:java\.base\/|java\.|jdk\.|sun\.|org\.junit\.|org\.apache\.maven\.|org\.gradle\.)/.test(line),
    )
    .join("\n");
}

const mostDirectories = 2_000;
const deepest = 4;

/** Directories that may be modules: not deep, and nothing that a build made. */
async function modulesBelow({ bench, directory }: Site): Promise<FilePath[]> {
  const found = [directory];
  let level = [directory];
  for (let depth = 0; depth < deepest && found.length < mostDirectories; depth++) {
    const next: FilePath[] = [];
    for (const here of level) {
      for (const { name, kind } of (await bench.host.files.list(here)) ?? []) {
        if (kind === "directory" && !/^(?:\.|src$|target$|build$|node_modules$)/.test(name))
          next.push(joinPath(here, name));
      }
    }
    found.push(...next);
    level = next;
  }
  return found.slice(0, mostDirectories);
}

const sourceRoots = ["src/test/java", "src/test/kotlin", "src/main/java", "src/main/kotlin"];

/** A stack names a file by its package, which is then searched in the modules. */
async function sourceSpots(site: Site): Promise<(spot: Spot | undefined) => Spot | undefined> {
  const { files } = site.bench.host;
  const roots: FilePath[] = [];
  for (const directory of await modulesBelow(site)) {
    for (const place of sourceRoots) {
      const path = joinPath(directory, place);
      if ((await files.stat(path))?.kind === "directory") roots.push(path);
    }
  }
  return (spot) => spot && { ...spot, from: roots };
}
