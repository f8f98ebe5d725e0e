// How a skill stands, in lines.

import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import type { PhaseStatus } from "./skill-phases.ts";

/** Calls that are shown of those that were made. */
const shownCalls = 10;

export function phaseText(head: string, status: PhaseStatus, budget: Budget): string {
  const { phase, index, total, allowed, forbidden, history } = status;
  const first = `${head}, phase ${index + 1} of ${total}: ${phase}`;
  const calls = history.slice(-shownCalls).join(", ");
  const lists = [`  allowed now: ${allowed.join(", ")}`, `  not now: ${forbidden.join(", ")}`];
  const made = history.length === 0 ? [] : [`  called (${history.length}): ${calls}`];
  return fitting(
    [
      () => ({ text: [first, ...lists, "  Everything that only reads is also allowed.", ...made].join("\n") }),
      () => ({ text: [first, ...lists.slice(0, 1)].join("\n"), leavesOut: "what is not allowed is left out" }),
      () => ({ text: first }),
      () => ({ text: `${status.skill}: ${phase}` }),
    ],
    budget,
  );
}
