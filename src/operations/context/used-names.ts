// The names that stand as code in a stretch of a text, and how near to it each name of the file stands.

import { familyOf, languageFor } from "../../languages/table.ts";
import { codeApart } from "../../languages/names/occurrences.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";

export interface UsedName {
  readonly name: string;
  readonly place: Place;
  /** How much depends on knowing it: what is called or reached through something else comes before plain values. */
  readonly weight: number;
}

/** Lines, both ends included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface FileNames {
  /** Each name of the stretch once for each way it is reached, the weightiest first. */
  readonly used: readonly UsedName[];
  /** Every word of the stretch. */
  readonly shown: ReadonlySet<string>;
  /** For every name of the file, by how many lines its nearest place lies outside of the stretch. */
  readonly distance: ReadonlyMap<string, number>;
}

export function namesOf(file: string, index: LineIndex, focus: Lines): FileNames {
  const family = familyOf(file);
  const code = codeApart(index.text, family);
  const reserved = reservedIn(family);
  const used = new Map<string, UsedName>();
  const shown = new Set<string>();
  const distance = new Map<string, number>();
  let before: { readonly name: string; readonly end: number } | undefined;
  for (const match of code.matchAll(words)) {
    const [name] = match;
    const place = index.placeOf(match.index);
    const end = match.index + name.length;
    const isMember = /[.>:]\s*$/.test(code.slice(Math.max(0, match.index - 3), match.index));
    const receiver = isMember && before !== undefined ? before.name : "";
    before = { name, end };
    if (!isMember && reserved.has(name)) continue;
    const away = Math.max(0, focus.from - place.line, place.line - focus.to);
    distance.set(name, Math.min(away, distance.get(name) ?? away));
    if (away > 0) continue;
    shown.add(name);
    const isCalled = /^\s{0,3}\(/.test(code.slice(end, end + 4));
    const weight = (isCalled ? 2 : 0) + (isMember ? 1 : 0) + (/^\p{Lu}/u.test(name) ? 1 : 0);
    const key = `${receiver}.${name}`;
    if (!used.has(key)) used.set(key, { name, place, weight });
  }
  // A sort keeps the order of the text among equals.
  return { used: [...used.values()].sort((a, b) => b.weight - a.weight), shown, distance };
}

/** The words of a signature or of an excerpt. */
export function wordsIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(words), ([word]) => word));
}

// — below: private, in the order they are used —

const words = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

function reservedIn(family: Parameters<typeof languageFor>[0]): ReadonlySet<string> {
  const rules = Object.values(languageFor(family).names?.identifiers ?? {});
  return new Set(rules.flatMap(({ reserved }) => [...reserved]));
}
