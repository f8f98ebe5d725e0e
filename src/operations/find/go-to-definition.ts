// `go_to_definition`: where a symbol is defined.

import { afterPlaces, foundPlaces, hasNoPlaces, placesJson, placesText } from "./locations-answer.ts";
import { defineTargetQuery } from "../targeted.ts";

export const goToDefinition = defineTargetQuery({
  name: "go_to_definition",
  title: "Go to Definition",
  summary: "Find where a symbol is defined.",
  guidance: "Follows imports, re-exports and aliases to the source, packages included.",
  exposure: "core",
  command: "definition",
  needs: ["textDocument/definition"],
  input: {},
  one: ({ patience }, target) =>
    foundPlaces(
      target,
      patience,
      (at, within) => at.snapshot.definition(at, within),
      "find_symbol searches declarations by name.",
    ),
  isEmpty: hasNoPlaces,
  toText: (output, budget) => placesText("definition", output, budget),
  toJson: placesJson,
  hints: afterPlaces,
  examples: [
    {
      title: "Where an imported function comes from",
      input: { file_path: "src/checkout.ts", position_pattern: "return @@format(due" },
    },
  ],
});
