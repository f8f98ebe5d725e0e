// What Go adds to the rules of a rename.

import type { RenameRules } from "../rename-rules.ts";
import { goByItself, goFamily } from "./members.ts";

export const goRename: RenameRules = {
  family: goFamily,
  byItself: goByItself,
  seesAllNames: /^[ \t]*(?:import\s+)?\.\s+["`]/m,
};
