// No regular expression of the product takes time that grows faster than the text: what repositories and servers write is hostile.
//
// The work is counted in steps of a matcher of our own, so that the verdict does not depend on the load of the machine.

import { expect, test } from "vitest";

import { cubicText, superlinearText } from "../../tools/patterns/growth.ts";
import { grown, hostileTexts } from "../../tools/patterns/hostile-texts.ts";
import { patternsIn } from "../../tools/patterns/literals.ts";
import { StepCounter } from "../../tools/patterns/steps.ts";
import { isTest, readTree } from "../../tools/tree.ts";
import { boundedPatterns, mostRead } from "./bounded-patterns.ts";

const found = readTree(process.cwd())
  .filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts") && !isTest(path))
  .flatMap(({ path, text }) => patternsIn(path, text).map((pattern) => ({ path, ...pattern })));

function boundOf({ path, source }: { readonly path: string; readonly source: string }) {
  return boundedPatterns.find(({ file, begins }) => file === path && source.startsWith(begins));
}

test("every pattern of the product is linear in the text that it reads [S42]", { timeout: 240_000 }, () => {
  const verdicts = new Map<string, string | undefined>();
  const faults = found
    .filter((one) => boundOf(one) === undefined)
    .flatMap(({ path, line, source, flags }) => {
      const key = `/${source}/${flags}`;
      if (!verdicts.has(key)) verdicts.set(key, JSON.stringify(superlinearText({ source, flags })));
      const text = verdicts.get(key);
      return text === undefined ? [] : [`${path}:${line} ${key} is superlinear in ${text}`];
    });
  expect(found.length).toBeGreaterThan(1_000);
  expect(faults).toEqual([]);
});

test.each(boundedPatterns)(
  "$file: $begins is at most quadratic, and reads little: $reason [S42]",
  ({ file, begins, atMost = 0 }) => {
    const own = found.filter(({ path, source }) => path === file && source.startsWith(begins));
    expect(own.map(({ line }) => line)).not.toEqual([]);
    expect(own.map((pattern) => cubicText(pattern)).filter((text) => text !== undefined)).toEqual([]);
    expect(atMost).toBeLessThanOrEqual(mostRead);
    // A row that is no longer needed goes.
    expect(own.map((pattern) => superlinearText(pattern))).not.toContain(undefined);
  },
);

test.each([
  [/\s+$/, true],
  [/^\s*import\b/m, true],
  [/import\s*(?:a\s*)?\s*from/, true],
  [/\{[^}]*\}/, true],
  [/(?:a|a)*b/, true],
  [/(?:"[^"]*"|[^"])*x/, true],
  [/(?<=x\s*)$/, true],
  [/"(?:\\.|[^"\\])*"?/g, false],
  [/(?<!\s)\s+$/, false],
  [/$(?<=x\s*)/, false],
  [/\{[^{}]*\}/, false],
  [/\/\*[\s\S]*?(?:\*\/|$)/g, false],
  [/a{0,500}b/, false],
  [/^\s*import\b/, false],
])("%s is superlinear: %s", (pattern, isSuperlinear) => {
  expect(superlinearText(pattern) !== undefined).toBe(isSuperlinear);
});

test("the counting matcher finds what the engine finds", () => {
  const differences = found
    .filter(({ flags }) => !flags.includes("y"))
    .flatMap(({ path, line, source, flags }) => {
      const counter = new StepCounter({ source, flags });
      const native = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
      const text = hostileTexts({ source, flags })
        .filter((_, at) => at % 9 === 0)
        .map((one) => grown(one, 24))
        .find((one) => {
          const ends = [...one.matchAll(native)].map(({ 0: match, index }) => [index, index + match.length]);
          return JSON.stringify(ends) !== JSON.stringify(counter.count(one, 1_000_000).matches);
        });
      return text === undefined ? [] : [`${path}:${line} /${source}/${flags} on ${JSON.stringify(text)}`];
    });
  expect(differences).toEqual([]);
});

test.each([
  ['const word = String.raw`[a-z]+`;\nconst a = new RegExp(`^${word}$`, "gm");', ["/^[a-z]+$/gm"]],
  ["const a = (name: string) => new RegExp(String.raw`\\b${name}\\b`);", [String.raw`/\bname\b/`]],
  [
    'function sticky(...parts: readonly string[]): RegExp {\n  return new RegExp(parts.join("|"), "y");\n}\nconst a = sticky("a", "b");',
    ["/a|b/y"],
  ],
  ['const a = [/a/.source, "b"];\nconst b = new RegExp(a.join("|"));', ["/a/", "/a|b/"]],
  ['const a = new RegExp(is ? "a" : "b");', ["/a/", "/b/"]],
])("%s makes the patterns %j", (text, patterns) => {
  expect(patternsIn("a.ts", text).map(({ source, flags }) => `/${source}/${flags}`)).toEqual(patterns);
});
