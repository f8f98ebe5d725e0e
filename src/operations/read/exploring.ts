// What the two names of exploring a symbol declare alike.

import type { QueryContext } from "../define.ts";
import type { ExploredSymbol } from "./explored.ts";
import { exploredSymbol } from "./explored.ts";
import { afterExploring, exploredJson, exploredText, isNothing } from "./explored-answer.ts";
import type { ResolvedTarget } from "../target.ts";
import type { Answer } from "../../model/standing.ts";

export const exploring = {
  exposure: "full",
  needs: [
    "textDocument/hover",
    "textDocument/documentSymbol",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/incomingCalls",
    "textDocument/references",
  ],
  input: {},
  one: ({ patience }: QueryContext, target: ResolvedTarget): Promise<Answer<ExploredSymbol>> =>
    exploredSymbol(target, patience),
  isEmpty: isNothing,
  toText: exploredText,
  toJson: exploredJson,
  hints: afterExploring,
} as const;
