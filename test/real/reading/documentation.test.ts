// What the documentation tools of this machine say, through the engine, in projects on a real disk.

import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine, Outcome } from "../../../src/engine/engine.ts";
import { openEngine } from "../../../src/engine/open.ts";
import type { EffectClass } from "../../../src/policy/effects.ts";
import { plain } from "../../../src/toolchains/documentation.ts";
import type { Project } from "../../support/project.ts";
import { project } from "../../support/project.ts";

const fixture = `
-- go.mod --
module example.org/shop

go 1.21
-- cart/cart.go --
// Package cart keeps carts.
package cart

// Cart holds items.
type Cart struct{ items []string }

// Total counts all items.
func (c *Cart) Total() int { return len(c.items) }

// quiet is not exported.
func quiet() {}
-- stock/__init__.py --
-- stock/shelf.py --
class Shelf:
    """Counts pieces."""

    def take(self, article: str) -> bool:
        """Take one piece."""
        return True
-- lone/time.py --
def sleep():
    """Rests."""
-- lone/loud.py --
import os

print("Holds everything.")
os._exit(0)
-- lone/platform.py --
def system():
    """Ours."""
-- crate/Cargo.toml --
[package]
name = "shop-rs"
version = "0.1.0"
edition = "2021"
-- crate/src/a.rs --
/// Pushed by hand.
pub struct Trolley;
/// Made of wire.
pub struct Basket;
-- crate/src/b/mod.rs --
/// Pulled by a horse.
pub struct Trolley;
-- crate/src/lib.rs --
pub mod a;
pub mod b;
/// Holds items.
pub struct Cart { items: Vec<u8> }
impl Cart {
    /// Counts all items.
    pub fn total(&self) -> usize { self.items.len() }
}
-- web/view.ts --
export const view = 1;
-- notes.txt --
nothing
`;

let shop: Project;
let engine: Engine;
beforeAll(async () => {
  shop = project(fixture);
  engine = await openEngine({ directory: shop.root, exact: true });
});
afterAll(async () => {
  await engine.close();
  shop[Symbol.dispose]();
});

function documented(input: object, allowed: readonly EffectClass[] = ["read", "control", "exec"]): Promise<Outcome> {
  const caller = { door: "mcp" as const, allowed };
  return engine.invoke({ operation: "get_symbol_documentation", input, caller, format: "json" });
}

async function found(input: object): Promise<unknown> {
  const outcome = await documented(input);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.body.format === "json" ? outcome.body.json : undefined;
}

