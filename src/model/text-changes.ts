// What turns one text into another: a few stretches of lines, and within each no more than what differs.
//
// Invariant: the edits of all hunks, applied to the former text, give the present one.

import { sameLines } from "./line-diff.ts";
import type { OffsetEdit } from "./text-edit.ts";

/** A stretch of lines that differs. */
export interface Hunk {
  /** The line of the former text, from 1, where it begins. */
  readonly line: number;
  /** Whole lines without their ends. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The same without what both have in common at their beginning and end. */
  readonly edit: OffsetEdit;
}

export function hunksBetween(before: string, after: string): Hunk[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const end = { before: old.length, after: now.length, count: 0 };
  const hunks: Hunk[] = [];
  let here = { before: 0, after: 0 };
  let offset = 0;
  for (const run of [...sameLines(old, now), end]) {
    const removed = old.slice(here.before, run.before);
    const added = now.slice(here.after, run.after);
    if (removed.length > 0 || added.length > 0) {
      const edit = smallest(offset, removed.join(""), added.join(""));
      hunks.push({ line: here.before + 1, removed: removed.map(bare), added: added.map(bare), edit });
    }
    offset += lengthOf(old, here.before, run.before + run.count);
    here = { before: run.before + run.count, after: run.after + run.count };
  }
  return hunks;
}

// — below: private, in the order they are used —

/** Each with its end, so that nothing is lost. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n|\r(?!\n))/);
}

function bare(line: string): string {
  return line.replace(/(?<![\r\n])[\r\n]+$/, "");
}

function lengthOf(lines: readonly string[], from: number, to: number): number {
  return lines.slice(from, to).reduce((sum, line) => sum + line.length, 0);
}

function smallest(offset: number, removed: string, added: string): OffsetEdit {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head++;
  while (head > 0 && (isSplit(removed, head) || isSplit(added, head))) head--;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  while (tail > 0 && (isSplit(removed, removed.length - tail) || isSplit(added, added.length - tail))) tail--;
  return {
    start: offset + head,
    end: offset + removed.length - tail,
    newText: added.slice(head, added.length - tail),
  };
}

/** Whether a cut here would go through a character or the end of a line. */
function isSplit(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1))
    ? /[\udc00-\udfff]/.test(text.charAt(at))
    : text.charAt(at - 1) === "\r" && text.charAt(at) === "\n";
}
