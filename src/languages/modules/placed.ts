// Where imports lead: files of the root, directories of it, out of it, or unknown.

import type { FilePath } from "../../model/file-path.ts";

export interface Placed {
  readonly files: readonly FilePath[];
  /** Directories of which every file may be meant that lies directly in them. */
  readonly packages: readonly FilePath[];
  /** Directories of which every file below may be meant. */
  readonly trees: readonly FilePath[];
  /** It may bring in any file of its language. */
  readonly isAnywhere: boolean;
  /** Packages of the root that are seen only as they were built last. */
  readonly built: readonly FilePath[];
}

export const outside: Placed = { files: [], packages: [], trees: [], isAnywhere: false, built: [] };
export const leadsAnywhere: Placed = { ...outside, isAnywhere: true };

export function joined(all: readonly Placed[]): Placed {
  const distinct = (of: (one: Placed) => readonly FilePath[]): FilePath[] => [...new Set(all.flatMap(of))];
  return {
    files: distinct(({ files }) => files),
    packages: distinct(({ packages }) => packages),
    trees: distinct(({ trees }) => trees),
    isAnywhere: all.some(({ isAnywhere }) => isAnywhere),
    built: distinct(({ built }) => built),
  };
}
