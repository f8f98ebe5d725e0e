import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { keepSeed, keptSeeds } from "../../tools/seeds.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "sightline-seeds-"));
  mkdirSync(join(root, "test"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("every kept seed belongs to a test file that is there", () => {
  const lost = keptSeeds(process.cwd()).filter(({ file }) => !existsSync(file));
  expect(lost).toEqual([]);
});

test("a seed is kept once, after those before it", () => {
  const first = { file: "src/a.test.ts", test: "a > b", seed: 1 };
  const second = { ...first, seed: -2 };
  expect(keptSeeds(root)).toEqual([]);
  expect([keepSeed(root, first), keepSeed(root, second), keepSeed(root, first)]).toEqual([true, true, false]);
  expect(keptSeeds(root)).toEqual([first, second]);
});

test.each(['{"file":"a"}', '[{"file":"a","test":"b"}]', '[{"file":"a","test":"b","seed":0.5}]'])(
  "%s is no list of seeds",
  (text) => {
    writeFileSync(join(root, "test", "seeds.json"), text);
    expect(() => keptSeeds(root)).toThrow("seeds.json");
  },
);
