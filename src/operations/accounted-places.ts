// Places beside the uses of a symbol, as answers show them: uses through relatives, and possible uses with the reason.

import { inertLine, sourceLine } from "../render/inert.ts";
import type { Uses } from "../workspace/account/uses.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import type { LocationJson, ShownPlace } from "./places.ts";
import { locationJson, shownPlaces } from "./places.ts";
import { counted } from "../std/words.ts";

export interface ShownAccount {
  readonly possible: readonly ShownPossible[];
  readonly through: readonly ShownThrough[];
  readonly unchecked: number;
}

interface ShownPossible extends ShownPlace {
  readonly why: string;
}

interface ShownThrough extends ShownPlace {
  /** Where the relative is declared: `src/base.py:12`. */
  readonly relative: string;
}

/** What programs read of it. */
export interface AccountJson {
  readonly possible: readonly (LocationJson & { readonly why: string })[];
  readonly through: readonly (LocationJson & { readonly relative: string })[];
  readonly unchecked: number;
}

export async function shownAccount(
  snapshot: Snapshot,
  { possible, through, unchecked }: Pick<Uses, "possible" | "through" | "unchecked">,
): Promise<ShownAccount> {
  const [doubtful, related, declarations] = await Promise.all([
    shownPlaces(
      snapshot,
      possible.map(({ location }) => location),
      possible.length <= listed,
    ),
    shownPlaces(
      snapshot,
      through.map(({ location }) => location),
      through.length <= listed,
    ),
    shownPlaces(
      snapshot,
      through.map(({ relative }) => relative),
      false,
    ),
  ]);
  return {
    possible: doubtful.map((place, at) => ({ ...place, why: possible[at]?.why ?? "" })),
    through: related.map((place, at) => {
      const one = declarations[at];
      return { ...place, relative: one === undefined ? "" : `${one.file}:${one.line}` };
    }),
    unchecked,
  };
}

/** Below the list of uses; empty where there is nothing beside them. */
export function accountText({ possible, through, unchecked }: ShownAccount, isShort = false): string {
  const parts = [
    section("Through a base or an override", through, ({ relative }) => `of ${relative}`, isShort),
    section("Possible, not verified", possible, ({ why }) => why, isShort),
    unchecked === 0 ? "" : `Not checked: ${counted(unchecked, "more place")} with the name.`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

export function accountJson({ possible, through, unchecked }: ShownAccount): AccountJson {
  return {
    possible: possible.map((place) => ({ ...locationJson(place), why: place.why })),
    through: through.map((place) => ({ ...locationJson(place), relative: place.relative })),
    unchecked,
  };
}

export function hasAccount({ possible, through, unchecked }: ShownAccount): boolean {
  return possible.length > 0 || through.length > 0 || unchecked > 0;
}

// — below: private, in the order they are used —

/** Beyond so many places, counts per file say more. */
const listed = 20;

function section<T extends ShownPlace>(
  head: string,
  places: readonly T[],
  note: (place: T) => string,
  isShort: boolean,
): string {
  if (places.length === 0) return "";
  const files = new Map<string, T[]>();
  for (const place of places) {
    const own = files.get(place.file);
    if (own === undefined) files.set(place.file, [place]);
    else own.push(place);
  }
  const isCounted = isShort || places.length > listed;
  const rows = [...files].map(([file, own]) => (isCounted ? countedPlaces(file, own, note) : lines(file, own, note)));
  return `${head} (${places.length}):\n${rows.join("\n")}`;
}

function countedPlaces<T extends ShownPlace>(file: string, own: readonly T[], note: (place: T) => string): string {
  const notes = [...new Set(own.map(note))];
  return `${file}: ${own.length} (${notes
    .slice(0, 2)
    .map((one) => inertLine(one))
    .join(", ")})`;
}

function lines<T extends ShownPlace>(file: string, own: readonly T[], note: (place: T) => string): string {
  const rows = own.map((place) => {
    const source = place.source === undefined ? "" : `  ${sourceLine(place.source, 120)}`;
    return `  ${place.line}:${place.column}  [${inertLine(note(place))}]${source}`;
  });
  return `${file}\n${rows.join("\n")}`;
}
