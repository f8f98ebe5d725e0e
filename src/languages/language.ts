// What is known of a language, behind one interface.
//
// A missing part means that nothing is known, and answers say so.
// Invariant: a record of a language and what it is made of import no file that asks `table.ts`.

import type { AccountRules } from "./account-rules.ts";
import type { Family } from "./family.ts";
import type { ReachRules } from "./reach-rules.ts";
import type { RenameRules } from "./rename-rules.ts";

export interface Language {
  readonly family: Family;
  /** The names of its files end so. */
  readonly endings: RegExp;
  /** Files that hold code of it too, which few of its servers read. */
  readonly furtherEndings?: RegExp;
  /** One step of indentation where the file itself shows none. */
  readonly indentation: string;
  /** A preprocessor makes its text: an include takes in any file, a macro makes names, and some parts are not compiled. */
  readonly isPreprocessed?: true;
  /** How occurrences of a name are told apart. */
  readonly account?: AccountRules;
  /** Which files may notice that others change. */
  readonly reach?: ReachRules;
  /** What it adds to the rules of a rename. */
  readonly rename?: RenameRules;
}
