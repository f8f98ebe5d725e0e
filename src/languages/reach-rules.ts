// What has to be known of a language to tell which files may notice that others change.

import type { TextChange } from "../model/consequences.ts";
import type { Family } from "./family.ts";

export interface ReachRules {
  /** Files that decide how those of the language are read, by the end of their path; in addition to those of servers. */
  readonly decidedBy: readonly string[];
  /** Whether a file of another name decides it by what it says. */
  decides?(file: string, text: string): boolean;
  /** The files of a directory are one package: each sees all others without an import. */
  readonly sharesDirectory?: true;
  /** Files of any other kind may be `imported` by its own; or `embedded`, so that it matters only that they are there. */
  readonly otherFiles?: "imported" | "embedded";
  /** Other languages whose files its own may include. */
  readonly includes?: readonly Family[];
  /** Whether imports that may lead anywhere can mean a file; without it they can mean each. */
  mayMean?(modules: readonly string[], file: string): boolean;
  /** Whether programs may not link any more; `elsewhere` has the names that other files define. */
  breaksLinks?(change: TextChange, elsewhere: ReadonlySet<string>): boolean;
}
