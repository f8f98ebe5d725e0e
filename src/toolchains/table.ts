// Every toolchain, and which of them a directory belongs to.

import type { FilePath } from "../model/file-path.ts";
import { baseName, display, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { Workbench } from "../workspace/runs/workbench.ts";
import { goToolchain } from "./go/go.ts";
import { javaToolchain } from "./java/java.ts";
import { nativeToolchain } from "./native.ts";
import { nodeToolchain } from "./node/node.ts";
import { upwards } from "./program.ts";
import { pythonToolchain } from "./python/python.ts";
import { rustToolchain } from "./rust/rust.ts";
import type { Site, Toolchain } from "./toolchain.ts";

export const toolchains: readonly Toolchain[] = [
  goToolchain,
  nodeToolchain,
  pythonToolchain,
  rustToolchain,
  nativeToolchain,
  javaToolchain,
];

export const toolchainLanguages = toolchains.flatMap(({ languages }) => languages);

/** What builds, tests, documents and formats projects of a language, by its id. */
export function programsFor(language: string): readonly string[] {
  const own = toolchains.filter(({ languages, alsoBuilds = [] }) => [...languages, ...alsoBuilds].includes(language));
  return own.flatMap(({ programs }) => programs);
}

export interface Recognised {
  readonly toolchain: Toolchain;
  readonly directory: FilePath;
}

/** By the language that was asked for, by the files at the place, and by the nearest marker from there up to the root. */
export async function recognise(
  bench: Workbench,
  scope: Site["scope"],
  language: string | undefined,
): Promise<Recognised> {
  const names = await namesIn(bench, bench.directory);
  const wanted = language === undefined ? byFiles(scope, names) : ofLanguage(language);
  const candidates = wanted === undefined ? toolchains : [wanted];
  for (const directory of upwards({ bench, directory: bench.directory })) {
    const found = marked(candidates, await namesIn(bench, directory));
    const [only, ...others] = found;
    if (only === undefined) continue;
    return others.length === 0 ? { toolchain: only, directory } : ambiguous(bench, directory, found);
  }
  const other = wanted ?? ofAllFiles(names);
  if (other?.isMarkerless === true) return { toolchain: other, directory: bench.directory };
  return nothingHere(bench, candidates);
}

// — below: private, in the order they are used —

async function namesIn({ host }: Workbench, directory: FilePath): Promise<ReadonlySet<string>> {
  return new Set((await host.files.list(directory))?.map(({ name }) => name));
}

function ofLanguage(language: string): Toolchain {
  const found = toolchains.find(({ languages }) => languages.includes(language));
  if (found !== undefined) return found;
  return refuse({
    code: "bad_input",
    what: `No build or test tool is known for ${language}.`,
    next: `Choose one of these languages: ${toolchainLanguages.join(", ")}.`,
  });
}

/** A file is of the language that its name says; a directory without a marker is of that of all its files. */
function byFiles(scope: Site["scope"], names: ReadonlySet<string>): Toolchain | undefined {
  if (scope?.isFile === true) return ofFile(baseName(scope.path));
  if (scope === undefined || marked(toolchains, names).length > 0) return undefined;
  return ofAllFiles(names);
}

function ofAllFiles(names: ReadonlySet<string>): Toolchain | undefined {
  const found = new Set([...names].flatMap((name) => ofFile(name) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

function ofFile(name: string): Toolchain | undefined {
  return toolchains.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
}

function marked(candidates: readonly Toolchain[], names: ReadonlySet<string>): Toolchain[] {
  const strong = candidates.filter(({ markers }) => markers.some((marker) => names.has(marker)));
  if (strong.length > 0) return strong;
  return candidates.filter(({ weakMarkers = [] }) => weakMarkers.some((marker) => names.has(marker)));
}

function ambiguous(bench: Workbench, directory: FilePath, found: readonly Toolchain[]): never {
  const names = found.map(({ languages }) => languages[0]);
  return refuse({
    code: "ambiguous_target",
    what: `${display(bench.snapshot.base, directory)} is a project of ${names.join(" and of ")}.`,
    next: `Choose one with language: ${names.join(", ")}.`,
    data: { candidates: names },
  });
}

/** Where a project may be meant that lies one step further down, it is named. */
async function nothingHere(bench: Workbench, candidates: readonly Toolchain[]): Promise<never> {
  const below: string[] = [];
  for (const { name, kind } of (await bench.host.files.list(bench.directory)) ?? []) {
    if (kind !== "directory" || name.startsWith(".") || name === "node_modules") continue;
    const path = joinPath(bench.directory, name);
    const found = marked(candidates, await namesIn(bench, path));
    if (found.length > 0) below.push(display(bench.snapshot.base, path));
  }
  const markers = candidates.flatMap((one) => [...one.markers, ...(one.weakMarkers ?? [])]);
  return refuse({
    code: "bad_input",
    what: `${display(bench.snapshot.base, bench.directory)} is not in a project that can be built or tested.`,
    why: `From there up to the root there is none of ${markers.join(", ")}.`,
    next:
      below.length > 0
        ? `Name a directory with workspace_dir: ${below.slice(0, 12).join(", ")}.`
        : "Name the directory of a project with workspace_dir.",
    data: { below },
  });
}
