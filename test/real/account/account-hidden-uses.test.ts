// Uses that a server's own rules hide from it: through a build, an alias, a mixin, assembly, a string or an included source.

import { describe, expect, test } from "vitest";
import { safeDeleteSymbol } from "../../../src/operations/symbol-edit/safe-delete-symbol.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { accountAt, placesOf } from "./accounted.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

interface Case {
  readonly title: string;
  readonly server: string;
  readonly symbol: string;
  /** The reason of every possible use. */
  readonly why?: string;
  /** `«^»` is the symbol, `«use|…»` and `«possible|…»` are the places of its account. */
  readonly fixture: string;
}

const cases: readonly Case[] = [
  {
    title: "a stub declares again what a package hands on",
    server: "pyright",
    symbol: "asdict",
    fixture: `-- old/__init__.py --
from ._funcs import asdict
-- old/__init__.pyi --
def asdict(inst: object, first: int) -> dict[str, int]: ...
-- old/_funcs.py --
def asdict(inst, first):
    return {}
-- old/_next.py --
def «^»asdict(inst):
    return {}
-- new/__init__.py --
from old._next import «use|asdict»
-- new/__init__.pyi --
def «use|asdict»(inst: object) -> dict[str, int]: ...
-- tests/test_next.py --
import new
import old

print(new.«use|asdict»(1))
print(old.asdict(1, 2))
`,
  },
  {
    title: "a stub takes the name from elsewhere than its source",
    server: "pyright",
    symbol: "asdict",
    why: "declared in a stub",
    fixture: `-- old/__init__.py --
from ._funcs import asdict
-- old/__init__.pyi --
def asdict(inst: object) -> dict[str, int]: ...
-- old/_funcs.py --
def asdict(inst):
    return {}
-- old/_next.py --
def «^»asdict(inst):
    return {}
-- new/__init__.py --
from old._next import «use|asdict»
-- new/__init__.pyi --
from old import «possible|asdict» as «possible|asdict»
-- tests/test_next.py --
import new

print(new.«possible|asdict»(1))
`,
  },
  {
    title: "declarations are written by hand beside JavaScript",
    server: "typescript-native",
    symbol: "render",
    fixture: `-- package.json --
{ "name": "view" }
-- jsconfig.json --
{ "compilerOptions": { "checkJs": true, "module": "esnext", "moduleResolution": "bundler" } }
-- src/render.js --
export function «^»render(vnode) {
  return vnode;
}
-- src/index.js --
export { «use|render» } from "./render";
-- src/index.d.ts --
export function «use|render»(vnode: object): object;
-- other/index.js --
export function render() {}
-- other/index.d.ts --
export function render(): void;
-- client.js --
const { «use|render» } = require("./src/index");
export const createRoot = () => «use|render»({});
-- server.js --
import { render } from "./other/index";
render();
`,
  },
  {
    title: "a mixin whose class beside it goes by another name",
    server: "pyright",
    symbol: "Cart/total",
    why: "type unknown",
    fixture: `-- cart.py --
class Cart:
    def «^»total(self) -> int:
        return 1
-- shop.py --
from cart import Cart as Basket


class Mixin:
    def show(self):
        return self.«possible|total»()


class Shop(Mixin, Basket):
    pass
`,
  },
  {
    title: "a field of a class whose decorator goes over lines, given by its name",
    server: "pyright",
    symbol: "Order/total",
    why: "type unknown",
    fixture: `-- order.py --
from dataclasses import dataclass


@dataclass(
    frozen=True,
    order=True,
)
class Order:
    «^»total: int


def made(cls, x):
    return cls(«possible|total»=x)
`,
  },
  {
    title: "another package sees a bundle of declarations",
    server: "typescript-native",
    symbol: "helper",
    why: "leads to what was built",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "strict": true, "paths": { "@x/core": ["./packages/core/dist/index.d.ts"] } } }
