// Declarations that are compiled only under a condition, read off the text: servers leave them out of their outlines
// where the condition does not hold on this machine.
//
// It knows platform, version and type-checking tests of Python, and the preprocessor of the C family. It does not know
// whether a condition holds: a declaration that the server lists is compiled, one that it does not list is not.
// Invariant: a declaration inside of a function is local, and is not listed.

import type { Family } from "../family.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { languageFor } from "../table.ts";
import type { ConditionalDeclaration } from "./declaration.ts";

/** Whether the family has declarations that are compiled only under a condition, as far as is known here. */
export function mayBeConditional(family: Family): boolean {
  return languageFor(family).conditional !== undefined;
}

/** In the order of the text; what is declared in a class that stands under the same condition is among its children. */
export function conditionalDeclarations(family: Family, text: string): readonly ConditionalDeclaration[] {
  const rule = languageFor(family).conditional;
  return rule === undefined || !rule.sign.test(text) ? [] : rule.declarations(maskCommentsAndStrings(text, family));
}

/** The line of the condition under which a place is compiled; undefined where it always is. */
export function conditionAt(family: Family, text: string, offset: number): string | undefined {
  const rule = languageFor(family).conditional;
  if (rule === undefined || !rule.sign.test(text)) return undefined;
  const at = rule.conditionAt(maskCommentsAndStrings(text, family), offset);
  return at === undefined ? undefined : text.slice(at, endOfLine(text, at)).trim();
}

// — below: private, in the order they are used —

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
