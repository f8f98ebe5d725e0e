// What is known of the imports of a language.

import type { FilePath } from "../../model/file-path.ts";

export interface ImportRules {
  /** Statements that name a module, which the first group holds; global. */
  readonly modules?: readonly RegExp[];
  /** Statements that bring names in, or list what is declared elsewhere, and name no module by themselves; global. */
  readonly names?: readonly RegExp[];
  /** The modules that the first group holds; it is one module where this is not said. */
  readonly modulesIn?: (named: string) => string[];
  /** The files that a module may plainly mean where it is imported. */
  readonly filesOf?: (from: FilePath, module: string) => FilePath[];
}
