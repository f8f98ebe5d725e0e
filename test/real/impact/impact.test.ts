// What a change reaches, as each real server tells it: every symbol with its own callers and its own tests.

import { describe, expect, test } from "vitest";
import { blastRadius } from "../../../src/operations/impact/blast-radius.ts";
import type { ImpactJson } from "../../../src/operations/impact/answer.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { cases } from "../reading/cases.ts";
import { present } from "../installed.ts";
import { shopCrate } from "../reading/real-case.ts";

/** `risk callers / tests` of a symbol; a caller is a name, `@` the file it is in. */
type Expected = Readonly<Record<string, string>>;

interface Told {
  readonly changed: string;
  readonly fixture: string;
  readonly exported: Expected;
  /** Not exported, and therefore among all symbols only. */
  readonly hidden: readonly string[];
  /** A function with a caller, and who is reached through it. */
  readonly inner: string;
  readonly beyond: readonly string[];
}

const typescript: Told = {
  changed: "src/cart/cart.ts",
  fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["**/*.ts"] }
-- src/cart/cart.ts --
export function total(count: number): number {
  return count > 0 ? total(count - 1) + price(count) : hidden();
}
function price(count: number): number {
  return count;
}
export { price };
export function spare(): number {
  return 0;
}
function hidden(): number {
  return 1;
}
export class Cart {
  #items: number[] = [];
  private size = 0;
  put(item: number): void {
    this.#items.push(item);
    this.size += 1;
  }
}
-- src/cart/index.ts --
export { total } from "./cart";
-- src/view/view.ts --
import { Cart, total } from "../cart/cart";
export function render(): number {
  new Cart().put(1);
  return total(1) + total(2);
}
-- src/cart/cart.test.ts --
import { price, total, spare } from "./cart";
export function testTotal(): boolean {
  return total(1) === 1;
}
export function testPrice(): boolean {
  return price(1) === 1;
}
`,
  exported: {
    total: "high (import)@src/cart/index.ts render@src/view/view.ts / testTotal@src/cart/cart.test.ts",
    price: "medium total@src/cart/cart.ts / testPrice@src/cart/cart.test.ts",
    spare: "low /",
    Cart: "high render@src/view/view.ts /",
    "Cart.put": "high render@src/view/view.ts /",
  },
  hidden: ["Cart.#items", "Cart.size", "hidden"],
  inner: "price",
  beyond: ["(import)@src/cart/index.ts", "render@src/view/view.ts", "testTotal@src/cart/cart.test.ts"],
};

const told: Readonly<Record<string, Told>> = {
  "typescript-native": typescript,
  pyright: {
    changed: "shop/cart.py",
    fixture: `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/cart.py --
def total(count: int) -> int:
    return total(count - 1) + price(count) if count else _hidden()


def price(count: int) -> int:
    return count


def spare() -> int:
    return 0


def _hidden() -> int:
    return 1


class Cart:
    def put(self, item: int) -> None:
        self._item = item
-- shop/view/__init__.py --
-- shop/view/view.py --
from shop.cart import (
    Cart,
    total,
)


def render() -> int:
    Cart().put(1)
    return total(1) + total(2)
-- tests/test_cart.py --
from shop.cart import price, spare, total


def test_total() -> None:
    assert total(1) == 1


def test_price() -> None:
    assert price(1) == 1
