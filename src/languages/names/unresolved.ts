// What an occurrence may be that a server could not resolve: a possible use, with the reason in a word, or provably none.
//
// Invariant: an occurrence is ruled out only where the language gives it no way to mean the symbol.

import { languageFor } from "../table.ts";
import { modulesNamedBefore } from "./members.ts";
import type { NameRole, UnresolvedPlace } from "./rules.ts";

/**
 * Why the place may be a use all the same; undefined where it cannot be one. What a module declares is seen in another
 * only by an import.
 */
export function possibleUse(place: UnresolvedPlace, role: NameRole, isModular = false): string | undefined {
  const { names } = languageFor(place.family);
  if (isModular && role === "plain" && names?.isUnimported?.(place) === true) return undefined;
  return names?.possibleUse === undefined ? "not resolved" : names.possibleUse(place, role);
}

/** Whether a place stands in a pattern that takes a value apart: what it takes out is a member of the value. */
export function isTakenApart(place: UnresolvedPlace): boolean {
  return languageFor(place.family).names?.isTakenApart?.(place) === true;
}

/** The function or the element to which a key of a literal, or an attribute, is given: where its name begins. */
export function takerOf(place: UnresolvedPlace): number | undefined {
  return languageFor(place.family).names?.takerOf?.(place);
}

/** Whether a place names a module in an import, which no other symbol is. */
export function isModuleName(place: UnresolvedPlace): boolean {
  return languageFor(place.family).names?.isModuleName?.(place) === true;
}

/** Whether a place is reached through the instance or the class around it: `self.name`. */
export function isOwnMember(place: UnresolvedPlace): boolean {
  return languageFor(place.family).names?.isOwnMember?.(place) === true;
}

/** The modules that may bring in what stands before the dot; empty texts for those whose names are not written there. */
export function modulesBefore(place: UnresolvedPlace): string[] {
  const { syntax, imports, names } = languageFor(place.family);
  const { loadedHere } = names ?? {};
  return modulesNamedBefore(
    { syntax, ...(imports === undefined ? {} : { imports }), ...(loadedHere === undefined ? {} : { loadedHere }) },
    place,
  );
}

/** Whether a preprocessor may leave a place out. */
export function mayBeLeftOut(place: UnresolvedPlace): boolean {
  return languageFor(place.family).names?.mayBeLeftOut?.(place) === true;
}
