// Words beside a declaration that may or may not belong to it.

import type { SymbolKind } from "../../model/code-facts.ts";
import { rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";

/** Whether words stand right before a declaration that may or may not belong to it, such as those of a preprocessor. */
export function hasWordsBefore(source: Source, lead: number): boolean {
  return rulesOf(source).hasWordsBefore?.(source, lead) === true;
}

/** Whether variables may stand behind a type that is declared with them: only a semicolon ends it. */
export function hasWordsBehind(
  source: Source,
  kind: SymbolKind,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  return rulesOf(source).hasWordsBehind?.(kind, source.code.slice(start, end)) === true;
}
