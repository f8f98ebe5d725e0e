// What accounts read off the texts of files, once for each text.
//
// Invariant: a reading belongs to the index of the text it was read from, and is forgotten with it. Texts are compared with
// their files each time (`files/texts.ts`), so a reading is never older than what is on disk.

import type { Family } from "../../languages/family.ts";
import { importStatements } from "../../languages/imports/import-statements.ts";
import type { Occurrence } from "../../languages/names/occurrences.ts";
import { codeApart, occurrencesOf } from "../../languages/names/occurrences.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { memoizedOf } from "../../std/memoized.ts";

/** Offsets of the beginning and the end, and the module that is named there. */
export type NameSpan = readonly [start: number, end: number, module?: string | undefined];

/** The statements of a text that bring names in or hand them on. */
export function importSpansIn(index: LineIndex, family: Family): readonly NameSpan[] {
  return once(spans, index, family, () =>
    importStatements(family, index.text).map(({ start, end, named }): NameSpan => [start, end, named]),
  );
}

/** Every place of the names in a text, as `occurrencesOf` finds them. */
export function occurrencesIn(index: LineIndex, file: string, family: Family, names: Iterable<string>): Occurrence[] {
  const { text } = index;
  return occurrencesOf(file, text, family, names, () => once(codes, index, family, () => codeApart(text, family)));
}

/** A text without its comments and strings. */
export function codeIn(index: LineIndex, family: Family): string {
  return once(masked, index, family, () => maskCommentsAndStrings(index.text, family));
}

// — below: private, in the order they are used —

type Readings<T> = WeakMap<LineIndex, Map<Family, T>>;

const spans: Readings<readonly NameSpan[]> = new WeakMap();
const codes: Readings<string> = new WeakMap();
const masked: Readings<string> = new WeakMap();

function once<T>(readings: Readings<T>, index: LineIndex, family: Family, read: () => T): T {
  const own = memoizedOf(readings, index, () => new Map<Family, T>());
  const known = own.get(family);
  if (known !== undefined) return known;
  const made = read();
  own.set(family, made);
  return made;
}
