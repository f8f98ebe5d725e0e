// Makes one edit of several renames to the same name, such as those of the members of one family.
//
// Invariant: every replacement comes from one of the renames, and one that several of them make is made once.

import type { Location, PossibleUse } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { comparePlaces } from "../../model/place.ts";
import { proposedFiles } from "../../model/plan.ts";
import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { Shifts } from "./shifts.ts";
import type { SymbolRename } from "./symbol-place.ts";

/** Whether a rename replaces names in texts and does nothing else. */
export function isOfNamesAlone({ steps, places }: SymbolRename, newName: string): boolean {
  return (
    steps.every(({ kind }) => kind === "edit") && Shifts.of(proposedFiles({ steps }), places, newName) !== undefined
  );
}

/** Refused where two of the renames replace overlapping stretches in different ways, or were made from different texts. */
export function mergedRenames(renames: readonly SymbolRename[], newName: string): SymbolRename {
  const [first] = renames;
  if (first !== undefined && renames.length === 1) return first;
  const files = new Map<FilePath, Replacements>();
  for (const { steps, places } of renames) {
    const shifts = Shifts.of(proposedFiles({ steps }), places, newName);
    for (const step of steps) {
      if (step.kind !== "edit" || shifts === undefined)
        return unmergeable("One of the renames changes more than names.");
      const known = files.get(step.file) ?? { step, edits: new Map<string, OffsetEdit>() };
      if (known.step.before !== step.before || known.step.hash !== step.hash)
        return unmergeable("A file changed while the server computed the renames.");
      for (const one of shifts.edits(step.file)) known.edits.set(JSON.stringify(one), one);
      files.set(step.file, known);
    }
  }
  const places = distinct(renames.flatMap((one) => one.places));
  const steps = [...files.values()].map(
    ({ step, edits }): ProposedStep => ({ ...step, text: applyEdits(step.before, [...edits.values()]) }),
  );
  const possible = renames.flatMap((one) => one.possible).filter(({ location }) => !places.some(touching(location)));
  return { steps, places, possible: distinctUses(possible) };
}

// — below: private, in the order they are used —

interface Replacements {
  readonly step: Extract<ProposedStep, { kind: "edit" }>;
  readonly edits: Map<string, OffsetEdit>;
}

function unmergeable(why: string): never {
  return refuse({
    code: "conflicting_edit",
    what: "The renames of a member and its overrides cannot be combined into one change.",
    why,
    next: "Nothing was changed. Ask again, or rename the members one by one with accept_partial: true.",
  });
}

function keyOf({ file, span: { start, end } }: Location): string {
  return JSON.stringify([isExternal(file) ? file.external : file, start.line, start.column, end.line, end.column]);
}

function distinct(places: readonly Location[]): Location[] {
  return [...new Map(places.map((one) => [keyOf(one), one])).values()];
}

function distinctUses(uses: readonly PossibleUse[]): PossibleUse[] {
  return [...new Map(uses.map((one) => [keyOf(one.location), one])).values()];
}

function touching(use: Location): (place: Location) => boolean {
  return (place) =>
    place.file === use.file &&
    comparePlaces(place.span.start, use.span.end) <= 0 &&
    comparePlaces(use.span.start, place.span.end) <= 0;
}
