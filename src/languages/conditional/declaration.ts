// A declaration that is compiled only under a condition, as its text tells.

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
