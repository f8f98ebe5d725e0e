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
])("%s", (pattern, hits, misses) => {
  const matches = globMatcher(pattern);
  expect([hits.filter(matches), misses.filter(matches)]).toEqual([hits, []]);
});

test.each(["{a,b", "[z-a]", "a]b", "}{", "[", "a,b", "\\d", "[]"])(
  "a pattern that is none means itself and throws nothing: %s",
  (pattern) => {
    expect(globMatcher(pattern)(pattern)).toBe(true);
    expect(globMatcher(pattern)(`${pattern}x`)).toBe(false);
  },
);
