// What one call sees: at most one snapshot of each root, taken when it is first needed.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { FilePath } from "../model/file-path.ts";
import type { Snapshot } from "./snapshot.ts";

/** A file that somebody named, in the root that it belongs to. */
export interface Located {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
}

export interface View {
  /** The root that relative paths start from. */
  readonly root: FilePath;
  /** A path somebody gave, as a file of one of the roots; refused when it is in none. */
  locate(raw: string): Promise<Located>;
  /** Every root, the first one first. */
  all(): Promise<readonly Snapshot[]>;
}
