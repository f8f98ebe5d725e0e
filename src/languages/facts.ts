// The facts of a file by the rules of its language.

import type { Family } from "./family.ts";
import type { Facts } from "./file-facts.ts";
import { unknownFacts } from "./file-facts.ts";
import { familyOf, knownLanguages, languageFor } from "./table.ts";

/** The languages whose imports can be followed; of all others every file may use every other. */
export type Followed = Extract<Family, "script" | "python" | "go" | "c">;

export function followedFamily(file: string): Followed | undefined {
  const taken = knownLanguages.find(({ facts }) => facts?.fragments?.test(file) === true);
  const family = taken?.family ?? familyOf(file);
  return isFollowed(family) ? family : undefined;
}

export function factsOf(family: Followed, file: string, text: string): Facts {
  return languageFor(family).facts?.factsOf(file, text) ?? unknownFacts;
}

/** Whether a file that changes may decide what others see, beside what it declares: it is a part of their program. */
export function isPartOfAll(family: Followed, file: string, text: string): boolean {
  return languageFor(family).facts?.isPartOfAll?.(file, text) === true;
}

// — below: private, in the order they are used —

function isFollowed(family: Family): family is Followed {
  return languageFor(family).facts !== undefined;
}
