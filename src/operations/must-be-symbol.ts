// Tells a place without a symbol from a symbol that nothing uses: the one must not pass for the other.

import { Refusal, refuse } from "../model/refusal.ts";
import { sourceLine } from "../render/inert.ts";
import type { Patience } from "../workspace/snapshot.ts";
import type { ResolvedTarget } from "./target.ts";

/** Asked after an empty answer: refuses where the place holds no symbol. */
export async function mustBeSymbol(target: ResolvedTarget, patience: Patience): Promise<void> {
  try {
    const { value, standing } = await target.snapshot.definition(target, patience);
    if (value.length > 0 || standing.state !== "complete") return;
  } catch (error) {
    // A server that cannot tell definitions leaves the question open.
    if (error instanceof Refusal) return;
    throw error;
  }
  noSymbolAt(target);
}

export function noSymbolAt({ place, lineText }: ResolvedTarget): never {
  return refuse({
    code: "no_symbol",
    what: `There is no symbol at line ${place.line}, column ${place.column}.`,
    why: `The line reads: ${sourceLine(lineText, 120)}`,
    next: "Point at the first character of a name.",
  });
}
