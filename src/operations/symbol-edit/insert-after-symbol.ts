// `insert_after_symbol`: puts code right after a symbol, as its sibling.

import { defineInsertion } from "./insert-symbol.ts";

export const insertAfterSymbol = defineInsertion({
  name: "insert_after_symbol",
  title: "Insert After Symbol",
  side: "after",
  command: "insert-after",
});
