// A change on disk of more files than a server can be shown at once: its former texts are shown part by part.
//
// Invariant: an error that is there now and was not there with the former texts of one part is new. One that was there
// with those of every part may be new all the same, because two parts can bring it together: then nothing is called old.

import type { Consequences, FoundProblem, TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { counted } from "../../std/words.ts";
import type { Snapshot } from "../snapshot.ts";
import type { View } from "../view.ts";
import type { CheckOptions, MadeChange } from "./consequences.ts";
import { compareMade } from "./consequences.ts";

/** The whole change at once where that is possible; else in parts, which share the time. */
export async function compareMadeInParts(
  view: Pick<View, "suppose">,
  after: Snapshot,
  changes: readonly TextChange[],
  options: CheckOptions,
): Promise<MadeChange> {
  const most = Math.max(1, after.shownAtOnce);
  if (changes.length <= most) return compareMade(view, after, changes, options);
  const until = options.patience.deadline.within(options.budgetMs);
  const parts = partsOf(changes, most);
  const made: MadeChange[] = [];
  for (const [index, part] of parts.entries()) {
    const budgetMs = until.remaining() / (parts.length - index);
    made.push(await compareMade(view, after, part, { ...options, budgetMs }));
  }
  return joined(made, new Set(changes.map(({ file }) => file)));
}

// — below: private, in the order they are used —

/** Files that lie beside each other are mostly changed for one reason, and stay together. */
function partsOf(changes: readonly TextChange[], most: number): readonly (readonly TextChange[])[] {
  const sorted = changes.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  const count = Math.ceil(sorted.length / most);
  const size = Math.ceil(sorted.length / count);
  return Array.from({ length: count }, (_, part) => sorted.slice(part * size, (part + 1) * size));
}

function joined(made: readonly MadeChange[], changed: ReadonlySet<FilePath>): MadeChange {
  const all = made.map(({ consequences }) => consequences);
  const introduced = distinct(all.flatMap((one) => one.introduced));
  const unchecked = distinctBy(
    all.flatMap((one) => one.unchecked),
    ({ file }) => file,
  );
  const open = new Set(unchecked.map(({ file }) => file));
  const checked = [...new Set(all.flatMap((one) => one.checked))].filter((file) => !open.has(file));
  const isChecked = new Set(checked);
  const present = distinct(made.flatMap(({ tally }) => tally.present)).filter(({ file }) => isChecked.has(file));
  const news = new Set(introduced.map(keyOf));
  const undecided = present.filter((one) => !news.has(keyOf(one)));
  const errors = present.filter(isError);
  return {
    consequences: {
      introduced,
      // What a part alone takes away may be there because of another part.
      resolved: [],
      safe: introduced.some(isError) ? false : "unknown",
      checked,
      unchecked,
      doubts: [...new Set(all.flatMap((one) => one.doubts)), ...doubtsOf(made.length, undecided)],
      remarks: [...new Set(all.flatMap(({ remarks = [] }) => remarks))],
      timedOut: all.some(({ timedOut }) => timedOut),
    },
    tally: {
      errors: errors.length,
      warnings: present.length - errors.length,
      editedErrors: errors.filter(({ file }) => changed.has(file)).length,
      present,
      uncompared: distinct([...made.flatMap(({ tally }) => tally.uncompared), ...undecided]),
    },
    edited: [...new Set(made.flatMap((one) => one.edited))],
    unserved: [...new Set(made.flatMap((one) => one.unserved))],
    isUndecided: undecided.length > 0,
  };
}

/** Where nothing else is wrong now, nothing can hide. */
function doubtsOf(parts: number, undecided: readonly FoundProblem[]): Consequences["doubts"] {
  if (undecided.length === 0) return [];
  const many = counted(undecided.length, "problem");
  return [`${many} may be old or new: so many files were compared in ${counted(parts, "part")}`];
}

function isError({ diagnostic }: FoundProblem): boolean {
  return diagnostic.severity === "error";
}

function distinct(problems: readonly FoundProblem[]): FoundProblem[] {
  return distinctBy(problems, keyOf);
}

function distinctBy<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [key(one), one])).values()];
}

function keyOf({ file, diagnostic: { span, severity, code, message } }: FoundProblem): string {
  return JSON.stringify([file, span.start, severity, code, message]);
}
