// What the operations on hierarchies say: near and far, in both directions, about what is no function, and when cut.

import { expect, test } from "vitest";
import type { HierarchyItem } from "../../model/code-facts.ts";
import { filePath } from "../../model/file-path.ts";
import type { ListedNode } from "../../render/hierarchy-tree.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { callers } from "./callers.ts";
import { findCallers } from "./find-callers.ts";
import { typeHierarchy } from "./type-hierarchy.ts";

const shop = `-- cart.toy --
def «^»total
  use price price
def price
-- view.toy --
def render
  use total
  use total
def main
  use render
  use main
`;

test("callers are a tree, each with its place and the lines of its calls [AGL-086]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const { file, span } = kit.fixture.cursor;
  const performed = await perform(kit, findCallers, { file_path: file, ...span.start, depth: 3 });
  expect(performed.standing.state).toBe("complete");
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "1 caller (2 with those beyond) of cart.toy:1:5  def total
      render view.toy:1  on 2, 3
        main view.toy:4  on 5
          main view.toy:4  on 6  (again)"
  `);
});

test("both directions, as text and as the data of the contract", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const { file, span } = kit.fixture.cursor;
  const performed = await perform(kit, findCallers, { file_path: file, ...span.start, direction: "both" });
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "1 caller of cart.toy:1:5  def total
      render view.toy:1  on 2, 3
    1 callee of cart.toy:1:5  def total
      price cart.toy:3  on 2"
  `);
  const json = performed.toJson();
  expect(json).toMatchObject({
    items: [{ name: "total", kind: "function", file: kit.path("cart.toy"), line: 1, column: 5 }],
    incoming: [
      {
        from: { name: "render", file: kit.path("view.toy"), line: 1, column: 5, range: { line: 1, column: 1 } },
        fromRanges: [
          { file: kit.path("view.toy"), line: 2, column: 7, end_line: 2, end_column: 12 },
          { file: kit.path("view.toy"), line: 3, column: 7 },
        ],
      },
    ],
    outgoing: [{ to: { name: "price", line: 3 }, fromRanges: [{ file: kit.path("cart.toy"), line: 2 }, { line: 2 }] }],
  });
  expect(performed.standing.evidence).toHaveLength(1);
});

test("callers asks in one direction only", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const performed = await perform(kit, callers, { file_path: "cart.toy", symbol_path: "total" });
  expect(Object.keys(performed.toJson() as object)).toEqual(["items", "incoming"]);
  expect(kit.toy.server.methods).not.toContain("callHierarchy/outgoingCalls");
});

test("no callers is an answer, and what is no function is another", async () => {
  await using kit = openToyWorkspace({ fixture: shop.replace("  use main\n", "") });
  const main = await perform(kit, callers, { file_path: "view.toy", symbol_path: "main" });
  expect(main).toMatchObject({ isEmpty: true, standing: { state: "complete" } });
  expect(main.toText({ characters: 1_000 })).toBe("no callers of view.toy:4:5  def main");
  expect(main.hints[0]?.operation).toBe("find_references");
});

test("a place without a symbol is refused", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const refusal = await refusalOf(perform(kit, callers, { file_path: "cart.toy", line: 1, column: 1 }));
  expect(refusal.code).toBe("no_symbol");
});

