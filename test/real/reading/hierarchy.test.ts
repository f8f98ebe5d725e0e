// Callers, callees and types as each real server tells them: across files, in circles, and two steps away.

import { describe, expect, test } from "vitest";
import { Refusal } from "../../../src/model/refusal.ts";
import type { Performed } from "../../../src/operations/define.ts";
import { findCallers } from "../../../src/operations/callers/find-callers.ts";
import { typeHierarchy } from "../../../src/operations/callers/type-hierarchy.ts";
import type { Fixture, Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { cases } from "./cases.ts";
import { presentInDepth } from "../installed.ts";
import { shopCrate } from "./real-case.ts";

/**
 * Marks: `«^»` what is called, `caller` who calls it, `call` where, `far` who calls its callers; `type` a type, `super`
 * what it derives from and `sub` what derives from it, where the server can tell.
 */
interface Told {
  readonly fixture: string;
  /** Callers are told from uses where there is no call hierarchy; callees cannot be. */
  readonly calls?: "uses";
  /** What keeps callers from being all there are. */
  readonly short?: readonly string[];
  /** How subtypes and supertypes are told, if at all. */
  readonly subtypes: "hierarchy" | "implementations" | "refused";
  readonly supertypes: "hierarchy" | "refused";
}

const python = `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/cart.py --
def «caller|«^»total»(count: int) -> int:
    return «call|total»(count - 1) if count else 0
-- shop/view.py --
import shop.cart


def «caller|render»() -> int:
    return shop.cart.«call|total»(1) + shop.cart.«call|total»(2)
-- shop/main.py --
from shop.view import render


def «far|main»() -> int:
    return render()


class «super|Shape»: ...


class «type»Square(Shape): ...


class «sub|Tile»(Square): ...
`;

const typescript = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/cart.ts --
export function «caller|«^»total»(count: number): number {
  return count > 0 ? «call|total»(count - 1) : 0;
}
-- src/view.ts --
import { total } from "./cart";
export class View {
  «caller|render»(): number {
    return «call|total»(1) + «call|total»(2);
  }
}
-- src/main.ts --
import { View } from "./view";
export function «far|main»(): number {
  return new View().render();
}
-- src/shape.ts --
export interface «type»Shape { area(): number }
export class «sub|Square» implements Shape { area() { return 1 } }
`;

const told: Readonly<Record<string, Told>> = {
  "typescript-native": { fixture: typescript, subtypes: "implementations", supertypes: "refused" },
  "typescript-language-server": { fixture: typescript, subtypes: "implementations", supertypes: "refused" },
  pyright: { fixture: python, subtypes: "hierarchy", supertypes: "hierarchy" },
  pylsp: {
    fixture: python,
    calls: "uses",
    short: ["scoped"],
    subtypes: "hierarchy",
    supertypes: "hierarchy",
  },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- cart/cart.go --
package cart

func «caller|«^»Total»(count int) int {
	if count == 0 {
		return 0
	}
	return «call|Total»(count - 1)
}
-- view.go --
package shop

import "example.org/shop/cart"

type View struct{}

func (View) «caller|Render»() int { return cart.«call|Total»(1) + cart.«call|Total»(2) }
-- main.go --
package shop

func «far|Main»() int { return View{}.Render() }
-- shape.go --
package shop

type «super|Shape» interface{ Area() int }

type «type»Solid interface {
	Area() int
	Volume() int
}

type «sub|Cube» struct{}

func (Cube) Area() int   { return 6 }
func (Cube) Volume() int { return 1 }
`,
    subtypes: "hierarchy",
    supertypes: "hierarchy",
  },
  clangd: {
    fixture: `-- compile_commands.json --
[
 { "directory": "{root}", "file": "cart.cpp", "arguments": ["c++", "-std=c++17", "-c", "cart.cpp"] },
 { "directory": "{root}", "file": "view.cpp", "arguments": ["c++", "-std=c++17", "-c", "view.cpp"] },
 { "directory": "{root}", "file": "main.cpp", "arguments": ["c++", "-std=c++17", "-c", "main.cpp"] }
]
-- cart.h --
#pragma once
int total(int count);
int render();
struct «super|Shape» {};
struct «type»Square : Shape {};
-- cart.cpp --
#include "cart.h"
int «caller|«^»total»(int count) { return count > 0 ? «call|total»(count - 1) : 0; }
-- view.cpp --
#include "cart.h"
int «caller|render»() { return «call|total»(1) + «call|total»(2); }
struct «sub|Tile» : Square {};
-- main.cpp --
#include "cart.h"
int «far|main_entry»() { return render(); }
`,
    subtypes: "hierarchy",
    supertypes: "hierarchy",
  },
  "rust-analyzer": {
    fixture: `${shopCrate}-- src/lib.rs --
pub mod cart;
pub mod view;
pub fn «far|start»() -> i32 {
    view::render()
}
pub trait «type»Shape {}
pub struct Square;
impl Shape for «sub|Square» {}
-- src/cart.rs --
pub fn «caller|«^»total»(count: i32) -> i32 {
    «call|total»(count)
}
-- src/view.rs --
use crate::cart::total;
pub fn «caller|render»() -> i32 {
    «call|total»(1) + «call|total»(2)
}
`,
    subtypes: "implementations",
    supertypes: "refused",
  },
};

