// The facts of a file by the rules of its language.

import type { Family } from "./family.ts";
import type { Facts } from "./file-facts.ts";
import { unknownFacts } from "./file-facts.ts";
import { familyOf, knownLanguages, languageFor } from "./table.ts";

/** The language of a file, where its imports can be followed; of all others every file may use every other. */
export function followedFamily(file: string): Family | undefined {
  const taken = knownLanguages.find(({ facts }) => facts?.fragments?.test(file) === true);
  const family = taken?.family ?? familyOf(file);
  return languageFor(family).facts === undefined ? undefined : family;
}

export function factsOf(family: Family, file: string, text: string): Facts {
  return languageFor(family).facts?.factsOf(file, text) ?? unknownFacts;
}

/** Whether a file that changes may decide what others see, beside what it declares: it is a part of their program. */
export function isPartOfAll(family: Family, file: string, text: string): boolean {
  return languageFor(family).facts?.isPartOfAll?.(file, text) === true;
}
