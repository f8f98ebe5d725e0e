// Which files may notice that one of Go changes.

import type { TextChange } from "../../model/consequences.ts";
import type { ReachRules } from "../reach-rules.ts";
import { maskBy } from "../syntax/prose.ts";
import { goSyntax } from "./syntax.ts";

export const goReach: ReachRules = {
  decidedBy: ["go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt", ".golangci.*"],
  sharesDirectory: true,
  otherFiles: "embedded",
  includes: ["c"],
  breaksLinks: losesMain,
};

/** Whether a program of Go is left without its beginning, which only the linker misses. */
export function losesMain({ before = "", after = "" }: TextChange): boolean {
  const begins = (text: string): boolean => {
    const code = maskBy(goSyntax, text);
    return /^package\s+main\b/m.test(code) && /^func\s+main\s*\(/m.test(code);
  };
  return begins(before) && !begins(after);
}
