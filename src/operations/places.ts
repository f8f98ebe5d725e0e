// Places as an operation shows them: named relative to the root, with their source line where it may be read.

import type { Location } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import type { LineIndex } from "../model/line-index.ts";
import type { Place } from "../model/place.ts";
import { inertLine, sourceLine } from "../render/inert.ts";
import type { ListedPlace } from "../render/place-list.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import { shownPath } from "./foreign-text.ts";
import type { ResolvedTarget } from "./target.ts";

export interface ShownPlace extends ListedPlace {
  /** Absolute, for programs. */
  readonly path: string;
  readonly end: Place;
}

/** The target as an answer repeats it. */
export interface ShownTarget {
  readonly file: string;
  readonly place: Place;
  readonly lineText: string;
}

/** The location object of the contract: 1-based, absolute. */
export interface LocationJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
}

export function shownTarget({ shown, place, lineText }: ResolvedTarget): ShownTarget {
  return { file: shown, place, lineText };
}

/** `src/cart.ts:1:19  export function total(`: what was understood, in one line. */
export function targetText({ file, place, lineText }: ShownTarget): string {
  return `${inertLine(file)}:${place.line}:${place.column}  ${sourceLine(lineText, 120)}`;
}

export function filesOf(locations: readonly Location[]): Set<FilePath> {
  return new Set(locations.flatMap(({ file }) => (isExternal(file) ? [] : [file])));
}

export async function shownPlaces(
  snapshot: Snapshot,
  locations: readonly Location[],
  withSource: boolean,
): Promise<ShownPlace[]> {
  // Only files of the root that the caller may read are shown; a place elsewhere is named.
  const own = withSource ? [...filesOf(locations)].filter((file) => snapshot.holds(file)) : [];
  const readable = await snapshot.shown(own);
  const texts = new Map<FilePath, LineIndex | undefined>();
  await Promise.all(readable.map(async (file) => texts.set(file, await textOf(snapshot, file))));
  return locations.map(({ file, span }) => ({
    path: isExternal(file) ? file.external : file,
    file: isExternal(file) ? inertLine(file.external) : shownPath(snapshot.base, file),
    line: span.start.line,
    column: span.start.column,
    end: span.end,
    source: isExternal(file) ? undefined : texts.get(file)?.lineText(span.start.line),
  }));
}

export function locationJson(place: ShownPlace): LocationJson {
  return {
    file: place.path,
    line: place.line,
    column: place.column,
    end_line: place.end.line,
    end_column: place.end.column,
  };
}

export function locationOf({ file, span }: Location): LocationJson {
  const { start, end } = span;
  const path = isExternal(file) ? file.external : file;
  return { file: path, line: start.line, column: start.column, end_line: end.line, end_column: end.column };
}

/** A file that went away or is too large costs its own source lines, not the answer. */
export function textOf(snapshot: Snapshot, file: FilePath): Promise<LineIndex | undefined> {
  return snapshot.textOrNone(file);
}
