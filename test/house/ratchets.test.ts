import { expect, test } from "vitest";

import { exportedTwice, impersonalActors, languageComparisons } from "../../tools/ratchets.ts";
import { readTree } from "../../tools/tree.ts";

const tree = readTree(process.cwd());

test("an exported name has one meaning", () => {
  expect(exportedTwice(tree)).toEqual([]);
});

/** It may only be made smaller; a language belongs into `src/languages/`. */
const comparisonsLeft = 0;

test("no more places tell languages apart outside their room than are known", () => {
  const counts = [...languageComparisons(tree).values()];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(comparisonsLeft);
});

/** It may only be made smaller; the subject of a sentence is the component, and the verb says what it does. */
const impersonalLeft = 187;

test("no more sentences have an impersonal actor than are known", () => {
  const counts = [...impersonalActors(tree).values()];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(impersonalLeft);
});

test("impersonal actors are counted in code of any kind, and names that hold their letters are not", () => {
  const text = ["// No", "body waits; who", "ever asks, no", " one.\nconst no", "Body = 1;"].join("");
  const files = { "src/a.ts": text, "bench/b.mjs": text, "docs/c.md": text };
  expect([...impersonalActors(asFiles(files))]).toEqual([
    ["src/a.ts", 3],
    ["bench/b.mjs", 3],
  ]);
});

test.each([
  [
    { "src/a/one.ts": "export type Place = 1;", "src/b/two.ts": "export const Place = 2;" },
    ["Place: src/a/one.ts, src/b/two.ts"],
  ],
  [
    { "src/a/one.ts": "export function look() {}\nexport type Look = 1;", "src/index.ts": "export const look = 1;" },
    [],
  ],
])("names that are exported twice are told with their files: %o", (files, expected) => {
  expect(exportedTwice(asFiles(files))).toEqual(expected);
});

test("comparisons are counted where languages should not be told apart", () => {
  const text = 'if (family === "python" || "go" !== family) {}\nswitch (family) { case "rust": }\nx === "gone";';
  const files = { "src/workspace/a.ts": text, "src/languages/b.ts": text, "src/workspace/a.test.ts": text };
  expect([...languageComparisons(asFiles(files))]).toEqual([["src/workspace/a.ts", 3]]);
});

function asFiles(files: object): { path: string; text: string }[] {
  return Object.entries(files).map(([path, text]) => ({ path, text: String(text) }));
}