test("one direction that the server lacks takes nothing from the other", async () => {
  await using kit = openToyWorkspace({
    fixture: shop,
    dials: { lacks: ["textDocument/prepareCallHierarchy"] },
  });
  const performed = await perform(kit, findCallers, { file_path: "cart.toy", symbol_path: "total", direction: "both" });
  expect(performed.standing.reasons.map(({ code }) => code)).toEqual(["scoped", "scoped"]);
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "1 caller of cart.toy:1:5  def total
      render view.toy:1  on 2, 3
    callees are unknown: server does not support textDocument/prepareCallHierarchy"
  `);
  expect(performed.toJson()).not.toHaveProperty("outgoing");
  const alone = perform(kit, findCallers, { file_path: "cart.toy", symbol_path: "total", direction: "outgoing" });
  expect((await refusalOf(alone)).details.what).toBe("server does not support textDocument/prepareCallHierarchy");
});

test("supertypes, subtypes or both, as the direction says [AGL-087]", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef base\ndef middle : base\ndef leaf : middle\n" });
  const ask = (direction: string): ReturnType<typeof perform> =>
    perform(kit, typeHierarchy, { file_path: "a.toy", symbol_path: "middle", direction });
  const both = await ask("both");
  expect(both.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "1 supertype of a.toy:2:5  def middle : base
      base a.toy:1
    1 subtype of a.toy:2:5  def middle : base
      leaf a.toy:3"
  `);
  expect(both.toJson()).toMatchObject({
    items: [{ name: "middle" }],
    supertypes: [{ name: "base", line: 1 }],
    subtypes: [{ name: "leaf", line: 3 }],
  });
  expect(Object.keys((await ask("supertypes")).toJson() as object)).toEqual(["items", "supertypes"]);
  expect(Object.keys((await ask("subtypes")).toJson() as object)).toEqual(["items", "subtypes"]);
});

const span = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const item: HierarchyItem = { name: "f", kind: "function", file: filePath("/r/a.ts"), span, nameSpan: span };

function crowd(count: number, next: readonly ListedNode[] = []): ListedNode[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ name: `caller${index}`, file: `source/file-${index % 40}.ts`, line: index + 1, column: 1 },
    ...{ calls: [index + 2, index + 3], next, isRepeated: false },
  }));
}

test.each([
  ["all of it", 3, 10_000, /on 2, 3$/m],
  ["no lines of calls", 300, 11_000, /\(call lines left out: too many\)$/],
  ["counts per file", 300, 2_000, /^source\/file-9\.ts: \d+$/m],
  ["a number", 300, 100, /^300 callers; too many to list\.$/],
])("what fits is shown: %s", (_, count, characters, shape) => {
  const listed = crowd(count);
  const target = { file: "a.ts", place: span.start, lineText: "f" };
  const branches = [{ direction: "incoming", nodes: [], listed } as const];
  const text = findCallers.toText({ kind: "one", value: { target, items: [item], branches } }, { characters });
  expect(text).toMatch(shape);
  expect(text.length).toBeLessThanOrEqual(characters);
});

test("who starts it beside itself is told beside who calls it, and that this is read from the text [AGL-086]", async () => {
  const fixture = "-- cart.go --\ndef «^»total\n-- view.go --\ndef render\n  go total(1)\n  total(2)\ngo total(3)\n";
  await using kit = openToyWorkspace({ fixture, language: { extensions: [".go"] }, dials: { extension: ".go" } });
  const { file, span } = kit.fixture.cursor;
  const input = { file_path: file, ...span.start };
  const performed = await perform(kit, findCallers, { ...input, cross_concurrent: true });
  expect(performed.toJson()).toMatchObject({
    incoming: [{ from: { name: "render" }, fromRanges: [{ line: 2 }, { line: 3 }] }],
    concurrent_callers: [
      { caller: "render", pattern: "go", file: kit.path("view.go"), line: 2 },
      { caller: "(top level)", pattern: "go", file: kit.path("view.go"), line: 4 },
    ],
  });
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "1 caller of cart.go:1:5  def total
      render view.go:1  on 2, 3
    2 concurrent starts seen
      render view.go:2  go
      (top level) view.go:4  go"
  `);
  expect(performed.standing).toMatchObject({ state: "partial", reasons: [{ code: "server_not_exhaustive" }] });
  expect(performed.toText({ characters: 1_000, tokens: 40 })).toContain("2 concurrent starts seen");
  const plain = await perform(kit, findCallers, input);
  expect(plain.toJson()).not.toHaveProperty("concurrent_callers");
  expect(plain.standing.state).toBe("complete");
});
