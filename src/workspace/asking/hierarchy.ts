// The hierarchy of a symbol, asked of whoever has one, and told otherwise where nobody has.
//
// Invariant: what is refused in the end is the hierarchy that was asked for, not what would have stood in for it.

import type { Hierarchy, HierarchyDirection } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { callersByUse } from "../../session/questions/callers-by-use.ts";
import { hierarchy, isAnywhere } from "../../session/questions/hierarchy.ts";
import type { At } from "../../session/questions/queries.ts";
import { subtypesByImplementation } from "../../session/questions/subtypes-by-implementation.ts";
import type { AskedUses, Asking, Question } from "./asking.ts";
import { qualified } from "./asking.ts";

/** Callers, callees, supertypes or subtypes, up to `depth` steps away. */
export async function hierarchyOf(
  asking: Asking,
  direction: HierarchyDirection,
  at: At,
  depth: number,
): Promise<Answer<Hierarchy>> {
  const question: Question<Hierarchy> = (session, options) => hierarchy(session, direction, at, depth, options);
  if (!isAnywhere(direction)) return asking.beyond(at.file, question);
  const { answer, lasting, coverage } = await askedHierarchy(asking, direction, at, depth);
  return qualified(answer, [...lasting, ...(await coverage())]);
}

/** The same about callers or subtypes, with the doubts apart that an account of uses can settle. */
export async function askedHierarchy(
  asking: Asking,
  direction: HierarchyDirection,
  at: At,
  depth: number,
): Promise<AskedUses<Hierarchy>> {
  const question: Question<Hierarchy> = (session, options) => hierarchy(session, direction, at, depth, options);
  const otherwise: Question<Hierarchy> = (session, options) =>
    direction === "incoming"
      ? callersByUse(session, at, depth, options)
      : subtypesByImplementation(session, at, options);
  try {
    return await asking.uses(at.file, question);
  } catch (lacking) {
    if (!isLacking(lacking)) throw lacking;
    // Where nobody has a hierarchy, callers can be told from uses, and subtypes from implementations.
    return asking.uses(at.file, otherwise).catch((error: unknown) => {
      throw isLacking(error) ? lacking : error;
    });
  }
}

function isLacking(error: unknown): boolean {
  return error instanceof Refusal && error.code === "capability_missing";
}
