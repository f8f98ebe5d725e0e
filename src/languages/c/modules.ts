// Where the includes of C and C++ lead.

import { outside } from "../modules/placed.ts";
import type { ModuleRules } from "../modules/rules.ts";

export const cModuleRules: ModuleRules = {
  manifests: /\/compile_(?:commands\.json|flags\.txt)$/,
  skippedManifests: ["build/compile_commands.json"],
  placer: (manifests) => ({
    // Flags make compilers include files that no text names.
    isUnclear: [...manifests.values()].some((text) => /-include\b|-imacros\b|\/FI/.test(text)),
    place: (_, module, index) => ({ ...outside, files: index.endingIn(includedTail(module)) }),
  }),
};

// — below: private, in the order they are used —

/** Without `..` parts: the rest ends the path of the included file, whatever directory the compiler searches. */
function includedTail(module: string): string {
  const parts: string[] = [];
  for (const part of module.replace(/^[<"](.*)[>"]$/, "$1").split(/[\\/]/)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
