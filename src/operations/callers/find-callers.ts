// `find_callers`: who calls a function, and whom it calls, as far away as asked for.

import { z } from "zod";
import type { HierarchyDirection } from "../../model/code-facts.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { shared, without } from "../../render/budget.ts";
import type { CallsJson } from "./call-hierarchy.ts";
import { afterCalls, callsJson, callsText, depthInput } from "./call-hierarchy.ts";
import type { ConcurrentCaller, ConcurrentJson } from "./concurrent-callers.ts";
import { concurrentCallers, concurrentJson, concurrentText } from "./concurrent-callers.ts";
import type { FoundHierarchy } from "./hierarchy-answer.ts";
import { foundHierarchy, hasNoNodes } from "./hierarchy-answer.ts";
import { defineTargetQuery } from "../targeted.ts";

const directions: Readonly<Record<"incoming" | "outgoing" | "both", readonly HierarchyDirection[]>> = {
  incoming: ["incoming"],
  outgoing: ["outgoing"],
  both: ["incoming", "outgoing"],
};

/** The calls, and where it was asked for, who starts the function beside itself. */
export interface FoundCallers extends FoundHierarchy {
  readonly concurrent?: readonly ConcurrentCaller[];
}

export interface CallersJson extends CallsJson {
  readonly concurrent_callers?: readonly ConcurrentJson[];
}

export const findCallers = defineTargetQuery({
  name: "find_callers",
  title: "Find Callers",
  summary: "List which functions call a function, and with direction which it calls.",
  guidance: "find_references also lists uses that are not calls.",
  exposure: "core",
  command: "calls",
  needs: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
  orElse: ["textDocument/references"],
  input: {
    direction: z.enum(["incoming", "outgoing", "both"]).default("incoming"),
    depth: depthInput,
    cross_concurrent: z.boolean().default(false).describe("Adds who starts it in a thread or task."),
  },
  async one({ patience }, target, { direction, depth, cross_concurrent }): Promise<Answer<FoundCallers>> {
    const [calls, concurrent] = await Promise.all([
      foundHierarchy(target, directions[direction], depth, patience),
      cross_concurrent ? concurrentCallers(target, patience) : undefined,
    ]);
    if (concurrent === undefined) return calls;
    const { evidence } = calls.standing;
    const standing = { ...joinStandings([calls.standing, concurrent.standing]), evidence };
    return { value: { ...calls.value, concurrent: concurrent.value }, standing };
  },
  isEmpty: (output) => hasNoNodes(output) && (output.concurrent ?? []).length === 0,
  toText: callersText,
  toJson: (output): CallersJson => ({
    ...callsJson(output),
    ...(output.concurrent === undefined ? {} : { concurrent_callers: output.concurrent.map(concurrentJson) }),
  }),
  hints: (output) => afterCalls(output),
  examples: [
    {
      title: "Callers of a function, and their callers",
      input: { file_path: "src/money.ts", symbol_path: "times", depth: 2 },
    },
    {
      title: "What a function calls",
      input: { file_path: "src/checkout.ts", symbol_path: "checkout", direction: "outgoing" },
    },
  ],
});

function callersText(output: FoundCallers, budget: Budget): string {
  if (output.concurrent === undefined) return callsText(output, budget);
  const concurrent = concurrentText(output.concurrent, shared(budget, 2));
  return `${callsText(output, without(budget, `\n${concurrent}`))}\n${concurrent}`;
}
