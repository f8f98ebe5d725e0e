// Which files may notice that one of Go changes.

import { losesMain } from "./main-function.ts";
import type { ReachRules } from "../reach-rules.ts";

export const goReach: ReachRules = {
  decidedBy: ["go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt", ".golangci.*"],
  sharesDirectory: true,
  otherFiles: "embedded",
  includes: ["c"],
  breaksLinks: losesMain,
};
