// The edits between two releases: the lines of the former text that change, and the names that the new lines use.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeApart } from "../../src/languages/names/occurrences.ts";
import { familyOf } from "../../src/languages/table.ts";
import { sameLines } from "../../src/model/line-diff.ts";
import type { Checkout } from "../../test/real/real-package.ts";

export interface Edit {
  readonly file: string;
  /** Lines of the former text, from 1, both ends included. */
  readonly from: number;
  readonly to: number;
  /** Declared in the former release, used by the new lines, and not to be seen in the lines that are edited. */
  readonly needed: readonly string[];
}

export function editsBetween(before: Checkout, after: Checkout, declared: RegExp): Edit[] {
  const names = declaredIn(before, declared);
  const both = before.sources.filter((file) => after.sources.includes(file));
  return both.flatMap((file) => {
    const read = ({ root }: Checkout): string => readFileSync(join(root, file), "utf8");
    return editsOf(file, read(before), read(after), names);
  });
}

/** Every n-th, so that a sample has edits of all files. */
export function sampled<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] as T);
}

export function wordsOf(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu), ([word]) => word));
}

// — below: private, in the order they are used —

function declaredIn({ root, sources }: Checkout, declared: RegExp): Set<string> {
  const names = new Set<string>();
  for (const file of sources) {
    for (const match of readFileSync(join(root, file), "utf8").matchAll(declared)) {
      const name = match.slice(1).find((one) => one !== undefined);
      if (name !== undefined && name.length > 1 && !words.has(name)) names.add(name);
    }
  }
  return names;
}

/** Words that the patterns take for members. */
const words = new Set(
  "if for while switch return throw catch constructor super function await yield else case do try self this import from export default type in of new typeof".split(
    " ",
  ),
);

/** Changes that are this near to each other are one edit. */
const near = 3;

function editsOf(file: string, before: string, after: string, names: ReadonlySet<string>): Edit[] {
  const family = familyOf(file);
  const [code, newCode] = [codeApart(before, family).split("\n"), codeApart(after, family).split("\n")];
  const changes = changesOf(before.split("\n"), after.split("\n"));
  return changes.flatMap(({ from, to, newFrom, newTo }) => {
    const lines = code.slice(from - 1, to);
    const shown = wordsOf(lines.join("\n"));
    const needed = [...wordsOf(newCode.slice(newFrom - 1, newTo).join("\n"))].filter(
      (name) => names.has(name) && !shown.has(name),
    );
    return needed.length === 0 ? [] : [{ file, from, to, needed: needed.sort() }];
  });
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  const found: Change[] = [];
  let [reached, newReached] = [0, 0];
  for (const { before: start, after: newStart, count } of [
    ...sameLines(before, after),
    { before: before.length, after: after.length, count: 0 },
  ]) {
    if (newStart > newReached) {
      // Lines that are only added go between two that are there.
      const from = start > reached ? reached + 1 : Math.max(1, reached);
      const to = start > reached ? start : Math.min(before.length, reached + 1);
      const last = found.at(-1);
      if (last !== undefined && from - last.to <= near) found.pop();
      const isJoined = last !== undefined && from - last.to <= near;
      found.push({
        from: isJoined ? last.from : from,
        to,
        newFrom: isJoined ? last.newFrom : newReached + 1,
        newTo: newStart,
      });
    }
    reached = start + count;
    newReached = newStart + count;
  }
  return found;
}
