// Which files share one world of names, and that every language answers the questions of the contract.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { groupOf, isImportedByPath, knownLanguages, languageFor } from "./table.ts";

test.each([
  ["script", ["a.ts", "a.mts", "a.d.cts", "a.jsx", "a.vue", "a.svelte", "a.astro", "a.mdx"]],
  ["python", ["a.py", "a.pyi", "a.pyx", "a.pxd", "a.pyw"]],
  ["go", ["a.go", "a_test.go"]],
  ["rust", ["a.rs"]],
  ["java", ["A.java", "A.kt", "A.scala"]],
  ["csharp", ["A.cs"]],
  ["c", ["a.c", "a.h", "a.hpp", "a.inc", "a.ipp", "a.C", "a.cppm", "a.mm"]],
  ["other", ["a.toy", "a.rb", "a.md", "a.txt", "Makefile", "a.ts.txt", "go", "py"]],
])("%s", (group, files) => {
  expect(files.filter((file) => groupOf(file) !== group)).toEqual([]);
});

test("a file that moves breaks imports in languages that find one another by where they lie", () => {
  const broken = "typescriptreact javascript vue svelte astro c cpp objective-cpp cuda-cpp python go rust".split(" ");
  expect(broken.filter((id) => !isImportedByPath(id))).toEqual([]);
  expect(["java", "kotlin", "csharp", "matlab", "html", "go.mod", ""].filter(isImportedByPath)).toEqual([]);
});

test("every language has its answers to the contract", () => {
  const all = [...knownLanguages, languageFor("other")].map(({ family }) => family);
  expect(all.filter((family) => !existsSync(`src/languages/${family}/contract.test.ts`))).toEqual([]);
});
