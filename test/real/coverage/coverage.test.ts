// Layouts in which a real server leaves files out without a word: their uses are found all the same, or listed as possible.

import { describe, expect, test } from "vitest";
import { oneIn } from "../../support/soak.ts";
import { cases } from "../reading/cases.ts";
import { present, presentInDepth } from "../installed.ts";
import { Stage } from "../stage.ts";

const declared = "export function «ref|«^»total»() { return 1 }\n";
const used = (from: string): string => `import { «ref|total» } from "${from}";\n«ref|total»();\n`;

/** A layout, why its possible uses are not verified, and what else keeps the answer from being complete. */
type Layout = readonly [title: string, fixture: string, whys: readonly string[], codes?: readonly string[]];

const typescript: readonly Layout[] = [
  [
    "one project, with a plain import and a re-export",
    `-- tsconfig.json --\n{ "include": ["src", "test"], }\n-- src/cart.ts --\n${declared}-- test/a.ts --\n${used("../src/cart")}export { «ref|total» } from "../src/cart";\n`,
    [],
  ],
  [
    "tests outside of include",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/cart.ts --\n${declared}-- test/a.ts --\n${used("../src/cart")}-- test/b.ts --\n${used("../src/cart")}`,
    [],
  ],
  [
    "a project for the sources and one for the build",
    `-- tsconfig.json --
{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }
-- tsconfig.app.json --
{ "include": ["src"] }
-- tsconfig.node.json --
{ "include": ["vite.config.ts"] }
-- src/cart.ts --
${declared}-- src/a.ts --
${used("./cart")}-- vite.config.ts --
${used("./src/cart")}`,
    [],
  ],
  [
    "the asked file outside of include",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/a.ts --\n${used("../lib/cart")}-- lib/cart.ts --\n${declared}-- lib/b.ts --\n${used("./cart")}`,
    [],
  ],
  [
    "no configuration at all",
    `-- lib/cart.ts --\n${declared}-- lib/b.ts --\n${used("./cart")}-- c.ts --\n${used("./lib/cart")}`,
    [],
  ],
  [
    "a second configuration beside the first",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- tsconfig.test.json --\n{ "include": ["test"] }\n-- src/cart.ts --\n${declared}-- test/a.ts --\n${used("../src/cart")}`,
    [],
  ],
  [
    "a project in a hidden directory",
    `-- tsconfig.json --\n{}\n-- .storybook/tsconfig.json --\n{}\n-- src/cart.ts --\n${declared}-- .storybook/main.ts --\n${used("../src/cart")}`,
    [],
  ],
  [
    "JavaScript that imports",
    `-- tsconfig.json --\n{}\n-- src/cart.ts --\n${declared}-- tools/run.mjs --\n${used("../src/cart.js")}`,
    [],
  ],
  [
    "JavaScript that requires",
    `-- tsconfig.json --\n{}\n-- src/cart.ts --\n${declared}-- tools/run.cjs --\nconst { «ref|total» } = require("../src/cart.js");\n«ref|total»();\n`,
    [],
  ],
  [
    "a component of another language",
    `-- tsconfig.json --\n{}\n-- src/cart.ts --\n${declared}-- src/App.vue --\n<script setup lang="ts">\n${used("./cart")}</script>\n`,
    ["no server reads it"],
  ],
  [
    "a checkout inside that uses the root",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/cart.ts --\n${declared}-- child/.git --\ngitdir: elsewhere\n-- child/b.ts --\nimport { total } from "../src/cart.js";\ntotal();\n`,
    [],
    ["scoped"],
  ],
  [
    "a checkout inside that does not",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/cart.ts --\n${declared}-- child/.git --\ngitdir: elsewhere\n-- child/b.ts --\nimport "./c.js";\nimport "react";\n`,
    [],
  ],
];

const module = `-- go.mod --
module example.com/shop

go 1.21
-- cart/cart.go --
package cart

func «ref|«^»Total»() int { return 1 }
-- main.go --
package main

import "example.com/shop/cart"

func main() { cart.«ref|Total»() }
`;
const nested = `${module}-- tools/go.mod --
module example.com/tools

go 1.21

require example.com/shop v0.0.0

replace example.com/shop => ../
-- tools/main.go --
package main

import "example.com/shop/cart"

func main() { cart.«ref|Total»() }
`;

const callsTotal = (name = "main"): string =>
  `package ${name}\n\nimport "example.com/shop/cart"\n\nfunc main() { cart.«ref|Total»() }\n`;
const leftOut = `${module}-- _examples/app/main.go --\n${callsTotal()}-- cart/testdata/a/a.go --\n${callsTotal("a")}-- cart/testdata/a/a_test.go --\n${callsTotal("a_test")}-- .tools/main.go --\n${callsTotal()}`;

const go: readonly Layout[] = [
  ["one module", module, []],
  ["directories that the go command leaves out", leftOut, []],
  [
    "two packages in one of them",
    `${module}-- testdata/a.go --\n${callsTotal("a")}-- testdata/b.go --\n${callsTotal("b")}`,
    ["not built"],
  ],
  [
    "a file that it leaves out",
    `${module}-- cart/_later.go --\npackage cart\n\nvar later = «ref|Total»()\n`,
    ["not built"],
  ],
  [
    "what uses nothing of the module",
    `${module}-- testdata/a.go --\npackage a\n\nimport "fmt"\n\nfunc Total() { fmt.Println() }\n`,
    [],
  ],
  ["a module inside another", nested, []],
  ["both in a go.work", `${nested}-- go.work --\ngo 1.21\n\nuse (\n\t.\n\t./tools\n)\n`, []],
];

const database = (...files: string[]): string =>
  `${JSON.stringify(files.map((file) => ({ directory: "{root}", file, command: `cc -c ${file}` })))}\n`;
const calls = (name: string, header = "cart.h"): string =>
  `#include "${header}"\nint ${name}(void) { return «ref|total»(); }\n`;
const header = "-- cart.h --\nint «ref|«^»total»(void);\n";
const c: readonly Layout[] = [
  [
    "a second compile database",
    `-- compile_commands.json --\n${database("a.c")}${header}-- a.c --\n${calls("a")}-- other/compile_commands.json --\n${database("other/b.c", "other/c.c")}-- other/b.c --\nint b(void) { return 1; }\n-- other/c.c --\n${calls("c", "../cart.h")}`,
    [],
  ],
  [
    "a file that no database names",
    `-- compile_commands.json --\n${database("a.c")}${header}-- a.c --\n${calls("a")}-- b.c --\n${calls("b")}`,
    [],
  ],
];

const crate = (name: string, more = ""): string =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;
const onBase = (more = ""): string => `[dependencies]\nbase = { path = "../../libs/base"${more} }\n`;
const base = "-- libs/base/src/lib.rs --\npub fn «ref|«^»total»() -> i32 { 1 }\n";
const callsBase = "pub fn f() -> i32 { base::«ref|total»() }\n";
const rust: readonly Layout[] = [
  [
    "workspaces of Cargo deep in the tree",
    `-- libs/base/Cargo.toml --\n${crate("base")}${base}-- apps/one/Cargo.toml --\n${crate("one", onBase())}-- apps/one/src/lib.rs --\n${callsBase}-- apps/two/Cargo.toml --\n${crate("two", onBase())}-- apps/two/src/lib.rs --\n${callsBase}`,
    [],
  ],
  [
    "a crate that two of them build with different features",
    `-- libs/base/Cargo.toml --\n${crate("base", "[features]\nx = []\n")}${base}-- apps/one/Cargo.toml --\n${crate("one", onBase())}-- apps/one/src/lib.rs --\n${callsBase}-- apps/two/Cargo.toml --\n${crate("two", onBase(', features = ["x"]'))}-- apps/two/src/lib.rs --\n${callsBase}`,
    [],
  ],
  [
    "a workspace that cannot be loaded, because a member is broken",
    `-- Cargo.toml --\n[workspace]\nmembers = ["a", "b"]\nresolver = "2"\n-- a/Cargo.toml --\n${crate("a")}-- a/src/lib.rs --\npub fn «^»total() -> i32 { 1 }\n-- b/Cargo.toml --\n[package\nname = broken\n-- b/src/lib.rs --\npub fn g() -> i32 { a::«ref|total»() }\n`,
    ["not resolved"],
  ],
];

const pyTotal = "def «ref|«^»total»() -> int:\n    return 1\n";
const pyUse = (from: string): string => `from ${from} import «ref|total»\n\n«ref|total»()\n`;
const apart = `-- packages/a/a_pkg/__init__.py --\n${pyTotal}-- packages/b/b_pkg/__init__.py --\n-- packages/b/b_pkg/main.py --\n${pyUse("a_pkg")}`;
const python: readonly Layout[] = [
  ["what is hidden", `-- cart.py --\n${pyTotal}-- .github/check.py --\n${pyUse("cart")}`, []],
  [
    "modules of the root, of src, beside the file and above it",
    `-- cart.py --\n${pyTotal}-- src/shop/__init__.py --\n${pyUse("cart")}-- app/deep/a.py --\n${pyUse("shop")}-- app/util.py --\n${pyUse("app.deep.a")}-- app/deep/er/b.py --\n${pyUse("util")}`,
    [],
  ],
  ["packages apart from each other", apart, []],
  [
    "projects that are called like their packages, with sources in src",
    `-- a_pkg/pyproject.toml --\n[project]\nname = "a_pkg"\n-- a_pkg/a_pkg/__init__.py --\n${pyTotal}-- b/pyproject.toml --\n[project]\nname = "b"\n-- b/src/b/__init__.py --\n-- b/src/b/main.py --\nimport a_pkg\n\na_pkg.«ref|total»()\n-- c/tests/test_c.py --\n${pyUse("a_pkg")}import b.main\n`,
    [],
  ],
  ["extraPaths in a configuration", `-- pyrightconfig.json --\n{ "extraPaths": ["packages/*"] }\n${apart}`, []],
  [
    "execution environments in a manifest",
    `-- pyproject.toml --\n[[tool.pyright.executionEnvironments]]\nroot = "packages/b"\nextraPaths = ["packages/a"]\n${apart}`,
    [],
  ],
  [
    "a configuration that names other paths",
    `-- pyrightconfig.json --\n{ "extraPaths": ["packages/b"] }\n${apart}`,
    ["import not resolved", "not resolved"],
  ],
  ["two packages of one name", `${apart}-- old/a_pkg/__init__.py --\n`, ["import not resolved", "not resolved"]],
  [
    "a package beside modules that others have too",
    `${apart}-- packages/a/tests/__init__.py --\n-- packages/a/tests/util.py --\n-- packages/b/tests/__init__.py --\n-- packages/b/tests/util.py --\nx = 1\n-- packages/b/tests/test_b.py --\nfrom tests.util import x\n`,
    ["import not resolved", "not resolved"],
  ],
  [
    "a type that comes from a package that is not installed",
    `-- cart.py --\nclass Cart:\n    def «ref|«^»total»(self) -> int:\n        return 1\n-- app.py --\nfrom sightline_no_such_package import load\nfrom cart import Cart\n\nload(Cart).«ref|total»()\n`,
    ["type unknown"],
  ],
  [
    "packages that are installed, brought by the server, or can be done without",
    `-- pyrightconfig.json --\n{ "venvPath": ".", "venv": ".venv" }\n-- .venv/lib/python3.12/site-packages/stock/__init__.py --\ndef load(kind: type[T]) -> T: ...\n-- cart.py --\n${pyTotal}-- app.py --\nimport os, json\nimport yaml\nimport stock\ntry:\n    import sightline_no_such_package\nexcept ImportError:\n    pass\n${pyUse("cart")}`,
    [],
  ],
];

const layouts: Readonly<Record<string, readonly Layout[]>> = {
  "typescript-native": typescript,
  "typescript-language-server": typescript,
  gopls: go,
  clangd: c,
  "rust-analyzer": rust,
  pyright: python,
};

describe.each(presentInDepth(cases.filter(({ server }) => layouts[server] !== undefined)))("$server", ({ server }) => {
  const rows = (layouts[server] ?? []).map(([title, fixture, whys, codes = []]) => ({ title, fixture, whys, codes }));
  test.each(oneIn(2, rows, "every second layout"))("$title", async ({ fixture, whys, codes }) => {
    await using stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
    const { found, possible, whys: said, expected, standing } = await stage.uses();
    // Every use is listed once, as such or as a possible one, and nothing else is.
    expect([...found, ...possible].sort()).toEqual(expected);
    expect(said).toEqual(whys);
    expect(standing.reasons.map(({ code }) => code)).toEqual(whys.length > 0 ? ["possible_uses"] : codes);
  });
});

describe.each(present(cases.filter(({ server }) => server === "pyright")))("$server, later", ({ server }) => {
  test("packages that come to the root or are installed are found by a new start", async () => {
    const fixture = `-- pyrightconfig.json --
{ "venvPath": ".", "venv": ".venv" }
-- .venv/lib/python3.12/site-packages/other/__init__.py --
-- packages/a/a_pkg/__init__.py --
${pyTotal}-- packages/b/b_pkg/__init__.py --
import sightline_no_such_package
`;
    await using stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
    const checkAll = async (): Promise<void> => {
      const { found, expected, standing } = await stage.uses();
      expect({ found, state: standing.state }).toEqual({ found: expected, state: "complete" });
    };
    await checkAll();
    stage.write(`-- packages/b/b_pkg/main.py --\n${pyUse("a_pkg")}`);
    await checkAll();
    stage.write("-- .venv/lib/python3.12/site-packages/sightline_no_such_package/__init__.py --\n");
    await checkAll();
    const starts = stage.events.filter(({ type }) => type === "session.starting");
    expect(starts).toHaveLength(3);
  });
});

describe.each(present(cases.filter(({ server }) => server === "typescript-native")))("$server, later", ({ server }) => {
  test("a checkout inside that begins to use the root, and one that comes, are noticed", async () => {
    const fixture = `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/cart.ts --\n${declared}-- one/.git --\ngitdir: x\n-- one/b.ts --\nexport {};\n`;
    await using stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
    const named = async (): Promise<readonly string[]> => {
      const { standing } = await stage.ask("references");
      return standing.reasons.map(({ code, detail }) => `${code} ${detail.split(" ", 1)[0]}`);
    };
    expect(await named()).toEqual([]);
    stage.write(`-- one/b.ts --\n${used("../src/cart.js")}`);
    expect(await named()).toEqual(["scoped one"]);
    stage.write(`-- two/.git --\ngitdir: x\n-- two/deep/c.ts --\n${used("../../src/cart.js")}`);
    expect(await named()).toEqual(["scoped one", "scoped two"]);
    stage.write("-- one/b.ts --\nexport {};\n");
    expect(await named()).toEqual(["scoped two"]);
  });
});

describe.each(present(cases.filter(({ server }) => server === "typescript-native")))(
  "$server, by other names",
  (real) => {
    const project = '-- tsconfig.json --\n{ "include": ["src"] }\n';
    const importer = (from: string): string => `-- tools/x.ts --\nimport «ref|plus» from "${from}";\n«ref|plus»();\n`;
    test.each([
      [
        "a default export that another file makes of it",
        `${project}-- src/a.ts --\n${declared}-- src/b.ts --\nexport { «ref|total» as «ref|default» } from "./a";\n${importer("../src/b")}`,
      ],
      [
        "a default export that is asked about where it is used",
        `${project}-- src/a.ts --\nexport default function total() { return 1 }\n-- src/b.ts --\nimport «ref|sum» from "./a";\n«ref|«^»sum»();\n${importer("../src/a")}`,
      ],
    ])("no project covers a use of %s, and it is found", async (_, fixture) => {
      const { server } = real;
      await using stage = await Stage.open(
        { server, fixture, changes: [], killedAt: "references" },
        { projects: { maxLoaded: 0 } },
      );
      const { found, expected, standing } = await stage.uses();
      expect(found).toEqual(expected);
      expect(standing.state).toBe("complete");
    });
  },
);
