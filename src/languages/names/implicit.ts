// Symbols that something calls without writing their name: the language itself, its libraries, test runners.

import type { Family } from "../family.ts";
import { languageFor } from "../table.ts";

/** What may call a symbol of this name without naming it; undefined where nothing is known to. */
export function implicitCaller(family: Family, name: string): string | undefined {
  return languageFor(family).names?.implicitCallers?.find(([pattern]) => pattern.test(name))?.[1];
}
