// The steps of a rename as they are written: without files that are to be left alone, and with the short forms of the
// language.
//
// Invariant: what rules judge are these steps, and no other text is written.

import { languageRecord } from "../../languages/table.ts";
import type { Location } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { relativeTo } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { contains } from "../../model/place.ts";
import { proposedFiles, targetsOf } from "../../model/plan.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { globMatcher } from "../../protocol/glob.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { Shifts } from "./shifts.ts";

export interface RenameSteps {
  readonly steps: readonly ProposedStep[];
  /** What is replaced, in the texts as they are now. */
  readonly places: readonly Location[];
}

export function isExcluded(snapshot: Snapshot, globs: readonly string[]): (file: FilePath) => boolean {
  const matchers = globs.map(globMatcher);
  return (file) => {
    const path = relativeTo(snapshot.root, file) ?? file;
    return matchers.some((matches) => matches(path));
  };
}

/** Edits of files that are to be left alone go; a step that moves or removes a file stays, for a rule to judge. */
export function withoutExcluded(
  snapshot: Snapshot,
  steps: readonly ProposedStep[],
  globs: readonly string[],
): { readonly steps: readonly ProposedStep[]; readonly leftAlone: readonly FilePath[] } {
  const isLeftAlone = isExcluded(snapshot, globs);
  const kept = steps.filter((step) => step.kind !== "edit" || !targetsOf({ steps: [step] }).some(isLeftAlone));
  return { steps: kept, leftAlone: targetsOf({ steps }).filter(isLeftAlone) };
}

/** Writes once what the rename has left twice, so that a name that comes back restores every byte. */
export function withShortForms({ steps, places }: RenameSteps, newName: string): RenameSteps {
  if (!steps.every(({ kind }) => kind === "edit")) return { steps, places };
  const shifts = Shifts.of(proposedFiles({ steps }), places, newName);
  if (shifts === undefined) return { steps, places };
  const replaced = new Map<FilePath, readonly Location[]>();
  const short = steps.map((step) => {
    const shortForms = step.kind === "edit" ? languageRecord(step.file).rename?.shortForms : undefined;
    if (step.kind !== "edit" || shortForms === undefined) return step;
    const found = shortForms(step.text, shifts.written(step.file), newName);
    if (found.length === 0) return step;
    const index = new LineIndex(step.before);
    const stretches = found.map(({ start, end }) => shifts.formerly(step.file, start, end));
    const spans = stretches.map(([start, end]) => ({ start: index.placeOf(start), end: index.placeOf(end) }));
    replaced.set(
      step.file,
      spans.map((span) => ({ file: step.file, span })),
    );
    return {
      ...step,
      text: applyEdits(
        step.text,
        found.map((one) => ({ ...one, newText: newName })),
      ),
    };
  });
  return { steps: short, places: withWider(places, [...replaced.values()].flat()) };
}

// — below: private, in the order they are used —

/** A place that lies in a wider one is replaced with it. */
function withWider(places: readonly Location[], wider: readonly Location[]): readonly Location[] {
  const around = (place: Location): Location | undefined =>
    wider.find(
      ({ file, span }) => file === place.file && contains(span, place.span.start) && contains(span, place.span.end),
    );
  return [...new Set(places.map((place) => around(place) ?? place))];
}
