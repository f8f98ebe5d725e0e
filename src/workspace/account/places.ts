// The places of an account: names in files, and what became of them.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { FilePlace, Place } from "../../model/place.ts";
import type { Occurrence } from "../../languages/names/occurrences.ts";

export interface PlacedName extends FilePlace {
  readonly occurrence: Occurrence;
}

/** Values at places of files. */
export class Places<T> {
  readonly #files = new Map<FilePath, Map<number, T>>();

  set(file: FilePath, place: Place, value: T): void {
    const known = this.#files.get(file);
    if (known === undefined) this.#files.set(file, new Map([[numberOf(place), value]]));
    else known.set(numberOf(place), value);
  }

  has(file: FilePath, place: Place): boolean {
    return this.#files.get(file)?.has(numberOf(place)) === true;
  }

  /** In the order in which files, and the places of each, came first. */
  *values(): Generator<T> {
    for (const places of this.#files.values()) yield* places.values();
  }

  *byFile(): Generator<[FilePath, T[]]> {
    for (const [file, places] of this.#files) yield [file, [...places.values()]];
  }
}

/** One number for each place: no line is as long as this. */
function numberOf({ line, column }: Place): number {
  return line * 2 ** 26 + column;
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
