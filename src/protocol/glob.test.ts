import { expect, test } from "vitest";

import { globMatcher } from "./glob.ts";

test.each([
  ["*.ts", ["a.ts", ".ts"], ["a.js", "b/a.ts", "a.ts.map"]],
  ["**/*.ts", ["a.ts", "b/c/a.ts"], ["a.tsx"]],
  ["**/*.{ts,js}", ["a.js", "b/a.ts"], ["a.css"]],
  ["**/{package,tsconfig}.json", ["package.json", "a/tsconfig.json"], ["a/other.json"]],
  ["src/**", ["src/a", "src/a/b"], ["lib/a", "src"]],
  ["src/**/test/*.py", ["src/test/a.py", "src/a/b/test/a.py"], ["src/a.py"]],
  ["a?c", ["abc", "aüc"], ["ac", "a/c", "abbc"]],
  ["[a-c]x", ["ax", "cx"], ["dx", "-x"]],
  ["[!a-c]x", ["dx"], ["ax", "/x"]],
  ["[^a]x", ["bx"], ["ax"]],
  ["a.b+c(d)$", ["a.b+c(d)$"], ["aXb+c(d)$"]],
  ["./a.ts", ["a.ts"], ["x/a.ts"]],
  ["{a,{b,c}}.ts", ["a.ts", "c.ts"], ["d.ts"]],
  ["**", ["a", "a/b/c.ts"], []],
  ["**.ts", ["a.ts", "a/b.ts"], ["a.js"]],
  ["src/a**", ["src/ab", "src/ab/c/d"], ["src/b", "lib/ab"]],
  ["a**b/x", ["ab/x", "acb/x", "ac/d/eb/x"], ["ab", "ac/x"]],
  ["/r/**/*.ts", ["/r/a.ts", "/r/b/a.ts"], ["/q/a.ts", "r/a.ts"]],
])("%s", (pattern, hits, misses) => {
  const matches = globMatcher(pattern);
  expect([hits.filter(matches), misses.filter(matches)]).toEqual([hits, []]);
});

test.each(["{a,b", "a]b", "}{", "a,b"])("a pattern without wildcards means itself: %s", (pattern) => {
  expect(globMatcher(pattern)(pattern)).toBe(true);
  expect(globMatcher(pattern)(`${pattern}x`)).toBe(false);
});

test.each([
  ["a range that ends before it begins", "[z-a].ts"],
  ["an open bracket", "["],
  ["a class of nothing", "[]"],
  ["a class that is not closed", "a[b"],
  ["an escape of nothing", "x\\"],
  ["a named class that is none", "[[:nonsense:]]"],
  ["longer than any path", "a".repeat(5_000)],
])("%s matches nothing and throws nothing", (_, pattern) => {
  expect([pattern, "a.ts", "z.ts", "a", "", "b"].filter(globMatcher(pattern))).toEqual([]);
});

test("many stars cost no more than pattern times path", () => {
  // A matcher that backtracks would not come back from either before the end of the run.
  const deep = "d/".repeat(2_000);
  expect(globMatcher(`${"**/".repeat(200)}x`)(`${deep}y`)).toBe(false);
  expect(globMatcher(`${"**/".repeat(200)}x`)(`${deep}x`)).toBe(true);
  expect(globMatcher(`${"*a".repeat(500)}b`)("a".repeat(2_000))).toBe(false);
  expect(globMatcher("{a,{b,{c,d}}}".repeat(300))("a".repeat(300))).toBe(true);
});
