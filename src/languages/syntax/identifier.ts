// What a name may be in a language: how it is spelt, and which words the language keeps for itself.
//
// Servers take almost any text for a new name, so it is judged before one of them is asked.
// Invariant: a language that is not listed refuses only what can be a name in no language.

import type { IdentifierRule } from "../names/rules.ts";
import { knownLanguages, languageFor } from "../table.ts";

/** Why a text cannot be a name in a language; undefined where it can. `former` is what it is to replace. */
export function nameFault(language: string | undefined, name: string, former?: string): string | undefined {
  const rule = language === undefined ? undefined : ruleOf(language);
  if (rule === undefined)
    return anywhere.test(name) ? undefined : "A name cannot contain spaces, quotes or line breaks.";
  const { spelling, reserved, marks = [], form } = rule;
  if (reserved.has(name)) return `${name} is a reserved word.`;
  if (!spelling.test(name)) return `A name consists of ${form}.`;
  const lost = marks.find((mark) => former !== undefined && former.startsWith(mark) !== name.startsWith(mark));
  if (lost === undefined) return undefined;
  return name.startsWith(lost)
    ? `${former} does not begin with ${lost}.`
    : `${former} begins with ${lost}, so the new name must too.`;
}

// — below: private, in the order they are used —

const anywhere = /^[^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}"'`]+$/u;

function ruleOf(language: string): IdentifierRule | undefined {
  for (const { names } of [...knownLanguages, languageFor("other")]) {
    const { identifiers = {} } = names ?? {};
    if (Object.hasOwn(identifiers, language)) return identifiers[language];
  }
  return undefined;
}
