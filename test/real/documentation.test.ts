// What the documentation tools of this machine say, through the engine, in projects on a real disk.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine, Outcome } from "../../src/engine/engine.ts";
import { openEngine } from "../../src/engine/open.ts";
import type { EffectClass } from "../../src/policy/effects.ts";
import { plain } from "../../src/toolchains/documentation.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";

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
-- crate/Cargo.toml --
[package]
name = "shop-rs"
version = "0.1.0"
edition = "2021"
-- crate/src/lib.rs --
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

describe("the symbol's own text [AGL-098]", () => {
  test.each([
    ["Cart", "type Cart struct{ items []string }", "Cart holds items."],
    ["Cart.Total", "func (c *Cart) Total() int", "Total counts all items."],
    ["quiet", "func quiet()", "quiet is not exported."],
  ])("go doc of %s, by the package path of the nearest go.mod [AGL-359 AGL-363]", async (symbol, signature, doc) => {
    expect(await found({ symbol, file_path: "cart/cart.go" })).toMatchObject({
      language: "go",
      source: "toolchain",
      signature,
      doc: expect.stringContaining(doc) as unknown,
    });
  });

  test("go doc of a package that no file imports", async () => {
    expect(await found({ symbol: "strings.Cut", language_id: "go" })).toMatchObject({
      signature: "func Cut(s, sep string) (before, after string, found bool)",
    });
  });

  test("pydoc, in the module of the file [AGL-360 AGL-363]", async () => {
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
