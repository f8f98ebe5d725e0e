// What is opened to load what is missing: one document of a project, or a file that belongs to none.

import { expect, test } from "vitest";
import { coverageTexts } from "../../../test/support/kits/coverage-kit.ts";
import { clangCoverage } from "./clang.ts";
import { pythonCoverage } from "./python.ts";
import { typescriptCoverage } from "./typescript.ts";

test("TypeScript: each missing project has one anchor, the largest first, and files outside of all have themselves", async () => {
  const files = [
    ...["one/tsconfig.json={}", "one/a.ts"],
    ...['two/tsconfig.json={"include":["src"]}', "two/src/b.ts", "two/src/c.ts", "two/test/d.ts"],
    ...["three/tsconfig.json={}", "three/e.ts", "three/f.ts"],
  ];
  const first = await coverageTexts(typescriptCoverage, { files, asked: "one/a.ts" });
  expect(first.anchors).toEqual([
    "three/tsconfig.json three/e.ts three/f.ts",
    "two/tsconfig.json two/src/b.ts two/src/c.ts",
    "two/test/d.ts two/test/d.ts",
  ]);
  const open = ["three/f.ts", "two/src/b.ts"];
  const then = await coverageTexts(typescriptCoverage, { files, asked: "one/a.ts", open });
  expect(then.anchors).toEqual(["two/test/d.ts two/test/d.ts"]);
});

test("TypeScript: JavaScript that imports is opened, and JavaScript that requires is missed even where it is open", async () => {
  const files = ["tsconfig.json={}", "a.ts", 'b.mjs=import "./a.js"', 'c.cjs=const { x } = require("./a.js")', "d.js="];
  const { reasons, anchors } = await coverageTexts(typescriptCoverage, { files, asked: "a.ts", open: ["c.cjs"] });
  expect(anchors).toEqual(["b.mjs b.mjs"]);
  expect(reasons).toEqual([
    "projects_not_loaded: b.mjs is JavaScript that imports from it, which its project excludes",
    "projects_not_loaded: c.cjs is JavaScript that requires it, which The server does not follow",
  ]);
});

test("C: one document for each database, and none for a file that no database names", async () => {
  const database = (...names: string[]): string =>
    JSON.stringify(names.map((file) => ({ directory: "/r", file, command: "cc" })));
  const files = [
    `compile_commands.json=${database("a.c")}`,
    `other/compile_commands.json=${database("other/b.c", "other/c.c")}`,
    ...["a.c", "other/b.c", "other/c.c", "d.c"],
  ];
  const { anchors } = await coverageTexts(clangCoverage, { files, asked: "a.c" });
  expect(anchors).toEqual(["other/compile_commands.json other/b.c other/c.c"]);
});

test("Python: what is hidden is opened, file by file", async () => {
  const { anchors } = await coverageTexts(pythonCoverage, { files: ["a.py", ".x/b.py", ".x/c.py"], asked: "a.py" });
  expect(anchors).toEqual([".x/b.py .x/b.py", ".x/c.py .x/c.py"]);
});
