// `inspect_symbol`: what a symbol is, as an editor shows it on hover, and where it comes from.

import type { Patience } from "../../std/patience.ts";
import type { Location } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { firstCode, inertMarkdown } from "../../render/markdown.ts";
import { placesWithSource } from "../../render/place-list.ts";
import { quotedLines } from "../foreign-text.ts";
import { orInstead } from "../find/locations-answer.ts";
import { noSymbolAt } from "../must-be-symbol.ts";
import type { ShownPlace, ShownTarget } from "../places.ts";
import { locationJson, shownPlaces, shownTarget, targetText } from "../places.ts";
import type { ResolvedTarget } from "../target.ts";
import { defineTargetQuery } from "../targeted.ts";

export interface InspectedSymbol {
  readonly target: ShownTarget;
  readonly path: string;
  /** Markdown of the server; undefined when it has nothing to say. */
  readonly hover: string | undefined;
  readonly origin: readonly ShownPlace[];
}

export const inspectSymbol = defineTargetQuery({
  name: "inspect_symbol",
  title: "Inspect Symbol",
  summary: "Show the type, signature and documentation of a symbol, and where it is defined.",
  guidance: "Tells inferred types, which no text shows.",
  exposure: "core",
  command: "hover",
  needs: ["textDocument/hover", "textDocument/definition"],
  orElse: ["textDocument/hover"],
  input: {},
  async one({ patience }, target): Promise<Answer<InspectedSymbol>> {
    const { snapshot } = target;
    const [hover, origin] = await Promise.all([
      orInstead(snapshot.hover(target, patience), "go_to_definition leads to the declaration."),
      originOf(target, patience),
    ]);
    const standing = joinStandings([hover.standing, origin.standing]);
    if (hover.value === undefined && origin.value.length === 0 && standing.state === "complete") noSymbolAt(target);
    return {
      value: {
        target: shownTarget(target),
        path: target.file,
        hover: hover.value?.markdown,
        origin: await shownPlaces(snapshot, origin.value, true),
      },
      standing: { ...standing, evidence: hover.standing.evidence },
    };
  },
  isEmpty: ({ hover }) => hover === undefined,
  toText: (output, budget) => inspectedText(output, budget),
  toJson: ({ target, path, hover, origin }) => ({
    file: path,
    line: target.place.line,
    column: target.place.column,
    hover: hover ?? "",
    type: hover === undefined ? "" : firstCode(hover),
    origin: origin.map(locationJson),
  }),
  hints: ({ hover }) =>
    hover === undefined
      ? [{ operation: "get_diagnostics", why: "whether the file parses" }]
      : [
          { operation: "find_references", why: "where it is used" },
          { operation: "get_symbol_source", why: "its whole source" },
        ],
  examples: [
    {
      title: "The type of a value that is inferred",
      input: { file_path: "src/checkout.ts", position_pattern: "const @@due = " },
    },
  ],
});

/** A hover is worth telling without it. */
async function originOf(target: ResolvedTarget, patience: Patience): Promise<Answer<Location[]>> {
  try {
    return await target.snapshot.definition(target, patience);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `where it is defined is unknown: ${error.details.what}`;
    return { value: [], standing: standingOf([{ code: "scoped", detail }]) };
  }
}

/** How many origins are listed; of a symbol with more, such as a namespace, only their number is shown. */
const originsShown = 5;

function inspectedText({ target, hover, origin }: InspectedSymbol, budget: Budget): string {
  const head = [targetText(target), ...originLines(target, origin)].join("\n");
  if (hover === undefined) return `${head}\nThe server has no information about it.`;
  const lines = quotedLines(inertMarkdown(hover));
  const rest = (kept: number): string => `(${lines.length - kept} lines left out: too long)`;
  return firstLines(head, lines, budget, rest);
}

function originLines({ file, place }: ShownTarget, origin: readonly ShownPlace[]): string[] {
  const isHere = origin.some((one) => one.file === file && one.line === place.line && one.end.line === place.line);
  if (isHere) return ["defined here"];
  const shown = origin
    .slice(0, originsShown)
    .map((one) => `defined at ${one.file}:${placesWithSource([one]).split("\n").slice(1).join(" ").trim()}`);
  return origin.length > originsShown ? [...shown, `and at ${origin.length - originsShown} more places`] : shown;
}
