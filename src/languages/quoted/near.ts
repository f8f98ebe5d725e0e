// The lines of a file that are most similar to a quoted text that is not there.

import type { LineIndex } from "../../model/line-index.ts";

/** A line of the file, by its number from 1. */
export interface QuotedLine {
  readonly line: number;
  readonly text: string;
}

/** The lines most like the longest of those that were quoted, the most like first. */
export function nearLines(index: LineIndex, quoted: readonly string[]): QuotedLine[] {
  const [longest = ""] = quoted.map((line) => line.trim()).sort((a, b) => b.length - a.length);
  const sought = pairsOf(longest.slice(0, maxCompared));
  return Array.from({ length: index.lineCount }, (_, at) => ({ line: at + 1, text: index.lineText(at + 1) ?? "" }))
    .filter(({ text }) => text.length <= maxCompared)
    .map((one) => ({ ...one, likeness: likeness(sought, pairsOf(one.text.trim())) }))
    .filter((one) => one.likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness || a.line - b.line)
    .slice(0, maxNear)
    .map(({ line, text }) => ({ line, text }));
}

// — below: private, in the order they are used —

const maxNear = 3;
const leastLikeness = 0.5;

/** Longer lines are not compared: they are data. */
const maxCompared = 400;

/** How often each pair of neighbouring characters is there. */
function pairsOf(line: string): Map<string, number> {
  const pairs = new Map<string, number>();
  const plain = line.toLowerCase();
  for (let at = 0; at + 1 < plain.length; at++) {
    const pair = plain.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient: 1 for the same, 0 for nothing in common. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  let all = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  for (const count of [...a.values(), ...b.values()]) all += count;
  return all === 0 ? 0 : (2 * common) / all;
}
