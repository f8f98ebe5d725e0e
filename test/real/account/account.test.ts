// What the account makes of code that servers do not search by themselves: other projects, tests outside of `include`,
// other platforms, values of unknown type, and members of a base class.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { renameSymbol } from "../../../src/operations/rename/rename-symbol.ts";
import { safeDeleteSymbol } from "../../../src/operations/symbol-edit/safe-delete-symbol.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { accountAt, placesOf } from "./accounted.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

interface Case {
  readonly title: string;
  readonly server: string;
  /** `«^»` is the symbol, `«use|…»`, `«through|…»` and `«possible|…»` are the places of its account. */
  readonly fixture: string;
}

interface UncompiledCase extends Case {
  /** Whether the server renames it there as well; else nothing is renamed. */
  readonly isRenamed: boolean;
}

interface PossibleCase extends Case {
  readonly symbol: string;
  /** The reason of every possible use. */
  readonly why: string;
}

/** The texts on disk after the symbol at the cursor was to be renamed, in the order of the fixture. */
async function rename(acting: Acting, { cursor, files }: Fixture): Promise<string[]> {
  await acting.perform(renameSymbol, { file_path: cursor.file, ...cursor.span.start, new_name: "renamed" });
  return [...files.keys()].map((file) => readFileSync(acting.path(file), "utf8"));
}

const complete: readonly Case[] = [
  {
    title: "a directory beside the references of a solution imports the sources directly",
    server: "typescript-native",
    fixture: `-- tsconfig.json --
{ "files": [], "references": [{ "path": "./src/core" }, { "path": "./src/web" }] }
-- src/core/tsconfig.json --
{ "compilerOptions": { "composite": true, "outDir": "../../out/core", "module": "nodenext", "rewriteRelativeImportExtensions": true }, "include": ["."] }
-- src/core/index.ts --
export function «^»total(): number {
  return 1;
}
-- src/web/tsconfig.json --
{ "compilerOptions": { "composite": true, "outDir": "../../out/web", "module": "nodenext", "rewriteRelativeImportExtensions": true }, "include": ["."], "references": [{ "path": "../core" }] }
-- src/web/index.ts --
import { «use|total» } from "../core/index.ts";
export const web = «use|total»();
-- bench/speed/cases/tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "noEmit": true, "allowImportingTsExtensions": true }, "include": ["*.mts"] }
-- bench/speed/cases/sum.mts --
import { «use|total» } from "../../../src/core/index.ts";
console.log(«use|total»(), «use|total»());
-- bench/speed/cases/other.mts --
import { «use|total» as «use|sum» } from "../../../src/core/index.ts";
// total is measured here
console.log("total", «use|sum»());
`,
  },
  {
    title: "tests outside of what pyproject.toml includes",
    server: "pyright",
    fixture: `-- pyproject.toml --
[project]
name = "shop"

[tool.pyright]
include = ["src"]
-- src/shop/__init__.py --
-- src/shop/cart.py --
def «^»total() -> int:
    return 1
-- src/shop/view.py --
from shop.cart import «use|total»

print(«use|total»())
-- tests/test_cart.py --
from shop.cart import «use|total»
from shop import cart


def test_total() -> None:
    assert «use|total»() == cart.«use|total»()
-- tests/test_other.py --
def total() -> int:
    return 2


print(total())
`,
  },
  {
    title: "a private helper whose name is nowhere else, although a package is missing",
    server: "typescript-native",
    fixture: `-- package.json --
{ "name": "shop", "dependencies": { "absent": "1" } }
-- tsconfig.json --
{ "compilerOptions": { "strict": true } }
-- src/cart.ts --
import { rate } from "absent";
function «^»roundedTotal(): number {
  return rate;
}
export const total = «use|roundedTotal»();
`,
  },
  {
    title: "a name that each module gives anew, none of which is included",
    server: "pyright",
    fixture: `-- pyproject.toml --
[tool.pyright]
include = ["a.py"]
-- a.py --
def «^»one() -> int:
    return 1
-- b.py --
from a import «use|one» as «use|two»
-- c.py --
from b import «use|two» as «use|three»
-- d.py --
from c import «use|three» as «use|four»
-- e.py --
from d import «use|four» as «use|five»
-- f.py --
from e import «use|five» as «use|six»

«use|six»()
`,
  },
  {
    title: "variables that are made of members of their name, and members that are made of variables",
    server: "typescript-native",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "strict": true } }
