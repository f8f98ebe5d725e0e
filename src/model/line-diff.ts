// Which lines two texts share: enough to follow a line from one to the other.
//
// Common beginnings and ends first, then lines that occur once in both texts as anchors, and so on between them.
// Invariant: runs are in order in both texts and never overlap; lines of a run are equal.

/** `count` lines that are the same, from a 0-based line of each text on. */
export interface SameLines {
  readonly before: number;
  readonly after: number;
  readonly count: number;
}

export function sameLines(before: readonly string[], after: readonly string[]): SameLines[] {
  const runs: SameLines[] = [];
  const open: Region[] = [{ before: 0, beforeEnd: before.length, after: 0, afterEnd: after.length }];
  // The last in is the first in the text, so that runs come in order.
  for (let region = open.pop(); region !== undefined; region = open.pop()) {
    const { head, middle, tail } = trimmed(before, after, region);
    if (head.count > 0) runs.push(head);
    const parts = anchored(before, after, middle);
    if (tail.count > 0) parts.push({ run: tail });
    for (const part of parts.reverse()) {
      // A region of one run is trimmed to nothing but that run.
      open.push("run" in part ? whole(part.run) : part.region);
    }
  }
  return joined(runs);
}

export interface LineMap {
  /** Where a 1-based line of the former text is now; undefined when it has changed or gone. */
  lineAfter(line: number): number | undefined;
  /** Names the stretch of changed lines that a line of the former text lies in; undefined for one that is the same. */
  stretchBefore(line: number): number | undefined;
  /** The same for a line of the present text; the two share their numbers. */
  stretchAfter(line: number): number | undefined;
}

export function lineMap(before: string, after: string): LineMap {
  const runs = sameLines(linesOf(before), linesOf(after));
  const stretch = (line: number, start: (run: SameLines) => number): number | undefined => {
    const next = runs.findIndex((run) => start(run) + run.count >= line);
    if (next === -1) return runs.length;
    const run = runs[next];
    return run !== undefined && line > start(run) ? undefined : next;
  };
  return {
    lineAfter: (line) => {
      const run = runs.find(({ before: start, count }) => line > start && line <= start + count);
      return run && line - run.before + run.after;
    },
    stretchBefore: (line) => stretch(line, (run) => run.before),
    stretchAfter: (line) => stretch(line, (run) => run.after),
  };
}

// — below: private, in the order they are used —

interface Region {
  readonly before: number;
  readonly beforeEnd: number;
  readonly after: number;
  readonly afterEnd: number;
}

type Part = { readonly run: SameLines } | { readonly region: Region };

function trimmed(
  before: readonly string[],
  after: readonly string[],
  region: Region,
): { readonly head: SameLines; readonly middle: Region; readonly tail: SameLines } {
  const most = Math.min(region.beforeEnd - region.before, region.afterEnd - region.after);
  let head = 0;
  while (head < most && before[region.before + head] === after[region.after + head]) head++;
  let tail = 0;
  while (tail < most - head && before[region.beforeEnd - tail - 1] === after[region.afterEnd - tail - 1]) tail++;
  return {
    head: { before: region.before, after: region.after, count: head },
    middle: {
      before: region.before + head,
      beforeEnd: region.beforeEnd - tail,
      after: region.after + head,
      afterEnd: region.afterEnd - tail,
    },
    tail: { before: region.beforeEnd - tail, after: region.afterEnd - tail, count: tail },
  };
}

/** The region cut at lines that occur once in both texts, as many as stand in the same order. */
function anchored(before: readonly string[], after: readonly string[], region: Region): Part[] {
  const inAfter = onlyOnce(after, region.after, region.afterEnd);
  const pairs = [...onlyOnce(before, region.before, region.beforeEnd)].flatMap(([text, line]) => {
    const there = inAfter.get(text);
    return there === undefined ? [] : [{ before: line, after: there }];
  });
  // A brace or an empty line that happens to occur once says less than a line with a word in it.
  const telling = pairs.filter((pair) => /[\p{L}\p{N}]/u.test(before[pair.before] ?? ""));
  const parts: Part[] = [];
  let here = { before: region.before, after: region.after };
  for (const anchor of longestRising(telling.length > 0 ? telling : pairs)) {
    parts.push({ region: { ...here, beforeEnd: anchor.before, afterEnd: anchor.after } });
    parts.push({ run: { ...anchor, count: 1 } });
    here = { before: anchor.before + 1, after: anchor.after + 1 };
  }
  // Without an anchor the region is different through and through.
  if (parts.length > 0) parts.push({ region: { ...here, beforeEnd: region.beforeEnd, afterEnd: region.afterEnd } });
  return parts;
}

function onlyOnce(lines: readonly string[], from: number, to: number): Map<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (let line = from; line < to; line++) {
    const text = lines[line] ?? "";
    if (found.has(text)) twice.add(text);
    else found.set(text, line);
  }
  for (const text of twice) found.delete(text);
  return found;
}

interface Pair {
  readonly before: number;
  readonly after: number;
}

/** The longest choice of pairs, given in the order of `before`, whose `after` rises too. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const links: { readonly pair: Pair; readonly previous: number }[] = [];
  /** For each length the link that ends such a choice with the smallest `after`. */
  const ends: number[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((links[ends[middle] ?? 0]?.pair.after ?? 0) < pair.after) low = middle + 1;
      else high = middle;
    }
    ends[low] = links.push({ pair, previous: ends[low - 1] ?? -1 }) - 1;
  }
  const chosen: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = links[at]?.previous ?? -1) {
    const link = links[at];
    if (link !== undefined) chosen.push(link.pair);
  }
  return chosen.reverse();
}

function whole({ before, after, count }: SameLines): Region {
  return { before, beforeEnd: before + count, after, afterEnd: after + count };
}

function joined(runs: readonly SameLines[]): SameLines[] {
  const result: { before: number; after: number; count: number }[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    const follows = last && last.before + last.count === run.before && last.after + last.count === run.after;
    if (last !== undefined && follows === true) last.count += run.count;
    else result.push({ ...run });
  }
  return result;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
