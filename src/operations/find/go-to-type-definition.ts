// `go_to_type_definition`: where the type of a symbol or an expression is defined.

import { afterPlaces, foundPlaces, hasNoPlaces, placesJson, placesText } from "./locations-answer.ts";
import { defineTargetQuery } from "../targeted.ts";

export const goToTypeDefinition = defineTargetQuery({
  name: "go_to_type_definition",
  title: "Go to Type Definition",
  summary: "Find where the type of a variable, a parameter or an expression is defined.",
  guidance: "One step from a value to its class or interface, also where the type is inferred.",
  exposure: "full",
  command: "type-definition",
  needs: ["textDocument/typeDefinition"],
  input: {},
  one: ({ patience }, target) =>
    foundPlaces(
      target,
      patience,
      (at, within) => at.snapshot.typeDefinition(at, within),
      "inspect_symbol shows the type; go_to_definition on its name leads to it.",
    ),
  isEmpty: hasNoPlaces,
  toText: (output, budget) => placesText("type definition", output, budget),
  toJson: placesJson,
  hints: afterPlaces,
  examples: [
    {
      title: "The type of a constant",
      input: { file_path: "src/checkout.ts", position_pattern: "const @@due = " },
    },
  ],
});
