// Writes out the alternatives of `{a,b}` in a path pattern, so that a matcher need not know them.

/** More alternatives than this are not written out; everything in their place is too much rather than too little. */
const maxAlternatives = 256;

/** `a.{ts,js}` is `a.ts` and `a.js`, also nested; a brace without its partner stands for itself. */
export function expandBraces(pattern: string): readonly string[] {
  let expanded: readonly string[] = [pattern];
  for (;;) {
    const next = expanded.flatMap(expandInnermost);
    if (next.length === expanded.length && next.every((text, index) => text === expanded[index])) return expanded;
    if (next.length > maxAlternatives) return [`${pattern.slice(0, pattern.indexOf("{")).replace(/[^/]*$/, "")}**`];
    expanded = next;
  }
}

function expandInnermost(pattern: string): readonly string[] {
  const brace = /\{([^{}]*)\}/.exec(pattern);
  if (brace === null) return [pattern];
  const before = pattern.slice(0, brace.index);
  const after = pattern.slice(brace.index + brace[0].length);
  return (brace[1] ?? "").split(",").map((alternative) => before + alternative + after);
}
