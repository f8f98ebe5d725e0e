// What is known of the imports of a language.

import type { FilePath } from "../../model/file-path.ts";

export interface ImportRules {
  /**
   * The statements and calls of a text, where a language reads them by itself and not by the forms below. `said` is the
   * text with blanks for comments, `code` the same with a sign of its own for what is in strings.
   */
  readonly read?: (text: string, masked: () => MaskedText) => ReadStatement[];
  /** Statements that name a module, which the first group holds; global. */
  readonly modules?: readonly RegExp[];
  /** Expressions that load a module, which the first group holds; global. */
  readonly calls?: readonly RegExp[];
  /** Statements that bring names in, or list what is declared elsewhere, and name no module by themselves; global. */
  readonly names?: readonly RegExp[];
  /** The names that a statement brings in or hands on; not known where this is not said. */
  readonly namesIn?: (statement: string) => ImportedName[];
  /** The files that a module may plainly mean where it is imported. */
  readonly filesOf?: (from: FilePath, module: string) => FilePath[];
}

export interface ImportedName {
  /** As the module has it; `*` for all of them, or for the module itself, and `default` for its default export. */
  readonly name: string;
  /** What the file calls it, or hands it on as. */
  readonly alias?: string;
}

export interface MaskedText {
  readonly code: string;
  readonly said: string;
  /** Whether what stands at an offset is code, and no part of a string. */
  readonly isCode: (at: number) => boolean;
}

export type ReadStatement = Omit<ImportStatement, "text" | "certainty"> & Partial<Pick<ImportStatement, "certainty">>;

export interface ImportStatement {
  readonly start: number;
  readonly end: number;
  /** With blanks for comments. */
  readonly text: string;
  /** What names the module, as it is written, also where a call in the statement does; undefined where nothing does. */
  readonly named: string | undefined;
  /** As they are written, without quotes where these are not part of what they mean. */
  readonly modules: readonly string[];
  /** Undefined where the language does not tell. */
  readonly names: readonly ImportedName[] | undefined;
  /** A `call` loads a module when it is reached; a `list` only names what other statements bring in. */
  readonly certainty: "statement" | "call" | "list";
}
