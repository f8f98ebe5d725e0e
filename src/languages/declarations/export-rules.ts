// Which symbols of a file others can use: what a record says of it.

import type { SymbolNode } from "../../model/code-facts.ts";
import type { LineIndex } from "../../model/line-index.ts";

/** A symbol of an outline with what it stands in. */
export interface OutlinedSymbol {
  readonly node: SymbolNode;
  /** The last name of its path. */
  readonly leaf: string;
  readonly parent: OutlinedSymbol | undefined;
}

export interface ExportRules {
  /** The languages that it holds for, by the ids that the protocol gives them. */
  readonly languages: readonly string[];
  /** A predicate for the symbols of one file, whose text is read once. */
  exportedIn(index: LineIndex, path: string): (symbol: OutlinedSymbol) => boolean;
}

/** The text from the beginning of a declaration to its name: what stands there modifies it. */
export function textBeforeName({ node }: OutlinedSymbol, index: LineIndex): string {
  const start = { line: node.span.start.line, column: 1 };
  return index.text.slice(index.offsetOf(start), index.offsetOf(node.nameSpan.start));
}
