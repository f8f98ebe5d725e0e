// A small glob for base names: `*`, `?` and one pair of braces, as in `{a,b}`.
//
// Invariant: for each choice in the braces, matching takes at most about pattern length times text length steps; no
// regular expression is made from what a user wrote.

/** Whether the whole of `text` matches. `*` and `?` never match a slash. */
export function matchesGlob(pattern: string, text: string): boolean {
  return alternatives(pattern).some((one) => matchesOne(one, text));
}

/** For many texts: whether any pattern matches. All patterns without a wildcard cost one lookup together. */
export function baseNameMatcher(patterns: readonly string[]): (text: string) => boolean {
  const all = patterns.flatMap(alternatives);
  const names = new Set(all.filter((one) => !hasWildcard(one)));
  const wild = all.filter(hasWildcard);
  return (text) => names.has(text) || wild.some((one) => matchesOne(one, text));
}

export function isGlob(pattern: string): boolean {
  return /[*?{]/.test(pattern);
}

/** Whether the end of `path` matches: the pattern is compared with as many of the last segments as it has itself. */
export function matchesTail(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/").slice(-wanted.length);
  return given.length === wanted.length && wanted.every((part, index) => matchesGlob(part, given[index] ?? ""));
}

/** The pattern written out for each choice in its first pair of braces. */
export function alternatives(pattern: string): string[] {
  const open = pattern.indexOf("{");
  const close = pattern.indexOf("}", open);
  if (open < 0 || close < 0) return [pattern];
  const [before, after] = [pattern.slice(0, open), pattern.slice(close + 1)];
  return pattern
    .slice(open + 1, close)
    .split(",")
    .map((choice) => before + choice + after);
}

function hasWildcard(alternative: string): boolean {
  return /[*?]/.test(alternative);
}

function matchesOne(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let here = 0; here < text.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      resume = here;
    } else if (pattern[at] === text[here] || (pattern[at] === "?" && text[here] !== "/")) {
      at++;
      here++;
    } else if (star >= 0 && text[resume] !== "/") {
      // Only the last star has to be tried with more text: each earlier one already has the shortest text that works.
      at = star + 1;
      here = ++resume;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
