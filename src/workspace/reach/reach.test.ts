// Which files may notice a change, language by language, as far as their imports tell.

import { describe, expect, test } from "vitest";
import { reached } from "../../../test/support/kits/reach-kit.ts";

describe("scripts", () => {
  const shop = `-- tsconfig.json --
{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }
-- package.json --
{ "name": "shop" }
-- node_modules/zod/package.json --
{}
-- lib/base.ts --
export const base = 1;
-- lib/index.ts --
export * from "./base.js";
-- src/alias.ts --
import { base } from "@lib/base";
export { base };
-- src/through.ts --
import type { base } from "../lib";
export type Base = typeof base;
-- src/lazy.js --
export const lazy = () => import(/* later */ "../lib/base");
-- src/required.cjs --
const { base } = require("../lib/base.js");
module.exports = base;
-- src/referred.ts --
/** @import { base } from "../lib/base.js" */
export const referred = 1;
-- src/user.ts --
import { referred } from "./referred.ts";
import { z } from "zod";
export const user = [referred, z];
-- src/alone.ts --
import { z } from "zod";
export const alone = z;
-- src/unplaced.ts --
import { thing } from "somewhere/unknown";
export const unplaced = thing;
-- docs/readme.md --
words
`;

  test("of a function whose type is declared only its own file notices the inside", async () => {
    const fixture =
      "-- tsconfig.json --\n{}\n-- a.ts --\nexport function f(): number {\n  return 1;\n}\n-- b.ts --\nimport './a';\n";
    const inside = await reached(fixture, { "a.ts": "export function f(): number {\n  return 2;\n}\n" });
    expect(inside).toMatchObject({ edited: ["a.ts"], direct: [], rest: [], doubts: [] });
    const header = await reached(fixture, { "a.ts": "export function f(): string {\n  return 1;\n}\n" });
    expect(header).toMatchObject({ edited: ["a.ts"], direct: ["b.ts"] });
  });

  test("a file that is not built here cannot notice what refers to nothing new", async () => {
    const fixture =
      "-- go.mod --\nmodule m\n-- a.go --\npackage a\n\nfunc F() int {\n\treturn 1\n}\n-- b_windows.go --\npackage a\n\nvar B = F()\n";
    const number = await reached(fixture, { "a.go": "package a\n\nfunc F() int {\n\treturn 2\n}\n" });
    expect(number).toMatchObject({ edited: ["a.go"], unlookable: [] });
    const name = await reached(fixture, { "a.go": "package a\n\nfunc F() int {\n\treturn B\n}\n" });
    expect(name).toMatchObject({ edited: ["a.go"], unlookable: ["b_windows.go"] });
  });

  test("the inside of a function of Go is noticed in its package alone", async () => {
    const fixture =
      '-- go.mod --\nmodule m\n-- a/a.go --\npackage a\n\nfunc F() int { return 1 }\n-- a/b.go --\npackage a\n-- c/c.go --\npackage c\n\nimport _ "m/a"\n';
    const inside = await reached(fixture, { "a/a.go": "package a\n\nfunc F() int { return 2 }\n" });
    expect(inside).toMatchObject({ edited: ["a/a.go"], direct: ["a/b.go"], rest: [] });
  });

  test("a file that comes with its directory is told apart", async () => {
    const files = { "src/fresh.ts": "", "src/new/fresh.ts": "", "lib/base.ts": "export const base = 2;\n" };
    expect((await reached(shop, files)).inNewDirectories).toEqual(["src/new/fresh.ts"]);
  });

  test("who imports a file, by whatever form, and who imports those", async () => {
    expect(await reached(shop, { "lib/base.ts": "export const base = 2;\n" })).toMatchObject({
      edited: ["lib/base.ts"],
      direct: [
        "lib/index.ts",
        "src/alias.ts",
        "src/lazy.js",
        "src/referred.ts",
        "src/required.cjs",
        // What it imports cannot be placed, so it may be anything.
        "src/unplaced.ts",
      ],
      rest: ["src/through.ts", "src/user.ts"],
      doubts: [],
      doubtsUnsaved: [],
    });
  });

  test("a file that no other imports is noticed only by files that bring in something unknown", async () => {
    expect(
      await reached(shop, { "src/alone.ts": 'import { z } from "zod";\nexport const alone = [z];\n' }),
    ).toMatchObject({
      edited: ["src/alone.ts"],
      direct: ["src/unplaced.ts"],
      rest: [],
    });
  });

  test("where there are few files all of the language are reached, importers first", async () => {
    const edit = { "src/alone.ts": "export const alone = 2;\n" };
    const everybody = await reached(shop, edit, { wholeFiles: 10 });
    expect(everybody.direct).toEqual(["src/unplaced.ts"]);
    expect([...everybody.edited, ...everybody.direct, ...everybody.rest].sort()).toEqual(everyone);
    expect(await reached(shop, edit, { wholeFiles: 9 })).toMatchObject({ direct: ["src/unplaced.ts"], rest: [] });
  });

  const everyone = [
    ..."lib/base.ts lib/index.ts src/alias.ts src/alone.ts src/lazy.js src/referred.ts src/required.cjs".split(" "),
    ..."src/through.ts src/unplaced.ts src/user.ts".split(" "),
  ];

  test.each([
    ["a file that is no module", { "src/global.ts": "const region = 1;\n" }],
    ["a file that ceases to be one", { "src/alone.ts": "const alone = 1;\n" }],
    ["declarations", { "src/types.d.ts": "export {};\n" }],
    ["what is declared for all", { "src/alone.ts": "export {};\ndeclare global {\n  const region: string;\n}\n" }],
    ["another module that is made larger", { "src/alone.ts": 'export {};\ndeclare module "zod" {}\n' }],
    ["a configuration", { "tsconfig.json": "{}" }],
    ["a configuration by another name", { "config/base.json": '{ "compilerOptions": {} }' }],
    ["a manifest", { "package.json": "{}" }],
    [
      "a package that no other file brings in",
      { "src/alone.ts": 'import "extras/globals";\nexport const alone = 1;\n' },
    ],
  ])("%s reaches all of the language", async (_, edits: Record<string, string>) => {
    const { edited, direct, rest } = await reached(shop, edits);
    const all = new Set([...edited, ...direct, ...rest]);
    expect(everyone.filter((file) => !all.has(file))).toEqual([]);
  });

  test("a package that others bring in already changes nothing for them", async () => {
    const { direct, rest } = await reached(shop, { "src/alone.ts": "export const alone = 1;\n" });
    expect([direct, rest]).toEqual([["src/unplaced.ts"], []]);
  });

  test("a file that comes is noticed by every file whose imports may mean it", async () => {
    const { direct } = await reached(
      `-- tsconfig.json --\n{}\n-- a.ts --\nimport "./b.js";\n-- b/index.ts --\nexport {};\n-- c.ts --\nexport {};\n`,
      { "b.ts": "export {};\n" },
    );
    expect(direct).toEqual(["a.ts"]);
  });

  test("packages of the root are imported by name, as far as they are not only built", async () => {
    const linked = (types: string): string => `-- package.json --
{}
-- packages/a/package.json --
{ "name": "@shop/a", "types": "${types}" }
-- packages/a/src/index.ts --
export const a = 1;
-- packages/b/src/index.ts --
import { a } from "@shop/a";
export const b = a;
-- packages/c/src/index.ts --
export const c = 1;
`;
    const edit = { "packages/a/src/index.ts": "export const a = 2;\n" };
    expect(await reached(linked("./src/index.ts"), edit)).toMatchObject({
      direct: ["packages/b/src/index.ts"],
      rest: [],
      doubts: [],
    });
    expect(await reached(linked("./dist/index.d.ts"), edit)).toMatchObject({
      direct: ["packages/b/src/index.ts"],
      doubts: ["packages/a: other packages see only its last build"],
    });
  });

  test("a configuration with rules of its own for paths cannot be followed", async () => {
    const odd = `-- tsconfig.json --\n{ "compilerOptions": { "rootDirs": ["a", "b"] } }\n-- a/x.ts --\nexport {};\n-- b/y.ts --\nexport {};\n`;
    expect(await reached(odd, { "a/x.ts": "export { };\n" })).toMatchObject({ rest: ["b/y.ts"] });
  });

  test("a file of another kind is read from disk by the files that import it", async () => {
    const code = `-- tsconfig.json --\n{}\n-- a.ts --\nimport words from "./words.txt";\nexport { words };\n-- words.txt --\none\n`;
    expect(await reached(code, { "words.txt": "two\n" })).toMatchObject({
      edited: [],
      direct: ["a.ts"],
      doubts: ["no server can check words.txt"],
      doubtsUnsaved: ["words.txt: read from disk by servers of other files"],
    });
  });
});

