// Whether a new name means at every place what the old one meant: asked of the server, with the texts as they would be.
//
// Invariant: a rename is refused only where the server itself says, at that place, that the name leads elsewhere, is
// taken, or makes one member of two.
// Invariant: nothing is written, and what could not be looked at is told; where two answers of the server do not agree,
// that counts against the rename.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { proposedFiles } from "../../model/plan.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Patience, Snapshot, Target } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";
import { shownPath } from "../foreign-text.ts";
import type { Clash } from "./clashes.ts";
import { clashes, nameIsTaken, problemsBefore, seeingAll } from "./clashes.ts";
import { Shifts } from "./shifts.ts";

export interface RenameInQuestion {
  readonly snapshot: Snapshot;
  /** One declaration of each symbol that is renamed, or where it was pointed at. */
  readonly declared: readonly Target[];
  /** The files that declare them. */
  readonly declaring: readonly FilePath[];
  readonly newName: string;
  readonly places: readonly Location[];
  readonly steps: readonly ProposedStep[];
  /** Files that keep the old name because somebody wants it so. */
  readonly leftAlone: readonly FilePath[];
}

export interface MeaningKept {
  readonly remarks: readonly string[];
  /** Why somebody should look at it before it is done. */
  readonly doubts: readonly Reason[];
}

/** Refused where the meaning would change; else what is to be said of it, if anything. */
export async function keepsMeaning(
  view: Pick<View, "suppose">,
  rename: RenameInQuestion,
  patience: Patience,
): Promise<MeaningKept> {
  const bounded = { ...patience, deadline: patience.deadline.within(meaningMs) };
  let found: Found;
  try {
    found = await changesOfMeaning(view, rename, bounded);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    found = { ...nothing, unknown: error.details.why ?? error.details.what };
  }
  if (found.changed.length > 0) meansOtherwise(rename, found.changed);
  if (found.taken.length > 0) nameIsTaken(rename.snapshot, rename.newName, found.taken);
  const { unknown, vague } = found;
  return {
    remarks:
      unknown === undefined
        ? []
        : [`Not checked whether the new name means something else somewhere: ${inertLine(unknown, 300)}`],
    doubts: vague.length === 0 ? [] : [vagueReason(rename, vague)],
  };
}

// — below: private, in the order they are used —

/** So long it may take to ask; other callers wait for the server meanwhile. */
const meaningMs = 15_000;

/** So many places are asked about one by one. */
const maxAsked = 20;

interface Changed {
  readonly file: Location["file"];
  readonly place: Place;
  /** `joined` is a declaration that belongs together with the renamed one: the one overrides the other. */
  readonly kind: "lost" | "gained" | "joined";
}

interface Found {
  readonly changed: readonly Changed[];
  readonly taken: readonly Clash[];
  /** Differences that the server does not explain. */
  readonly vague: readonly Changed[];
  /** Why it is not known of all places. */
  readonly unknown: string | undefined;
}

const nothing: Found = { changed: [], taken: [], vague: [], unknown: undefined };

async function changesOfMeaning(
  view: Pick<View, "suppose">,
  rename: RenameInQuestion,
  patience: Patience,
): Promise<Found> {
  const { snapshot, declared, declaring, newName, places, steps, leftAlone } = rename;
  if (leftAlone.length > 0) return { ...nothing, unknown: "some files keep the old name" };
  const files = proposedFiles({ steps });
  const shifts = Shifts.of(files, places, newName);
  if (shifts === undefined) return { ...nothing, unknown: "more than names would change" };
  const now = await usesOf(snapshot, declared, patience);
  const homes = declared.map(({ file }) => file);
  const seeing = await seeingAll(snapshot, [...homes, ...files.map(({ from, file }) => from ?? file)], newName);
  const problems = await problemsBefore(snapshot, [...declaring, ...seeing], patience);
  const texts = files.flatMap(({ file, from, after }): [FilePath, string | null][] => [
    ...(from === undefined || from === file ? [] : [[from, null] as [FilePath, null]]),
    [file, after ?? null],
  ]);
  const { snapshot: supposed, release } = await view.suppose(snapshot.root, new Map(texts));
  try {
    const moved = declared.map((at) => shifts.afterwards(at));
    const then = await usesOf(supposed, moved, patience);
    const differing = differences(snapshot, shifts, now.value, then.value);
    const { changed, vague } = await explained(supposed, shifts, differing.slice(0, maxAsked), patience);
    const { found: taken, unknown } =
      changed.length > 0
        ? { found: [], unknown: undefined }
        : await clashes(supposed, problems, shifts, newName, patience);
    const [reason] = [...now.standing.reasons, ...then.standing.reasons];
    return { changed, taken, vague, unknown: reason?.detail ?? unknown };
  } finally {
    await release();
  }
}

