// What the rest of Sightline knows of file watching: changes below a root, and a way to know that none is outstanding.

import type { Clock } from "../std/clock.ts";

export type FileChangeKind = "created" | "changed" | "deleted";

export interface FileChange {
  /** Absolute, with the separators of the platform. */
  readonly path: string;
  readonly kind: FileChangeKind;
}

export interface WatchOptions {
  /** Absolute, and free of symbolic links. */
  readonly root: string;
  /**
   * Whether to leave a path out; it is relative to the root, with `/` between its parts.
   * Directories that are skipped are neither watched nor scanned.
   */
  readonly skips: (relativePath: string, isDirectory: boolean) => boolean;
  readonly clock: Clock;
  /**
   * Called with the net effect on each path; a path occurs once in a delivery. A change may be reported that left the
   * content as it was; one that did not is never left out. Must not throw.
   */
  readonly onChanges: (changes: readonly FileChange[]) => void;
  /** Called when the kind of the state changes, or the reason of a loss. */
  readonly onState?: (state: WatchState) => void;
}

export type WatchState =
  | { readonly kind: "starting" }
  | { readonly kind: "watching"; readonly directories: number }
  /** Nothing is pushed any more. `settle()` still finds every change, at the price of a walk over the tree. */
  | { readonly kind: "lost"; readonly why: string }
  | { readonly kind: "closed" };

/**
 * `settled`: every change made before the call has been delivered.
 * `rescanned`: the same, but events could not be trusted, so the tree was compared with what was known of it.
 * `lost`: the tree could not be read, or the watch is closed; nothing is known.
 */
export type Settlement = "settled" | "rescanned" | "lost";

export interface Watch {
  readonly state: WatchState;
  /** The files of the tree are known; what changes from here on is reported. Never rejects. */
  readonly ready: Promise<void>;
  settle(): Promise<Settlement>;
  /**
   * Whether there is an event for every change of a directory's entries and of the files in it. What was read there is
   * still true after a settlement that leaves `heard` unchanged.
   */
  hears(directory: string): boolean;
  /** Grows with every event, also of what is skipped, and whenever events may have been missed. */
  readonly heard: number;
  /** Delivers what is pending first, then nothing more. */
  close(): Promise<void>;
}

export interface Watching {
  watch(options: WatchOptions): Watch;
}
