// `go_to_implementation`: what implements an interface, an abstract class or a method of one.

import type { Patience } from "../../std/patience.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Locations } from "./locations-answer.ts";
import { afterPlaces, foundPlaces, hasNoPlaces, placesJson, placesText } from "./locations-answer.ts";
import { fromHeaders, isReadFromHeaders, overridesFromHeaders } from "../callers/type-headers.ts";
import type { ResolvedTarget } from "../target.ts";
import { defineTargetQuery } from "../targeted.ts";

export const goToImplementation = defineTargetQuery({
  name: "go_to_implementation",
  title: "Go to Implementation",
  summary: "List what implements an interface or a method of one.",
  guidance: "Finds implementations that never name the interface, as in Go; text search cannot.",
  exposure: "core",
  command: "implementation",
  needs: ["textDocument/implementation"],
  input: {},
  one: ({ patience }, target) =>
    foundPlaces(
      target,
      patience,
      implementations,
      "find_references lists everything that names it, including implementations.",
    ),
  isEmpty: hasNoPlaces,
  toText: (output, budget) => placesText("implementation", output, budget),
  toJson: placesJson,
  hints: (output) =>
    hasNoPlaces(output)
      ? [
          { operation: "find_references", why: "where it is used" },
          { operation: "go_to_definition", why: "where it is defined" },
        ]
      : afterPlaces(output),
  examples: [
    {
      title: "What implements an interface",
      input: { file_path: "src/cart.ts", position_pattern: "export interface @@Priced {" },
    },
  ],
});

/** Where the server has no implementations, they are read from the headers of types. */
async function implementations(at: ResolvedTarget, patience: Patience): Promise<Locations> {
  try {
    return await at.snapshot.implementation(at, patience);
  } catch (error) {
    const isLacking = error instanceof Refusal && error.code === "capability_missing";
    if (!isLacking || !isReadFromHeaders(at.file)) throw error;
    return { ...(await overridesFromHeaders(at.snapshot, at, patience)), note: fromHeaders };
  }
}
