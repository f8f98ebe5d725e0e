// Positions as a person reads them in an editor.
//
// Invariant: lines and columns count from 1; a column is one more than the number of UTF-16 code units before it.
// The zero-based positions of the wire are another type, and only the session converts between the two.

declare const brand: unique symbol;
import type { FilePath } from "./file-path.ts";

export interface Place {
  readonly line: number;
  readonly column: number;
  readonly [brand]?: "Place";
}

/** A place of a file. */
export interface FilePlace {
  readonly file: FilePath;
  readonly place: Place;
}

export interface Span {
  readonly start: Place;
  readonly end: Place;
}

export function place(line: number, column: number): Place {
  return { line, column };
}

export function comparePlaces(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

export function contains(span: Span, at: Place): boolean {
  return comparePlaces(span.start, at) <= 0 && comparePlaces(at, span.end) <= 0;
}
