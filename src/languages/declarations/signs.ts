// Texts with and without their comments and strings.

import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { trimmedEnd } from "../syntax/lines.ts";
import { familyOf, languageFor } from "../table.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { DeclarationRules } from "./rules.ts";
import type { Source } from "./source.ts";

export function sourceOf(file: string, text: string): Source {
  const family = familyOf(file);
  return { text, code: maskCommentsAndStrings(text, family), index: new LineIndex(text), family };
}

/** What is known of the declarations of its language. */
export function rulesOf({ family }: Source): DeclarationRules {
  return languageFor(family).declarations ?? {};
}

/** What strings are made of where they are to count as something; no text of code holds it. */
export const inString = "\u0000";

/** The code with its strings as signs of their own. */
export function withStrings({ text, family }: Source): string {
  return maskCommentsAndStrings(text, family, inString);
}

/** Where a text ends that is no comment. */
export function endOfCode(source: Source): number {
  const code = withStrings(source);
  return trimmedEnd(code, code.length);
}

/** Whether a comment at its end would take in what followed on the line; one that is closed does not. */
export function endsInLineComment(source: Source): boolean {
  const behind = source.text.slice(endOfCode(source));
  return behind.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, "").trim() !== "";
}

/** What a line of a script begins with that would go on with the line above, where that has no semicolon. */
export const goesOn = /^[([`+\-/*<]/;

/** Behind the blanks and comments that a text has from an offset on. */
export function behindComments(text: string, from: number): number {
  return from + (/^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from))?.[0].length ?? 0);
}
