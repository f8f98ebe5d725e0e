// References are one set: whether the declaration is asked about or any of the uses, and under whatever name they go.

import { describe, expect, test } from "vitest";
import { findReferences } from "../../../src/operations/find/find-references.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { cases } from "../reading/cases.ts";
import { presentInDepth } from "../installed.ts";
import { shopCrate } from "../reading/real-case.ts";

/**
 * Marks: `decl` the declaration, `use` every use by its own name, from each of which is asked, and `alias` every
 * mention through another declaration, which a server may take for a symbol of its own when it is asked there.
 */
interface Used {
  readonly fixture: string;
}

const python = `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
from .cart import «use|Item»
-- shop/cart.py --
class «decl|Item»:
    def __init__(self, cents: int) -> None:
        self.cents = cents


tea = «use|Item»(300)
-- shop/view.py --
from shop.cart import «use|Item»


def render() -> list[«use|Item»]:
    return [«use|Item»(1), «use|Item»(2)]
-- shop/main.py --
from shop.cart import «use|Item» as «alias|Thing»

cup = «alias|Thing»(2)
-- shop/far.py --
from shop.main import «alias|Thing» as «alias|Far»

pot = «alias|Far»(3)
`;

const typescript = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/cart.ts --
export function «decl|total»(count: number): number {
  return count > 0 ? «use|total»(count - 1) : 0;
}
-- src/view.ts --
import { «use|total» } from "./cart";
export const shown = «use|total»(1) + «use|total»(2);
-- src/main.ts --
import { «use|total» as «alias|sum» } from "./cart";
export const main = «alias|sum»(3);
`;

const used: Readonly<Record<string, Used>> = {
  "typescript-native": { fixture: typescript },
  "typescript-language-server": { fixture: typescript },
  pyright: { fixture: python },
  pylsp: { fixture: python },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- cart/cart.go --
package cart

func «decl|Total»(count int) int {
	if count == 0 {
		return 0
	}
	return «use|Total»(count - 1)
}
-- view.go --
package shop

import "example.org/shop/cart"

func Render() int { return cart.«use|Total»(1) + cart.«use|Total»(2) }
-- main.go --
package shop

import other "example.org/shop/cart"

func Main() int { return other.«use|Total»(3) }
`,
  },
  clangd: {
    fixture: `-- compile_commands.json --
[
 { "directory": "{root}", "file": "view.cpp", "arguments": ["c++", "-std=c++17", "-c", "view.cpp"] },
 { "directory": "{root}", "file": "main.cpp", "arguments": ["c++", "-std=c++17", "-c", "main.cpp"] }
]
-- cart.h --
#pragma once
namespace shop {
inline int «decl|total»(int count) { return count > 0 ? «use|total»(count - 1) : 0; }
}
-- view.cpp --
#include "cart.h"
int render() { return shop::«use|total»(1) + shop::«use|total»(2); }
-- main.cpp --
#include "cart.h"
using shop::«alias|total»;
namespace other = shop;
int main_entry() { return «alias|total»(3) + other::«use|total»(4); }
`,
  },
  "rust-analyzer": {
    fixture: `${shopCrate}-- src/lib.rs --
pub mod cart;
pub mod other;
pub mod view;
-- src/cart.rs --
pub fn «decl|total»(count: i32) -> i32 {
    «use|total»(count)
}
-- src/view.rs --
use crate::cart::«use|total»;
pub fn render() -> i32 {
    «use|total»(1) + «use|total»(2)
}
-- src/other.rs --
use crate::cart::«use|total» as «alias|sum»;
pub fn add() -> i32 {
    «alias|sum»(3)
}
`,
  },
};

describe.each(presentInDepth(cases.filter(({ server }) => used[server] !== undefined)))("$server", ({ server }) => {
  const { fixture: source } = used[server] ?? { fixture: "" };

  test.each([
    ["without the declaration", false, ["use", "alias"]],
    ["with the declaration", true, ["decl", "use", "alias"]],
  ] as const)("references are the same from the declaration and from every use, %s", async (_, included, wanted) => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const spelled = ({ file, span: { start } }: Mark): string => `${file}:${start.line}:${start.column}`;
    const expected = wanted.flatMap((name) => fixture.marks(name).map(spelled)).sort();
    const all = new Map<string, unknown>();
    const asked = [fixture.mark("decl"), ...fixture.marks("use")];
    for (const mark of asked) {
      const place = { file_path: mark.file, ...mark.span.start };
      const performed = await acting.perform(findReferences, { ...place, include_declaration: included });
      const found = performed.toJson() as readonly { file: string; line: number; column: number }[];
      const places = found.map(({ file, line, column }) => `${file.slice(acting.path("").length)}:${line}:${column}`);
      all.set(spelled(mark), { places: places.sort(), reasons: performed.standing.reasons.map(({ code }) => code) });
    }
    expect(all).toEqual(new Map(asked.map((mark) => [spelled(mark), { places: expected, reasons: [] }])));
  });
});
