// What is known of a language, behind one interface.
//
// A missing part means that nothing is known, and answers say so.
// Invariant: a record of a language and what it is made of import no file that asks `table.ts`.

import type { Family } from "./family.ts";

export interface Language {
  readonly family: Family;
  /** The names of its files end so. */
  readonly endings: RegExp;
  /** Files that hold code of it too, which few of its servers read. */
  readonly furtherEndings?: RegExp;
  /** One step of indentation where the file itself shows none. */
  readonly indentation: string;
}
