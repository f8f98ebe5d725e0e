// What a Python file says about its own reach.

import type { FactRules } from "../file-facts.ts";
import { pythonImports } from "./imports.ts";

export const pythonFactRules: FactRules = {
  factsOf: (file, text) => ({
    ...pythonImports(text),
    declares: [],
    // The name of a module that is made while the program runs is followed by no type checker.
    isUnclear: false,
    isSeenByAll: isSeenByAll(file),
    defines: [],
  }),
  isPartOfAll: isSeenByAll,
};

// — below: private, in the order they are used —

function isSeenByAll(file: string): boolean {
  return /(?:^|\/)__builtins__\.pyi$/.test(file);
}
