// What is known of a language, behind one interface.
//
// A missing part means that nothing is known, and answers say so.
// Invariant: a record of a language and what it is made of import no file that asks `table.ts`.

import type { AccountRules } from "./account-rules.ts";
import type { EditRules } from "./edit-rules.ts";
import type { Family } from "./family.ts";
import type { OverriddenRules } from "./members.ts";
import type { ReachRules } from "./reach-rules.ts";
import type { RenameRules } from "./rename-rules.ts";
import type { ChangeRules } from "./change/body.ts";
import type { ConditionalRules } from "./conditional/declaration.ts";
import type { ExportRules } from "./declarations/export-rules.ts";
import type { DeclarationRules } from "./declarations/rules.ts";
import type { FactRules } from "./file-facts.ts";
import type { ImportRules } from "./imports/rules.ts";
import type { ModuleRules } from "./modules/rules.ts";
import type { LeadReader } from "./leads/lead.ts";
import type { NameRules } from "./names/rules.ts";
import type { Grammar } from "./syntax/grammar.ts";
import type { Syntax } from "./syntax/prose.ts";
import type { TypeHeaders } from "./types.ts";

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
  /** How occurrences of a name are classified. */
  readonly account?: AccountRules;
  /** Which files may notice that others change. */
  readonly reach?: ReachRules;
  /** Which changes of a body other files cannot notice. */
  readonly change?: ChangeRules;
  /** What it adds to the rules of a rename. */
  readonly rename?: RenameRules;
  /** Comments and strings. */
  readonly syntax: Syntax;
  /** How its texts are split into tokens, by the names of files; first come those that are looked at first. */
  readonly grammars?: readonly Grammar[];
  /** Statements that bring in what other files declare. */
  readonly imports?: ImportRules;
  /** What a file says about its own reach, where imports can be followed. */
  readonly facts?: FactRules;
  /**
   * Where what it brings in leads in a root; `on disk` where only the disk tells that. With facts and without this a file
   * may bring in any other.
   */
  readonly modules?: ModuleRules | "on disk";
  /** Scopes, unresolved places, names that are called without being written. */
  readonly names?: NameRules;
  /** Where declarations begin and end, and what belongs to them. */
  readonly declarations?: DeclarationRules;
  /** Which symbols of a file others can use. */
  readonly exports?: ExportRules;
  /** What is compiled only under a condition. */
  readonly conditional?: ConditionalRules;
  /** Where a text leads by a path. */
  readonly leads?: LeadReader;
  /** How its symbols are edited by their names. */
  readonly edits?: EditRules;
  /** Which types extend which, read from their headers, where no server has it. */
  readonly types?: TypeHeaders;
  /** How uses through what a method overrides are found. */
  readonly overridden?: OverriddenRules;
}
