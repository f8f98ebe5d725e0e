// What a Go file says about its own reach.

import type { FactRules } from "../file-facts.ts";
import { goImports } from "./imports.ts";

/** Stands among the modules of a Go file that takes other files in as they are. */
export const embedded = "//go:embed";

export const goFactRules: FactRules = {
  factsOf: (_, text) => ({
    modules: [...goImports(text), ...(/^\/\/go:embed\b/m.test(text) ? [embedded] : [])],
    imports: [],
    declares: [],
    isUnclear: escaped.test(text),
    isSeenByAll: false,
    defines: [],
  }),
};

// — below: private, in the order they are used —

/** An escape in the name of a package. */
const escaped = /\bimport\b(?:(?!\bimport\b)[^`\n;])*?"[^"\n]*\\/;