`,
    exported: {
      total: "high render@shop/view/view.py / test_total@tests/test_cart.py",
      price: "medium total@shop/cart.py / test_price@tests/test_cart.py",
      spare: "low /",
      Cart: "high render@shop/view/view.py /",
      "Cart.put": "high render@shop/view/view.py /",
    },
    hidden: ["Cart._item", "_hidden"],
    inner: "price",
    beyond: ["render@shop/view/view.py", "test_total@tests/test_cart.py"],
  },
  gopls: {
    changed: "cart/cart.go",
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- cart/cart.go --
package cart

// Total adds.
func Total(count int) int {
	if count == 0 {
		return hidden()
	}
	return Total(count-1) + Price(count)
}

func Price(count int) int { return count }

func Spare() int { return 0 }

func hidden() int { return 1 }

type Cart struct{ items []int }

func (c *Cart) Put(item int) { c.items = append(c.items, item) }
-- view/view.go --
package view

import "example.org/shop/cart"

func Render() int {
	c := &cart.Cart{}
	c.Put(1)
	return cart.Total(1) + cart.Total(2)
}
-- cart/cart_test.go --
package cart

import "testing"

func TestTotal(t *testing.T) {
	if Total(1) != 1 {
		t.Fail()
	}
}

func TestPrice(t *testing.T) {
	if Price(1) != 1 {
		t.Fail()
	}
}
`,
    exported: {
      Total: "high Render@view/view.go / TestTotal@cart/cart_test.go",
      Price: "medium Total@cart/cart.go / TestPrice@cart/cart_test.go",
      Spare: "low /",
      Cart: "high Cart.Put@cart/cart.go Render@view/view.go /",
      "Cart.Put": "high Render@view/view.go /",
    },
    hidden: ["Cart.items", "hidden"],
    inner: "Price",
    beyond: ["Render@view/view.go", "TestTotal@cart/cart_test.go"],
  },
  "rust-analyzer": {
    changed: "src/cart.rs",
    fixture: `${shopCrate}-- src/lib.rs --
pub mod cart;
pub mod view;
-- src/cart.rs --
pub fn total(count: i32) -> i32 {
    if count > 0 { total(count - 1) + price(count) } else { hidden() }
}

/// What one costs.
pub fn price(count: i32) -> i32 {
    count
}

pub fn spare() -> i32 {
    0
}

fn hidden() -> i32 {
    1
}

pub struct Cart {
    items: Vec<i32>,
}

impl Cart {
    pub fn put(&mut self, item: i32) {
        self.items.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals() {
        assert_eq!(total(1), 1);
    }

    #[test]
    fn prices() {
        assert_eq!(price(1), 1);
    }
}
-- src/view/mod.rs --
use crate::cart::{total, Cart};

pub fn render(cart: &mut Cart) -> i32 {
    cart.put(1);
    total(1) + total(2)
}
`,
    exported: {
      total: "high render@src/view/mod.rs / tests.totals@src/cart.rs",
      price: "medium total@src/cart.rs / tests.prices@src/cart.rs",
      spare: "low /",
      Cart: "high impl Cart@src/cart.rs render@src/view/mod.rs /",
      "Cart.put": "high render@src/view/mod.rs /",
    },
    hidden: ["Cart.items", "hidden", "tests", "tests.prices", "tests.totals"],
    inner: "price",
    beyond: ["render@src/view/mod.rs", "tests.totals@src/cart.rs"],
  },
  clangd: {
    changed: "src/cart.cpp",
    fixture: `-- compile_commands.json --
[
 { "directory": "{root}", "file": "src/cart.cpp", "arguments": ["c++", "-std=c++17", "-c", "src/cart.cpp"] },
 { "directory": "{root}", "file": "view/view.cpp", "arguments": ["c++", "-std=c++17", "-c", "view/view.cpp"] },
 { "directory": "{root}", "file": "tests/cart.cpp", "arguments": ["c++", "-std=c++17", "-c", "tests/cart.cpp"] }
]
-- src/cart.h --
#pragma once
int total(int count);
int price(int count);
int spare();
struct Cart {
  void put(int item);
  int size = 0;
};
-- src/cart.cpp --
#include "cart.h"
static int hidden() { return 1; }
int total(int count) { return count > 0 ? total(count - 1) + price(count) : hidden(); }
int price(int count) { return count; }
int spare() { return 0; }
void Cart::put(int item) { size += item; }
-- view/view.cpp --
#include "../src/cart.h"
int render() {
  Cart cart;
  cart.put(1);
  return total(1) + total(2);
}
-- tests/cart.cpp --
#include "../src/cart.h"
int test_total() { return total(1) == 1; }
int test_price() { return price(1) == 1; }
`,
    exported: {
      total: "high render@view/view.cpp / test_total@tests/cart.cpp",
      price: "medium total@src/cart.cpp / test_price@tests/cart.cpp",
      spare: "low /",
      "Cart.put": "high render@view/view.cpp /",
    },
    hidden: ["hidden"],
    inner: "price",
    beyond: ["render@view/view.cpp", "test_total@tests/cart.cpp"],
  },
};

describe.each(present(cases.filter(({ server }) => told[server] !== undefined)))("$server", ({ server }) => {
  const { changed, fixture, exported, hidden, inner, beyond } = told[server] ?? typescript;

  test("each exported symbol has its own callers, its own tests and its risk [AGL-099]", async () => {
    await using acting = await Acting.open(server, parseFixture(fixture));
    const short = (file: string): string => file.slice(acting.path("").length);
    const performed = await acting.perform(blastRadius, { changed_files: [changed] });
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    const json = performed.toJson() as ImpactJson;
    expect(shown(json, short)).toEqual(exported);
    expect(json.changed_symbols).toHaveLength(Object.keys(exported).length);
    const tests = Object.values(exported).flatMap((line) => line.split(" / ")[1]?.split(" ") ?? []);
    expect(json.test_functions.map((one) => named(one, short)).sort()).toEqual(tests.sort());
    expect(json.test_files.map(short)).toEqual([...new Set(tests.map((one) => one.split("@")[1]))]);

    const all = await acting.perform(blastRadius, { changed_files: [changed], scope: "all" });
    const names = (all.toJson() as ImpactJson).changed_symbols.map(({ name }) => name);
    expect(names.filter((name) => exported[name] === undefined).sort()).toEqual(hidden);

    const untested = await acting.perform(blastRadius, { changed_files: [changed], filter: "untested" });
    const bare = Object.keys(exported).filter((name) => exported[name]?.endsWith("/"));
    expect(Object.keys(shown(untested.toJson() as ImpactJson, short)).sort()).toEqual(bare.sort());

    const further = await acting.perform(blastRadius, { symbols: [`${changed}#${inner}`], include_transitive: true });
    const [only] = (further.toJson() as ImpactJson).affected_symbols;
    const reached = [...(only?.transitive_callers ?? []), ...(only?.transitive_test_callers ?? [])];
    expect(reached.map((one) => named(one, short)).sort()).toEqual([...beyond].sort());
  });
});

interface Named {
  readonly name: string;
  readonly file: string;
}

function named({ name, file }: Named, short: (file: string) => string): string {
  return `${name}@${short(file)}`;
}

function shown({ affected_symbols, changed_symbols }: ImpactJson, short: (file: string) => string): Expected {
  return Object.fromEntries(
    affected_symbols.map(({ name, line, test_callers, non_test_callers }) => {
      const risk = changed_symbols.find((one) => one.name === name && one.line === line)?.risk ?? "none";
      const of = (callers: readonly Named[]): string[] => callers.map((one) => named(one, short)).sort();
      return [name, [risk, ...of(non_test_callers), "/", ...of(test_callers)].join(" ")];
    }),
  );
}