-- a.ts --
export interface Props {
  «^»title: string;
}
export function view({ «use|title» }: Props): string {
  const trimmed = title.trim();
  return title + trimmed;
}
export function made(title: string): Props {
  return { «use|title» };
}
-- b.ts --
import type { Props } from "./a.js";
export const length = (props: Props): number => props.«use|title».length;
`,
  },
  {
    title: "calls through a protocol that the class fits without naming it",
    server: "pyright",
    fixture: `-- shapes.py --
from typing import Protocol


class Sized:
    def width(self) -> int:
        return 1


class Square(Sized):
    def «^»area(self) -> int:
        return 1


class HasArea(Protocol):
    def width(self) -> int: ...
    def area(self) -> int: ...


class HasMore(Protocol):
    def area(self) -> int: ...
    def more(self) -> int: ...


class Other:
    def area(self) -> int:
        return 2


def total(one: HasArea, square: Square, more: HasMore, other: Other) -> int:
    return one.«through|area»() + square.«use|area»() + more.area() + other.area()
`,
  },
  {
    title: "calls through a base class",
    server: "pyright",
    fixture: `-- shapes.py --
class Shape:
    def area(self) -> int:
        return 0


class Square(Shape):
    def «^»area(self) -> int:
        return 1


class Unrelated:
    def area(self) -> int:
        return 2
-- use.py --
from shapes import Shape, Square, Unrelated


def measure(shape: Shape, square: Square, other: Unrelated) -> int:
    return shape.«through|area»() + square.«use|area»() + other.area()
`,
  },
  {
    title: "a parameter of an overload beside a member of the same name that a value of unknown type has",
    server: "typescript-native",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true }, "include": ["src"] }
-- src/group.ts --
export function group(«^»key: string): number;
export function group(key: string, size: number): number;
export function group(key: string, size = 0): number {
  const result: any = {};
  result.key = key;
  return result.key + size;
}
`,
  },
];

/** What only one of several builds has, where the server resolves a name all the same: a use like any other. */
const uncompiled: readonly UncompiledCase[] = [
  {
    title: "a block for another platform",
    server: "pyright",
    isRenamed: true,
    fixture: `-- pyproject.toml --
[tool.pyright]
pythonPlatform = "Linux"
-- a.py --
import sys


def «^»helper() -> int:
    return 1


if sys.platform == "win32":
    value = «use|helper»()
`,
  },
  {
    title: "a block that the preprocessor leaves out",
    server: "clangd",
    isRenamed: false,
    fixture: `-- compile_flags.txt --
-xc
-- a.c --
int «^»helper(int x) { return x; }
#ifdef _WIN32
int left(void) { return «use|helper»(3); }
#endif
`,
  },
  {
    title: "a macro that the preprocessor leaves out, of a function that a header declares",
    server: "clangd",
    isRenamed: false,
    fixture: `-- compile_flags.txt --
-xc
-- a.h --
int helper(int x);
-- a.c --
#include "a.h"
int «^»helper(int x) { return x; }
#ifdef _WIN32
#define LEFT(x) «use|helper»(x)
#endif
`,
  },
  {
    title: "a file for another platform",
    server: "gopls",
    isRenamed: false,
    fixture: `-- go.mod --
module example.com/shop

go 1.21
-- shop.go --
package shop

func «^»helper() int { return 1 }
-- shop_windows.go --
package shop

func left() int { return «use|helper»() }
`,
  },
];

