// What a file declares and the source of one piece of it: whole, bounded, and exactly as it stands there.

import { describe, expect, test } from "vitest";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { LineIndex } from "../../model/line-index.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { getSymbolSource } from "../read/get-symbol-source.ts";
import { listSymbols } from "./list-symbols.ts";
import { declarationsOnly, outlineLines } from "./outline.ts";

const fixture = `-- shop.toy --
«first»def basket # of 👍
  def «apple|apple»
    def «core|core»
  use apple«last»
def pear
`;

describe.each(["tree", "flat"] as const)("from a server that answers with a %s", (documentSymbols) => {
  test("the outline has names, kinds and lines, two spaces for each level [AGL-092 AGL-005]", async () => {
    await using kit = openToyWorkspace({ fixture, dials: { documentSymbols } });
    const performed = await perform(kit, listSymbols, { file_path: "shop.toy", format: "outline", depth: 9 });
    expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
      "shop.toy: 4 symbols
      basket [Function] :1
        apple [Function] :2
          core [Function] :3
      pear [Function] :5"
    `);
  });
});

test("as data it is a tree with ranges counted from 1 [AGL-092]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { start, end } = kit.fixture.mark("apple").span;
  const performed = await perform(kit, listSymbols, { file_path: "shop.toy" });
  expect(performed.toJson()).toMatchObject([
    {
      name: "basket",
      kind: 12,
      kind_name: "Function",
      range: { start: { line: 1, character: 1 } },
      children: [
        {
          name: "apple",
          selectionRange: {
            start: { line: start.line, character: start.column },
            end: { line: end.line, character: end.column },
          },
          children: [{ name: "core" }],
        },
      ],
    },
    { name: "pear" },
  ]);
});

test("without a word about depth, what matters only inside of a body is left out and counted", async () => {
  await using kit = openToyWorkspace({ fixture });
  const performed = await perform(kit, listSymbols, { file_path: "shop.toy" });
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "shop.toy: 2 symbols, 2 locals and imports left out (depth shows them)
    basket [Function] :1
    pear [Function] :5"
  `);
});

test("imports, locals and callbacks of bodies are no declarations; members and names of tests are", () => {
  const text = `import {
  apple,
  pear,
} from "fruit";
import melon from "melon";
const basket = { apple };
class Cart { size() { const local = 1; } }
describe("a cart", () => {});
`;
  const index = new LineIndex(text);
  const node = (name: string, kind: SymbolKind, ...children: SymbolNode[]): SymbolNode => {
    const start = index.placeOf(Math.max(0, text.indexOf(name)));
    return { name, kind, span: { start, end: start }, nameSpan: { start, end: start }, children };
  };
  const nodes = [
    node("apple", "variable"),
    node("pear", "variable"),
    node("melon", "variable"),
    node("basket", "variable", node("apple }", "property"), node("arrow", "function")),
    node("Cart", "class", node("size", "method", node("local", "variable"))),
    node(
      "describe() callback",
      "function",
      node("test() callback", "function", node("x", "variable")),
      node("y", "variable"),
    ),
  ];
  expect(outlineLines(declarationsOnly(nodes, index)).map((line) => line.replace(/ \[.*/, ""))).toEqual([
    "describe() callback",
    "  test() callback",
    "basket",
    "  apple }",
    "Cart",
    "  size",
  ]);
});

test("depth and kinds leave out what was not asked for, and say so", async () => {
  await using kit = openToyWorkspace({ fixture });
  const top = await perform(kit, listSymbols, { file_path: "shop.toy", depth: 1 });
  expect(top.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "shop.toy: 2 symbols, 2 others not requested
    basket [Function] :1
    pear [Function] :5"
  `);
  const classes = await perform(kit, listSymbols, { file_path: "shop.toy", kinds: ["Class"] });
  expect([classes.isEmpty, classes.toText({ characters: 1_000 })]).toEqual([
    true,
    "shop.toy: 0 symbols, 4 others not requested",
  ]);
});

test("a long outline loses its depth first, then its end, never half a line", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `def outer${at}\n  def inner${at}\n`);
  await using kit = openToyWorkspace({ fixture: `-- long.toy --\n${names.join("")}` });
  const performed = await perform(kit, listSymbols, { file_path: "long.toy", depth: 2 });
  const shallow = performed.toText({ characters: 1_000 });
  expect(shallow).toMatch(/\nouter29 \[Function\] :59\n\(symbols below level 1 left out: too many\)$/);
  const cut = performed.toText({ characters: 200 });
  expect(cut.length).toBeLessThanOrEqual(200);
  expect(cut).toMatch(
    /^long.toy: 60 symbols\nouter0 \[Function\] :1\n[\s\S]*\n\(\d+ more at the top level: too many\)$/,
  );
});

test("the tokens that an answer spares are told beside it", async () => {
  await using kit = openToyWorkspace({ fixture });
  const text = kit.fixture.files.get("shop.toy") ?? "";
  const long = `${text}${"# superfluous prose\n".repeat(100)}`;
  kit.host.files.write(kit.path("shop.toy"), long);
  for (const [operation, input] of [
    [listSymbols, { file_path: "shop.toy" }],
    [getSymbolSource, { targets: ["shop.toy#pear", "shop.toy#core"] }],
  ] as const) {
    const performed = await perform(kit, operation, input);
    const returned = performed.toText({ characters: 1_000 });
    const [tokens_returned, tokens_full_file] = [estimateTokens(returned), estimateTokens(long)];
    expect(performed.meta(() => returned)).toEqual({
      token_savings: { tokens_returned, tokens_full_file, tokens_saved: tokens_full_file - tokens_returned },
    });
  }
});

describe("get_symbol_source", () => {
  test("the deepest symbol around the place, as whole lines [AGL-365 AGL-366 AGL-367 AGL-097]", async () => {
    await using kit = openToyWorkspace({ fixture });
    const at = async (mark: string): Promise<unknown> => {
      const { file, span } = kit.fixture.mark(mark);
      return (await perform(kit, getSymbolSource, { file_path: file, ...span.start })).toJson();
    };
    const file = kit.path("shop.toy");
    expect(await at("core")).toEqual({
      file,
      symbol_name: "core",
      symbol_kind: "Function",
      start_line: 3,
      end_line: 3,
      source: "    def core",
    });
    expect(await at("apple")).toMatchObject({ symbol_name: "apple", start_line: 2, end_line: 3 });
    expect(await at("first")).toMatchObject({ symbol_name: "basket", start_line: 1, end_line: 4 });
    expect(await at("last")).toMatchObject({ symbol_name: "basket" });
  });

  test("a line alone means where its text begins", async () => {
    await using kit = openToyWorkspace({ fixture });
    const performed = await perform(kit, getSymbolSource, { targets: ["shop.toy:3", "shop.toy:1"] });
    expect(performed.toJson()).toMatchObject([
      { result: { symbol_name: "core" } },
      { result: { symbol_name: "basket" } },
    ]);
  });

  test("no symbol around the place is a refusal in the words of the contract", async () => {
    await using kit = openToyWorkspace({ fixture: "-- a.toy --\nuse x\ndef x\n" });
    const refusal = await refusalOf(perform(kit, getSymbolSource, { file_path: "a.toy", line: 1 }));
    expect(refusal.details).toMatchObject({ code: "no_symbol", what: "no symbol found at the given position" });
  });

  test("the source is as it stands there, but for what a terminal would obey [S30]", async () => {
    await using kit = openToyWorkspace({ fixture: "-- a.toy --\n" });
    kit.host.files.write(kit.path("a.toy"), "def x # \u001b[2J\u202e\r\n\tuse x\r\n\r\n");
    const performed = await perform(kit, getSymbolSource, { file_path: "a.toy", line: 1 });
    expect(performed.toText({ characters: 1_000 })).toBe(
      "a.toy:1-2  Function x\n1\tdef x # \\u{1b}[2J\\u{202e}\n2\t\tuse x",
    );
    expect(performed.toJson()).toMatchObject({ source: "def x # \u001b[2J\u202e\n\tuse x" });
  });

  test("what is too long is an outline and the first lines, and says which are missing", async () => {
    const body = Array.from({ length: 50 }, (_, at) => `  use x # number ${at}\n`).join("");
    await using kit = openToyWorkspace({ fixture: `-- a.toy --\ndef x\n  def y\n${body}` });
    const performed = await perform(kit, getSymbolSource, { file_path: "a.toy", symbol_path: "x" });
    const text = performed.toText({ characters: 200 });
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatchInlineSnapshot(`
      "a.toy:1-52  Function x
        y [Function] :2
      1	def x
      2	  def y
      3	  use x # number 0
      4	  use x # number 1
      5	  use x # number 2
      (lines 6-52 left out: too long; ask for a member, or raise max_tokens)"
    `);
    expect(performed.toText({ characters: 40 })).toBe(
      "a.toy:1-52  Function x\n(its 52 lines are left out: too long; ask for a member, or raise max_tokens)",
    );
  });
});
