// Chooses the fullest rendering that fits, and says what a shorter one leaves out. Nothing is ever cut in the middle.

import type { Budget } from "./budget.ts";
import { holds } from "./budget.ts";
import { estimateTokens } from "./tokens.ts";

export interface Rendering {
  readonly text: string;
  /** What a reader misses against the fullest rendering; undefined for the fullest. */
  readonly leavesOut?: string;
}

/** Renderings from the fullest to the shortest. Invariant of the caller: the shortest is one line that always fits. */
export function fitting(renderings: readonly (() => Rendering)[], budget: Budget): string {
  let text = "";
  for (const render of renderings) {
    const rendering = render();
    text = rendering.leavesOut === undefined ? rendering.text : `${rendering.text}\n(${rendering.leavesOut})`;
    if (holds(budget, text)) break;
  }
  return text;
}

export interface BoundedJson {
  readonly json: unknown;
  /** One sentence for a reader when something is not there. */
  readonly leftOut?: string;
}

/** A list keeps as many of its first items as fit; any other value is there as a whole or not at all. */
export function fittingJson(json: unknown, budget: Budget): BoundedJson {
  if (budget.characters === Number.POSITIVE_INFINITY && budget.tokens === undefined) return { json };
  const whole = JSON.stringify(json) ?? "null";
  if (holds(budget, whole)) return { json };
  const maxCharacters = charactersFor(whole, budget);
  if (!Array.isArray(json)) {
    return { json: null, leftOut: `The result is left out: it has ${whole.length} characters. Ask for less.` };
  }
  // Two brackets; each item brings a comma, the last of them to spare.
  let used = 2;
  const kept: unknown[] = [];
  for (const item of json as unknown[]) {
    used += (JSON.stringify(item) ?? "null").length + 1;
    if (used > maxCharacters) break;
    kept.push(item);
  }
  return {
    json: kept,
    leftOut: `Only the first ${kept.length} of ${json.length} items are listed: too many for one answer.`,
  };
}

/** How many characters of such a text fit. */
function charactersFor(text: string, budget: Budget): number {
  if (budget.tokens === undefined) return budget.characters;
  return Math.min(budget.characters, Math.floor((budget.tokens / estimateTokens(text)) * text.length * 0.95));
}
