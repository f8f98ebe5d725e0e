// `get_document_highlights`: every occurrence of a symbol in its own file, with how it is used.

import { counted } from "../../std/words.ts";
import type { Highlight } from "../../model/code-facts.ts";
import type { Answer } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import { placesAsLines, placesWithSource } from "../../render/place-list.ts";
import { orInstead } from "./locations-answer.ts";
import { mustBeSymbol } from "../must-be-symbol.ts";
import type { ShownPlace, ShownTarget } from "../places.ts";
import { locationJson, shownPlaces, shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";

export interface Highlighted {
  readonly target: ShownTarget;
  readonly places: readonly (ShownPlace & { readonly kind: Highlight["kind"] })[];
}

/** Spec: LSP 3.18 DocumentHighlightKind. */
const kindNumbers = { text: 1, read: 2, write: 3 } as const;

export const getDocumentHighlights = defineTargetQuery({
  name: "get_document_highlights",
  title: "Get Document Highlights",
  summary: "List every occurrence of a symbol in its own file, and whether it is read or written there.",
  guidance: "Faster than find_references when one file is enough; it does not look at any other.",
  exposure: "full",
  command: "highlights",
  needs: ["textDocument/documentHighlight"],
  input: {},
  async one({ patience }, target): Promise<Answer<Highlighted>> {
    const { snapshot, file } = target;
    const instead = "find_references lists the occurrences of all files.";
    const { value, standing } = await orInstead(snapshot.highlights(target, patience), instead);
    if (value.length === 0) await mustBeSymbol(target, patience);
    const shown = await shownPlaces(
      snapshot,
      value.map(({ span }) => ({ file, span })),
      true,
    );
    const places = shown.map((place, at) => ({ ...place, kind: value[at]?.kind ?? "text" }));
    return { value: { target: shownTarget(target), places }, standing };
  },
  isEmpty: ({ places }) => places.length === 0,
  toText({ target, places }, budget) {
    const counts = (["write", "read", "text"] as const).flatMap((kind) => {
      const count = places.filter((place) => place.kind === kind).length;
      return count === 0 || (kind === "text" && count === places.length) ? [] : [`${count} ${kind}`];
    });
    const count = `${counted(places.length, "occurrence")} in ${inertLine(target.file)}`;
    const head = `${count}${counts.length > 0 ? ` (${counts.join(", ")})` : ""} of ${targetText(target)}`;
    const marked = places.map(({ kind, ...place }) => ({
      ...place,
      source: `${kind === "text" ? "" : `${kind}  `}${place.source?.trim() ?? ""}`,
    }));
    return fitting(
      [
        () => ({ text: places.length === 0 ? head : `${head}\n${placesWithSource(marked)}` }),
        () => ({ text: `${head}\n${placesAsLines(places)}`, leavesOut: "source lines left out: too many" }),
        () => ({ text: `${count}; too many to list.` }),
      ],
      budget,
    );
  },
  toJson: ({ places }) =>
    places.map((place) => ({ ...locationJson(place), kind: kindNumbers[place.kind], kind_name: place.kind })),
  hints: ({ places }) =>
    places.length === 0
      ? [{ operation: "inspect_symbol", why: "what the server knows about it" }]
      : [{ operation: "find_references", why: "its uses in other files" }],
  examples: [
    {
      title: "Occurrences of a local variable",
      input: { file_path: "src/checkout.ts", position_pattern: "const @@due = " },
    },
  ],
});
