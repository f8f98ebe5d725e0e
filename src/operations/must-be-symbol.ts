// Distinguishes a place without a symbol from a symbol without uses: the one must not pass for the other.

import type { Patience } from "../std/patience.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import { sourceLine } from "../render/inert.ts";
import type { ResolvedTarget } from "./target.ts";

/** Asked after an empty answer: refuses where the place holds no symbol. */
export async function mustBeSymbol(target: ResolvedTarget, patience: Patience): Promise<void> {
  try {
    const { value, standing } = await target.snapshot.definition(target, patience);
    if (value.length > 0 || standing.state !== "complete") return;
  } catch (error) {
    // A server without definitions leaves the question open.
    if (error instanceof Refusal) return;
    throw error;
  }
  const condition = await target.snapshot.uncompiled(target, patience);
  if (condition === undefined) noSymbolAt(target);
  notCompiled(target, condition);
}

/** The code at the place is for another platform or version, so that the server knows nothing of it. */
function notCompiled({ place, shown, lineText }: ResolvedTarget, condition: string): never {
  return refuse({
    code: "no_symbol",
    what: `The server does not compile line ${place.line} of ${shown} on this machine, so it knows nothing about it.`,
    why: `The line reads: ${sourceLine(lineText, 120)} It is compiled only under: ${sourceLine(condition, 120)}`,
    next: "Read it with get_symbol_source by its name; find its uses with a text search.",
  });
}

export function noSymbolAt({ place, lineText }: ResolvedTarget): never {
  return refuse({
    code: "no_symbol",
    what: `There is no symbol at line ${place.line}, column ${place.column}.`,
    why: `The line reads: ${sourceLine(lineText, 120)}`,
    next: "Point at the first character of a name.",
  });
}
