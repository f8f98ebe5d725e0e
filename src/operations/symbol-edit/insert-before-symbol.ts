// `insert_before_symbol`: puts code right before a symbol, as its sibling.

import { defineInsertion } from "./insert-symbol.ts";

export const insertBeforeSymbol = defineInsertion({
  name: "insert_before_symbol",
  title: "Insert Before Symbol",
  side: "before",
  command: "insert-before",
});
