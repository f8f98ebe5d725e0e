// The name that somebody probably meant who mistyped it.

/** Undefined where nothing is near: one slip in four letters, two in a longer word. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const most = Math.min(2, Math.floor(word.length / 4));
  const found = names.map((name) => ({ name, slips: slipsBetween(word, name, most) }));
  return found.filter(({ slips }) => slips <= most).sort((a, b) => a.slips - b.slips)[0]?.name;
}

// — below: private, in the order they are used —

/** Letters put in, left out, exchanged, or swapped with their neighbour; one more than `most` when there are more. */
function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? most + 1;
}
