// The choice itself: value for each token, one item for each subject, and never more than the budget.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContextKind, ContextRecord } from "../../model/records/context-item.ts";
import { contextKinds } from "../../model/records/context-item.ts";
import { estimateTokens } from "../../render/tokens.ts";
import type { Choice, ContextPiece } from "./choosing.ts";
import { chosen, textOfItems } from "./choosing.ts";

const record: ContextRecord = {
  ...{ source: "lsp_semantic", priority: "supporting", purity: "impure", query: ["textDocument/hover"] },
  ...{ queried_at: "2026-01-01T00:00:00.000Z", server: "toy", standing: "complete", reasons: [], files: [] },
};

function piece(kind: ContextKind, about: string, text: string, more: Partial<ContextPiece> = {}): ContextPiece {
  return { kind, about, text, head: kind === "outline" ? `${about}:` : "", order: 0, value: 1, record, ...more };
}

function choice(pieces: readonly ContextPiece[], budget: number, known: readonly string[] = []): Choice {
  return chosen(pieces, budget, new Set(known), (text) => text);
}

test("names of one file are one item, members with what they belong to", () => {
  const pieces = [
    piece("outline", "a.ts", "total", { order: 0 }),
    piece("outline", "a.ts", "Cart", { order: 1 }),
    piece("outline", "a.ts", "add", { order: 2, under: "Cart" }),
    piece("outline", "a.ts", "remove", { order: 3, under: "Cart" }),
    piece("outline", "a.ts", "spare", { order: 4 }),
  ];
  expect(choice(pieces, 100).items.map(({ text }) => text)).toEqual(["a.ts: total, Cart {add, remove}, spare"]);
  expect(choice(pieces.slice(2, 3), 100).items[0]?.text).toBe("a.ts: Cart {add}");
});

test("what is worth more for its tokens comes first, and what does not fit makes room for what does", () => {
  const pieces = [
    piece("signature", "long", "one two three four five six seven eight nine ten", { value: 5 }),
    piece("signature", "short", "eleven", { value: 4 }),
    piece("signature", "worthless", "twelve", { value: 0.1 }),
  ];
  const shown = (budget: number): string[] => choice(pieces, budget).items.map(({ about }) => about);
  expect(shown(5)).toEqual(["short", "worthless"]);
  expect(shown(40)).toEqual(["short", "long", "worthless"]);
  expect(choice(pieces, 5).leftOut).toBe(1);
});

test("any pieces and any budget: within it, each piece once, and the same from any order", () => {
  const pieces = fc.array(
    fc.record({
      kind: fc.constantFrom(...contextKinds),
      about: fc.constantFrom("a.ts", "b.ts", "c.ts"),
      text: fc.stringMatching(/^[a-z]{1,12}(?: [a-z]{1,8}){0,6}$/),
      value: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 120 }), (all, budget) => {
      const made = all.map((one, order) => piece(one.kind, one.about, one.text, { value: one.value, order }));
      const { items, tokens } = choice(made, budget);
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(tokens).toBe(estimateTokens(textOfItems(items)));
      expect(new Set(items.map(({ kind, about }) => `${kind} ${about}`)).size).toBe(items.length);
      expect(choice([...made].reverse(), budget).items).toEqual(items);
      expect(
        choice(
          made,
          budget,
          items.map(({ id }) => id),
        ).items,
      ).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
