// Ways in which one file comes to depend on another that are easily overlooked: each of them is followed.

import { describe, expect, test } from "vitest";
import type { ReachChoices } from "../../../test/support/kits/reach-kit.ts";
import { reached } from "../../../test/support/kits/reach-kit.ts";

interface Form extends ReachChoices {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file that changes. */
  readonly edit: string;
  readonly after?: string;
  /** Who must be looked at. */
  readonly reaches: readonly string[];
  /** Who need not be. */
  readonly leaves?: readonly string[];
}

const one = "export const a = 1;\n";
const alone = { "alone.ts": "export {};\n" };
const jsx = { "jsx/jsx-runtime.ts": "export namespace JSX {}\n", "b.tsx": "export const x = <div />;\n" };

const scripts: readonly Form[] = [
  {
    title: "through what is declared for all",
    files: {
      "user.ts": "export interface User { name: string }\n",
      "aug.ts": 'import type { User } from "./user";\ndeclare global { interface Req { user: User } }\nexport {};\n',
      "h.ts": "export const h = (r: Req) => r.user.name;\n",
    },
    edit: "user.ts",
    reaches: ["aug.ts", "h.ts"],
  },
  {
    title: "through declarations that no file imports",
    files: {
      "user.ts": "export interface User { name: string }\n",
      "types/global.d.ts": "interface Req { user: import('../user').User }\n",
      "h.ts": "export const h = (r: Req) => r.user.name;\n",
    },
    edit: "user.ts",
    reaches: ["types/global.d.ts", "h.ts"],
  },
  {
    title: "through what a component declares for all",
    files: {
      "user.ts": one,
      "A.vue": "<script lang=\"ts\">\nimport { a } from './user';\ndeclare global { var zed: typeof a }\n</script>\n",
      "h.ts": "export const h = zed;\n",
    },
    edit: "user.ts",
    reaches: ["h.ts"],
  },
  {
    title: "through a script that only has keys of those names",
    files: { "g.ts": "const table = {\n  export: 1,\n  import: 2,\n};\n", "b.ts": "export const n = table;\n" },
    edit: "g.ts",
    reaches: ["b.ts"],
  },
  {
    title: "but not through declarations that are a module",
    files: {
      "user.ts": one,
      "lib.d.ts": "export type A = typeof import('./user').a;\n",
      "shims.d.ts": 'declare module "*.svg" {\n  const path: string;\n  export default path;\n}\n',
      ...alone,
    },
    edit: "user.ts",
    reaches: ["lib.d.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "a package, though an alias of another project has its name",
    files: {
      "web/tsconfig.json": '{ "compilerOptions": { "baseUrl": "src" } }',
      "web/src/utils.ts": "export {};\n",
      "utils/package.json": '{ "name": "utils", "main": "index.ts" }',
      "utils/index.ts": one,
      "api/b.ts": 'import { a } from "utils";\nexport const n = a;\n',
      ...alone,
    },
    edit: "utils/index.ts",
    reaches: ["api/b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "by an alias with a star to a file without one",
    files: {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "lodash/*": ["./src/a"] } } }',
      "src/a.ts": one,
      "src/b.ts": 'import { a } from "lodash/fp";\nexport const n = a;\n',
      "node_modules/lodash/package.json": "{}",
      ...alone,
    },
    edit: "src/a.ts",
    reaches: ["src/b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "by an alias of what a configuration extends",
    files: {
      "config/base.json": '{ "compilerOptions": { "paths": { "lodash": ["../src/a.ts"] } } }',
      "tsconfig.json": '{ "extends": ["./config/base.json"] }',
      "src/a.ts": one,
      "src/b.ts": 'import { a } from "lodash";\nexport const n = a;\n',
      "node_modules/lodash/package.json": "{}",
      ...alone,
    },
    edit: "src/a.ts",
    reaches: ["src/b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "by an alias of a package of configurations",
    files: {
      "node_modules/cfg/tsconfig.json": `{ "compilerOptions": { "paths": { "~/*": ["\${configDir}/src/*"] } } }`,
      "tsconfig.json": '{ "extends": "cfg" }',
      "src/a.ts": one,
      "src/b.ts": 'import { a } from "~/a";\nexport const n = a;\n',
      ...alone,
    },
    edit: "src/a.ts",
    reaches: ["src/b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "by suffixes that an extended configuration adds",
    files: {
      "config/base.json": '{ "compilerOptions": { "moduleSuffixes": [".ios", ""] } }',
      "tsconfig.json": '{ "extends": "./config/base.json" }',
      "a.ts": one,
      "a.ios.ts": one,
      "b.ts": 'import { a } from "./a";\nexport const n = a;\n',
    },
    edit: "a.ios.ts",
    reaches: ["b.ts"],
  },
  {
    title: "every file, where an extended configuration is missing",
    files: { "tsconfig.json": '{ "extends": "nowhere/base.json" }', "a.ts": one, ...alone },
    edit: "a.ts",
    reaches: ["alone.ts"],
  },
  {
    title: "by JSX, whose source a configuration names",
    files: {
      "tsconfig.json": '{ "compilerOptions": { "jsxImportSource": "myjsx", "paths": { "myjsx/*": ["./jsx/*"] } } }',
      ...jsx,
      ...alone,
    },
    edit: "jsx/jsx-runtime.ts",
    after: "export {};\n",
    reaches: ["b.tsx"],
    leaves: ["alone.ts"],
  },
  {
    title: "by JSX, whose source a file names",
    files: { ...jsx, "b.tsx": "/** @jsxImportSource ./jsx */\nexport const x = <div />;\n", ...alone },
    edit: "jsx/jsx-runtime.ts",
    after: "export {};\n",
    reaches: ["b.tsx"],
    leaves: ["alone.ts"],
  },
  {
    title: "by a directory whose manifest names the file",
    files: {
      "lib/package.json": '{ "types": "./impl/main.ts" }',
      "lib/impl/main.ts": one,
      "b.ts": 'import { a } from "./lib";\nexport const n = a;\n',
      ...alone,
    },
    edit: "lib/impl/main.ts",
    reaches: ["b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "by a directory whose manifest names a file beyond it",
    files: {
      "lib/package.json": '{ "main": "../impl/main.ts" }',
      "impl/main.ts": one,
      "b.ts": 'import { a } from "./lib";\nexport const n = a;\n',
      ...alone,
    },
    edit: "impl/main.ts",
    reaches: ["b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "by a name of its own for another package",
    files: {
      "api/package.json": '{ "name": "api", "imports": { "#db": { "default": "dbx" } } }',
      "api/b.ts": 'import { a } from "#db";\nexport const n = a;\n',
      "dbx/package.json": '{ "name": "dbx", "exports": "./index.ts" }',
      "dbx/index.ts": one,
      ...alone,
    },
    edit: "dbx/index.ts",
    reaches: ["api/b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "either of two packages of one name",
    files: {
      "one/package.json": '{ "name": "util2", "main": "i.ts" }',
      "one/i.ts": one,
      "two/package.json": '{ "name": "util2", "main": "i.ts" }',
      "two/i.ts": one,
      "b.ts": 'import { a } from "util2";\nexport const n = a;\n',
    },
    edit: "one/i.ts",
    reaches: ["b.ts"],
  },
  {
    title: "by a reference, whatever stands before its path",
    files: { "a.ts": one, "b.ts": '/// <reference preserve="true" path="a.ts" />\nexport {};\n', ...alone },
    edit: "a.ts",
    reaches: ["b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "behind a very long comment",
    files: { "a.ts": one, "b.ts": `export type A = import(/* ${"x".repeat(600)} */ "./a").T;\n`, ...alone },
    edit: "a.ts",
    reaches: ["b.ts"],
    leaves: ["alone.ts"],
  },
  {
    title: "through a link to a directory",
    files: { "shared/index.ts": one, "src/b.ts": 'import { a } from "./linked";\nexport const n = a;\n', ...alone },
    links: { "src/linked": "shared" },
    edit: "shared/index.ts",
    reaches: ["src/b.ts"],
    leaves: ["alone.ts"],
  },
];

const python = (text: string): Readonly<Record<string, string>> => ({
  "pkg/__init__.py": "",
  "pkg/a.py": "def f(): ...\n",
  "pkg/b.py": text,
  "pkg/alone.py": "import os\n",
});

const go = (text: string, module = "module ex.com/m\n"): Readonly<Record<string, string>> => ({
  "go.mod": module,
  "a/a.go": "package a\n",
  "b/b.go": text,
  "alone/alone.go": "package alone\n",
});

const others: readonly Form[] = [
  ...(
    [
      ["without a blank", "from.a import f\n"],
      ["with a blank behind the dot", "from . a import f\n"],
      ["with blanks around the dot of a name", "import pkg . a\n"],
      ["behind another `from`", "def g():\n    yield from range(3)\nimport pkg.a\n"],
    ] as const
  ).map(([title, text]) => ({
    title: `Python: ${title}`,
    files: python(text),
    edit: "pkg/a.py",
    reaches: ["pkg/b.py"],
    leaves: ["pkg/alone.py"],
  })),
  ...(
    [
      ["indented", 'package b\n\n  import "ex.com/m/a"\n'],
      ["between other quotes", "package b\n\nimport (\n\t`ex.com/m/a`\n)\n"],
      ["behind a comment with brackets", 'package b\n\nimport (\n\t"fmt" // :)\n\t/* ) */ x "ex.com/m/a"\n)\n'],
      ["without a blank, on one line", 'package b; import"ex.com/m/a"\n'],
      ["on the next line", 'package b\n\nimport\n"ex.com/m/a"\n'],
    ] as const
  ).map(([title, text]) => ({
    title: `Go: ${title}`,
    files: go(text),
    edit: "a/a.go",
    reaches: ["b/b.go"],
    leaves: ["alone/alone.go"],
  })),
  {
    title: "Go: of a module whose name is in brackets",
    files: go('package b\n\nimport "ex.com/m/a"\n', "module (\n\tex.com/m\n)\n"),
    edit: "a/a.go",
    reaches: ["b/b.go"],
    leaves: ["alone/alone.go"],
  },
  {
    title: "Go: of a module whose name cannot be read",
    files: go('package b\n\nimport "ex.com/m/a"\n', "module\n"),
    edit: "a/a.go",
    reaches: ["b/b.go", "alone/alone.go"],
  },
  ...(
    [
      ["by a path that goes up again", { "b.cpp": '#include "sub/../a.h"\n' }],
      ["through a header without an ending", { Core: '#include "a.h"\n', "b.cpp": "#include <Core>\n" }],
      ["through a header with an ending of its own", { "x.gen": '#include "a.h"\n', "b.cpp": '#include "x.gen"\n' }],
      ["by the next of its name", { "w/z.h": "#include_next <a.h>\n", "b.cpp": "#include <z.h>\n" }],
      ["behind a comment", { "b.cpp": '#include/* x */"a.h"\n' }],
      ["where it is asked for", { "b.cpp": '#if __has_include("a.h")\n#endif\n' }],
    ] as const
  ).map(([title, files]) => ({
    title: `C++: ${title}`,
    files: { "a.h": "int f(int);\n", "alone.cpp": "int alone;\n", ...files },
    edit: "a.h",
    reaches: ["b.cpp"],
    leaves: ["alone.cpp"],
  })),
];

describe("a change is noticed", () => {
  test.each([...scripts, ...others].map((form) => [form.title, form] as const))("%s", async (_, form) => {
    const { files, edit, after = `${files[edit]}\n`, reaches, leaves = [] } = form;
    const { direct, rest } = await reached(fixtureOf(files), { [edit]: after }, form);
    expect([...direct, ...rest]).toEqual(expect.arrayContaining([...reaches]));
    expect([...direct, ...rest].filter((file) => leaves.includes(file))).toEqual([]);
  });
});

describe("nothing is called safe", () => {
  test("where another open root brings in what changes", async () => {
    const { doubts } = await reached(
      `-- a.ts --\n${one}`,
      { "a.ts": "export const a = 2;\n" },
      {
        others: { "/other": '-- b.ts --\nimport { a } from "../project/a";\nexport { a };\n' },
      },
    );
    expect(doubts).toEqual(["/other/b.ts: may be affected in another root, which was not checked"]);
    const { doubts: none } = await reached(
      `-- a.ts --\n${one}`,
      { "a.ts": "export const a = 2;\n" },
      {
        others: { "/other": "-- b.ts --\nexport const b = 1;\n" },
      },
    );
    expect(none).toEqual([]);
  });

  test("where a file is reached by another path", async () => {
    const { doubts } = await reached(
      `-- shared/a.ts --\n${one}`,
      { "shared/a.ts": "export const a = 2;\n" },
      {
        links: { "src/linked": "shared" },
      },
    );
    expect(doubts).toEqual(["shared/a.ts is also reached as src/linked/a.ts"]);
  });

  test("but not where it is listed among the links and leads only to itself, as a pipe does", async () => {
    const change = { "shared/a.ts": "export const a = 2;\n" };
    const { doubts } = await reached(`-- shared/a.ts --\n${one}`, change, { special: ["shared/a.ts"] });
    expect(doubts).toEqual([]);
  });

  test("where another configuration judges a file that is reached", async () => {
    const config = (options: string): string => `-- tsconfig.json --
{ "compilerOptions": { "strict": true }, "include": ["src"] }
-- tsconfig.test.json --
{ "extends": "./tsconfig.json", "compilerOptions": { ${options} }, "include": ["src"] }
-- src/a.ts --
${one}`;
    const edit = { "src/a.ts": "export const a = 2;\n" };
    expect((await reached(config('"noUncheckedIndexedAccess": true'), edit)).doubts).toEqual([
      "tsconfig.test.json covers src/a.ts too, with other options that were not checked",
    ]);
    expect((await reached(config('"outDir": "dist"'), edit)).doubts).toEqual([]);
  });

  test("where a package is built and no reference leads to its sources", async () => {
    const code = (references: string, more = ""): string => `-- tsconfig.json --
{ "files": [], "references": [{ "path": "./x" }] }
-- x/tsconfig.json --
{}
-- d/package.json --
{ "name": "d", "types": "dist/index.d.ts" }
-- d/tsconfig.json --
{}
-- d/index.ts --
${one}-- c/tsconfig.json --
{ "references": [${references}] }
-- c/b.ts --
import { a } from "d";
export const n = a;
${more}`;
    const edit = { "d/index.ts": "export const a = 2;\n" };
    const doubts = ["d: other packages see only its last build"];
    expect((await reached(code(""), edit)).doubts).toEqual(doubts);
    const built = "-- d/dist/index.d.ts --\nexport declare const a = 1;\n";
    expect((await reached(code("", built), edit)).doubts).toEqual(doubts);
    expect((await reached(code('{ "path": "../d" }'), edit)).doubts).toEqual([]);
  });

  test.each([
    ["a definition goes", '#include "a.h"\n', true],
    ["a definition is renamed", '#include "a.h"\nint g() { return 1; }\n', true],
    ["one is made that another file has", '#include "a.h"\nint f() { return 1; }\nint main() { return 2; }\n', true],
    ["only a body changes", '#include "a.h"\nint f() { return 2; }\n', false],
    ["something of its own comes", '#include "a.h"\nint f() { return 1; }\nstatic int own() { return 1; }\n', false],
  ])("where %s that the linker may miss or meet twice", async (_, after, isDoubted) => {
    const code =
      '-- a.h --\nint f();\n-- a.cpp --\n#include "a.h"\nint f() { return 1; }\n-- b.cpp --\n#include "a.h"\nint main() { return f(); }\n';
    const { doubts } = await reached(code, { "a.cpp": after });
    expect(doubts).toEqual(isDoubted ? ["a.cpp: it is not checked whether programs still link"] : []);
  });
});

// — below: private, in the order they are used —

function fixtureOf(files: Readonly<Record<string, string>>): string {
  const whole = Object.entries(files).map(
    ([file, text]) => `-- ${file} --\n${text.endsWith("\n") ? text : `${text}\n`}`,
  );
  return whole.join("");
}
