// What is declared and what is overridden, as an impact sees it with each real server.

import { describe, expect, test } from "vitest";
import { blastRadius } from "../../../src/operations/impact/blast-radius.ts";
import { getEditingContext } from "../../../src/operations/read/get-editing-context.ts";
import type { ImpactJson } from "../../../src/operations/impact/answer.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";
import { shopCrate } from "../reading/real-case.ts";

/** A function below an import that says something behind it, and one beside an import. */
const belowImports: Readonly<Record<string, { file: string; fixture: string; names: readonly string[] }>> = {
  "typescript-native": {
    file: "src/cart.ts",
    names: ["total", "beside"],
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/tax.ts --
export function tax(): number { return 1 }
-- src/cart.ts --
import { tax } from "./tax"; // by country

export function total() {
  return tax()
}
import * as all from "./tax"; export function beside() { return all.tax(); }
`,
  },
  gopls: {
    file: "cart.go",
    names: ["Total"],
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- cart.go --
package shop

import "fmt" // printing

func Total() { fmt.Println() }
`,
  },
  clangd: {
    file: "cart.c",
    names: ["total"],
    fixture: `-- compile_commands.json --
[{ "directory": "{root}", "file": "cart.c", "arguments": ["cc", "-c", "cart.c"] }]
-- price.h --
int price(int count);
-- cart.c --
#include "price.h" // of one
int total(int count) { return price(count); }
`,
  },
};

test.each(Object.keys(belowImports).filter(hasServer))(
  "%s: what stands below an import is declared",
  async (server) => {
    const { file, fixture, names } = belowImports[server] ?? { file: "", fixture: "", names: [] };
    await using acting = await Acting.open(server, parseFixture(fixture));
    const performed = await acting.perform(blastRadius, { changed_files: [file] });
    expect((performed.toJson() as ImpactJson).changed_symbols.map(({ name }) => name).sort()).toEqual(
      [...names].sort(),
    );
  },
);

/** `save` of `Sql` is called through what it overrides only; `text` overrides something that lies elsewhere. */
const overriding: Readonly<Record<string, { fixture: string; asked: string; elsewhere?: string }>> = {
  "typescript-native": {
    asked: "src/sql.ts#Sql.save",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/repo.ts --
export interface Repo {
  save(): void;
}
-- src/sql.ts --
import type { Repo } from "./repo";
export class Sql implements Repo {
  save(): void {}
}
-- src/use.ts --
import type { Repo } from "./repo";
export function run(repo: Repo): void {
  repo.save();
}
`,
  },
  pyright: {
    asked: "shop/sql.py#Sql.save",
    elsewhere: "shop/sql.py#Sql.text",
    fixture: `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/repo.py --
from abc import ABC


class Repo(ABC):
    def save(self) -> None: ...


class Kept(Repo):
    pass
-- shop/sql.py --
from string import Formatter

from shop import repo


class Sql(
    repo.Kept,
    Formatter,
):
    def save(self) -> None: ...

    def text(self) -> None: ...
-- shop/use.py --
from shop.repo import Repo


def run(repo: Repo) -> None:
    repo.save()
`,
  },
  gopls: {
    asked: "sql.go#Sql.Save",
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- sql.go --
package shop

type Sql struct{}

func (s *Sql) Save() {}
-- use.go --
package shop

type Repo interface{ Save() }

func run(repo Repo) { repo.Save() }
`,
  },
  "rust-analyzer": {
    asked: "src/sql.rs#Sql.save",
    elsewhere: "src/sql.rs#Sql.drop",
    fixture: `${shopCrate}-- src/lib.rs --
pub mod sql;
pub trait Repo {
    fn save(&self);
}
pub fn run(repo: &dyn Repo) {
    repo.save();
}
-- src/sql.rs --
use crate::Repo;
pub struct Sql;
impl Repo for Sql {
    fn save(&self) {}
}
impl Drop for Sql {
    fn drop(&mut self) {}
}
`,
  },
  clangd: {
    asked: "sql.cpp#Sql.save",
    fixture: `-- compile_commands.json --
[
 { "directory": "{root}", "file": "sql.cpp", "arguments": ["c++", "-std=c++17", "-c", "sql.cpp"] },
 { "directory": "{root}", "file": "use.cpp", "arguments": ["c++", "-std=c++17", "-c", "use.cpp"] }
]
-- repo.h --
#pragma once
struct Repo { virtual void save() = 0; };
-- sql.cpp --
#include "repo.h"
struct Sql : Repo { void save() override {} };
-- use.cpp --
#include "repo.h"
void run(Repo &repo) { repo.save(); }
`,
  },
};

