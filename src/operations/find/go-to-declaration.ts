// `go_to_declaration`: where a symbol is declared, which in C is the header.

import { afterPlaces, foundPlaces, hasNoPlaces, placesJson, placesText } from "./locations-answer.ts";
import { defineTargetQuery } from "../targeted.ts";

export const goToDeclaration = defineTargetQuery({
  name: "go_to_declaration",
  title: "Go to Declaration",
  summary: "Find where a symbol is declared, as in a header of C or the trait of a Rust method.",
  guidance: "Differs from the definition only in languages that keep the two apart; elsewhere use go_to_definition.",
  exposure: "full",
  command: "declaration",
  needs: ["textDocument/declaration"],
  input: {},
  one: ({ patience }, target) =>
    foundPlaces(
      target,
      patience,
      (at, within) => at.snapshot.declaration(at, within),
      "Use go_to_definition: this language server does not distinguish declarations from definitions.",
    ),
  isEmpty: hasNoPlaces,
  toText: (output, budget) => placesText("declaration", output, budget),
  toJson: placesJson,
  hints: (output) =>
    hasNoPlaces(output)
      ? afterPlaces(output)
      : [{ operation: "go_to_definition", why: "where its body is" }, ...afterPlaces(output)],
  examples: [
    {
      title: "Where a class of Python is declared",
      input: { file_path: "stock/test_inventory.py", position_pattern: "shelf = @@Shelf()" },
    },
  ],
});
