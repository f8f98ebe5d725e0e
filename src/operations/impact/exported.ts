// Which symbols of a file others can use, by the rules of its language.
//
// Invariant: what the rules of a language do not decide counts as usable, so that nothing is left out by a guess.

import type { LineIndex } from "../../model/line-index.ts";
import type { ExportRules } from "../../languages/declarations/export-rules.ts";
import { knownLanguages } from "../../languages/table.ts";
import type { DeclaredSymbol } from "./outline.ts";

/** Whether the export rules of a language are known. */
export function tellsExports(language: string | undefined): boolean {
  return rulesOf(language) !== undefined;
}

/** A predicate for the symbols of one file, whose text is read once. */
export function exportedIn(
  language: string | undefined,
  path: string,
  index: LineIndex,
): (symbol: DeclaredSymbol) => boolean {
  return rulesOf(language)?.exportedIn(index, path) ?? (() => true);
}

// — below: private, in the order they are used —

function rulesOf(language: string | undefined): ExportRules | undefined {
  if (language === undefined) return undefined;
  return knownLanguages.find(({ exports }) => exports?.languages.includes(language))?.exports;
}