describe.each(presentInDepth(cases.filter(({ server }) => told[server] !== undefined)))("$server", ({ server }) => {
  const { fixture: source, calls: style, short = [], subtypes, supertypes } = told[server] ?? { fixture: "" };

  test("callers are told across files and two steps away, and callees lead back [AGL-086]", async () => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.cursor;
    const incoming = await acting.perform(findCallers, { file_path: file, ...span.start, depth: 2 });
    const calls = incoming.toJson() as Calls;
    expect(names(calls.incoming)).toEqual(places(acting, fixture, "caller"));
    const sites = calls.incoming.flatMap(({ fromRanges }) => fromRanges.map(spell));
    expect([...new Set(sites)].sort()).toEqual(places(acting, fixture, "call"));
    const beyond = calls.incoming.flatMap((call) => call.incoming ?? []).filter((call) => call.repeated !== true);
    expect(names(beyond)).toEqual(places(acting, fixture, "far"));
    expect(incoming.standing.reasons.map(({ code }) => code)).toEqual(short);

    const [far] = fixture.marks("far");
    if (far === undefined) throw new Error("no caller is two steps away");
    const place = { file_path: far.file, ...far.span.start };
    const outgoing = await outcome(acting.perform(findCallers, { ...place, direction: "outgoing", depth: 2 }));
    const reached = callees((outgoing.json as Callees | undefined)?.outgoing ?? []).includes(
      spell({ file: acting.path(file), ...span.start }),
    );
    const isRefused = style === "uses";
    expect({ refused: outgoing.refused, reached }).toEqual({
      refused: isRefused ? "capability_missing" : undefined,
      reached: !isRefused,
    });
  });

  test.each([
    ["supertypes", "super", supertypes],
    ["subtypes", "sub", subtypes],
  ] as const)("%s are told as far as the server knows them [AGL-087]", async (direction, mark, how) => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark("type");
    const asked = acting.perform(typeHierarchy, { file_path: file, ...span.start, direction });
    const { json, reasons, refused } = await outcome(asked);
    const types = (json as Types | undefined)?.[direction] ?? [];
    const isRefused = how === "refused";
    expect({ types: types.map(spell).sort(), reasons, refused }).toEqual({
      types: isRefused ? [] : places(acting, fixture, mark),
      reasons: how === "implementations" ? ["scoped"] : [],
      refused: isRefused ? "capability_missing" : undefined,
    });
  });
});

interface Ending {
  readonly json?: unknown;
  readonly reasons: readonly string[];
  readonly refused?: string;
}

async function outcome(asked: Promise<Performed<unknown>>): Promise<Ending> {
  try {
    const performed = await asked;
    return { json: performed.toJson(), reasons: performed.standing.reasons.map(({ code }) => code) };
  } catch (error) {
    if (error instanceof Refusal) return { reasons: [], refused: error.code };
    throw error;
  }
}

function callees(calls: readonly Outgoing[]): string[] {
  return calls.flatMap(({ to, outgoing = [] }) => [spell(to), ...callees(outgoing)]);
}

interface At {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Calls {
  readonly incoming: readonly Incoming[];
}

interface Incoming {
  readonly from: At;
  readonly fromRanges: readonly At[];
  readonly incoming?: readonly Incoming[];
  readonly repeated?: true;
}

interface Callees {
  readonly outgoing: readonly Outgoing[];
}

interface Outgoing {
  readonly to: At;
  readonly outgoing?: readonly Outgoing[];
}

interface Types {
  readonly supertypes: readonly At[];
  readonly subtypes: readonly At[];
}

function names(calls: readonly Incoming[]): string[] {
  return calls.map(({ from }) => spell(from)).sort();
}

function spell({ file, line, column }: At): string {
  return `${file}:${line}:${column}`;
}

function places(acting: Acting, fixture: Fixture, name: string): string[] {
  return fixture
    .marks(name)
    .map(({ file, span: { start } }: Mark) => spell({ file: acting.path(file), ...start }))
    .sort();
}
