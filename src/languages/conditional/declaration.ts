// Declarations that are compiled only under a condition, and what is known of them in a language.

import type { SymbolKind } from "../../model/code-facts.ts";

export interface ConditionalDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Where its name begins. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly children: readonly ConditionalDeclaration[];
}

/** The same while its end and what it holds are still being read. */
export interface DraftDeclaration extends ConditionalDeclaration {
  end: number;
  readonly children: DraftDeclaration[];
}

/** What a language tells of the conditions under which it compiles. */
export interface ConditionalRules {
  /** A text without it has no conditions. */
  readonly sign: RegExp;
  readonly declarations: (code: string) => ConditionalDeclaration[];
  /** The offset of the innermost condition around a place. */
  readonly conditionAt: (code: string, offset: number) => number | undefined;
}
