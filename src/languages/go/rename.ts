// The rules that a rename follows in Go alone.

import type { RenameRules } from "../rename-rules.ts";
import { goByItself, goFamily } from "./members.ts";

export const goRename: RenameRules = {
  family: goFamily,
  importedByPath: ["go"],
  byItself: goByItself,
  // A dot import: the names of the package are used without naming it.
  seesAllNames: /^[ \t]*(?:import\s+)?\.\s+["`]/m,
};