-- packages/core/src/cart.ts --
export function «^»helper(): number {
  return 1;
}
-- packages/core/dist/index.d.ts --
export declare function helper(): number;
-- packages/app/src/main.ts --
import { «possible|helper» } from "@x/core";
console.log(«possible|helper»());
`,
  },
  {
    title: "JavaScript that is given a value of its type",
    server: "typescript-native",
    symbol: "Cart/total",
    why: "type unknown",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "strict": true } }
-- cart.ts --
export class Cart {
  «^»total(): number {
    return 1;
  }
}
-- plugin.js --
export default function plugin(cart) {
  return cart.«possible|total»();
}
-- vendor/chart.js --
chart.total();
`,
  },
  {
    title: "components and pages",
    server: "typescript-native",
    symbol: "helper",
    why: "no server reads it",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "strict": true } }
-- a.ts --
export function «^»helper(): number {
  return 1;
}
-- App.vue --
<template><p :title="«possible|helper»()">Don't {{ «possible|helper»() }}</p></template>
<script>
import { «possible|helper» } from "./a";
// helper
</script>
-- App.svelte --
<p>Don't say {«possible|helper»()} here</p>
-- index.html --
<p onclick="«possible|helper»()">helper is told here</p>
<script>«possible|helper»();</script>
-- run --
#!/usr/bin/env node
require("./a").«possible|helper»();
-- NOTES --
helper
`,
  },
  {
    title: "a key that is given to what is not resolved",
    server: "typescript-native",
    symbol: "Order/amount",
    why: "type unknown",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "strict": true, "jsx": "preserve" } }
-- order.ts --
export interface Order {
  «^»amount: number;
}
-- app.tsx --
import { send, Button } from "@/lib";
import { known } from "./known.js";
send({ «possible|amount»: 1 });
known({ amount: 1 });
export const button = <Button «possible|amount»={2} />;
-- known.ts --
export function known(of: { amount: number }): void {
  void of;
}
`,
  },
  {
    title: "an object that is exported by its name",
    server: "typescript-native",
    symbol: "helper",
    why: "type unknown",
    fixture: `-- jsconfig.json --
{ "compilerOptions": { "module": "commonjs" } }
-- a.js --
function «^»helper() {
  return 1;
}
const api = { «use|helper» };
module.exports = api;
-- b.js --
const { «use|helper» } = require("./a");
«use|helper»();
`,
  },
  {
    title: "a member behind a division",
    server: "typescript-native",
    symbol: "Cart/ratio",
    why: "type unknown",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "module": "nodenext", "strict": true } }
-- cart.ts --
export class Cart {
  «^»ratio = 1;
}
export function half(n: number | undefined, c: any): number {
  return n! / c.«possible|ratio» / 2;
}
`,
  },
  {
    title: "a mixin calls a member of the class beside it",
    server: "pyright",
    symbol: "Base/tally",
    why: "type unknown",
    fixture: `-- mixed.py --
class Base:
    def «^»tally(self) -> int:
        return 1


class Mixin:
    def show(self):
        return self.«possible|tally»()


class Other:
    def show(self):
        return self.tally()


class Both(Mixin, Base):
    pass
`,
  },
  {
    title: "strings name it: a test, over lines and by a path, and the manifest",
    server: "pyright",
    symbol: "main",
    why: "named in a string",
    fixture: `-- pyproject.toml --
[project.scripts]
tool = "«possible|pkg.cli:main»"
other = "pkg.other:main"
-- pkg/__init__.py --
-- pkg/cli.py --
def «^»main() -> int:
    return 1
-- tests/test_cli.py --
def test(monkeypatch, patch):
    monkeypatch.setattr(
        "pkg.cli",
        "main",
        lambda: 2,
    )
    monkeypatch.setattr("pkg.cli.«possible|main»", lambda: 3)
    patch("pkg.cli.«possible|main»")
    print("main")
`,
  },
  {
    title: "a string names the member",
    server: "pyright",
    symbol: "Cart/tally",
    why: "named in a string",
    fixture: `-- cart.py --
class Cart:
    def «^»tally(self) -> int:
        return 1


def show(cart: Cart) -> None:
    print("tally", getattr(cart, "«possible|tally»")())
