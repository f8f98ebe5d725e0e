// The members of Python that override one another, and those that may: what a rename of one of them has to reach.
//
// Invariant: no class of the root is missed that has the old name or the new one and may be related; one too many may be
// named as doubtful. Files that were not searched are counted.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { pooled } from "../../std/pooled.ts";
import type { Patience, Snapshot, Target } from "../../workspace/snapshot.ts";
import { textOf } from "../places.ts";
import type { PythonMember, PythonNames } from "../../languages/classes/python-classes.ts";
import { pythonNames } from "../../languages/classes/python-classes.ts";
import type { PlacedClass } from "../../languages/classes/python-kin.ts";
import { PythonKin } from "../../languages/classes/python-kin.ts";

export interface FamilyNames {
  readonly name: string;
  readonly newName: string;
}

export interface FamilyMember {
  /** The name of its class. */
  readonly type: string;
  readonly name: string;
  readonly file: FilePath;
  readonly place: Place;
}

/** What a rename leaves, by the classes that the renamed members are in. */
export interface FamilyLeft {
  /** Members of related classes that have the old name. */
  readonly overrides: readonly FamilyMember[];
  /** Members of these classes that have the new name already. */
  readonly taken: readonly FamilyMember[];
  /** Members of either name in classes that may be related. */
  readonly doubtful: readonly FamilyMember[];
}

export class PythonFamily {
  readonly #kin: PythonKin;
  readonly #own: PlacedClass;
  readonly #names: FamilyNames;
  /** How many files were not searched. */
  readonly unread: number;

  /** Undefined where no member of a class of Python is declared there. */
  static async of(
    snapshot: Snapshot,
    at: Target,
    names: FamilyNames,
    { deadline }: Patience,
  ): Promise<PythonFamily | undefined> {
    // Names with two leading underscores are mangled per class and never override.
    if (snapshot.languageOf(at.file) !== "python" || /^__.*(?<!__)$/.test(names.name)) return undefined;
    const wanted = new Set([names.name, names.newName]);
    const read = async (file: FilePath): Promise<PythonNames> =>
      pythonNames((await textOf(snapshot, file))?.text ?? "", wanted);
    const isOwn = ({ members }: Pick<PlacedClass, "members">): boolean =>
      members.some((one) => isAt(one, names.name, at));
    const home = await read(at.file);
    if (!home.classes.some(isOwn)) return undefined;
    const files = new Map<FilePath, PythonNames>([[at.file, home]]);
    const sources = (await snapshot.sources()).filter(
      ({ language, file }) => language === "python" && file !== at.file,
    );
    let unread = Math.max(0, sources.length - maxFiles);
    await pooled(sources.slice(0, maxFiles), atOnce, async ({ file }) => {
      if (deadline.passed) unread++;
      else files.set(file, await read(file));
    });
    const kin = new PythonKin(files);
    const own = kin.classes.find((one) => one.file === at.file && isOwn(one));
    return own && new PythonFamily(kin, own, names, unread);
  }

  private constructor(kin: PythonKin, own: PlacedClass, names: FamilyNames, unread: number) {
    this.#kin = kin;
    this.#own = own;
    this.#names = names;
    this.unread = unread;
  }

  /** What is left where these places are renamed; each class with a member among them brings its own family. */
  leftBy(places: readonly Location[]): FamilyLeft {
    const renamed = placesOf(places);
    const { name, newName } = this.#names;
    const { joined, certain, doubtful } = this.#related(renamed);
    const left = (type: PlacedClass, wanted: string): FamilyMember[] =>
      membersOf(type, wanted).filter((one) => !renamed.has(keyOf(one.file, one.place)));
    return {
      overrides: certain.flatMap((type) => left(type, name)),
      taken: [...new Set([...joined, ...certain])].flatMap((type) => left(type, newName)),
      doubtful: doubtful.flatMap((type) => [...left(type, name), ...left(type, newName)]),
    };
  }

  /** The members of the old name that are related to one of those at these places, and these themselves. */
  membersAround(places: readonly Location[]): readonly FamilyMember[] {
    const { joined, certain } = this.#related(placesOf(places));
    return [...new Set([...joined, ...certain])].flatMap((type) => membersOf(type, this.#names.name));
  }

  // — below: private, in the order they are used —

  #related(renamed: ReadonlySet<string>): Related {
    const { name } = this.#names;
    const isJoined = (type: PlacedClass): boolean =>
      type === this.#own || membersOf(type, name).some((one) => renamed.has(keyOf(one.file, one.place)));
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

const maxFiles = 2_000;
const atOnce = 16;

function isAt({ name, place }: PythonMember, wanted: string, { place: at }: Target): boolean {
  const isThere = place.line === at.line && place.column <= at.column && at.column <= place.column + name.length;
  return name === wanted && isThere;
}

function membersOf({ name: type, file, members }: PlacedClass, wanted: string): FamilyMember[] {
  return members.filter(({ name }) => name === wanted).map(({ name, place }) => ({ type, name, file, place }));
}

function placesOf(places: readonly Location[]): ReadonlySet<string> {
  return new Set(places.map(({ file, span }) => keyOf(file, span.start)));
}

function keyOf(file: Location["file"], { line, column }: Place): string {
  return `${line}:${column}:${isExternal(file) ? file.external : file}`;
}
