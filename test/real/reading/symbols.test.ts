// What real servers say about symbols, as the operations tell it: at the name, with its hover, in header and source.

import { callContext } from "../../support/kits/perform.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeClock } from "../../../src/host/node/node-clock.ts";
import type { Operation, Performed } from "../../../src/operations/define.ts";
import { findSymbol } from "../../../src/operations/symbols/find-symbol.ts";
import { getSymbolSource } from "../../../src/operations/read/get-symbol-source.ts";
import { goToDeclaration } from "../../../src/operations/find/go-to-declaration.ts";
import { goToImplementation } from "../../../src/operations/find/go-to-implementation.ts";
import { inspectSymbol } from "../../../src/operations/read/inspect-symbol.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import { present } from "../installed.ts";
import type { RealCase } from "./real-case.ts";
import { Stage } from "../stage.ts";

/** Longer than any server needs on a slow machine. */
const patienceMs = 120_000;

interface SymbolCase {
  readonly server: string;
  readonly fixture: string;
  /** A part of the hover of `«found|…»`. */
  readonly hover: string;
}

const symbolCases: readonly SymbolCase[] = [
  {
    server: "typescript-native",
    hover: "function openCart(owner: string): Cart",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true } }
-- cart.ts --
export interface Priced { «iface|price»(): number }
export class Cart implements Priced { «impl|price»(): number { return 1; } }
/** Opens one, see [docs](https://example.org). */
export function «found|openCart»(owner: string): Cart {
  return new Cart();
}
«use|openCart»("x");
`,
  },
  {
    server: "typescript-language-server",
    hover: "function openCart(owner: string): Cart",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true } }
-- cart.ts --
export interface Priced { «iface|price»(): number }
export class Cart implements Priced { «impl|price»(): number { return 1; } }
/** Calls openCart, see [docs](https://example.org). */
export function «found|openCart»(owner: string): Cart {
  return new Cart();
}
«use|openCart»("x");
`,
  },
  {
    server: "pyright",
    hover: "(function) def openCart(owner: str) -> str",
    fixture: `-- cart.py --
def «found|openCart»(owner: str) -> str:
    return owner

«use|openCart»("x")
`,
  },
  {
    server: "gopls",
    hover: "func openCart(owner string) Cart",
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- cart.go --
package shop

type Priced interface{ «iface|Price»() int }
type Cart struct{}

func (c Cart) «impl|Price»() int { return 1 }

// openCart opens one, see https://example.org.
func «found|openCart»(owner string) Cart {
	return Cart{}
}

var C = «use|openCart»("x")
`,
  },
  {
    server: "clangd",
    hover: "int openCart(int owner)",
    fixture: `-- compile_commands.json --
[{"directory": "{root}", "command": "clang++ -std=c++17 -c cart.cpp", "file": "cart.cpp"}]
-- cart.h --
struct Priced { virtual int «iface|price»() = 0; };
struct Cart : Priced { int «impl|price»() override { return 1; } };
int «declared|openCart»(int owner);
-- cart.cpp --
#include "cart.h"
int «found|openCart»(int owner) {
  return owner;
}
int c = «use|openCart»(1);
`,
  },
  {
    server: "rust-analyzer",
    hover: "pub fn openCart(owner: i32) -> Cart",
    fixture: `-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- src/lib.rs --
pub trait Priced { fn «iface|price»(&self) -> i32; }
pub struct Cart;
impl Priced for Cart { fn «impl|price»(&self) -> i32 { 1 } }
/// Opens one, see [docs](https://example.org).
pub fn «found|openCart»(owner: i32) -> Cart {
    Cart
}
pub fn main() { «use|openCart»(1); }
`,
  },
];

describe.each(present(symbolCases.map(stageable)))("$server", ({ server }) => {
  const { fixture: source, hover } = symbolCases.find((one) => one.server === server) ?? fail(server);
  const fixture = parseFixture(source);
  const found = fixture.mark("found");
  const use = fixture.mark("use");
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(stageable({ server, fixture: source, hover }));
  });
  afterAll(() => stage.close());

  const ask = (operation: Operation, input: object): Promise<Performed<unknown>> => {
    const roots = new Roots(stage.workspace);
    const patience = { deadline: deadlineIn(nodeClock, patienceMs), waitMs: patienceMs };
    return operation.decode(input).run(callContext(roots, patience));
  };
  const location = ({ file, span }: Mark): object => ({
    file: `${stage.root}/${file}`,
    line: span.start.line,
    column: span.start.column,
    end_line: span.end.line,
    end_column: span.end.column,
  });

  test.each(["openCart", "oCart", "opnCrt"])("%s finds it at its name, with its own hover", async (query) => {
    const performed = await ask(findSymbol, { query, detail_level: "hover", limit: 1 });
    expect(performed.toJson()).toMatchObject({
      symbols: [{ name: "openCart", location: location(found), hover: expect.stringContaining(hover) as string }],
    });
  });

  test("a use tells the type and where it comes from, and its text leads nowhere", async () => {
    const performed = await ask(inspectSymbol, { file_path: use.file, ...use.span.start });
    expect(performed.toJson()).toMatchObject({
      origin: [{ file: `${stage.root}/${found.file}`, line: found.span.start.line }],
    });
    const text = performed.toText({ characters: 5_000 });
    expect(text).toContain(hover);
    expect(text.replaceAll(/`[^`]*`/g, "")).not.toMatch(/\]\(|https?:/);
  });

  test("its source is its lines", async () => {
    const performed = await ask(getSymbolSource, { file_path: found.file, ...found.span.start });
    const json = performed.toJson() as { source: string; symbol_kind: string; start_line: number; end_line: number };
    const lines = (fixture.files.get(found.file) ?? "").split("\n").slice(json.start_line - 1, json.end_line);
    expect(json).toMatchObject({ symbol_name: "openCart", symbol_kind: "Function", source: lines.join("\n") });
    expect(json.source).toContain("owner");
  });

  test.each(fixture.marks("impl"))("the implementation is found from the interface", async (implementation) => {
    const iface = fixture.mark("iface");
    const performed = await ask(goToImplementation, { file_path: iface.file, ...iface.span.start });
    expect(performed.toJson()).toMatchObject([
      { file: `${stage.root}/${implementation.file}`, line: implementation.span.start.line },
    ]);
  });

  test.each(fixture.marks("declared"))("the declaration is in the header [AGL-081]", async (declared) => {
    const performed = await ask(goToDeclaration, { file_path: use.file, ...use.span.start });
    expect(performed.toJson()).toEqual([location(declared)]);
  });
});

function fail(server: string): never {
  throw new Error(`there is no case of ${server}`);
}

/** The stage knows marks of its own; these are read here, and it gets the plain files. */
function stageable({ server, fixture }: SymbolCase): RealCase {
  const files = [...parseFixture(fixture).files].map(([file, text]) => `-- ${file} --\n${text}`);
  return { server, fixture: files.join(""), changes: [], killedAt: "hover" };
}
