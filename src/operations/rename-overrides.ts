// Members of Python in classes that inherit from that of the renamed one, or from which it inherits: servers for Python
// neither rename the old name there nor mind the new one. Members of Go that are embedded are looked at elsewhere.
//
// Invariant: no class of the root is missed that has the old name or the new one and may be related; one too many may be
// named. A rename is refused only for a class that is related for certain. Files that were not searched are told.

import type { Location } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { Reason } from "../model/standing.ts";
import { inertLine } from "../render/inert.ts";
import { pooled } from "../std/pooled.ts";
import type { Patience, Snapshot, Target } from "../workspace/snapshot.ts";
import { textOf } from "./places.ts";
import { promotionsMet, shownMembers } from "./rename-promotions.ts";
import type { PythonMember, PythonNames } from "./rename-python-classes.ts";
import { pythonNames } from "./rename-python-classes.ts";
import type { PlacedClass } from "./rename-python-kin.ts";
import { PythonKin } from "./rename-python-kin.ts";
import { agreeing, counted } from "../std/words.ts";

export interface Renaming {
  readonly name: string;
  readonly newName: string;
  /** What the server renames. */
  readonly places: readonly Location[];
}

/** Why a rename of a member is not all of it; empty where nothing of the name is left, or it is no member of Python. */
export async function overridesLeft(
  snapshot: Snapshot,
  at: Target,
  { name, newName, places }: Renaming,
  { deadline }: Patience,
): Promise<Reason[]> {
  if (snapshot.languageOf(at.file) === "go") return promotionsMet(snapshot, at, newName);
  // Names with two marks are another one in each class.
  if (snapshot.languageOf(at.file) !== "python" || /^__.*(?<!__)$/.test(name)) return [];
  const wanted = new Set([name, newName]);
  const read = async (file: FilePath): Promise<PythonNames> =>
    pythonNames((await textOf(snapshot, file))?.text ?? "", wanted);
  if (!(await read(at.file)).classes.some(({ members }) => members.some((one) => isAt(one, name, at)))) return [];
  const sources = (await snapshot.sources()).filter(({ language }) => language === "python");
  let unread = Math.max(0, sources.length - maxFiles);
  const files = new Map<FilePath, PythonNames>();
  await pooled(sources.slice(0, maxFiles), atOnce, async ({ file }) => {
    if (deadline.passed) unread++;
    else files.set(file, await read(file));
  });
  if (!files.has(at.file)) files.set(at.file, await read(at.file));
  const kin = new PythonKin(files);
  const own = kin.classes.find(({ file, members }) => file === at.file && members.some((one) => isAt(one, name, at)));
  if (own === undefined) return unreadReason(unread);
  const renamed = new Set(places.map((one) => keyOf(one.file, one.span.start)));
  const has = (type: PlacedClass, what: string): Member[] =>
    type.members
      .filter((one) => one.name === what && !renamed.has(keyOf(type.file, one.place)))
      .map((one) => ({ ...one, type }));
  const family = kin.familyOf(own);
  const certain = family.filter(({ isCertain }) => isCertain).map(({ type }) => type);
  mustBeFree(
    snapshot,
    newName,
    [own, ...certain].flatMap((type) => has(type, newName)),
  );
  const related = new Set([own, ...family.map(({ type }) => type)]);
  const unclear = kin.classes.filter((type) => !related.has(type) && kin.isUnclear(type));
  const doubtful = [...family.filter(({ isCertain }) => !isCertain).map(({ type }) => type), ...unclear];
  return [
    ...reason(
      snapshot,
      leftText,
      certain.flatMap((type) => has(type, name)),
    ),
    ...reason(
      snapshot,
      maybeText,
      doubtful.flatMap((type) => [...has(type, name), ...has(type, newName)]),
    ),
    ...unreadReason(unread),
  ];
}

// — below: private, in the order they are used —

interface Member extends PythonMember {
  readonly type: PlacedClass;
}

const maxFiles = 2_000;
const atOnce = 16;

function isAt({ name, place }: PythonMember, wanted: string, { place: at }: Target): boolean {
  const isThere = place.line === at.line && place.column <= at.column && at.column <= place.column + name.length;
  return name === wanted && isThere;
}

function keyOf(file: Location["file"], { line, column }: Target["place"]): string {
  return `${line}:${column}:${typeof file === "string" ? file : file.external}`;
}

function shown(snapshot: Pick<Snapshot, "base">, found: readonly Member[]): string {
  return shownMembers(
    snapshot,
    found.map(({ name, place, type: { name: type, file } }) => ({ name, place, type, file })),
  );
}

function mustBeFree(snapshot: Snapshot, newName: string, taken: readonly Member[]): void {
  if (taken.length === 0) return;
  const name = inertLine(newName, 100);
  refuse({
    code: "conflicting_edit",
    what: `${name} already means something else in its class, or in one that is above or below it.`,
    why: `The renamed one and the other ${name} would override one another: ${shown(snapshot, taken)}.`,
    next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
    data: { places: taken.map(({ type, place: { line } }) => ({ file: type.file, line, kind: "joined" })) },
  });
}

const leftText = "its server does not rename overrides, which have to be renamed too";
const maybeText = "whether these override it, or it them, cannot be told from what their classes extend";

function reason(snapshot: Snapshot, text: string, found: readonly Member[]): Reason[] {
  if (found.length === 0) return [];
  return [{ code: "server_not_exhaustive", detail: `${text}: ${shown(snapshot, found)}` }];
}

function unreadReason(unread: number): Reason[] {
  return unread === 0
    ? []
    : [
        {
          code: "unchecked",
          detail: `${counted(unread, "file")} ${agreeing(unread, "was", "were")} not searched for overrides`,
        },
      ];
}
