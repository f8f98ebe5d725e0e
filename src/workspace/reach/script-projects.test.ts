// Files that more than one project of TypeScript takes in are judged by each of them, and a server asks only one.

import { describe, expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

const config = (options: string, include: string, more = ""): string =>
  `{ "compilerOptions": { "strict": true${options} }, "include": ["${include}"]${more} }\n`;
const stricter = ', "noUncheckedIndexedAccess": true';
const one = "export const a = 1;\n";
const edit = { "src/a.ts": "export const a = 2;\n" };

const projects = (tests: string, importing: string): string =>
  `-- tsconfig.json --\n${config("", "src")}-- src/a.ts --\n${one}-- src/b.ts --\nexport * from "./a";\n-- test/tsconfig.json --\n${tests}-- test/t.ts --\n${importing}`;

describe("a project that imports files of another", () => {
  const doubt = "test/tsconfig.json takes in src/a.ts too, with other options that were not checked";

  test.each([
    ["through one that hands it on", 'import { a } from "../src/b";\nvoid a;\n', [doubt]],
    ["itself", 'import { a } from "../src/a";\nvoid a;\n', [doubt]],
    ["not at all", "export const t = 1;\n", []],
  ])("with other options: %s", async (_, text, doubts) => {
    expect((await reached(projects(config(stricter, "."), text), edit)).doubts).toEqual(doubts);
  });

  test("with the same options", async () => {
    const { doubts } = await reached(projects(config("", "."), 'import "../src/b";\n'), edit);
    expect(doubts).toEqual([]);
  });

  test.each([
    ["that it has and the other has not", ', "noUnusedLocals": true', "", []],
    ["that it has not and the other has", "", ', "noUnusedLocals": true', [doubt]],
    ["that both have otherwise", ', "allowUnreachableCode": true', ', "allowUnreachableCode": false', [doubt]],
  ])("with an option that only adds errors: one %s", async (_, own, others, doubts) => {
    const fixture = projects(config(others, "."), 'import "../src/b";\n').replace(
      config("", "src"),
      config(own, "src"),
    );
    expect((await reached(fixture, edit)).doubts).toEqual(doubts);
  });

  test("that it refers to, and so sees the declarations of", async () => {
    const tests = config(stricter, ".", ', "references": [{ "path": ".." }]');
    expect((await reached(projects(tests, 'import "../src/b";\n'), edit)).doubts).toEqual([]);
  });
});

test.each([
  ["uses a name that only its own project declares", "export const a = EVERYWHERE;\n", true],
  ["uses no such name", "export const a: number = 2;\n", false],
])("a file that a project with the same options imports, and that %s", async (_, after, isDoubted) => {
  const global = "-- src/g.d.ts --\ndeclare const EVERYWHERE: number;\n";
  const fixture = `${global}${projects(config("", "."), 'import "../src/b";\n')}`;
  const doubt = "test/tsconfig.json also loads src/a.ts, but without src/g.d.ts";
  expect((await reached(fixture, { "src/a.ts": after })).doubts).toEqual(isDoubted ? [doubt] : []);
});

test("a file of no project that two import", async () => {
  const fixture = `-- shared/s.ts --\n${one}-- a/tsconfig.json --\n${config("", ".")}-- a/g.d.ts --\ndeclare const ONLY_A: number;\n-- a/x.ts --\nimport { a } from "../shared/s";\nexport const x = a;\n-- b/tsconfig.json --\n${config("", ".")}-- b/y.ts --\nimport { a } from "../shared/s";\nexport const y = a;\n`;
  const { doubts } = await reached(fixture, { "shared/s.ts": "export const a = ONLY_A;\n" });
  expect(doubts).toEqual([
    "2 more configurations cover these files with options that were not checked: a/tsconfig.json, b/tsconfig.json",
  ]);
});

test("a file that one project has by an import, and that lies below its configuration", async () => {
  const fixture = `-- tsconfig.json --\n${config("", "src")}-- shared/s.ts --\n${one}-- src/x.ts --\nimport { a } from "../shared/s";\nexport const x = a;\n`;
  expect((await reached(fixture, { "shared/s.ts": "export const a = 2;\n" })).doubts).toEqual([]);
});

test.each([
  ["sources", "node_modules/own/x.ts", ["tsconfig.json: lists sources in node_modules, which were not checked"]],
  ["declarations", "node_modules/own/x.d.ts", []],
])("a project that lists %s of installed packages", async (_, file, doubts) => {
  const fixture = `-- tsconfig.json --\n{ "files": ["src/a.ts", "${file}"] }\n-- src/a.ts --\n${one}`;
  expect((await reached(fixture, edit)).doubts).toEqual(doubts);
});
