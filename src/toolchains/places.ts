// From a place as a tool names it to a file that is there.
//
// Invariant: a relative name leads to a file inside the root, or to none.

import type { FilePath } from "../model/file-path.ts";
import { joinPath, parseFilePath } from "../model/file-path.ts";
import { upwards } from "./program.ts";
import type { Site, Spot } from "./toolchain.ts";

export interface FoundPlace {
  readonly file: FilePath;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Resolves every name once. */
export function placeFinder(site: Site, cwd: FilePath): (spot: Spot | undefined) => Promise<FoundPlace | undefined> {
  const bases = [cwd, ...upwards(site)];
  const known = new Map<string, Promise<FilePath | undefined>>();
  return async (spot) => {
    if (spot === undefined) return undefined;
    const { file: name, from = [], line, column } = spot;
    const key = JSON.stringify([name, from]);
    const looked = known.get(key) ?? fileNamed(site, name, [...from, ...bases]);
    known.set(key, looked);
    const file = await looked;
    // Tools write 0 where they know of none.
    return file && { file, line: line === 0 ? undefined : line, column: column === 0 ? undefined : column };
  };
}

// — below: private, in the order they are used —

async function fileNamed({ bench }: Site, name: string, bases: readonly FilePath[]): Promise<FilePath | undefined> {
  const { files } = bench.host;
  const absolute = parseFilePath(name);
  // A header of the system may well be where an error is; a relative name may not lead there.
  if (absolute !== undefined) return (await files.stat(absolute)) && ((await files.real(absolute)) ?? absolute);
  for (const base of new Set(bases)) {
    const path = joinPath(base, name);
    if ((await files.stat(path))?.kind !== "file") continue;
    const real = await files.real(path);
    if (real !== undefined && bench.snapshot.holds(real)) return real;
  }
  return undefined;
}
