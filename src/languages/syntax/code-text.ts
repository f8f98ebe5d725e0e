// A text without its prose: comments, quoted strings and patterns become blanks, so that what is left reads as code.
//
// Invariant: offsets and line ends stay as they are.

import type { Family } from "../family.ts";
import { languageFor } from "../table.ts";
import { maskBy, proseBy } from "./prose.ts";
import type { Stretch } from "./stretch.ts";

/** All stretches of a text in order and without gaps, found by one reading. */
export function stretchesOf(text: string, family: Family): Stretch[] {
  const all: Stretch[] = [];
  let at = 0;
  for (const prose of proseBy(languageFor(family).syntax, text)) {
    if (prose.start > at) all.push({ start: at, end: prose.start, kind: "code" });
    all.push(prose);
    at = prose.end;
  }
  if (at < text.length) all.push({ start: at, end: text.length, kind: "code" });
  return all;
}

/** Strings and patterns become as many of another sign, where they are to be told from comments. */
export function maskCommentsAndStrings(text: string, family: Family, stringSign = " "): string {
  return maskBy(languageFor(family).syntax, text, stringSign);
}
