import { expect, test } from "vitest";

import { exportedTwice, fragments, impersonalActors, languageComparisons, spelledWords } from "../../tools/ratchets.ts";
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

test("no sentence has an impersonal actor: its subject is the component, and the verb says what it does", () => {
  expect([...impersonalActors(tree)]).toEqual([]);
});

test("plurals and lists that are cut are spelt by their tool", () => {
  expect(spelledWords(tree)).toEqual([]);
  const own = asFiles({
    "src/a.ts": '`\u0024{n} file\u0024{n === 1 ? "" : "s"}`',
    "src/b.ts": "x > 3 ? ` and \u0024{x - 3} more` : y",
  });
  expect(spelledWords(own)).toEqual(["src/a.ts", "src/b.ts"]);
});

/** It may only be made smaller; what is part of one idea belongs into its file. */
const fragmentsLeft = ["src/operations/rename/rules.ts"];

test("no more files are fragments of another one than are known", () => {
  expect(fragments(tree)).toEqual(fragmentsLeft);
});

test("a short file with one importer beside it is a fragment, unless a table gathers it or a test covers it", () => {
  const files = {
    "src/a/whole.ts":
      'import { x } from "./part.ts";\nimport { y } from "./tested.ts";\nimport { z } from "../b/far.ts";',
    "src/a/part.ts": "export const x = 1;",
    "src/a/tested.ts": "export const y = 1;",
    "src/a/tested.test.ts": 'import { y } from "./tested.ts";',
    "src/b/far.ts": "export const z = 1;",
    "src/a/table.ts": 'import { w } from "./row.ts";',
    "src/a/row.ts": "export const w = 1;",
    "src/a/other.ts": 'import { l } from "./long.ts";',
    "src/a/long.ts": "\n".repeat(80),
  };
  expect(fragments(asFiles(files))).toEqual(["src/a/part.ts"]);
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
  const text =
    'if (family === "python" || "go" !== family) {}\nswitch (family) { case "rust": }\nx === "gone"; language === "swift"; format === "json";';
  const files = { "src/workspace/a.ts": text, "src/languages/b.ts": text, "src/workspace/a.test.ts": text };
  expect([...languageComparisons(asFiles(files))]).toEqual([["src/workspace/a.ts", 4]]);
});

function asFiles(files: object): { path: string; text: string }[] {
  return Object.entries(files).map(([path, text]) => ({ path, text: String(text) }));
}
