// Which files are of one group, and which groups a file decides about.

import { expect, test } from "vitest";
import { languageOf } from "../../catalog/match.ts";
import { catalog, serversFor } from "../../catalog/table.ts";
import { filePath } from "../../model/file-path.ts";
import { LanguageGroups } from "./language-groups.ts";

const context = {
  languageOf: (file: string) => languageOf(catalog, file),
  entriesOf: ({ id }: { readonly id: string }) => serversFor(catalog, id),
};
const groupsOf = (...files: string[]): LanguageGroups =>
  new LanguageGroups(
    context,
    files.map((file) => filePath(`/r/${file}`)),
  );

test.each([
  ["a.ts", "b.jsx", true],
  ["a.c", "b.hpp", true],
  ["a.ts", "b.py", false],
  ["a.css", "b.scss", true],
  ["a.css", "b.rb", false],
  ["a.unknown", "LICENSE", true],
])("%s and %s: %s", (one, other, isKin) => {
  const groups = groupsOf();
  expect(groups.of(filePath(`/r/${one}`)) === groups.of(filePath(`/r/${other}`))).toBe(isKin);
});

test("the files of a group are those that a server can be asked about", () => {
  const groups = groupsOf("a.ts", "b.py", "c.js");
  expect(groups.filesOf(new Set([groups.of(filePath("/r/new.tsx"))]))).toEqual(["/r/a.ts", "/r/c.js"]);
  expect(groups.filesOf(new Set())).toEqual([]);
});

test.each([
  ["tsconfig.json", ["script"]],
  ["pyproject.toml", ["python"]],
  ["go.mod", []],
  ["a.ts", []],
])("%s decides about %j of scripts and Python", (name, decided) => {
  const change = { file: filePath(`/r/${name}`), before: "a", after: "b" };
  expect(groupsOf("a.ts", "b.py").decidedBy(change)).toEqual(decided);
});
