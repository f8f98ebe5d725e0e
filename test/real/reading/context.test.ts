// Operations that put several answers together, on real servers: the context of an edit, one symbol explored, who starts it.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exploreSymbol } from "../../../src/operations/read/explore-symbol.ts";
import { findCallers } from "../../../src/operations/callers/find-callers.ts";
import { getEditingContext } from "../../../src/operations/read/get-editing-context.ts";
import type { Fixture, Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

/**
 * Marks: `«^»` the function that is asked about, `callee` what it calls, `caller` who uses it, `call` a plain use in
 * one, `start` a use that starts it beside its caller, `brought` where a use is brought in.
 */
interface Case {
  readonly server: string;
  readonly fixture: string;
  /** What the file of the function imports, and what the starts are called. */
  readonly module: string;
  readonly patterns: readonly string[];
  /** Another file with one caller more. */
  readonly another: string;
}

const cases: readonly Case[] = [
  {
    server: "typescript-native",
    module: "./money",
    patterns: ["Promise.all", ".then"],
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "lib": ["esnext", "dom"], "types": [] }, "include": ["src"] }
-- src/money.ts --
export function «callee|round»(value: number): number {
  return Math.round(value);
}
-- src/cart.ts --
import { round } from "./money";

export function «^»total(count: number): number {
  return round(count);
}
-- src/view.ts --
import { «brought|total» } from "./cart";

export function «caller|render»(): number {
  return «call|total»(1);
}

export async function «caller|later»(): Promise<void> {
  await Promise.all([1, 2].map((one) => «start|total»(one)));
  await Promise.resolve(1).then(«start|total»);
}
`,
    another:
      '-- src/more.ts --\nimport { total } from "./cart";\n\nexport function more(): number {\n  return total(3);\n}\n',
  },
  {
    server: "pyright",
    module: "shop.money",
    patterns: ["threading.Thread"],
    fixture: `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/money.py --
def «callee|round_up»(value: int) -> int:
    return value
-- shop/cart.py --
from shop.money import round_up


def «^»total(count: int) -> int:
    return round_up(count)
-- shop/view.py --
import threading

from shop.cart import «brought|total»


def «caller|render»() -> int:
    return «call|total»(1)


def «caller|later»() -> None:
    threading.Thread(target=«start|total», args=(1,)).start()
`,
    another: "-- shop/more.py --\nfrom shop.cart import total\n\n\ndef more() -> int:\n    return total(3)\n",
  },
  {
    server: "gopls",
    module: "example.com/shop/money",
    patterns: ["go", "go"],
    fixture: `-- go.mod --
module example.com/shop

go 1.21
-- money/money.go --
package money

func «callee|Round»(value int) int { return value }
-- cart/cart.go --
package cart

import "example.com/shop/money"

func «^»Total(count int) int { return money.Round(count) }
-- view/view.go --
package view

import "example.com/shop/cart"

func «caller|Render»() int { return cart.«call|Total»(1) }

func «caller|Later»() {
	go cart.«start|Total»(1)
	go func() {
		println(cart.«start|Total»(2))
	}()
}
`,
    another:
      '-- more/more.go --\npackage more\n\nimport "example.com/shop/cart"\n\nfunc More() int { return cart.Total(3) }\n',
  },
];

interface Context {
  readonly etag: string;
  readonly symbols: readonly {
    readonly name: string;
    readonly callers: { readonly count: number; readonly nearest: readonly object[] };
    readonly callees: readonly object[];
  }[];
}

describe.each(cases.filter(({ server }) => hasServer(server)))("$server", ({ server, fixture: source, ...told }) => {
  const fixture: Fixture = parseFixture(source);
  const { file, span } = fixture.cursor;
  const callers = fixture.marks("caller");
  const calls = fixture.marks("call");
  const starts = fixture.marks("start");
  const brought = fixture.marks("brought");
  const callee = fixture.mark("callee");
  let acting: Acting;

  beforeAll(async () => {
    acting = await Acting.open(server, fixture);
  });
  afterAll(() => acting[Symbol.asyncDispose]());

  /** The first use in each caller. */
  const uses = callers.map((caller, at) => {
    const own = [...calls, ...starts].find((use) => isBetween(use, caller, callers[at + 1]));
    return { name: caller.text, file: (): string => acting.path(caller.file), line: own?.span.start.line ?? 0 };
  });

  async function context(input: object = {}): Promise<Context> {
    const performed = await acting.perform(getEditingContext, { file_path: acting.path(file), ...input });
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    return performed.toJson() as Context;
  }

  test("the context of an edit: who uses what the file declares, what that calls, what it imports [AGL-102]", async () => {
    const found = await context();
    expect(found.symbols).toMatchObject([
      {
        name: expect.stringMatching(/^total$/i),
        line: span.start.line,
        callers: { count: 2, files: 1, nearest: uses.map((one) => ({ ...one, file: one.file() })) },
        callees: [{ name: callee.text, file: acting.path(callee.file), line: callee.span.start.line }],
      },
    ]);
    expect(found).toMatchObject({
      imports: [{ module: told.module }],
      used_by: [acting.path(callers[0]?.file ?? "")],
    });
  });

  test("one symbol explored: its source, its callers and how often it is used", async () => {
    const performed = await acting.perform(exploreSymbol, { file_path: acting.path(file), ...span.start });
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    expect(performed.toJson()).toMatchObject({
      type_info: expect.stringMatching(/total/i),
      source: { symbol_name: expect.stringMatching(/^total$/i), start_line: span.start.line },
      references: {
        count: calls.length + starts.length + brought.length,
        top_files: [acting.path(callers[0]?.file ?? "")],
      },
      test_callers_count: 0,
    });
    const names = (performed.toJson() as { callers: { name: string }[] }).callers.map(({ name }) => name);
    expect(names).toContain(callers[0]?.text);
  });

  test("who starts it in a thread, a task or a later turn is told from the uses [AGL-086]", async () => {
    const input = { file_path: acting.path(file), ...span.start, cross_concurrent: true };
    const performed = await acting.perform(findCallers, input);
    expect(performed.toJson()).toMatchObject({
      concurrent_callers: starts.map((start, at) => ({
        caller: callers[1]?.text,
        pattern: told.patterns[at],
        file: acting.path(start.file),
        line: start.span.start.line,
      })),
    });
    expect(performed.standing.reasons.map(({ code }) => code)).toEqual(["server_not_exhaustive"]);
  });

  test("unchanged it is not sent again; a caller that appears or vanishes elsewhere changes it [AGL-103]", async () => {
    const before = await context();
    expect(await context({ if_none_match: before.etag })).toEqual({ not_modified: true, etag: before.etag });
    const more = parseFixture(told.another);
    acting.write(more);
    const after = await context({ if_none_match: before.etag });
    expect(after.symbols[0]?.callers.count).toBe(3);
    for (const name of more.files.keys()) acting.stage.remove(name);
    expect(await context({ if_none_match: after.etag })).toMatchObject({ etag: before.etag, symbols: [{}] });
  });
});

function isBetween(use: Mark, from: Mark, to: Mark | undefined): boolean {
  const { line } = use.span.start;
  return line >= from.span.start.line && (to === undefined || line < to.span.start.line);
}
