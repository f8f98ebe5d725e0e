// What has to be known of a language to tell where its imports lead in a root.

import type { FilePath } from "../../model/file-path.ts";
import type { FileIndex } from "./file-index.ts";
import type { Placed } from "./placed.ts";

export interface ModuleRules {
  /** Manifests that decide where modules are, by their paths; paths of sources alone decide it where this is not said. */
  readonly manifests?: RegExp;
  /** Paths below the root of manifests that may lie where files are skipped. */
  readonly skippedManifests?: readonly string[];
  /** `manifests` are the texts of those that could be read. */
  placer(manifests: ReadonlyMap<FilePath, string>): Placer;
}

/** Where modules lead, by the manifests of a root. */
export interface Placer {
  /** The manifests do not tell which files bring in which others. */
  readonly isUnclear: boolean;
  /**
   * Where a module leads that a file brings in, as the facts of the file name it.
   * Invariant: it is outside of the root only where that is known; one that cannot be placed leads anywhere.
   */
  place(file: FilePath, module: string, index: FileIndex): Placed;
}
