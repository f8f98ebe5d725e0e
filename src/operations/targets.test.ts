// One way to point at code, the same in every operation of the table that takes a place.

import { describe, expect, test } from "vitest";
import { perform } from "../../test/support/kits/perform.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { operations } from "./table.ts";
import { parseTarget } from "./target.ts";
import type { TargetedJson } from "./targeted.ts";

/** Two definitions of the same words, so that a pattern alone is not enough; and one that is unique. */
const fixture = `-- shop/cart.toy --
def fruit
def basket
  def «^»apple is fruit
    use fruit
  use apple
-- view.toy --
def basket
  def pear is fruit
use apple
use apple
`;

const pointing = operations.filter(({ schema }) => "position_pattern" in schema.shape && "targets" in schema.shape);

/** What an operation needs beside a place; a new one that needs something is told so by this test. */
const also: Readonly<Record<string, object>> = {};

test("the operations that take a place are many", () => {
  expect(pointing.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "go_to_definition",
      "go_to_type_definition",
      "go_to_implementation",
      "go_to_declaration",
      "find_references",
      "get_document_highlights",
      "inspect_symbol",
      "get_symbol_source",
    ]),
  );
});

test("whatever takes a line and a column takes a pattern and a path in their place [AGL-074 AGL-075]", () => {
  const others = operations.filter(({ schema }) => "line" in schema.shape && "column" in schema.shape);
  for (const { schema } of others) {
    expect(Object.keys(schema.shape)).toEqual(
      expect.arrayContaining(["position_pattern", "line_scope_start", "line_scope_end", "symbol_path"]),
    );
  }
  expect(others.length).toBeGreaterThanOrEqual(pointing.length);
});

describe.each(pointing)("$name", (operation) => {
  const ask = async (kit: ToyWorkspace, input: object): Promise<unknown> =>
    (await perform(kit, operation, { ...also[operation.name], ...input })).toJson();
  const byPlace = (kit: ToyWorkspace): Promise<unknown> => {
    const { file, span } = kit.fixture.cursor;
    return ask(kit, { file_path: file, ...span.start });
  };

  test.each([
    ["a pattern", { file_path: "shop/cart.toy", position_pattern: "def @@apple is" }],
    [
      "a pattern that is unique in its lines",
      { file_path: "shop/cart.toy", position_pattern: "@@apple", line_scope_start: 2, line_scope_end: 3 },
    ],
    ["a symbol path in the file", { file_path: "shop/cart.toy", symbol_path: "basket.apple" }],
    ["the end of a symbol path in the file", { file_path: "shop/cart.toy", symbol_path: "apple" }],
    ["a symbol path alone", { symbol_path: "basket.apple" }],
    ["a symbol path with the name of its file", { symbol_path: "cart.basket.apple" }],
  ])("%s says the same as line and column [AGL-074 AGL-075]", async (_, input) => {
    await using kit = openToyWorkspace({ fixture });
    expect(await ask(kit, input)).toEqual(await byPlace(kit));
  });

  test("targets say the same, each on its own", async () => {
    await using kit = openToyWorkspace({ fixture });
    const { file, span } = kit.fixture.cursor;
    const targets = [
      `${file}:${span.start.line}:${span.start.column}`,
      `${file}#basket.apple`,
      "basket.apple",
      "nothing",
    ];
    const answers = (await ask(kit, { targets })) as readonly TargetedJson<unknown>[];
    const expected = await byPlace(kit);
    expect(answers.slice(0, 3).map(({ result }) => result)).toEqual([expected, expected, expected]);
    expect(answers[3]?.error?.code).toBe("no_symbol");
  });

  test.each([
    ["a line before the first", { line: 0, column: 1 }, "line must be >= 1"],
    ["a column before the first", { line: 1, column: 0 }, "column must be >= 1"],
    ["a line behind the last", { line: 99, column: 1 }, "The file has 6 lines."],
    ["a column behind the line", { line: 1, column: 99 }, "Line 1 has 9 columns."],
    ["two ways at once", { line: 1, column: 1, symbol_path: "fruit" }, "The target is given in more than one way."],
    ["no place", {}, "No target is given."],
    ["a pattern that is not there", { position_pattern: "def @@melon" }, "position_pattern was not found."],
    [
      "a pattern in other lines",
      { position_pattern: "def @@apple", line_scope_end: 2 },
      "position_pattern was not found.",
    ],
    ["a pattern without a mark", { position_pattern: "apple" }, "position_pattern needs exactly one @@ and some text."],
    ["a pattern that fits twice", { position_pattern: "@@apple" }, "position_pattern matches 2 places."],
    [
      "a symbol that is not there",
      { symbol_path: "basket.melon" },
      "There is no symbol basket.melon in shop/cart.toy.",
    ],
  ])("%s is refused [AGL-199]", async (_, input, what) => {
    await using kit = openToyWorkspace({ fixture });
    const refusal = await refusalOf(ask(kit, { file_path: "shop/cart.toy", ...input }));
    expect(refusal.details.what).toBe(what);
  });

  test("a file in the place of a symbol is told from one, before any server is asked", async () => {
    await using kit = openToyWorkspace({ fixture });
    const { details } = await refusalOf(ask(kit, { symbol_path: "shop/cart.toy" }));
    expect(details).toMatchObject({
      code: "bad_input",
      what: "shop/cart.toy is a file; which of its symbols is meant is missing.",
    });
  });

  test("a path that fits two symbols is refused with both, and their numbers lead to them", async () => {
    await using kit = openToyWorkspace({ fixture });
    const refusal = await refusalOf(ask(kit, { symbol_path: "basket" }));
    expect(refusal.code).toBe("ambiguous_target");
    expect(refusal.details.data?.["candidates"]).toEqual([
      "[1] shop/cart.toy:2:5 function basket",
      "[2] view.toy:1:5 function basket",
    ]);
    const second = await ask(kit, { symbol_path: "basket[2]" });
    expect(second).toEqual(await ask(kit, { file_path: "view.toy", line: 1, column: 5 }));
  });
});

test.each([
  ["a.ts:3:4", { file_path: "a.ts", line: 3, column: 4 }],
  ["C:/x/a.ts:3:4", { file_path: "C:/x/a.ts", line: 3, column: 4 }],
  ["a.ts:3", { file_path: "a.ts", line: 3 }],
  ["src/a.ts#Cart.total[2]", { file_path: "src/a.ts", symbol_path: "Cart.total[2]" }],
  ["src/a.ts#Cart.#secret", { file_path: "src/a.ts", symbol_path: "Cart.#secret" }],
  ["Makefile#all", { file_path: "Makefile", symbol_path: "all" }],
  ["Cart::total", { symbol_path: "Cart::total" }],
  ["Cart.total", { symbol_path: "Cart.total" }],
])("the target %s is understood", (text, input) => {
  expect(parseTarget(text)).toEqual(input);
});
