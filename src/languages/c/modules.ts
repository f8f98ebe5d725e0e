// Where the includes of C and C++ lead.

import { outside } from "../modules/placed.ts";
import type { ModuleRules } from "../modules/rules.ts";

export const cModuleRules: ModuleRules = {
  manifests: /\/compile_(?:commands\.json|flags\.txt)$/,
  skippedManifests: ["build/compile_commands.json"],
  placer: (manifests) => ({
    // Compilers are told to include files that no text names.
    isUnclear: [...manifests.values()].some((text) => /-include\b|-imacros\b|\/FI/.test(text)),
    place: (_, module, index) => ({ ...outside, files: index.endingIn(includedTail(module)) }),
  }),
};

// — below: private, in the order they are used —

/** Without the steps up: what is left ends the path of what is meant, from wherever the compiler looks. */
function includedTail(module: string): string {
  const parts: string[] = [];
  for (const part of module.replace(/^[<"](.*)[>"]$/, "$1").split(/[\\/]/)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
