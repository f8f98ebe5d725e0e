import fc from "fast-check";
import { expect, test } from "vitest";

import { baseNameMatcher, isGlob, matchesGlob, matchesTail } from "./globs.ts";

test("a star takes any run of letters, a question mark one, and braces a choice", () => {
  const yes: [string, string][] = [
    ["*.csproj", "App.csproj"],
    ["Dockerfile.*", "Dockerfile.dev"],
    ["*", ""],
    ["?.c", "a.c"],
    ["tailwind.config.{js,ts}", "tailwind.config.ts"],
    ["a*b*c", "aXbYbc"],
    ["{a,b", "{a,b"],
  ];
  const no: [string, string][] = [
    ["*.csproj", "App.csproj.user"],
    ["Dockerfile.*", "Dockerfile"],
    ["?.c", ".c"],
    ["tailwind.config.{js,ts}", "tailwind.config.cjs"],
    ["a*b*c", "aXbYcd"],
    ["*", "a/b"],
    ["?", "/"],
    ["go.mod", "goXmod"],
  ];
  for (const [pattern, text] of yes) expect([pattern, text, matchesGlob(pattern, text)]).toEqual([pattern, text, true]);
  for (const [pattern, text] of no) expect([pattern, text, matchesGlob(pattern, text)]).toEqual([pattern, text, false]);
  for (const [pattern, text] of yes) expect([pattern, baseNameMatcher(["z", pattern])(text)]).toEqual([pattern, true]);
  for (const [pattern, text] of no) expect([pattern, baseNameMatcher(["z", pattern])(text)]).toEqual([pattern, false]);
  expect(["*.sln", "a?", "{a,b}", "go.mod"].map(isGlob)).toEqual([true, true, true, false]);
});

test("a pattern with slashes is compared with as many last segments", () => {
  expect(matchesTail(".github/workflows/*.yml", "/r/.github/workflows/ci.yml")).toBe(true);
  expect(matchesTail(".github/workflows/*.yml", ".github/workflows/ci.yml")).toBe(true);
  expect(matchesTail(".github/workflows/*.yml", "workflows/ci.yml")).toBe(false);
  expect(matchesTail(".github/workflows/*.yml", "/r/.github/workflows/deep/ci.yml")).toBe(false);
});

test("it agrees with a regular expression of the same meaning", () => {
  const letters = fc.array(fc.constantFrom("a", "b", ".", "*", "?"), { maxLength: 8 }).map((list) => list.join(""));
  const texts = fc.array(fc.constantFrom("a", "b", ".", "/"), { maxLength: 8 }).map((list) => list.join(""));
  fc.assert(
    fc.property(letters, texts, (pattern, text) => {
      const source = pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*").replaceAll("?", "[^/]");
      const matches = new RegExp(`^${source}$`).test(text);
      expect([matchesGlob(pattern, text), baseNameMatcher([pattern])(text)]).toEqual([matches, matches]);
    }),
    { numRuns: 2_000 },
  );
});
