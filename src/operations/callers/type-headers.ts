// Subtypes, supertypes and overriding members, read from the headers of types where no server has them.
//
// Invariant: a type whose bases cannot be read from its text is counted in the standing, not taken for unrelated.

import type { Patience } from "../../std/patience.ts";
import type { Hierarchy, HierarchyDirection, HierarchyItem, HierarchyNode, Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { FilePlace, Place, Span } from "../../model/place.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { familyOf, languageRecord } from "../../languages/table.ts";
import type { PlacedType, TypeRelations } from "../../languages/types.ts";
import { textOf } from "../places.ts";

/** What is said beside such an answer. */
export const fromHeaders = "from type headers: the server does not support type hierarchies";

export function isReadFromHeaders(file: FilePath): boolean {
  return languageRecord(file).types !== undefined;
}

/** The types below a type, or the members below a member that may override it. */
export async function overridesFromHeaders(
  snapshot: Snapshot,
  target: FilePlace,
  patience: Patience,
): Promise<Answer<Location[]>> {
  const { relations, own, member, reasons } = await typeAt(snapshot, target, patience);
  if (own === undefined) return { value: [], standing: standingOf(reasons) };
  const below = relations.types.filter((one) => one !== own && relations.aboveOf(one).has(own));
  const value = below.flatMap((type) => {
    if (member === undefined) return [locationOf(type)];
    return type.members.map(({ name, place }) => ({ file: type.file, span: spanOf(place, name) }));
  });
  return { value, standing: standingOf([...reasons, ...unclear(relations, own, below)]) };
}

export async function typesFromHeaders(
  snapshot: Snapshot,
  direction: HierarchyDirection,
  target: FilePlace,
  depth: number,
  patience: Patience,
): Promise<Answer<Hierarchy>> {
  const { relations, own, member, reasons } = await typeAt(snapshot, target, patience);
  if (own === undefined || member !== undefined)
    return { value: { items: [], nodes: [] }, standing: standingOf(reasons) };
  const isUp = direction === "supertypes";
  const next = (type: PlacedType): readonly PlacedType[] =>
    isUp ? [...relations.basesOf(type).keys()] : relations.types.filter((one) => relations.basesOf(one).has(type));
  const seen = new Set([own]);
  const walk = (type: PlacedType, left: number): HierarchyNode[] =>
    next(type).map((one) => {
      const isRepeated = seen.has(one);
      seen.add(one);
      return { item: itemOf(one), sites: [], next: left > 1 && !isRepeated ? walk(one, left - 1) : [], isRepeated };
    });
  const nodes = walk(own, depth);
  const doubts = isUp ? outsideBases(relations, own) : unclear(relations, own, [...seen]);
  return { value: { items: [itemOf(own)], nodes }, standing: standingOf([...reasons, ...doubts]) };
}

// — below: private, in the order they are used —

interface TypeAt {
  readonly relations: TypeRelations;
  /** Undefined where the place names neither a type of the root nor a member of one. */
  readonly own: PlacedType | undefined;
  readonly member: string | undefined;
  readonly reasons: readonly Reason[];
}

const noTypes: TypeRelations = {
  types: [],
  basesOf: () => new Map(),
  aboveOf: () => new Map(),
  isUnclear: () => false,
};
const maxFiles = 5_000;
const atOnce = 16;

async function typeAt(snapshot: Snapshot, target: FilePlace, patience: Patience): Promise<TypeAt> {
  const { value, standing } = await snapshot.definition(target, patience);
  const word = await wordAt(snapshot, target);
  const places = value.length > 0 ? value : [{ file: target.file, span: { start: target.place, end: target.place } }];
  const family = familyOf(target.file);
  const sources = (await snapshot.sources()).filter(({ file }) => familyOf(file) === family);
  // The order of the answer is that of the paths, whichever file is read first.
  const paths = sources.map(({ file }) => file).sort();
  const texts = await pooled(paths.slice(0, maxFiles), atOnce, async (file) =>
    patience.deadline.passed ? undefined : await textOf(snapshot, file),
  );
  const reader = languageRecord(target.file).types?.(new Set([word]));
  for (const [at, index] of texts.entries()) {
    const path = paths[at];
    if (path !== undefined && index !== undefined) reader?.add(path, index.text);
  }
  const unread = sources.length - texts.filter((index) => index !== undefined).length;
  const left: Reason[] = unread > 0 ? [{ code: "capped", detail: `${unread} files were not searched for types` }] : [];
  const relations = reader?.relations() ?? noTypes;
  const isAt = (file: FilePath, place: Place): boolean =>
    places.some((one) => !isExternal(one.file) && one.file === file && one.span.start.line === place.line);
  const type = relations.types.find(({ file, name, place }) => name === word && isAt(file, place));
  const holder = relations.types.find(({ file, members }) => members.some(({ place }) => isAt(file, place)));
  return {
    relations,
    own: type ?? holder,
    member: type === undefined && holder !== undefined ? word : undefined,
    reasons: [...standing.reasons, ...left],
  };
}

async function wordAt(snapshot: Snapshot, { file, place }: FilePlace): Promise<string> {
  const line = (await snapshot.text(file)).lineText(place.line) ?? "";
  const before = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]*$/u.exec(line.slice(0, place.column - 1))?.[0] ?? "";
  return before + (/^[\p{L}\p{N}_]*/u.exec(line.slice(place.column - 1))?.[0] ?? "");
}

/** Types whose bases cannot be read from their text may be subtypes of any type. */
function unclear(relations: TypeRelations, own: PlacedType, related: readonly PlacedType[]): Reason[] {
  const doubtful = relations.types.filter((one) => one !== own && !related.includes(one) && relations.isUnclear(one));
  const [first] = doubtful;
  if (first === undefined) return [];
  const more = doubtful.length > 1 ? ` and ${doubtful.length - 1} more types` : "";
  return [
    { code: "server_not_exhaustive", detail: `what ${first.name}${more} extends cannot be determined from its source` },
  ];
}

/** Of `shop.Repo[int]` it is `Repo`. */
function lastWord(base: string): string {
  const plain = base.endsWith("]") ? (base.split("[", 1)[0] ?? "") : base;
  return /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+$/u.exec(plain)?.[0] ?? base;
}

function outsideBases(relations: TypeRelations, own: PlacedType): Reason[] {
  const known = new Set([...relations.basesOf(own).keys()].map(({ name }) => name));
  const others = own.bases.filter((base) => !known.has(lastWord(base)));
  if (others.length === 0) return [];
  return [{ code: "scoped", detail: `declared outside of the root: ${others.join(", ")}` }];
}

function locationOf({ file, place, name }: PlacedType): Location {
  return { file, span: spanOf(place, name) };
}

function spanOf(place: Place, name: string): Span {
  return { start: place, end: { line: place.line, column: place.column + name.length } };
}

function itemOf(type: PlacedType): HierarchyItem {
  const { file, span } = locationOf(type);
  return { name: type.name, kind: "class", file, span, nameSpan: span };
}
