// What the operations share that lead from one place to others: definition, declaration, type and implementations.

import type { Patience } from "../../std/patience.ts";
import type { Location } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { placesAsCounts, placesAsLines, placesWithSource } from "../../render/place-list.ts";
import type { Hint } from "../define.ts";
import { mustBeSymbol } from "../must-be-symbol.ts";
import type { LocationJson, ShownPlace, ShownTarget } from "../places.ts";
import { locationJson, shownPlaces, shownTarget, targetText } from "../places.ts";
import type { ResolvedTarget } from "../target.ts";

export interface FoundPlaces {
  readonly target: ShownTarget;
  readonly places: readonly ShownPlace[];
  /** How they were found, where that is not by the server. */
  readonly note?: string | undefined;
}

export interface Locations extends Answer<Location[]> {
  readonly note?: string | undefined;
}

export async function foundPlaces(
  target: ResolvedTarget,
  patience: Patience,
  ask: (target: ResolvedTarget, patience: Patience) => Promise<Locations>,
  instead?: string,
): Promise<Answer<FoundPlaces>> {
  const { value, standing, note } = await orInstead(ask(target, patience), instead);
  if (value.length === 0) await mustBeSymbol(target, patience);
  const places = await shownPlaces(target.snapshot, value, true);
  return { value: { target: shownTarget(target), places, note }, standing };
}

/** A server that lacks what is asked for says so; what leads on instead only the operation knows. */
export async function orInstead<T>(answer: Promise<T>, instead: string | undefined): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (instead === undefined || !(error instanceof Refusal) || error.code !== "capability_missing") throw error;
    throw new Refusal({ ...error.details, next: instead }, error);
  }
}

export function hasNoPlaces({ places }: FoundPlaces): boolean {
  return places.length === 0;
}

/** One place on a line of its own; several grouped by file. `what` is the noun, e.g. `definition`. */
export function placesText(what: string, { target, places, note }: FoundPlaces, budget: Budget): string {
  const [only] = places;
  const how = note === undefined ? "" : ` (${note})`;
  if (only === undefined) return `no ${what} of ${targetText(target)}${how}`;
  if (places.length === 1)
    return `${only.file}:${placesWithSource([only]).split("\n").slice(1).join("\n").trim()}${how}`;
  const head = `${places.length} ${what}s of ${targetText(target)}${how}`;
  return fitting(
    [
      () => ({ text: `${head}\n${placesWithSource(places)}` }),
      () => ({ text: `${head}\n${placesAsLines(places)}`, leavesOut: "source lines left out: too many" }),
      () => ({ text: `${head}\n${placesAsCounts(places)}`, leavesOut: "lines left out: too many" }),
      () => ({ text: `${places.length} ${what}s; too many to list.` }),
    ],
    budget,
  );
}

export function placesJson({ places }: FoundPlaces): LocationJson[] {
  return places.map(locationJson);
}

export function afterPlaces({ places }: FoundPlaces): readonly Hint[] {
  return places.length === 0
    ? [{ operation: "inspect_symbol", why: "what the server knows about it" }]
    : [
        { operation: "get_symbol_source", why: "its whole source" },
        { operation: "find_references", why: "where it is used" },
      ];
}
