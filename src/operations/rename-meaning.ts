// Whether a new name means at every place what the old one meant: asked of the server, with the texts as they would be.
//
// Invariant: a rename is refused only where the server itself says, at that place, that the name leads elsewhere or is
// taken.
// Invariant: nothing is written, and what could not be looked at is told.

import type { Location } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Place } from "../model/place.ts";
import type { ProposedStep } from "../model/offered-action.ts";
import { proposedFiles } from "../model/plan.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import { inertLine } from "../render/inert.ts";
import type { Patience, Snapshot, Target } from "../workspace/snapshot.ts";
import type { View } from "../workspace/view.ts";
import { shownPath } from "./foreign-text.ts";
import type { Clash } from "./rename-clashes.ts";
import { clashes, nameIsTaken, problemsBefore } from "./rename-clashes.ts";
import { Shifts } from "./rename-shifts.ts";

export interface RenameInQuestion {
  readonly snapshot: Snapshot;
  /** A declaration of it, or where it was pointed at. */
  readonly at: Target;
  /** The files that declare it. */
  readonly declaring: readonly FilePath[];
  readonly newName: string;
  readonly places: readonly Location[];
  readonly steps: readonly ProposedStep[];
  /** Files that keep the old name because somebody wants it so. */
  readonly leftAlone: readonly FilePath[];
}

/** Refused where the meaning would change; else what is to be said of it, if anything. */
export async function keepsMeaning(
  view: Pick<View, "suppose">,
  rename: RenameInQuestion,
  patience: Patience,
): Promise<string[]> {
  const bounded = { ...patience, deadline: patience.deadline.within(meaningMs) };
  let found: Found;
  try {
    found = await changesOfMeaning(view, rename, bounded);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    found = { changed: [], taken: [], unknown: error.details.why ?? error.details.what };
  }
  if (found.changed.length > 0) meansOtherwise(rename, found.changed);
  if (found.taken.length > 0) nameIsTaken(rename.snapshot, rename.newName, found.taken);
  return found.unknown === undefined
    ? []
    : [`Not checked whether the new name means something else somewhere: ${inertLine(found.unknown, 300)}`];
}

// — below: private, in the order they are used —

/** So long it may take to ask; other callers wait for the server meanwhile. */
const meaningMs = 15_000;

/** So many places are asked about one by one. */
const maxAsked = 20;

interface Changed {
  readonly file: FilePath;
  readonly place: Place;
  readonly kind: "lost" | "gained";
}

interface Found {
  readonly changed: readonly Changed[];
  readonly taken: readonly Clash[];
  /** Why it is not known of all places. */
  readonly unknown: string | undefined;
}

async function changesOfMeaning(
  view: Pick<View, "suppose">,
  rename: RenameInQuestion,
  patience: Patience,
): Promise<Found> {
  const { snapshot, at, declaring, newName, places, steps, leftAlone } = rename;
  if (leftAlone.length > 0) return { changed: [], taken: [], unknown: "some files keep the old name" };
  const files = proposedFiles({ steps });
  const shifts = Shifts.of(files, places, newName);
  if (shifts === undefined) return { changed: [], taken: [], unknown: "more than names would change" };
  const now = await snapshot.references(at, true, patience);
  const problems = await problemsBefore(snapshot, declaring, patience);
  const texts = files.flatMap(({ file, from, after }): [FilePath, string | null][] => [
    ...(from === undefined || from === file ? [] : [[from, null] as [FilePath, null]]),
    [file, after ?? null],
  ]);
  const { snapshot: supposed, release } = await view.suppose(snapshot.root, new Map(texts));
  try {
    const declared = shifts.afterwards(at);
    const then = await supposed.references(declared, true, patience);
    const differing = differences(shifts, now.value, then.value);
    const changed: Changed[] = [];
    for (const one of differing.slice(0, maxAsked))
      if (await isConfirmed(supposed, shifts, one, patience)) changed.push(one);
    const { found: taken, unknown } =
      changed.length > 0
        ? { found: [], unknown: undefined }
        : await clashes(supposed, problems, shifts, newName, patience);
    const [reason] = [...now.standing.reasons, ...then.standing.reasons];
    const isVague = differing.length > changed.length;
    const vague = isVague ? "the server is not sure which uses are meant" : undefined;
    return { changed, taken, unknown: vague ?? reason?.detail ?? unknown };
  } finally {
    await release();
  }
}

/** In the texts as they would be: uses that the name no longer leads to, and uses of something else that it does. */
function differences(shifts: Shifts, now: readonly Location[], then: readonly Location[]): Changed[] {
  const kept = now.flatMap(({ file, span }) =>
    isExternal(file) ? [] : [shifts.afterwards({ file, place: span.start })],
  );
  const inside = then.flatMap(({ file, span }) => (isExternal(file) ? [] : [{ file, span }]));
  const expected = new Set(kept.map(({ file, place }) => keyOf(file, place)));
  const found = new Set(inside.map(({ file, span }) => keyOf(file, span.start)));
  const lost = kept.filter(({ file, place }) => !found.has(keyOf(file, place)));
  const gained = inside.filter((one) => !expected.has(keyOf(one.file, one.span.start)) && !shifts.isRenamed(one));
  return [
    ...lost.map(({ file, place }): Changed => ({ file, place, kind: "lost" })),
    ...gained.map(({ file, span }): Changed => ({ file, place: span.start, kind: "gained" })),
  ];
}

function keyOf(file: FilePath, { line, column }: Place): string {
  return `${line}:${column}:${file}`;
}

/** What is declared where a new name is written is what was renamed. */
async function isConfirmed(
  supposed: Snapshot,
  shifts: Shifts,
  { file, place, kind }: Changed,
  patience: Patience,
): Promise<boolean> {
  const { value } = await supposed.definition({ file, place }, patience);
  const isOurs = value.some((one) => shifts.isRenamed(one));
  return kind === "gained" ? isOurs : value.length > 0 && !isOurs;
}

function meansOtherwise({ snapshot, newName }: RenameInQuestion, changed: readonly Changed[]): never {
  const name = inertLine(newName, 100);
  const shown = (kind: Changed["kind"]): string =>
    changed
      .filter((one) => one.kind === kind)
      .slice(0, 5)
      .map(({ file, place }) => `${shownPath(snapshot.base, file)}:${place.line}`)
      .join(", ");
  const [lost, gained] = [shown("lost"), shown("gained")];
  return refuse({
    code: "conflicting_edit",
    what: `${name} already means something else where it would be written or used.`,
    why: [
      ...(lost === "" ? [] : [`The renamed use would mean the other ${name}: ${lost}.`]),
      ...(gained === "" ? [] : [`Uses of the other ${name} would mean the renamed one: ${gained}.`]),
    ].join(" "),
    next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
    data: { places: changed.map(({ file, place: { line }, kind }) => ({ file, line, kind })) },
  });
}