describe("other languages", () => {
  test("Python: modules and packages, from anywhere and from beside", async () => {
    const code = `-- pyproject.toml --
[project]
-- src/shop/__init__.py --
from .price import parse
-- src/shop/price.py --
def parse(): ...
-- src/shop/beside.py --
from . import price
-- src/shop/deep/far.py --
import shop.price as p
-- tests/test_shop.py --
from shop import *
-- src/shop/alone.py --
import os
`;
    expect(await reached(code, { "src/shop/price.py": "def other(): ...\n" })).toMatchObject({
      direct: ["src/shop/__init__.py", "src/shop/beside.py", "src/shop/deep/far.py", "tests/test_shop.py"],
      rest: [],
      doubts: [],
    });
  });

  test("Go: the package itself, its importers, and tests of either", async () => {
    const code = `-- go.mod --
module example.com/shop
-- price/price.go --
package price
-- price/price_test.go --
package price_test
-- price/price_windows.go --
package price
-- total/total.go --
package total

import (
	"fmt"
	p "example.com/shop/price"
)
-- cmd/main.go --
package main

import "example.com/shop/total"
-- alone/alone.go --
package alone

import "fmt"
`;
    expect(await reached(code, { "price/price.go": "package price\n\nvar X = 1\n" })).toMatchObject({
      direct: ["price/price_test.go", "total/total.go"],
      rest: ["cmd/main.go"],
      unlookable: ["price/price_windows.go"],
    });
  });

  test("C: every file that includes a header, by whatever path, and through others", async () => {
    const code = `-- include/shop/price.h --
int price(void);
-- include/shop/all.h --
#include "price.h"
-- src/total.c --
#include <shop/all.h>
-- src/cart.cpp --
# include "../include/shop/price.h"
-- src/macro.c --
#include WHATEVER
-- src/alone.c --
#include <stdio.h>
`;
    expect(await reached(code, { "include/shop/price.h": "long price(void);\n" })).toMatchObject({
      direct: ["include/shop/all.h", "src/cart.cpp", "src/macro.c"],
      rest: ["src/total.c"],
    });
    expect(await reached(code, { "src/alone.c": "int alone;\n" })).toMatchObject({ direct: ["src/macro.c"], rest: [] });
  });

  test("where imports are not followed every file of the language is reached, and no other", async () => {
    const code =
      "-- Cargo.toml --\n[package]\n-- src/lib.rs --\nmod a;\n-- src/a.rs --\nfn a() {}\n-- x.py --\nimport os\n";
    expect(await reached(code, { "src/a.rs": "fn b() {}\n" })).toMatchObject({ direct: [], rest: ["src/lib.rs"] });
  });
});

