// Places grouped by file: the shortest text from which an agent can still act.

import { sourceLine } from "./inert.ts";
import { counted } from "../std/words.ts";

export interface ListedPlace {
  /** As a reader should see it: relative to the root where it is inside, inert, on one line. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The text of the line, where it is known. */
  readonly source?: string | undefined;
}

const sourceLineLimit = 160;

/** Each file once; below it `line:column  source`. */
export function placesWithSource(places: readonly ListedPlace[]): string {
  return grouped(places)
    .map(([file, own]) => {
      const rows = own.map((place) => {
        const source = place.source === undefined ? "" : `  ${sourceLine(place.source, sourceLineLimit)}`;
        return `  ${place.line}:${place.column}${source}`;
      });
      return `${file}\n${rows.join("\n")}`;
    })
    .join("\n");
}

/** `file: 3 7 12`: lines only, a line once. */
export function placesAsLines(places: readonly ListedPlace[]): string {
  return grouped(places)
    .map(([file, own]) => `${file}: ${[...new Set(own.map((place) => place.line))].join(" ")}`)
    .join("\n");
}

/** `file: 12`: how many in each. */
export function placesAsCounts(places: readonly ListedPlace[]): string {
  return grouped(places)
    .map(([file, own]) => `${file}: ${own.length}`)
    .join("\n");
}

/** `directory/: 12 in 3 files`. */
export function placesAsDirectories(places: readonly ListedPlace[]): string {
  const directories = new Map<string, { places: number; files: number }>();
  for (const [file, own] of grouped(places)) {
    const name = file.slice(0, file.lastIndexOf("/") + 1) || "./";
    const known = directories.get(name) ?? { places: 0, files: 0 };
    directories.set(name, { places: known.places + own.length, files: known.files + 1 });
  }
  return [...directories]
    .map(([name, { places: count, files }]) => `${name}: ${count} in ${counted(files, "file")}`)
    .join("\n");
}

function grouped(places: readonly ListedPlace[]): [string, ListedPlace[]][] {
  const files = new Map<string, ListedPlace[]>();
  for (const place of places) {
    const own = files.get(place.file);
    if (own === undefined) files.set(place.file, [place]);
    else own.push(place);
  }
  for (const own of files.values()) own.sort((a, b) => a.line - b.line || a.column - b.column);
  return [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
