// `find_callers`: who calls a function, and whom it calls, as far away as asked for.

import { z } from "zod";
import type { HierarchyDirection } from "../model/code-facts.ts";
import { afterCalls, callsJson, callsText, depthInput } from "./call-hierarchy.ts";
import { foundHierarchy, hasNoNodes } from "./hierarchy-answer.ts";
import { defineTargetQuery } from "./targeted.ts";

const directions: Readonly<Record<"incoming" | "outgoing" | "both", readonly HierarchyDirection[]>> = {
  incoming: ["incoming"],
  outgoing: ["outgoing"],
  both: ["incoming", "outgoing"],
};

export const findCallers = defineTargetQuery({
  name: "find_callers",
  title: "Find Callers",
  summary: "List which functions call a function, and with direction which it calls.",
  guidance:
    "Tells functions, not lines: use it to trace how code is reached. find_references also lists uses that are no calls.",
  exposure: "core",
  command: "calls",
  needs: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
  input: {
    direction: z.enum(["incoming", "outgoing", "both"]).default("incoming"),
    depth: depthInput,
  },
  one: ({ patience }, target, { direction, depth }) => foundHierarchy(target, directions[direction], depth, patience),
  isEmpty: hasNoNodes,
  toText: callsText,
  toJson: callsJson,
  hints: afterCalls,
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