test("several configurations that judge the same files are one doubt", async () => {
  const configs = ["a", "b", "c", "d"].map(
    (name) => `-- tsconfig.${name}.json --\n{ "compilerOptions": { "lib": ["${name}"] }, "include": ["src"] }\n`,
  );
  const fixture = `${configs.join("")}-- tsconfig.json --\n{ "include": ["src"] }\n-- src/a.ts --\nexport const a = 1;\n`;
  expect((await reached(fixture, { "src/a.ts": "export const a = 2;\n" })).doubts).toEqual([
    "4 more configurations cover these files with options that were not checked: tsconfig.a.json, tsconfig.b.json, tsconfig.c.json and 1 more",
  ]);
});

describe("files that are no code", () => {
  const code = `-- tsconfig.json --
{}
-- odd.ts --
import { x } from "not-installed";
export { x };
-- more.ts --
export * from "./odd";
-- alias.ts --
import words from "~/assets/words.txt?raw";
export { words };
-- path.ts --
import words from "./assets/words.txt";
export { words };
-- package.json --
{ "name": "shop" }
-- own.ts --
import { a } from "shop/a";
import words from "shop/assets/words.txt";
export { a, words };
`;

  test.each<[string, readonly string[]]>([
    ["notes.txt", []],
    ["not.txt", []],
    ["docs/diagram.svg", []],
    ["assets/words.txt", ["alias.ts", "own.ts", "path.ts"]],
    ["new.ts", ["alias.ts", "more.ts", "odd.ts", "own.ts", "path.ts"]],
    ["data.json", ["alias.ts", "more.ts", "odd.ts", "own.ts", "path.ts"]],
  ])("%s is noticed by those that may mean it", async (file, expected) => {
    const { direct, rest } = await reached(code, { [file]: "\n" });
    expect([...direct, ...rest].sort()).toEqual(expected);
  });
});
