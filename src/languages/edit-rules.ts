// What a language adds to the edits of a named symbol. What is not stated is as in languages with braces and semicolons.

import type { Indentation } from "../model/indentation.ts";

export interface EditRules {
  /** Indentation delimits blocks: a body must not be empty, and a semicolon separates statements on one line. */
  readonly isIndented?: true;
  /** A line goes on with the one above it where that has no semicolon. */
  readonly joinsLines?: true;
  /** Whether code that ends with a brace is a statement that has ended; else it always is. */
  readonly isEndedByBrace?: (code: string) => boolean;
  /** A line that has to stand alone, such as one for a preprocessor. */
  readonly directive?: RegExp;
  /** Blank lines between blocks at the left margin, where neighbours show none; else it is one. */
  readonly usualBlankLines?: number;
  /**
   * How variables and methods are declared: with a word before the name of a variable, with a type before each name, or
   * by the bare name in a group. Else modifiers may stand before it, and a sign behind it.
   */
  readonly declaredBy?: "keyword" | "type" | "name";
  /** What a declaration that stands in an expression begins with. */
  readonly expressionHead?: RegExp;
  /** The word that the members of a group of declarations share. */
  readonly groupWord?: RegExp;
  /** Braces around new statements may be those of an object. */
  readonly hasObjects?: true;
  /** A line that is less indented than the body it stands in. */
  readonly label?: RegExp;
  /** One of several variables of a statement can go by itself. */
  readonly partsVariables?: true;
  /** The line of a member that gets its value from its place among the others. */
  readonly numberedMember?: RegExp;
  /** Servers list only the last one of several declarations of a path. */
  readonly hidesTwins?: true;
  /** What becomes of imports that a server has laid out in its own way. */
  readonly importLayout?: (before: string, after: string, indentation: Indentation) => string;
  readonly deletion?: DeletionRules;
}

/** What may use a symbol that nothing names. */
export interface DeletionRules {
  /** Names that the language calls by itself. */
  readonly started?: RegExp;
  /** A block whose members are called through something else: its name. */
  readonly calledThrough?: RegExp;
  /** Names that the text lists for others. */
  readonly isListed?: (text: string, name: string) => boolean;
  /** The head of what others may import under any name. */
  readonly unnamedExport?: RegExp;
  /** The head of what other projects may use. */
  readonly exportMark?: RegExp;
  /** Attributes say something about a declaration, and hand it to nothing. */
  readonly hasInertAttributes?: true;
}
