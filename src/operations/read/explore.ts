// `explore`: the short name of `explore_symbol`.

import { exploring } from "./explored.ts";
import { defineTargetQuery } from "../targeted.ts";

export const explore = defineTargetQuery({
  ...exploring,
  name: "explore",
  title: "Explore",
  summary: "Show a symbol's type, source, callers and how much it is used.",
  guidance: "The same as explore_symbol.",
  command: "explore",
  examples: [{ title: "A class", input: { file_path: "src/cart.ts", symbol_path: "Item" } }],
});
