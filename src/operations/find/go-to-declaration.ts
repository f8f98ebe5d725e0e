// `go_to_declaration`: where a symbol is declared, which in C is the header.

import type { Patience } from "../../std/patience.ts";
import { Refusal } from "../../model/refusal.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { ResolvedTarget } from "../target.ts";
import type { Locations } from "./locations-answer.ts";
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
  orElse: ["textDocument/definition"],
  input: {},
  one: ({ patience }, target) => foundPlaces(target, patience, declarationOrDefinition),
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

// — below: private, in the order they are used —

/** A server that does not tell the two apart is asked for the definition, and the standing says so. */
async function declarationOrDefinition(target: ResolvedTarget, patience: Patience): Promise<Locations> {
  try {
    return await target.snapshot.declaration(target, patience);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "capability_missing") throw error;
    const { value, standing } = await target.snapshot.definition(target, patience);
    const detail = "the server does not look up declarations: this is the definition";
    return { value, standing: joinStandings([standing, standingOf([{ code: "server_not_exhaustive", detail }])]) };
  }
}
