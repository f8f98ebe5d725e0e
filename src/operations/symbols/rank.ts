// How well a name fits what a caller typed: exactly, by its beginning, by its humps, or by its letters in order.

/** From best to worst; 0 is no match at all. */
export const qualities = { exact: 7, caseless: 6, prefix: 5, humps: 4, substring: 3, subsequence: 2, none: 0 } as const;

export function matchQuality(typed: string, name: string): number {
  if (typed === name) return qualities.exact;
  const low = typed.toLowerCase();
  const lowName = name.toLowerCase();
  if (low === lowName) return qualities.caseless;
  if (lowName.startsWith(low)) return qualities.prefix;
  if (fitsHumps(low, name)) return qualities.humps;
  if (lowName.includes(low)) return qualities.substring;
  return isSubsequence(low, lowName) ? qualities.subsequence : qualities.none;
}

// — below: private, in the order they are used —

/** `gTD` and `gotodef` fit `goToDefinition`: each letter goes on in its hump or begins a later one. */
function fitsHumps(low: string, name: string): boolean {
  const humps = (name.match(/\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []).map((hump) =>
    hump.toLowerCase(),
  );
  const rest = low.replaceAll(/[_\s-]/g, "");
  return rest !== "" && fitsFrom(rest, humps, 0, new Set());
}

function fitsFrom(rest: string, humps: readonly string[], at: number, failed: Set<string>): boolean {
  if (rest === "") return true;
  const key = `${rest.length} ${at}`;
  if (at >= humps.length || failed.has(key)) return false;
  const hump = humps[at] ?? "";
  for (let length = commonPrefix(rest, hump); length > 0; length--) {
    if (fitsFrom(rest.slice(length), humps, at + 1, failed)) return true;
  }
  // The first hump must be met; a match that begins in the middle is no hump match but letters in order.
  if (at > 0 && fitsFrom(rest, humps, at + 1, failed)) return true;
  failed.add(key);
  return false;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function isSubsequence(low: string, lowName: string): boolean {
  let at = 0;
  for (const character of low) {
    at = lowName.indexOf(character, at);
    if (at === -1) return false;
    at += character.length;
  }
  return true;
}