describe("the symbol's own text", () => {
  test.each([
    ["Cart", "type Cart struct{ items []string }", "Cart holds items."],
    ["Cart.Total", "func (c *Cart) Total() int", "Total counts all items."],
    ["quiet", "func quiet()", "quiet is not exported."],
  ])(
    "go doc of %s, by the package path of the nearest go.mod [AGL-098 AGL-359 AGL-363]",
    async (symbol, signature, doc) => {
      expect(await found({ symbol, file_path: "cart/cart.go" })).toMatchObject({
        language: "go",
        source: "toolchain",
        signature,
        doc: expect.stringContaining(doc) as unknown,
      });
    },
  );

  test("go doc of a package that no file imports", async () => {
    expect(await found({ symbol: "strings.Cut", language_id: "go" })).toMatchObject({
      signature: "func Cut(s, sep string) (before, after string, found bool)",
    });
  });

  test("pydoc, in the module of the file [AGL-363]", async () => {
    expect(await found({ symbol: "Shelf.take", file_path: "stock/shelf.py" })).toMatchObject({
      language: "python",
      signature: expect.stringContaining("take(self, article: str) -> bool") as unknown,
      doc: expect.stringContaining("Take one piece.") as unknown,
    });
    expect(await found({ symbol: "json.dumps", language_id: "python" })).toMatchObject({
      signature: expect.stringMatching(/^json\.dumps = dumps\(obj/) as unknown,
    });
  });

  test("cargo doc, the text of the item and not the output of the build [AGL-361]", async () => {
    expect(await found({ symbol: "Cart::total", file_path: "crate/src/lib.rs" })).toMatchObject({
      language: "rust",
      signature: "pub fn total(&self) -> usize",
      doc: "Counts all items.",
    });
    expect(await found({ symbol: "Cart", file_path: "crate/src/lib.rs" })).toMatchObject({ doc: "Holds items." });
  });
});

test.each([
  ["cart/cart.go", "Nope"],
  ["stock/shelf.py", "Shelf.nope"],
  ["crate/src/lib.rs", "Nope::nope"],
])("in %s an unknown symbol is refused, never an empty text", async (file_path, symbol) => {
  expect(await documented({ symbol, file_path })).toMatchObject({ ok: false, refusal: { code: "no_symbol" } });
});

describe("which of several", () => {
  test("Rust: the item of the module of the file, and none from elsewhere", async () => {
    const of = (file: string): Promise<unknown> => found({ symbol: "Trolley", file_path: `crate/src/${file}` });
    expect(await of("a.rs")).toMatchObject({ doc: "Pushed by hand." });
    expect(await of("b/mod.rs")).toMatchObject({ doc: "Pulled by a horse." });
    expect(await documented({ symbol: "Basket", file_path: "crate/src/b/mod.rs" })).toMatchObject({
      ok: false,
      refusal: { code: "no_symbol", data: { candidates: ["shop_rs::a::Basket"] } },
    });
  });

  test("Rust: several are refused by their names, and one of those is answered", async () => {
    expect(await documented({ symbol: "Trolley", file_path: "crate/src/lib.rs" })).toMatchObject({
      ok: false,
      refusal: {
        code: "ambiguous_target",
        data: { candidates: ["shop_rs::a::Trolley", "shop_rs::b::Trolley"] },
      },
    });
    expect(await found({ symbol: "b::Trolley", file_path: "crate/src/lib.rs" })).toMatchObject({
      doc: "Pulled by a horse.",
    });
  });

  test("Python: a module of another file under the same name is refused", async () => {
    for (const [symbol, file] of [
      ["sleep", "time.py"],
      ["system", "platform.py"],
    ]) {
      expect(await documented({ symbol, file_path: `lone/${file}` })).toMatchObject({
        ok: false,
        refusal: { code: "no_symbol" },
      });
    }
  });

  test("Python: what a module prints is not its documentation", async () => {
    expect(await documented({ symbol: "anything", file_path: "lone/loud.py" })).toMatchObject({
      ok: false,
      refusal: { code: "no_symbol" },
    });
  });

  test("Go: names differ by their letters' case", async () => {
    expect(await documented({ symbol: "Cart.total", file_path: "cart/cart.go" })).toMatchObject({
      ok: false,
      refusal: { code: "no_symbol" },
    });
    expect(await found({ symbol: "encoding/json.Marshal", language_id: "go" })).toMatchObject({
      signature: expect.stringContaining("func Marshal(") as unknown,
    });
  });
});

test("a text whose middle is lost is not complete", async () => {
  const line = `// ${"word ".repeat(30)}\n`;
  shop.write("big/big.go", `package big\n\n${line.repeat(20_000)}func Big() {}\n`);
  expect(await documented({ symbol: "Big", file_path: "big/big.go" })).toMatchObject({
    ok: true,
    standing: {
      state: "partial",
      reasons: expect.arrayContaining([
        { code: "capped", detail: "go doc printed too much; the middle of its output is lost" },
      ]) as unknown,
    },
  });
});

test.each([
  ["python", "src/../../evil"],
  ["python", "stock/shelf"],
  ["python", "..evil"],
  ["go", "src/../../evil"],
  ["go", "cart/.."],
  ["go", "/etc"],
  ["go", "../evil.X"],
  ["rust", "shop/../evil"],
])("%s: %s is a path, and refused", async (language_id, symbol) => {
  expect(await documented({ symbol, language_id })).toMatchObject({ ok: false, refusal: { code: "bad_input" } });
});

test("a file outside of the root is not run for its documentation", async () => {
  using outside = project('-- evil.py --\nopen(__file__ + ".ran", "w").close()\n');
  const symbol = `stock/../../${basename(outside.root)}/evil.py`;
  expect(await documented({ symbol, language_id: "python" })).toMatchObject({ ok: false });
  expect(readdirSync(outside.root)).toEqual(["evil.py"]);
});

test("TypeScript is refused with a pointer to hover [AGL-364]", async () => {
  const outcome = await documented({ symbol: "view", file_path: "web/view.ts" });
  expect(outcome).toMatchObject({ ok: false, refusal: { code: "capability_missing" } });
  expect(!outcome.ok && outcome.refusal.next).toContain("inspect_symbol");
});

test("a name that a program would take for an option is refused", async () => {
  expect(await documented({ symbol: "-u", language_id: "go" })).toMatchObject({
    ok: false,
    refusal: { code: "bad_input" },
  });
  expect(await documented({ symbol: "a b", language_id: "go" })).toMatchObject({ ok: false });
});

test("nothing of an untrusted root is executed without leave", async () => {
  const input = { symbol: "Shelf.take", file_path: "stock/shelf.py" };
  expect(await documented(input, ["read", "control"])).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
  expect(await documented(input, ["read", "exec"])).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
});

test("colours and overstruck letters are taken out [AGL-362]", () =>
  expect(plain("\u001b[1mCart\u001b[0m \u001b]8;;x\u0007B\u0008Bold")).toBe("Cart Bold"));

describe("a project of its own", () => {
  async function asked(files: string, input: object): Promise<Outcome> {
    using made = project(files);
    const own = await openEngine({ directory: made.root, exact: true });
    const caller = { door: "mcp" as const, allowed: ["read", "control", "exec"] as const };
    const outcome = await own.invoke({ operation: "get_symbol_documentation", input, caller, format: "json" });
    await own.close();
    return outcome;
  }
  const module = (at: string): string =>
    `-- ${at}go.mod --\nmodule example.org/shop\n\ngo 1.21\n-- ${at}shop.go --\npackage shop\n\n// Total counts.\nfunc Total() {}\n`;
  const counts = {
    ok: true,
    body: { json: { language: "go", doc: expect.stringContaining("Total counts.") as unknown } },
  };

  test("cargo doc that fails is not a symbol without documentation", async () => {
    const crate = '-- Cargo.toml --\n[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n-- src/lib.rs --\n';
    expect(await asked(`${crate}pub struct Cart;\npub fn f( {\n`, { symbol: "Cart" })).toMatchObject({
      ok: false,
      refusal: {
        code: "request_failed",
        what: "cargo doc failed, so there is no documentation.",
        why: expect.stringMatching(/src\/lib\.rs:2:\d+: error: /) as unknown,
      },
    });
  });

  test("a go.mod that cannot be read is told as that", async () => {
    const outcome = await asked("-- go.mod --\nnonsense here\n-- a.go --\npackage a\n", { symbol: "Total" });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: "request_failed", why: expect.stringContaining("unknown directive") as unknown },
    });
  });

  test("the language of a root with one marker need not be named", async () => {
    expect(await asked(module(""), { symbol: "Total" })).toMatchObject(counts);
    expect(await asked(`${module("")}-- setup.py --\n`, { symbol: "Total" })).toMatchObject({
      ok: false,
      refusal: { code: "bad_input" },
    });
  });

  test("Go: the only module below the root is the one that is meant; of several one has to be named", async () => {
    const input = { symbol: "Total", language_id: "go" };
    expect(await asked(module("deep/server/"), input)).toMatchObject(counts);
    expect(await asked(module("a/") + module("b/"), input)).toMatchObject({
      ok: false,
      refusal: { code: "no_symbol", next: expect.stringContaining("file_path (a, b)") as unknown },
    });
  });
});
