// Which of two versions is the newer one, by the rules of semantic versions.

/** Whether `version` comes after `than`; a version before a release (`1.0.0-rc.1`) comes before it. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  for (const [at, number] of a.numbers.entries()) {
    const other = b.numbers[at] ?? 0;
    if (number !== other) return number > other;
  }
  if (a.before.length === 0 || b.before.length === 0) return a.before.length === 0 && b.before.length > 0;
  return isLater(a.before, b.before);
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly before: readonly string[] } {
  const [core = "", ...before] = version.split("-");
  return { numbers: core.split(".").map(Number), before: before.length === 0 ? [] : before.join("-").split(".") };
}

/** Numbers come before words, and fewer parts before more. */
function isLater(parts: readonly string[], others: readonly string[]): boolean {
  for (const [at, part] of parts.entries()) {
    const other = others[at];
    if (other === undefined) return true;
    if (part === other) continue;
    const [isNumber, otherIsNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)];
    if (isNumber && otherIsNumber) return Number(part) > Number(other);
    return isNumber === otherIsNumber ? part > other : otherIsNumber;
  }
  return false;
}
