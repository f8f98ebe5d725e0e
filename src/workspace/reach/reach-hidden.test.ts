// Uses that a reader of import statements easily misses: behind words that look like declarations, in very long lists
// of imports, in files that belong to no program.

import { expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

const config = `-- tsconfig.json --\n{ "include": ["src"] }\n`;

test.each([
  ["a type", `export type T = B<"module", import("./a").A>;\n`],
  ["an argument", `export const b = lazy("es-module", () => import("./a"));\n`],
])("an import behind a text that ends in a word of the language, in %s", async (_, text) => {
  const fixture = `${config}-- src/a.ts --\nexport type A = 1;\n-- src/b.ts --\n${text}`;
  expect((await reached(fixture, { "src/a.ts": "export type A = 2;\n" })).direct).toEqual(["src/b.ts"]);
});

test("a module that is declared is not imported", async () => {
  const fixture = `${config}-- src/a.ts --\nexport type A = 1;\n-- src/b.d.ts --\ndeclare module "./a" {}\n`;
  const { direct } = await reached(fixture, { "src/a.ts": "export type A = 2;\n" });
  expect(direct).toEqual(["src/b.d.ts"]);
});

const globals = "-- glob/g.ts --\nexport {};\ndeclare global { const g: 1 }\n-- src/other.ts --\nexport const o = g;\n";

test.each([
  ["outside of the project", "-- scripts/s.ts --\nimport '../glob/g';\n"],
  ["by no file", ""],
])("what leaves a program is missed by all of it, also where it is imported %s", async (_, more) => {
  const fixture = `${config}${globals}${more}-- src/main.ts --\nimport '../glob/g';\nexport {};\n`;
  const { direct, rest } = await reached(fixture, { "src/main.ts": "export {};\n" });
  expect([...direct, ...rest]).toContain("src/other.ts");
});

test("what another file of the program brings in as well does not leave it", async () => {
  const more =
    "-- src/second.ts --\nimport '../glob/g';\nexport {};\n-- src/main.ts --\nimport '../glob/g';\nexport {};\n";
  const { direct, rest } = await reached(`${config}${globals}${more}`, { "src/main.ts": "export {};\n" });
  expect([...direct, ...rest]).not.toContain("src/other.ts");
});

test("the last name of a list of imports that is longer than most files", async () => {
  const names = Array.from({ length: 600 }, (_, index) => `module_${index}`);
  const fixture = `-- p/__init__.py --\nfrom . import (\n${names.map((name) => `    ${name},\n`).join("")}    last,\n)\n-- p/last.py --\nx = 1\n`;
  expect((await reached(fixture, { "p/last.py": "x = 2\n" })).direct).toEqual(["p/__init__.py"]);
});

test("a program of Go that loses its beginning", async () => {
  const fixture = "-- go.mod --\nmodule m\n-- main.go --\npackage main\n\nfunc main() {}\n";
  const doubt = "main.go: it is not checked whether programs still link";
  expect((await reached(fixture, { "main.go": "package main\n\nfunc Main() {}\n" })).doubts).toEqual([doubt]);
  expect((await reached(fixture, { "main.go": "package main\n\nfunc main() { _ = 1 }\n" })).doubts).toEqual([]);
});

test.each(["replace orig.org/x => ./fork", "replace (\n\torig.org/x v1.2.3 => ./fork // why\n)"])(
  "a module of Go by the name that another one gives it: %s",
  async (line) => {
    const fixture = `-- go.mod --\nmodule m\n\n${line}\n-- main.go --\npackage main\n\nimport "orig.org/x/y"\n
func main() { y.F() }\n-- fork/go.mod --\nmodule other.org/x\n-- fork/y/y.go --\npackage y\n\nfunc F() {}\n`;
    const { direct } = await reached(fixture, { "fork/y/y.go": "package y\n\nfunc F(int) {}\n" });
    expect(direct).toEqual(["main.go"]);
  },
);
