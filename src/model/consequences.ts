// What a change does to the problems of a root: which come, which go, and how much of that is known.
//
// Invariant: `safe` is true only where every file that could change was checked completely, before and after,
// or where the change leaves every token as it was.

import type { Diagnostic } from "./code-facts.ts";
import type { FilePath } from "./file-path.ts";

/** A file before and after a change; undefined where there is none. */
export interface TextChange {
  readonly file: FilePath;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface FoundProblem {
  readonly file: FilePath;
  readonly diagnostic: Diagnostic;
}

/** A file that could change and of which it is not finally known. */
export interface Unchecked {
  readonly file: FilePath;
  readonly why: string;
}

/** Why a file was not checked once it was known that the change breaks something. */
export const afterError = "not checked: an error was found before";

export interface Consequences {
  /** At their places in the new texts. */
  readonly introduced: readonly FoundProblem[];
  /** At the places they had in the former texts. */
  readonly resolved: readonly FoundProblem[];
  /** False as soon as one error is new; warnings alone make nothing unsafe. */
  readonly safe: boolean | "unknown";
  /** Checked completely, before and after. */
  readonly checked: readonly FilePath[];
  readonly unchecked: readonly Unchecked[];
  /** Why it is unknown, beside the files that were not checked. */
  readonly doubts: readonly string[];
  /** What else was found out, which makes the verdict neither better nor worse. */
  readonly remarks?: readonly string[];
  /** The time was up before every file was checked. */
  readonly timedOut: boolean;
}
