// `go_to_symbol`: from the dotted name of a symbol to where it is defined, without coordinates.

import { z } from "zod";
import type { Answer } from "../../model/standing.ts";
import { refuse } from "../../model/refusal.ts";
import { standingText } from "../../render/standing-text.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import { bug } from "../../std/bug.ts";
import { defineQuery } from "../define.ts";
import type { ShownPlace } from "../places.ts";
import { locationJson, shownPlaces } from "../places.ts";
import type { Candidate } from "./candidates.ts";
import { candidatesAnywhere, nearAnywhere } from "./candidates.ts";
import { kindName } from "./kind.ts";
import { parseSymbolPath } from "./path.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";

interface NamedPlace extends ShownPlace {
  readonly name: string;
  readonly kind: string;
}

export interface FoundByName {
  readonly asked: string;
  /** Whether the path fits, or only something like it was found. */
  readonly isExact: boolean;
  readonly places: readonly NamedPlace[];
}

export const goToSymbol = defineQuery({
  name: "go_to_symbol",
  title: "Go to Symbol",
  summary: "Find where a symbol is defined by its dotted name, e.g. Cart.total, without coordinates.",
  guidance: "Lists all that fit; where nothing does, what is similar, and says so.",
  exposure: "full",
  cli: { command: "symbol", positional: "query" },
  needs: ["workspace/symbol", "textDocument/documentSymbol"],
  input: {
    symbol_path: z.string().min(1),
    workspace_root: z.string().min(1).optional().describe("Search below this directory only."),
    language: z.string().min(1).optional(),
  },
  async run(context, { symbol_path, workspace_root, language }): Promise<Answer<FoundByName>> {
    const { names, overload } = parseSymbolPath(symbol_path);
    const scope = { language, directory: workspace_root };
    const exact = await candidatesAnywhere(context, names, scope);
    const fitting = overload === undefined ? exact.value : exact.value.slice(overload - 1, overload);
    if (fitting.length > 0) {
      return {
        value: { asked: symbol_path, isExact: true, places: await placesOfNames(fitting) },
        standing: exact.standing,
      };
    }
    const near = await nearAnywhere(context, names, scope);
    if (near.value.length === 0) {
      return refuse({
        code: "no_symbol",
        what: `no symbols found for symbol_path: ${inertLine(symbol_path, 200)}`,
        why: near.standing.state === "complete" ? "No symbol has a similar name." : standingText(near.standing),
        next: "find_symbol searches by part of a name.",
      });
    }
    return {
      value: { asked: symbol_path, isExact: false, places: await placesOfNames(near.value) },
      standing: near.standing,
    };
  },
  isEmpty: ({ places }) => places.length === 0,
  toText({ asked, isExact, places }, budget) {
    const name = inertLine(asked, 200);
    const rows = places.map((place) => {
      const source = place.source === undefined ? "" : `  ${sourceLine(place.source, 120)}`;
      return `${place.file}:${place.line}:${place.column}  ${place.kind} ${inertLine(place.name, 160)}${source}`;
    });
    const [only] = rows;
    if (isExact && rows.length === 1 && only !== undefined) return only;
    const head = isExact ? `${rows.length} symbols are named ${name}` : `Nothing is named ${name}; similar:`;
    return fitting(
      [
        () => ({ text: [head, ...rows].join("\n") }),
        () => ({ text: firstLines(head, rows, budget, (kept) => `(${rows.length - kept} left out: too many)`) }),
      ],
      budget,
    );
  },
  toJson: ({ isExact, places }) =>
    places.map((place) => ({ ...locationJson(place), name: place.name, kind_name: place.kind, exact: isExact })),
  hints: ({ isExact }) =>
    isExact
      ? [
          { operation: "get_symbol_source", why: "its whole source" },
          { operation: "find_references", why: "where it is used" },
        ]
      : [{ operation: "find_symbol", why: "more that is similar" }],
  examples: [
    { title: "A method by its path", input: { symbol_path: "Cart.price" } },
    { title: "A name that is not quite right", input: { symbol_path: "cart.price", language: "typescript" } },
  ],
});

async function placesOfNames(candidates: readonly Candidate[]): Promise<NamedPlace[]> {
  return Promise.all(
    candidates.map(async ({ snapshot, file, place, path, kind, node }) => {
      const start = node === undefined ? place : placeOfName(await snapshot.text(file), node);
      const end = { line: start.line, column: start.column + (path.at(-1) ?? "").length };
      const [shown] = await shownPlaces(snapshot, [{ file, span: { start, end } }], true);
      return { ...(shown ?? bug("one location has one place")), name: path.join("."), kind: kindName(kind) };
    }),
  );
}