const possible: readonly PossibleCase[] = [
  {
    title: "JavaScript that requires what is not built",
    server: "typescript-native",
    symbol: "tally",
    why: "import not resolved",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "commonjs", "outDir": "dist" }, "include": ["src"] }
-- src/cart.ts --
export function «^»tally(): number {
  return 1;
}
-- tools/run.js --
const { «possible|tally»: count } = require("../dist/cart");
count();
`,
  },
  {
    title: "a module that is imported by a call",
    server: "pyright",
    symbol: "tally",
    why: "import not resolved",
    fixture: `-- cart.py --
def «^»tally() -> int:
    return 1
-- use.py --
near = __import__("cart")
near.«possible|tally»()
`,
  },
  {
    title: "values of unknown type",
    server: "pyright",
    symbol: "Cart/tally",
    why: "type unknown",
    fixture: `-- cart.py --
class Cart:
    def «^»tally(self) -> int:
        return 1
-- use.py --
def measure(thing):
    return thing.«possible|tally»()
`,
  },
  {
    title: "values of unknown type",
    server: "typescript-native",
    symbol: "Cart/tally",
    why: "type unknown",
    fixture: `-- jsconfig.json --
{ "compilerOptions": { "checkJs": false } }
-- cart.js --
export class Cart {
  «^»tally() {
    return 1;
  }
}
-- use.js --
export function measure(thing) {
  return thing.«possible|tally»();
}
`,
  },
];

describe("every place is accounted for, and the answer is complete", () => {
  test.each([...complete, ...uncompiled].filter(({ server }) => hasServer(server)))(
    "$server: $title",
    async ({ server, fixture: text }) => {
      const fixture = parseFixture(text);
      await using acting = await Acting.open(server, fixture);
      expect(await accountAt(acting.stage, fixture.cursor)).toEqual({
        uses: placesOf(fixture, "use"),
        through: placesOf(fixture, "through"),
        possible: [],
        unchecked: 0,
        reasons: [],
      });
    },
  );
});

describe("what is not compiled here is kept", () => {
  test.each(uncompiled.filter(({ server }) => hasServer(server)))(
    "$server: $title",
    async ({ server, fixture: text, isRenamed }) => {
      const fixture = parseFixture(text);
      await using acting = await Acting.open(server, fixture);
      const input = { file_path: fixture.cursor.file, symbol_path: "helper", dry_run: true };
      const kept = await refusalOf(acting.perform(safeDeleteSymbol, input));
      const [use] = fixture.marks("use");
      expect(JSON.stringify(kept.details)).toContain(`${use?.file}:${use?.span.start.line}`);
      const texts = await rename(acting, fixture);
      const isLeft = (one: string): boolean => /\bhelper\b/.test(one);
      expect(texts.filter(isLeft)).toEqual(isRenamed ? [] : [...fixture.files.values()].filter(isLeft));
    },
  );
});

describe("what no server can verify is listed, and nothing is deleted that it may use", () => {
  test.each(possible.filter(({ server }) => hasServer(server)))(
    "$server: $title",
    async ({ server, fixture: text, symbol, why }) => {
      const fixture = parseFixture(text);
      await using acting = await Acting.open(server, fixture);
      const { cursor } = fixture;
      const places = placesOf(fixture, "possible");
      expect(await accountAt(acting.stage, cursor)).toEqual({
        uses: [],
        through: [],
        possible: places.map((place) => `${place} ${why}`),
        unchecked: 0,
        reasons: ["possible_uses"],
      });
      const input = { file_path: cursor.file, symbol_path: symbol, dry_run: true };
      const kept = await refusalOf(acting.perform(safeDeleteSymbol, input));
      expect(await rename(acting, fixture)).toEqual([...fixture.files.values()]);
      expect(kept.details.why).toContain(`possible use not verified (${fixture.mark("possible").file}: ${why})`);
    },
  );
});
