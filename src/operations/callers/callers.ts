// `callers`: the callers of a function; the short name for the commonest question about calls.

import { afterCalls, callsJson, callsText, depthInput } from "./call-hierarchy.ts";
import { foundHierarchy, hasNoNodes } from "./hierarchy-answer.ts";
import { defineTargetQuery } from "../targeted.ts";

export const callers = defineTargetQuery({
  name: "callers",
  title: "Callers",
  summary: "List which functions call a function.",
  guidance: "The same as find_callers with direction incoming.",
  exposure: "full",
  command: "callers",
  needs: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls"],
  orElse: ["textDocument/references"],
  asks: ["uses", "calls"],
  input: { depth: depthInput },
  ignores: {
    direction: "callers are incoming; find_callers takes a direction",
    cross_concurrent: "find_callers tells concurrent callers",
  },
  one: ({ patience }, target, { depth }) => foundHierarchy(target, ["incoming"], depth, patience),
  isEmpty: hasNoNodes,
  toText: callsText,
  toJson: callsJson,
  hints: afterCalls,
  examples: [
    {
      title: "Callers of a function",
      input: { file_path: "src/money.ts", position_pattern: "export function @@times(" },
    },
  ],
});
