// Where a place of a text is found again in the text that a rename makes of it.
//
// Invariant: a text that differs in more than the places that are renamed is not followed: then there are no shifts.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { FilePlace } from "../../model/place.ts";
import type { ChangedFile } from "../../model/receipt.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

interface ShiftedFile {
  readonly file: FilePath;
  readonly before: LineIndex;
  readonly after: LineIndex;
  readonly stretches: readonly Stretch[];
}

export class Shifts {
  readonly #newName: string;
  readonly #byOld: ReadonlyMap<FilePath, ShiftedFile>;
  readonly #byNew: ReadonlyMap<FilePath, ShiftedFile>;

  /** Undefined where the texts cannot be followed. */
  static of(changed: readonly ChangedFile[], places: readonly Location[], newName: string): Shifts | undefined {
    const files: [FilePath, ShiftedFile][] = [];
    for (const { file, from = file, before, after } of changed) {
      if (before === undefined || after === undefined) return undefined;
      const index = new LineIndex(before);
      const spans = places.filter((one) => one.file === from).map(({ span }) => span);
      const offsets = spans.map(({ start, end }) => [index.offsetOf(start), index.offsetOf(end)] as const);
      const stretches = aligned(before, after, offsets, newName);
      if (stretches === undefined) return undefined;
      files.push([from, { file, before: index, after: new LineIndex(after), stretches }]);
    }
    return new Shifts(files, newName);
  }

  private constructor(files: readonly (readonly [FilePath, ShiftedFile])[], newName: string) {
    this.#newName = newName;
    this.#byOld = new Map(files);
    this.#byNew = new Map(files.map(([, shifted]) => [shifted.file, shifted]));
  }

  /** Where something is found afterwards; what is renamed, at the new name in what is written there. */
  afterwards({ file, place }: FilePlace): FilePlace {
    const shifted = this.#byOld.get(file);
    if (shifted === undefined) return { file, place };
    const offset = shifted.before.offsetOf(place);
    let moved = 0;
    for (const { start, end, newStart, newEnd } of shifted.stretches) {
      if (offset < start) break;
      if (offset < end) {
        const inside = shifted.after.text.slice(newStart, newEnd).indexOf(this.#newName);
        return { file: shifted.file, place: shifted.after.placeOf(newStart + Math.max(0, inside)) };
      }
      moved = newEnd - end;
    }
    return { file: shifted.file, place: shifted.after.placeOf(offset + moved) };
  }

  /** Where nothing but the new name is written in a text as it would be. */
  written(file: FilePath): readonly number[] {
    const { after, stretches } = this.#byNew.get(file) ?? {};
    return (stretches ?? []).flatMap(({ newStart, newEnd }) =>
      after?.text.slice(newStart, newEnd) === this.#newName ? [newStart] : [],
    );
  }

  /** A stretch of a text as it would be, in the text as it is now: whole where a part of it is written. */
  formerly(file: FilePath, from: number, to: number): readonly [start: number, end: number] {
    const { stretches = [] } = this.#byNew.get(file) ?? {};
    const before = stretches.findLast(({ newEnd }) => newEnd <= from);
    const start = from - (before === undefined ? 0 : before.newEnd - before.end);
    const touched = stretches.filter(({ newStart, newEnd }) => newStart < to && newEnd > from);
    const grown = touched.reduce(
      (sum, { start: old, end, newStart, newEnd }) => sum + newEnd - newStart - (end - old),
      0,
    );
    return [start, start + (to - from) - grown];
  }

  /** What is replaced in a text as it is now. */
  edits(file: FilePath): readonly OffsetEdit[] {
    const { after, stretches } = this.#byOld.get(file) ?? {};
    return (stretches ?? []).map(({ start, end, newStart, newEnd }) => ({
      start,
      end,
      newText: after?.text.slice(newStart, newEnd) ?? "",
    }));
  }

  /** Whether a new name is written at a place of the texts as they would be. */
  isRenamed({ file, span }: Location): boolean {
    const shifted = isExternal(file) ? undefined : this.#byNew.get(file);
    if (shifted === undefined) return false;
    const offset = shifted.after.offsetOf(span.start);
    return shifted.stretches.some(({ newStart, newEnd }) => newStart <= offset && offset < newEnd);
  }
}

// — below: private, in the order they are used —

/** What stands between the places is in both texts, so what stands between those in the new one is what was written. */
function aligned(
  before: string,
  after: string,
  spans: readonly (readonly [start: number, end: number])[],
  newName: string,
): Stretch[] | undefined {
  const sorted = [...new Map(spans.map((span) => [span[0], span])).values()].sort((a, b) => a[0] - b[0]);
  const first = before.slice(0, sorted[0]?.[0]);
  if (!after.startsWith(first)) return undefined;
  const stretches: Stretch[] = [];
  let newStart = first.length;
  for (const [at, [start, end]] of sorted.entries()) {
    const next = sorted[at + 1]?.[0];
    const kept = before.slice(end, next);
    const newEnd = next === undefined ? after.length - kept.length : endOf(after, newStart, kept, newName);
    if (newEnd < newStart || !after.startsWith(kept, newEnd)) return undefined;
    stretches.push({ start, end, newStart, newEnd });
    newStart = newEnd + kept.length;
  }
  return newStart === after.length ? stretches : undefined;
}

function endOf(after: string, start: number, kept: string, newName: string): number {
  const plain = start + newName.length;
  return after.startsWith(newName + kept, start) ? plain : after.indexOf(kept, start);
}
