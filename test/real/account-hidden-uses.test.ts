// Uses that a server's own rules hide from it: through a build, an alias, a mixin, assembly, a string or an included source.

import { describe, expect, test } from "vitest";
import { safeDeleteSymbol } from "../../src/operations/safe-delete-symbol.ts";
import { parseFixture } from "../../src/testing/fixture.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { accountAt, placesOf } from "./accounted.ts";
import { Acting } from "./acting.ts";
import { hasServer } from "./installed.ts";

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
      const [hidden] = [...fixture.marks("use"), ...fixture.marks("possible")];
      expect(JSON.stringify(kept.details)).toContain(hidden?.file);
    },
  );
});
