// What importers call a default export, and how soon that is found in texts that are made to take long.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { defaultImports } from "./aliases.ts";

function namesIn(text: string): string[] {
  return defaultImports(text, filePath("/project/b.ts"), filePath("/project/a.ts")).map(({ name }) => name);
}

test.each([
  ['import one from "./a";', ["one"]],
  ['import one, { two } from "./a.js";', ["one"]],
  ['import type one , * as all from "./a";', ["one"]],
  ['import { two, default as one } from "./a";', ["default"]],
  ['export { default } from "./a";', ["default"]],
  ['import { two } from "./a";', []],
  ['import one from "./other";', []],
  ['const one = require("./a").default;', ["require"]],
  ['const one = require( "./a.js" ) . default;', ["require"]],
  ['const { default: one } = require("./other");', []],
  ['const one = require("./a").two;', []],
  ['const one = lazy(() => import("./a"));', ["import"]],
  ['const one = (await import("./a")).default;', ["import"]],
  ['load(require("./a"));', ["require"]],
  ['const one = lazy(() => import("./other"));', []],
  ['loader.require("./a").default;', []],
])("%s", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test.each([`import${" ".repeat(50_000)};`, "import {\n".repeat(50_000)])("a clause without an end", (text) => {
  expect(namesIn(text)).toEqual([]);
});
