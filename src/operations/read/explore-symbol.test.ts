// Everything about one symbol at once: all parts, the true counts, and what a server cannot tell.

import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../render/tokens.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { explore } from "./explore.ts";
import { exploreSymbol } from "./explore-symbol.ts";

const shop = `-- cart.toy --
def «^»total
  use price
def price
-- view.toy --
def render
  use total
  use «use»total
`;

test.each([exploreSymbol, explore])("$name: type, source, callers and uses in one call", async (operation) => {
  await using kit = openToyWorkspace({ fixture: shop });
  for (const mark of ["^", "use"]) {
    const { file, span } = kit.fixture.mark(mark);
    const performed = await perform(kit, operation, { file_path: file, ...span.start });
    expect(performed).toMatchObject({ isEmpty: false, standing: { state: "complete" } });
    expect(performed.toJson()).toEqual({
      type_info: expect.stringContaining("total"),
      source: {
        file: kit.path("cart.toy"),
        symbol_name: "total",
        start_line: 1,
        end_line: 2,
        source: "def total\n  use price",
      },
      callers: [{ name: "render", file: kit.path("view.toy"), line: 2 }],
      callers_count: 1,
      references: { count: 2, top_files: [kit.path("view.toy")] },
      test_callers_count: 0,
    });
  }
});

test("as text, and shorter and shorter within a budget", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await perform(kit, exploreSymbol, { symbol_path: "total" });
  expect(performed.toText({ characters: 2_000 })).toMatchInlineSnapshot(`
    "cart.toy:1:5  def total
    | def total
    1 caller: render view.toy:2
    2 references in 1 file: view.toy 2
    cart.toy:1-2  total
    1	def total
    2	  use price"
  `);
  for (const tokens of [30, 50, 80, 120]) {
    const text = performed.toText({ characters: 2_000, tokens });
    expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
    expect(text).toContain("1 caller");
  }
});

test("ten callers are shown of any number, and those in tests are counted", async () => {
  const many = Array.from({ length: 14 }, (_, at) => `def call${at}\n  use total\n`).join("");
  const fixture = `-- cart.go --\ndef total\n-- view.go --\n${many}-- cart_test.go --\ndef check\n  use total\n`;
  await using kit = openToyWorkspace({ fixture, language: { extensions: [".go"] }, dials: { extension: ".go" } });
  const performed = await perform(kit, exploreSymbol, { file_path: "cart.go", symbol_path: "total" });
  const json = performed.toJson() as { readonly callers: readonly unknown[] };
  expect(json.callers).toHaveLength(10);
  expect(json).toMatchObject({ callers_count: 15, test_callers_count: 1, references: { count: 15 } });
  expect(performed.toText({ characters: 4_000 })).toMatch(/15 callers \(1 in tests\): .*, and 5 more\n/);
});

test("a very long declaration is told to a point, and the answer says so", async () => {
  const fixture = `-- cart.toy --\ndef total\n${"  price\n".repeat(300)}`;
  await using kit = openToyWorkspace({ fixture });
  const performed = await perform(kit, exploreSymbol, { file_path: "cart.toy", symbol_path: "total" });
  expect(performed.toJson()).toMatchObject({ source: { start_line: 1, end_line: 301 } });
  expect(performed.toText({ characters: 100_000 })).toMatch(/\n\(lines 201-301 left out: .*\)$/);
});

describe("what cannot be told", () => {
  test("a part that the server lacks is a reason, and reads neither as none nor as zero", async () => {
    await using kit = openToyWorkspace({ fixture: shop, dials: { lacks: ["textDocument/hover"] } });
    const performed = await perform(kit, exploreSymbol, { symbol_path: "total" });
    expect(performed.toJson()).toMatchObject({ type_info: "", callers_count: 1, references: { count: 2 } });
    expect(performed.standing).toMatchObject({ state: "partial" });
    expect(performed.standing.reasons.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("the type is not known"),
    ]);
  });

  test("a place without a symbol is refused", async () => {
    await using kit = openToyWorkspace({ fixture: "-- cart.toy --\ndef total\n«^»# nothing\n" });
    const { file, span } = kit.fixture.cursor;
    const refusal = await refusalOf(perform(kit, exploreSymbol, { file_path: file, ...span.start }));
    expect(refusal.code).toBe("no_symbol");
  });
});
