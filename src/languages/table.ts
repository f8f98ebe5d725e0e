// The list of languages, and which of them a file is written in.

import { c } from "./c/language.ts";
import { csharp } from "./csharp/language.ts";
import type { EditRules } from "./edit-rules.ts";
import type { Family } from "./family.ts";
import { go } from "./go/language.ts";
import { java } from "./java/language.ts";
import type { Language } from "./language.ts";
import { other } from "./other/language.ts";
import { python } from "./python/language.ts";
import { rust } from "./rust/language.ts";
import { script } from "./script/language.ts";

export const knownLanguages: readonly Language[] = [script, python, go, rust, java, csharp, c];

const byFamily: ReadonlyMap<Family, Language> = new Map([...knownLanguages, other].map((one) => [one.family, one]));

export function languageFor(family: Family): Language {
  return byFamily.get(family) ?? other;
}

/** What is known of the language that a file is written in. */
export function languageRecord(file: string): Language {
  return languageFor(groupOf(file));
}

/** Whether imports in a language, by its id, break when the file that they lead to moves. */
export function isImportedByPath(language: string): boolean {
  return knownLanguages.some(({ rename }) => rename?.importedByPath?.includes(language) === true);
}

export function editRulesFor(family: Family): EditRules {
  return languageFor(family).edits ?? {};
}

export function familyOf(file: string): Family {
  return knownLanguages.find(({ endings }) => endings.test(file))?.family ?? "other";
}

/** The family whose names a file may hold; `other` for a language that stands alone. */
export function groupOf(file: string): Family {
  const family = familyOf(file);
  if (family !== "other") return family;
  return knownLanguages.find(({ furtherEndings }) => furtherEndings?.test(file))?.family ?? "other";
}

/** Languages in which a name means the same in every file, without an import; servers resolve it in one file at a time. */
export function isSharedByName(file: string): boolean {
  return /\.(?:css|scss|sass|less|styl)$/.test(file);
}
