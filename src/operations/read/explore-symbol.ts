// `explore_symbol`: everything about one symbol in one call.

import { exploring } from "./explored.ts";
import { defineTargetQuery } from "../targeted.ts";

export const exploreSymbol = defineTargetQuery({
  ...exploring,
  name: "explore_symbol",
  title: "Explore Symbol",
  summary: "Show a symbol's type, source, callers and how much it is used, in one call.",
  guidance: "For a symbol you meet for the first time: one call in place of four.",
  command: "explore-symbol",
  examples: [
    {
      title: "A function at one of its uses",
      input: { file_path: "src/checkout.ts", position_pattern: "return @@format(due" },
    },
    { title: "A method by its path, as data", input: { symbol_path: "Cart.put", format: "json" } },
  ],
});
