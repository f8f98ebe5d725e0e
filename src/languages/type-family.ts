// The members that override one another, and those that may, by the headers of types: what a rename of one has to reach.
//
// Invariant: no type of the root is missed that has the old name or the new one and may be related; one too many may be
// named as doubtful.

import type { Location } from "../model/code-facts.ts";
import { keyOfPlace } from "../model/code-facts.ts";
import type { FamilyWords, MemberFamily, MemberRename, MembersLeft, TypeMember } from "./members.ts";
import type { NamedPlace, PlacedType, TypeRelations } from "./types.ts";
import { relatedTypes } from "./types.ts";

/** How members of two types are to each other by their declarations; `apart` where they have nothing to do with each other. */
export type MemberLikeness = "same" | "doubtful" | "apart";

export interface TypeFamilyRules<T extends PlacedType> {
  readonly words: FamilyWords;
  /** Whether a member of the old name overrides the renamed one, where their types are related. */
  overrides(renamed: T["members"][number], other: T["members"][number]): MemberLikeness;
  /** Whether a member of the new name stands in the way of the renamed one, where their types are related or the same. */
  hinders(renamed: T["members"][number], other: T["members"][number]): MemberLikeness;
}

/** Undefined where no member is declared at the place. */
export function familyByHeaders<T extends PlacedType>(
  relations: TypeRelations<T>,
  rename: MemberRename,
  rules: TypeFamilyRules<T>,
): MemberFamily | undefined {
  for (const type of relations.types) {
    const member = type.file === rename.at.file ? type.members.find((one) => isAt(one, rename)) : undefined;
    if (member !== undefined) return new TypeFamily(relations, type, member, rename, rules);
  }
  return undefined;
}

// — below: private, in the order they are used —

class TypeFamily<T extends PlacedType> implements MemberFamily {
  readonly #relations: TypeRelations<T>;
  readonly #own: T;
  readonly #member: T["members"][number];
  readonly #names: MemberRename;
  readonly #rules: TypeFamilyRules<T>;
  /** The type above answers then; that the member overrides it is said by the rules of a deletion. */
  readonly instead = [];
  readonly words: FamilyWords;

  constructor(
    relations: TypeRelations<T>,
    own: T,
    member: T["members"][number],
    names: MemberRename,
    rules: TypeFamilyRules<T>,
  ) {
    this.#relations = relations;
    this.#own = own;
    this.#member = member;
    this.#names = names;
    this.#rules = rules;
    this.words = rules.words;
  }

  /** What is left where these places are renamed; each type with a member among them brings its own family. */
  leftBy(places: readonly Location[]): MembersLeft {
    const renamed = placesOf(places);
    const { joined, certain, doubtful } = this.#related(renamed);
    const isLeft = (one: TypeMember): boolean => !renamed.has(keyOfPlace(one.file, one.place));
    const old = (types: readonly T[], likeness: MemberLikeness): TypeMember[] =>
      types.flatMap((type) => this.#overriding(type, likeness)).filter(isLeft);
    const fresh = (types: readonly T[], likeness: MemberLikeness): TypeMember[] =>
      types.flatMap((type) => this.#hindering(type, likeness)).filter(isLeft);
    const all = [...new Set([...joined, ...certain])];
    return {
      overrides: old(certain, "same"),
      taken: fresh(all, "same"),
      doubtful: [
        ...[...old(certain, "doubtful"), ...fresh(all, "doubtful")],
        ...(["same", "doubtful"] as const).flatMap((one) => [...old(doubtful, one), ...fresh(doubtful, one)]),
      ],
    };
  }

  /** The members of the old name that are related to one of those at these places, and these themselves. */
  membersAround(places: readonly Location[]): readonly TypeMember[] {
    const { joined, certain } = this.#related(placesOf(places));
    return [...new Set([...joined, ...certain])].flatMap((type) => this.#overriding(type, "same"));
  }

  #overriding(type: T, likeness: MemberLikeness): TypeMember[] {
    const isMeant = (one: NamedPlace): boolean =>
      one === this.#member ? likeness === "same" : this.#rules.overrides(this.#member, one) === likeness;
    return membersOf(type, this.#names.name, isMeant);
  }

  #hindering(type: T, likeness: MemberLikeness): TypeMember[] {
    return membersOf(type, this.#names.newName, (one) => this.#rules.hinders(this.#member, one) === likeness);
  }

  #related(renamed: ReadonlySet<string>): Related<T> {
    const isJoined = (type: T): boolean =>
      type === this.#own || this.#overriding(type, "same").some((one) => renamed.has(keyOfPlace(one.file, one.place)));
    const joined = this.#relations.types.filter(isJoined);
    const found = new Map<T, boolean>();
    for (const { type, isCertain } of joined.flatMap((one) => relatedTypes(this.#relations, one)))
      found.set(type, found.get(type) === true || isCertain);
    found.delete(this.#own);
    const of = (wanted: boolean): T[] =>
      [...found].flatMap(([type, isCertain]) => (isCertain === wanted ? [type] : []));
    const isApart = (type: T): boolean => type !== this.#own && !found.has(type);
    const unclear = this.#relations.types.filter((type) => isApart(type) && this.#relations.isUnclear(type));
    return { joined, certain: of(true), doubtful: [...of(false), ...unclear] };
  }
}

interface Related<T> {
  /** The types of what is renamed. */
  readonly joined: readonly T[];
  readonly certain: readonly T[];
  readonly doubtful: readonly T[];
}

function isAt({ name, place }: NamedPlace, { name: wanted, at: { place: at } }: MemberRename): boolean {
  const isThere = place.line === at.line && place.column <= at.column && at.column <= place.column + name.length;
  return name === wanted && isThere;
}

function membersOf<T extends PlacedType>(
  { name: type, file, members }: T,
  wanted: string,
  isMeant: (one: T["members"][number]) => boolean,
): TypeMember[] {
  return members
    .filter((one) => one.name === wanted && isMeant(one))
    .map(({ name, place }) => ({ type, name, file, place }));
}

function placesOf(places: readonly Location[]): ReadonlySet<string> {
  return new Set(places.map(({ file, span }) => keyOfPlace(file, span.start)));
}