test.each(Object.keys(overriding).filter(hasServer))(
  "%s: a call through what is overridden is a use",
  async (server) => {
    const { fixture, asked, elsewhere } = overriding[server] ?? { fixture: "", asked: "" };
    await using acting = await Acting.open(server, parseFixture(fixture));
    const performed = await acting.perform(blastRadius, { symbols: [asked] });
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    const [save] = (performed.toJson() as ImpactJson).affected_symbols;
    expect(save?.non_test_callers.map(({ name }) => name)).toContain("run");
    if (elsewhere === undefined) return;
    const unknown = await acting.perform(blastRadius, { symbols: [elsewhere] });
    const detail = "calls through base classes or traits outside the root are unknown";
    expect(unknown.standing).toMatchObject({ state: "partial", reasons: [{ code: "scoped", detail }] });
  },
);

describe.each(["typescript-native"].filter(hasServer))("%s", (server) => {
  const fixture = parseFixture(`-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/arrow.ts --
export default (count: number) => count + 1;
-- src/object.ts --
export default { go() { return 1; } };
-- src/wrapped.ts --
const wrap = <T>(one: T): T => one;
function Card() { return 1; }
export default wrap(Card);
-- src/pay.ts --
export function pay() { return 1; }
-- src/barrel.ts --
import { pay } from "./pay";
export { default as arrow } from "./arrow";
export { pay };
-- src/star.ts --
export * from "./pay";
-- src/use.ts --
import up from "./arrow";
import it from "./object";
import Shown from "./wrapped";
import { arrow, pay } from "./barrel";
export function byArrow() { return up(1); }
export function byObject() { return it.go(); }
export function byWrapped() { return Shown(); }
export function byBarrel() { return arrow(1) + pay(); }
`);

  test.each([
    ["src/arrow.ts", { default: ["barrel.ts", "byArrow", "byBarrel"] }],
    ["src/object.ts", { default: ["byObject"], go: ["byObject"] }],
    ["src/wrapped.ts", { wrap: ["byWrapped", "default"], Card: ["byWrapped", "default"], default: ["byWrapped"] }],
    ["src/barrel.ts", { arrow: ["byBarrel"], pay: ["byBarrel"] }],
  ])("%s: what has no name, or is declared elsewhere, has users all the same", async (file, users) => {
    await using acting = await Acting.open(server, fixture);
    const performed = await acting.perform(blastRadius, { changed_files: [file] });
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    const { affected_symbols } = performed.toJson() as ImpactJson;
    const named = ({ name, file: path }: { name: string; file: string }): string =>
      name === "(import)" ? path.slice(path.lastIndexOf("/") + 1) : name;
    const found = affected_symbols.map(({ name, non_test_callers }) => [name, non_test_callers.map(named).sort()]);
    expect(Object.fromEntries(found)).toEqual(users);
    const context = await acting.perform(getEditingContext, { file_path: file });
    expect(context.toJson()).toMatchObject({ used_by: expect.arrayContaining([acting.path("src/use.ts")]) as unknown });
  });

  test("what is handed on without a name is said to be unknown", async () => {
    await using acting = await Acting.open(server, fixture);
    const performed = await acting.perform(blastRadius, { changed_files: ["src/star.ts"] });
    const detail = "uses of what it re-exports from other files are not known";
    expect(performed.standing).toMatchObject({ state: "partial", reasons: [{ code: "scoped", detail }] });
  });
});

test("the same member declared by an interface or by a sibling is no caller; code that makes an object with it is", async () => {
  const fixture = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/cart.ts --
export interface Priced { name: string; price(): number; }
export class Item implements Priced { name = "item"; price() { return 1; } }
export class Rebate extends Item { override price() { return 2; } }
export class Cart implements Priced { name = "cart"; price() { return 3; } }
-- src/view.ts --
import type { Priced } from "./cart";
export function render(one: Priced) { return one.price(); }
const name = "made";
export const made: Priced = { name, price() { return 4; } };
`;
  await using acting = await Acting.open("typescript-native", parseFixture(fixture));
  const symbols = ["src/cart.ts#Item.price", "src/cart.ts#Priced.name"];
  const performed = await acting.perform(blastRadius, { symbols });
  const { affected_symbols } = performed.toJson() as ImpactJson;
  const callers = affected_symbols.map((one) => [one.name, ...one.non_test_callers.map((caller) => caller.name)]);
  expect(callers.toSorted(([a = ""], [b = ""]) => a.localeCompare(b))).toEqual([
    ["Item.price", "render"],
    ["Priced.name", "made.name"],
  ]);
});
