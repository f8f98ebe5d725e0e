// Finds the project a file belongs to by the markers that lie in the directories above it.
//
// Invariant: nothing above the limit is read.

import type { FilePath } from "../model/file-path.ts";
import { ancestors, isInside, joinPath } from "../model/file-path.ts";
import type { RootMarkers } from "./entry.ts";
import { baseNameMatcher } from "./globs.ts";

export interface RootSearch {
  readonly file: FilePath;
  /** The root of the checkout: the outermost directory that may be the answer. */
  readonly limit: FilePath;
  readonly markers: RootMarkers;
  /** The base names in a directory. */
  list(directory: FilePath): Promise<readonly string[]>;
  /** Reads a file, for markers that must contain a certain line. Absent: such a marker never counts. */
  readonly read?: (file: FilePath) => Promise<string | undefined>;
}

/** The directory of the project, or `undefined` where the server does not apply to the file. */
export async function findProjectRoot(search: RootSearch): Promise<FilePath | undefined> {
  const { file, limit, markers } = search;
  if (!isInside(limit, file)) return undefined;
  const levels = await listed(search, file === limit ? [limit] : ancestors(file, limit));
  const anyMarker = markers.groups.flat();
  const nearestMarker = levels.findIndex(({ names }) => hasOne(names, anyMarker));
  const nearestUnless = levels.findIndex(({ names }) => hasOne(names, markers.unless ?? []));
  if (nearestUnless >= 0 && (nearestMarker < 0 || nearestUnless < nearestMarker)) return undefined;
  const found = firstGroup(levels, markers);
  if (found === undefined) return markers.singleFile ? limit : undefined;
  return (await gathering(search, levels, found)) ?? levels[found]?.directory;
}

// — below: private, in the order they are used —

/** A directory with the base names in it. In a list, the directory of the file comes first. */
interface Level {
  readonly directory: FilePath;
  readonly names: readonly string[];
}

function listed(search: RootSearch, directories: readonly FilePath[]): Promise<Level[]> {
  return Promise.all(
    directories.map(async (directory) => {
      const names = await search.list(directory);
      const silent = await silentIn(search, directory, names);
      return { directory, names: silent.length === 0 ? names : names.filter((name) => !silent.includes(name)) };
    }),
  );
}

/** Files with the name of a marker that do not contain the line which the marker needs. */
async function silentIn(
  { markers, read }: RootSearch,
  directory: FilePath,
  names: readonly string[],
): Promise<string[]> {
  const present = Object.entries(markers.lines ?? {}).filter(([name]) => names.includes(name));
  const found = present.map(async ([name, line]) =>
    hasLine(await read?.(joinPath(directory, name)), line) ? [] : [name],
  );
  return (await Promise.all(found)).flat();
}

function hasLine(text: string | undefined, line: string): boolean {
  return text?.split("\n").some((one) => one.trimStart().startsWith(line)) === true;
}

function hasOne(names: readonly string[], markers: readonly string[]): boolean {
  return names.some(baseNameMatcher(markers));
}

/** The index of the level that `pick` chooses for the first group that matches. */
function firstGroup(levels: readonly Level[], { groups, pick }: RootMarkers): number | undefined {
  for (const group of groups) {
    const holds = ({ names }: Level): boolean => hasOne(names, group);
    const index = pick === "nearest" ? levels.findIndex(holds) : levels.findLastIndex(holds);
    if (index >= 0) return index;
  }
  return undefined;
}

/** The nearest directory, from the project upwards, whose `workspace` file says that it gathers several projects. */
async function gathering(search: RootSearch, levels: readonly Level[], from: number): Promise<FilePath | undefined> {
  const { read, markers } = search;
  const { workspace } = markers;
  if (workspace === undefined || read === undefined) return undefined;
  for (const { directory, names } of levels.slice(from)) {
    if (!names.includes(workspace.file)) continue;
    if (hasLine(await read(joinPath(directory, workspace.file)), workspace.line)) return directory;
  }
  return undefined;
}
