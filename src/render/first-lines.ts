// As many of the first lines as fit, and a word about the rest.

import type { Budget } from "./budget.ts";
import { holds } from "./budget.ts";

/** Whole lines only; `rest` says what is not there, given how many lines are. */
export function firstLines(
  head: string,
  lines: readonly string[],
  budget: Budget,
  rest: (kept: number) => string,
): string {
  const withLines = (kept: number): string =>
    [head, ...lines.slice(0, kept), ...(kept < lines.length ? [rest(kept)] : [])].join("\n");
  let low = 0;
  let high = lines.length;
  // Invariant: `low` lines fit or are none; more than `high` do not.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(budget, withLines(middle))) low = middle;
    else high = middle - 1;
  }
  return withLines(low);
}
