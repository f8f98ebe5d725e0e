// The types of a root by their headers: which extends which, and which members they have.
//
// Invariant: a type that may be a base counts as one, and is marked as uncertain. A type whose bases cannot be read from
// its text is unclear, and never counts as unrelated.

import type { FilePath } from "../model/file-path.ts";
import type { Place } from "../model/place.ts";

export interface NamedPlace {
  readonly name: string;
  /** Where its name begins. */
  readonly place: Place;
}

export interface PlacedType extends NamedPlace {
  readonly file: FilePath;
  /** What it extends, as it is written. */
  readonly bases: readonly string[];
  /** The members whose names were asked for. */
  readonly members: readonly NamedPlace[];
}

export interface RelatedType<T extends PlacedType = PlacedType> {
  readonly type: T;
  readonly isCertain: boolean;
}

export interface TypeRelations<T extends PlacedType = PlacedType> {
  readonly types: readonly T[];
  /** What it extends directly, each with whether that is certain. */
  basesOf(type: T): ReadonlyMap<T, boolean>;
  /** What it extends, directly or not. */
  aboveOf(type: T): ReadonlyMap<T, boolean>;
  /** Whether it, or something above it, extends something unknown. */
  isUnclear(type: T): boolean;
}

/** Takes in texts, one by one, and relates their types. */
export interface TypeHeaderReader {
  add(file: FilePath, text: string): void;
  relations(): TypeRelations;
}

/** Begins to read, with the names of members that matter. */
export type TypeHeaders = (members: ReadonlySet<string>) => TypeHeaderReader;

/** Every type that can share an object with this one: its supertypes, its subtypes, and the supertypes of those. */
export function relatedTypes<T extends PlacedType>(relations: TypeRelations<T>, own: T): readonly RelatedType<T>[] {
  const found = new Map<T, boolean>();
  for (const one of relations.types) {
    const above = new Map([[one, true] as const, ...relations.aboveOf(one)]);
    const reached = above.get(own);
    if (reached === undefined) continue;
    for (const [type, isCertain] of above)
      found.set(type, found.get(type) === true || (isCertain && reached && above.get(one) === true));
  }
  found.delete(own);
  return [...found].map(([type, isCertain]) => ({ type, isCertain }));
}