`,
  },
  {
    title: "JavaScript that requires the output of the build",
    server: "typescript-native",
    symbol: "total",
    why: "import not resolved",
    fixture: `-- package.json --
{ "name": "shop", "bin": "bin/shop.js" }
-- tsconfig.json --
{ "compilerOptions": { "outDir": "dist", "rootDir": "src" }, "include": ["src"] }
-- src/main.ts --
export function «^»total(): number {
  return 1;
}
-- bin/shop.js --
const { «possible|total» } = require("../dist/main");
console.log(«possible|total»());
-- vendor/chart.js --
const total = require("lodash");
total();
`,
  },
  {
    title: "JavaScript that imports sources by the name of a directory",
    server: "typescript-native",
    symbol: "total",
    why: "import not resolved",
    fixture: `-- package.json --
{ "name": "shop" }
-- tsconfig.json --
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }
-- src/main.ts --
export function «^»total(): number {
  return 1;
}
-- test/main.test.js --
import { «possible|total» } from "src/main";
console.log(«possible|total»());
`,
  },
  {
    title: "a test that includes the source of a static function",
    server: "clangd",
    symbol: "helper",
    fixture: `-- src/a.c --
static int «^»helper(int x) { return x; }
-- test/a_test.c --
#include "../src/a.c"
int main(void) { return «use|helper»(3); }
-- src/b.c --
static int helper(int x) { return x + 1; }
int b(void) { return helper(1); }
`,
  },
  {
    title: "blocks that are not compiled, which declare the name otherwise, and parameters of macros",
    server: "clangd",
    symbol: "limit",
    why: "not compiled here",
    fixture: `-- a.c --
int «^»limit(int x) { return x; }
#define TWICE(limit) ((limit) * 2)
int a(void) { return «use|limit»(1); }
-- b.c --
int «use|limit»(int x);
#ifdef _WIN32
struct W { int «possible|limit»; };
int b(struct W *w) { int «possible|limit» = w->«possible|limit»; return «possible|limit»; }
#endif
-- c.c --
int «use|limit»(int x);
#ifdef _WIN32
int c(void) { return «use|limit»(3); }
#endif
`,
  },
  {
    title: "a macro puts the name together",
    server: "clangd",
    symbol: "run_fast",
    why: "in a macro",
    fixture: `-- a.c --
static int «^»run_fast(void) { return 1; }
static int run_slow(void) { return 2; }
static int walk_(void) { return 3; }
#define RUN(how) run_##how()
#define WALK(how) walk_##how()
int a(void) { return «use|RUN»(fast) + run_slow() + walk_(); }
#ifdef _WIN32
int b(void) { return «possible|RUN»(fast) + RUN(slow); }
#endif
`,
  },
  {
    title: "assembly calls a function",
    server: "gopls",
    symbol: "helper",
    why: "no server reads it",
    fixture: `-- go.mod --
module example.com/shop

go 1.21
-- shop.go --
package shop

func fast(x int) int

func «^»helper(x int) int { return x }
-- shop_amd64.s --
// helper is called
TEXT ·fast(SB), $0-16
	CALL ·«possible|helper»(SB)
	RET
`,
  },
  {
    title: "a directive binds a name of another package",
    server: "gopls",
    symbol: "helper",
    fixture: `-- go.mod --
module example.com/shop

go 1.21
-- shop.go --
package shop

func «^»helper(x int) int { return x }
-- other/other.go --
package other

import _ "unsafe"

//go:linkname other example.com/shop.«use|helper»
func other(x int) int
-- other/other.s --
`,
  },
];

describe("a use that only the text shows is told, and nothing is deleted that it may use", () => {
  test.each(cases.filter(({ server }) => hasServer(server)))(
    "$server: $title",
    async ({ server, fixture: text, symbol, why }) => {
      const fixture = parseFixture(text);
      await using acting = await Acting.open(server, fixture);
      expect(await accountAt(acting.stage, fixture.cursor)).toMatchObject({
        uses: placesOf(fixture, "use"),
        possible: placesOf(fixture, "possible").map((place) => `${place} ${why}`),
        unchecked: 0,
      });
      const input = { file_path: fixture.cursor.file, symbol_path: symbol, dry_run: true };
      const kept = await refusalOf(acting.perform(safeDeleteSymbol, input));
      const hidden = [...fixture.marks("use"), ...fixture.marks("possible")].map(({ file }) => file);
      expect(hidden.some((file) => JSON.stringify(kept.details).includes(file))).toBe(true);
    },
  );
});
