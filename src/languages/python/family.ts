// The members of Python that override one another, and those that may: what a rename of one of them has to reach.
//
// Invariant: no class of the root is missed that has the old name or the new one and may be related; one too many may be
// named as doubtful. Files that were not searched are counted.

import type { Location } from "../../model/code-facts.ts";
import { keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { PythonMember, PythonNames } from "./classes.ts";
import { pythonNames } from "./classes.ts";
import type { PlacedClass } from "./inheritance.ts";
import { PythonKin } from "./inheritance.ts";
import type { FamilyWords, MemberFamily, MemberRename, MembersLeft, TypeMember } from "../members.ts";

export function pythonFamily(rename: MemberRename, texts: ReadonlyMap<FilePath, string>): MemberFamily | undefined {
  const { at, name, newName } = rename;
  // Names with two leading underscores are mangled per class and never override.
  if (/^__.*(?<!__)$/.test(name)) return undefined;
  const wanted = new Set([name, newName]);
  const files = new Map<FilePath, PythonNames>();
  for (const [file, text] of texts) files.set(file, pythonNames(text, wanted));
  const kin = new PythonKin(files);
  const own = kin.classes.find(({ file, members }) => file === at.file && members.some((one) => isAt(one, rename)));
  return own && new PythonFamily(kin, own, rename);
}

// — below: private, in the order they are used —

const words: FamilyWords = {
  takenIn: "in its class, or in one that is above or below it",
  takenWhy: (shown) => `The renamed one and the other ${shown} would override one another`,
  doubt: () => "whether they override each other cannot be determined from their base classes",
  searchedFor: "overrides",
};

class PythonFamily implements MemberFamily {
  readonly #kin: PythonKin;
  readonly #own: PlacedClass;
  readonly #names: MemberRename;
  /** The class above answers then; that the member overrides it is said by the rules of a deletion. */
  readonly instead = [];
  readonly words = words;

  constructor(kin: PythonKin, own: PlacedClass, names: MemberRename) {
    this.#kin = kin;
    this.#own = own;
    this.#names = names;
  }

  /** What is left where these places are renamed; each class with a member among them brings its own family. */
  leftBy(places: readonly Location[]): MembersLeft {
    const renamed = placesOf(places);
    const { name, newName } = this.#names;
    const { joined, certain, doubtful } = this.#related(renamed);
    const left = (type: PlacedClass, wanted: string): TypeMember[] =>
      membersOf(type, wanted).filter((one) => !renamed.has(keyOfPlace(one.file, one.place)));
    return {
      overrides: certain.flatMap((type) => left(type, name)),
      taken: [...new Set([...joined, ...certain])].flatMap((type) => left(type, newName)),
      doubtful: doubtful.flatMap((type) => [...left(type, name), ...left(type, newName)]),
    };
  }

  /** The members of the old name that are related to one of those at these places, and these themselves. */
  membersAround(places: readonly Location[]): readonly TypeMember[] {
    const { joined, certain } = this.#related(placesOf(places));
    return [...new Set([...joined, ...certain])].flatMap((type) => membersOf(type, this.#names.name));
  }

  #related(renamed: ReadonlySet<string>): Related {
    const { name } = this.#names;
    const isJoined = (type: PlacedClass): boolean =>
      type === this.#own || membersOf(type, name).some((one) => renamed.has(keyOfPlace(one.file, one.place)));
    const joined = this.#kin.classes.filter(isJoined);
    const found = new Map<PlacedClass, boolean>();
    for (const { type, isCertain } of joined.flatMap((one) => this.#kin.familyOf(one)))
      found.set(type, found.get(type) === true || isCertain);
    found.delete(this.#own);
    const of = (wanted: boolean): PlacedClass[] =>
      [...found].flatMap(([type, isCertain]) => (isCertain === wanted ? [type] : []));
    const isApart = (type: PlacedClass): boolean => type !== this.#own && !found.has(type);
    const unclear = this.#kin.classes.filter((type) => isApart(type) && this.#kin.isUnclear(type));
    return { joined, certain: of(true), doubtful: [...of(false), ...unclear] };
  }
}

interface Related {
  /** The classes of what is renamed. */
  readonly joined: readonly PlacedClass[];
  readonly certain: readonly PlacedClass[];
  readonly doubtful: readonly PlacedClass[];
}

function isAt({ name, place }: PythonMember, { name: wanted, at: { place: at } }: MemberRename): boolean {
  const isThere = place.line === at.line && place.column <= at.column && at.column <= place.column + name.length;
  return name === wanted && isThere;
}

function membersOf({ name: type, file, members }: PlacedClass, wanted: string): TypeMember[] {
  return members.filter(({ name }) => name === wanted).map(({ name, place }) => ({ type, name, file, place }));
}

function placesOf(places: readonly Location[]): ReadonlySet<string> {
  return new Set(places.map(({ file, span }) => keyOfPlace(file, span.start)));
}
