// Subclasses, superclasses and overriding members of Python, read from the headers of classes where no server has them.
//
// Invariant: a class whose bases cannot be read from its text is counted in the standing, not taken for unrelated.

import type { Patience } from "../../std/patience.ts";
import type { Hierarchy, HierarchyDirection, HierarchyItem, HierarchyNode, Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { FilePlace, Place, Span } from "../../model/place.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { languageRecord } from "../../languages/table.ts";
import { textOf } from "../places.ts";
import type { PythonNames } from "../../languages/python/classes.ts";
import { pythonNames } from "../../languages/python/classes.ts";
import type { PlacedClass } from "../../languages/python/inheritance.ts";
import { PythonKin } from "../../languages/python/inheritance.ts";

/** What is said beside such an answer. */
export const fromHeaders = "from class headers: the server does not support type hierarchies";

export function isReadFromHeaders(file: FilePath): boolean {
  return languageRecord(file).hasClassHeaders === true;
}

/** The classes below a class, or the members below a member that may override it. */
export async function overridesFromHeaders(
  snapshot: Snapshot,
  target: FilePlace,
  patience: Patience,
): Promise<Answer<Location[]>> {
  const { kin, own, member, reasons } = await classAt(snapshot, target, patience);
  if (own === undefined) return { value: [], standing: standingOf(reasons) };
  const below = kin.classes.filter((one) => one !== own && kin.aboveOf(one).has(own));
  const value = below.flatMap((type) => {
    if (member === undefined) return [locationOf(type)];
    return type.members.map(({ name, place }) => ({ file: type.file, span: spanOf(place, name) }));
  });
  return { value, standing: standingOf([...reasons, ...unclear(kin, own, below)]) };
}

export async function typesFromHeaders(
  snapshot: Snapshot,
  direction: HierarchyDirection,
  target: FilePlace,
  depth: number,
  patience: Patience,
): Promise<Answer<Hierarchy>> {
  const { kin, own, member, reasons } = await classAt(snapshot, target, patience);
  if (own === undefined || member !== undefined)
    return { value: { items: [], nodes: [] }, standing: standingOf(reasons) };
  const isUp = direction === "supertypes";
  const next = (type: PlacedClass): readonly PlacedClass[] =>
    isUp ? [...kin.basesOf(type).keys()] : kin.classes.filter((one) => kin.basesOf(one).has(type));
  const seen = new Set([own]);
  const walk = (type: PlacedClass, left: number): HierarchyNode[] =>
    next(type).map((one) => {
      const isRepeated = seen.has(one);
      seen.add(one);
      return { item: itemOf(one), sites: [], next: left > 1 && !isRepeated ? walk(one, left - 1) : [], isRepeated };
    });
  const nodes = walk(own, depth);
  const doubts = isUp ? outsideBases(kin, own) : unclear(kin, own, [...seen]);
  return { value: { items: [itemOf(own)], nodes }, standing: standingOf([...reasons, ...doubts]) };
}

// — below: private, in the order they are used —

interface ClassAt {
  readonly kin: PythonKin;
  /** Undefined where the place names neither a class of the root nor a member of one. */
  readonly own: PlacedClass | undefined;
  readonly member: string | undefined;
  readonly reasons: readonly Reason[];
}

const maxFiles = 5_000;
const atOnce = 16;

async function classAt(snapshot: Snapshot, target: FilePlace, patience: Patience): Promise<ClassAt> {
  const { value, standing } = await snapshot.definition(target, patience);
  const word = await wordAt(snapshot, target);
  const places = value.length > 0 ? value : [{ file: target.file, span: { start: target.place, end: target.place } }];
  const own = snapshot.languageOf(target.file);
  const sources = (await snapshot.sources()).filter(({ language }) => language === own);
  // The order of the answer is that of the paths, whichever file is read first.
  const paths = sources.map(({ file }) => file).sort();
  const read = await pooled(paths.slice(0, maxFiles), atOnce, async (file) => {
    if (patience.deadline.passed) return undefined;
    const index = await textOf(snapshot, file);
    return index && pythonNames(index.text, new Set([word]));
  });
  const files = new Map<FilePath, PythonNames>();
  for (const [at, names] of read.entries()) {
    const path = paths[at];
    if (path !== undefined && names !== undefined) files.set(path, names);
  }
  const unread = sources.length - files.size;
  const left: Reason[] =
    unread > 0 ? [{ code: "capped", detail: `${unread} files were not searched for classes` }] : [];
  const kin = new PythonKin(files);
  const isAt = (file: FilePath, place: Place): boolean =>
    places.some((one) => !isExternal(one.file) && one.file === file && one.span.start.line === place.line);
  const type = kin.classes.find(({ file, name, place }) => name === word && isAt(file, place));
  const holder = kin.classes.find(({ file, members }) => members.some(({ place }) => isAt(file, place)));
  return {
    kin,
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

/** Classes whose bases cannot be read from their text may be subclasses of any class. */
function unclear(kin: PythonKin, own: PlacedClass, related: readonly PlacedClass[]): Reason[] {
  const doubtful = kin.classes.filter((one) => one !== own && !related.includes(one) && kin.isUnclear(one));
  const [first] = doubtful;
  if (first === undefined) return [];
  const more = doubtful.length > 1 ? ` and ${doubtful.length - 1} more classes` : "";
  return [
    { code: "server_not_exhaustive", detail: `what ${first.name}${more} extends cannot be determined from its source` },
  ];
}

/** Of `shop.Repo[int]` it is `Repo`. */
function lastWord(base: string): string {
  const plain = base.endsWith("]") ? (base.split("[", 1)[0] ?? "") : base;
  return /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+$/u.exec(plain)?.[0] ?? base;
}

function outsideBases(kin: PythonKin, own: PlacedClass): Reason[] {
  const known = new Set([...kin.basesOf(own).keys()].map(({ name }) => name));
  const others = own.bases.filter((base) => !known.has(lastWord(base)));
  if (others.length === 0) return [];
  return [{ code: "scoped", detail: `declared outside of the root: ${others.join(", ")}` }];
}

function locationOf({ file, place, name }: PlacedClass): Location {
  return { file, span: spanOf(place, name) };
}

function spanOf(place: Place, name: string): Span {
  return { start: place, end: { line: place.line, column: place.column + name.length } };
}

function itemOf(type: PlacedClass): HierarchyItem {
  const { file, span } = locationOf(type);
  return { name: type.name, kind: "class", file, span, nameSpan: span };
}
