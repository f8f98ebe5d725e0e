// The places of an account: names in files, and what became of them.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePlace } from "../../model/place.ts";
import type { Occurrence } from "../../languages/names/occurrences.ts";

export interface PlacedName extends FilePlace {
  readonly occurrence: Occurrence;
}

export function placedLocation({ file, place, occurrence }: PlacedName): Location {
  const end = { line: place.line, column: place.column + occurrence.name.length };
  return { file, span: { start: place, end } };
}

export function isSamePlace(a: Location, b: Location): boolean {
  const isSameFile = isExternal(a.file) ? isExternal(b.file) && a.file.external === b.file.external : a.file === b.file;
  return isSameFile && a.span.start.line === b.span.start.line && a.span.start.column === b.span.start.column;
}

/** Words that name no single symbol, so that their places identify none. */
const nameless: ReadonlySet<string> = new Set([
  "default",
  "constructor",
  "this",
  "super",
  "self",
  "import",
  "new",
  "operator",
]);

/** Whether the word can be the name of a symbol that is searched for. */
export function isName(word: string): boolean {
  return !nameless.has(word) && !/^\d/.test(word);
}

/** UTF-16 that was read as UTF-8: the signs of its mark, and a zero beside every other sign. */
export function isInTwoBytes(text: string): boolean {
  return text.startsWith("\uFFFD\uFFFD") && text.includes("\0");
}
