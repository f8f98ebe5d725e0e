// Finds the span that contains an offset among many, without visiting each of them.

/** Offsets of the beginning and of the end, which is not in it. */
export type OffsetSpan = readonly [start: number, end: number, ...about: readonly unknown[]];

/** A search for the span that holds an offset; spans that overlap count as one. */
export function spanAround(spans: readonly OffsetSpan[]): (offset: number) => OffsetSpan | undefined {
  const sorted: [number, number][] = [];
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0])) {
    const last = sorted.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else sorted.push([start, end]);
  }
  return (offset) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.[0] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = sorted[low - 1];
    return found !== undefined && offset < found[1] ? found : undefined;
  };
}

export function withinSpans(spans: readonly OffsetSpan[]): (offset: number) => boolean {
  const around = spanAround(spans);
  return (offset) => around(offset) !== undefined;
}