/** The uses of several symbols together: a use of one that becomes a use of another is still one. */
async function usesOf(
  snapshot: Snapshot,
  declared: readonly Target[],
  patience: Patience,
): Promise<Answer<readonly Location[]>> {
  const each: Answer<readonly Location[]>[] = [];
  for (const at of declared) each.push(await snapshot.listedUses(at, patience));
  const uses = new Map(each.flatMap(({ value }) => value).map((one) => [keyOf(one.file, one.span.start), one]));
  return { value: [...uses.values()], standing: joinStandings(each.map(({ standing }) => standing)) };
}

/** In the texts as they would be: uses that the name no longer leads to, and what else it leads to. */
function differences(
  snapshot: Snapshot,
  shifts: Shifts,
  now: readonly Location[],
  then: readonly Location[],
): Changed[] {
  const isOutside = (file: Location["file"]): boolean => isExternal(file) || !snapshot.holds(file);
  const kept = now.map(({ file, span }): Omit<Changed, "kind"> => {
    return isExternal(file) ? { file, place: span.start } : shifts.afterwards({ file, place: span.start });
  });
  const expected = new Set(kept.map(({ file, place }) => keyOf(file, place)));
  const found = new Set(then.map(({ file, span }) => keyOf(file, span.start)));
  const lost = kept.filter(({ file, place }) => !isOutside(file) && !found.has(keyOf(file, place)));
  const gained = then.filter((one) => !expected.has(keyOf(one.file, one.span.start)) && !shifts.isRenamed(one));
  return [
    ...lost.map(({ file, place }): Changed => ({ file, place, kind: "lost" })),
    // Nobody can be asked about what lies outside; that it belongs to the renamed one is said already.
    ...gained.map(
      ({ file, span }): Changed => ({
        file,
        place: span.start,
        kind: isOutside(file) ? "joined" : "gained",
      }),
    ),
  ];
}

function keyOf(file: Location["file"], { line, column }: Place): string {
  return `${line}:${column}:${isExternal(file) ? file.external : file}`;
}

/** What the server says at each place that differs; uses of what is joined go with it. */
async function explained(
  supposed: Snapshot,
  shifts: Shifts,
  differing: readonly Changed[],
  patience: Patience,
): Promise<Pick<Found, "changed" | "vague">> {
  const changed: Changed[] = [];
  const others: { readonly one: Changed; readonly leadsTo: readonly Location[] }[] = [];
  for (const one of differing) {
    const { file, place, kind } = one;
    if (kind === "joined" || isExternal(file)) {
      changed.push(one);
      continue;
    }
    const { value } = await supposed.definition({ file, place }, patience);
    const isOurs = value.some((other) => shifts.isRenamed(other));
    const isItself = value.some((other) => other.file === file && contains(other.span, place));
    if (kind === "gained" ? isOurs : value.length > 0 && !isOurs) changed.push(one);
    else if (kind === "gained" && isItself) changed.push({ ...one, kind: "joined" });
    else others.push({ one, leadsTo: value });
  }
  const joined = new Set(changed.filter(({ kind }) => kind === "joined").map(({ file, place }) => keyOf(file, place)));
  const vague = others.filter(({ leadsTo }) => !leadsTo.some(({ file, span }) => joined.has(keyOf(file, span.start))));
  return { changed, vague: vague.map(({ one }) => one) };
}

function shownPlaces({ base }: Pick<Snapshot, "base">, places: readonly Changed[]): string {
  return places
    .slice(0, 5)
    .map(({ file, place }) => `${isExternal(file) ? inertLine(file.external) : shownPath(base, file)}:${place.line}`)
    .join(", ");
}

function vagueReason({ snapshot, newName }: RenameInQuestion, vague: readonly Changed[]): Reason {
  const where = shownPlaces(snapshot, vague);
  const detail = `its server is not sure what ${inertLine(newName, 100)} would mean at ${where}`;
  return { code: "server_not_exhaustive", detail };
}

function meansOtherwise({ snapshot, newName }: RenameInQuestion, changed: readonly Changed[]): never {
  const name = inertLine(newName, 100);
  const shown = (kind: Changed["kind"]): string =>
    shownPlaces(
      snapshot,
      changed.filter((one) => one.kind === kind),
    );
  const [lost, gained, joined] = [shown("lost"), shown("gained"), shown("joined")];
  return refuse({
    code: "conflicting_edit",
    what: `${name} already means something else where it would be written or used.`,
    why: [
      ...(lost === "" ? [] : [`The renamed use would mean the other ${name}: ${lost}.`]),
      ...(gained === "" ? [] : [`Uses of the other ${name} would mean the renamed one: ${gained}.`]),
      ...(joined === "" ? [] : [`The renamed one and the other ${name} would override one another: ${joined}.`]),
    ].join(" "),
    next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
    data: {
      places: changed.map(({ file, place: { line }, kind }) => ({
        file: isExternal(file) ? file.external : file,
        line,
        kind,
      })),
    },
  });
}
