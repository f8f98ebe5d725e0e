// Finds the names that a mistyped or shortened one probably means.

const mostNamed = 4;
/** One letter begins too many names to mean any. */
const fewestLetters = 2;

/** The best first; none where nothing is near. Case, dashes and underscores do not count. */
export function nearest(word: string, names: readonly string[]): readonly string[] {
  const typed = plain(word);
  if (typed.length < fewestLetters) return [];
  for (const isNear of [isSame, begins, isSlip, isShortFor]) {
    const found = names.filter((name) => isNear(typed, plain(name)));
    if (found.length > 0) return found.slice(0, mostNamed);
  }
  return [];
}

// — below: private, in the order they are used —

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

function isSame(word: string, name: string): boolean {
  return name === word;
}

function begins(word: string, name: string): boolean {
  return name.startsWith(word);
}

/** One slip in four letters, two in a longer word; a short word may lack one letter. */
function isSlip(word: string, name: string): boolean {
  const most = Math.min(2, Math.floor(Math.max(word.length, Math.min(name.length, 4)) / 4));
  return slipsBetween(word, name, most) <= most;
}

/** `refs`, `defs`: all but the last letter begin the name. */
function isShortFor(word: string, name: string): boolean {
  return word.length > 3 && name.startsWith(word.slice(0, -1));
}

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
