// Which symbols changed lines belong to, whatever the language: innermost, with their comments, and none by accident.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { SymbolNode } from "../model/code-facts.ts";
import { LineIndex } from "../model/line-index.ts";
import type { TouchedLines } from "../workspace/git.ts";
import { touchedSymbols } from "./detect-changes-symbols.ts";
import type { DeclaredSymbol } from "./impact-outline.ts";

const text = `use x

// What it is.
#[attribute]
class Cart {
  // How many.
  put() {
    a
    b
  }

  size() { c }
  inline { d() { } }
}
loose
function last() {
  e
}`;
const index = new LineIndex(text);

function lineOf(start: string): number {
  return text.split("\n").findIndex((line) => line.trim().startsWith(start)) + 1;
}

function symbol(name: string, from: string, to: number, parent?: DeclaredSymbol): DeclaredSymbol {
  const line = lineOf(from);
  const at = { line, column: 1 };
  const end = { line: to, column: 99 };
  const node: SymbolNode = {
    name,
    kind: "function",
    span: { start: at, end },
    nameSpan: { start: at, end: at },
    children: [],
  };
  return { node, name, leaf: name, parent };
}

const cart = symbol("Cart", "class", lineOf("loose") - 1);
const put = symbol("put", "put", lineOf("size") - 2, cart);
const size = symbol("size", "size", lineOf("size"), cart);
const inline = symbol("inline", "inline", lineOf("inline"), cart);
const inner = symbol("d", "inline", lineOf("inline"), inline);
const last = symbol("last", "function", lineOf("e") + 1);
const all = [cart, put, size, inline, inner, last];

function lines(first: number, until = first, removed: readonly string[] = []): TouchedLines {
  return { first, last: until, isNew: removed.length === 0, oldStart: first, removed };
}

function told(...touched: readonly TouchedLines[]): string[] {
  return touchedSymbols(all, index, touched).symbols.map(({ symbol: { name }, change }) => `${name} ${change}`);
}

test.each([
  ["a line of a method", lines(lineOf("a"), lineOf("a"), ["x"]), ["put modified"]],
  ["the comment of a method", lines(lineOf("// How")), ["put modified"]],
  ["the comment of a class", lines(lineOf("// What")), ["Cart modified"]],
  ["an attribute", lines(lineOf("#[")), ["Cart modified"]],
  ["the head of a class", lines(lineOf("class")), ["Cart modified"]],
  ["a method and the next", lines(lineOf("b"), lineOf("size")), ["put modified", "size added"]],
  ["two of one line", lines(lineOf("inline"), lineOf("inline"), ["x"]), ["inline added", "d added"]],
  ["what stands in none", lines(lineOf("loose")), []],
  ["lines that are gone in a method", lines(lineOf("b"), lineOf("b") - 1, ["gone"]), ["put modified"]],
  ["lines that are gone between methods", lines(lineOf("size"), lineOf("size") - 1, ["gone"]), ["Cart modified"]],
  ["lines that are gone between symbols", lines(lineOf("loose"), lineOf("loose") - 1, ["gone"]), []],
  ["all of a symbol", lines(lineOf("function"), lineOf("function") + 2), ["last added"]],
  [
    "all of a symbol that was declared in another way",
    lines(lineOf("size"), lineOf("size"), ["int size();"]),
    ["size modified"],
  ],
  [
    "all of a symbol that was there",
    lines(lineOf("function"), lineOf("function") + 2, ["function last() {"]),
    ["last modified"],
  ],
])("%s", (_, touched, expected) => {
  expect(told(touched)).toEqual(expected);
});

test("a new file is new in all it declares", () => {
  const { symbols } = touchedSymbols(all, index, "all");
  expect(symbols.map(({ change }) => change)).toEqual(all.map(() => "added"));
});

test("lines outside of declarations are told, empty ones are not", () => {
  expect(touchedSymbols(all, index, [lines(lineOf("loose"))]).hasOthers).toBe(true);
  expect(touchedSymbols(all, index, [lines(lineOf("b"), lineOf("size"))]).hasOthers).toBe(false);
});

test.each([
  ["export async function gone<T>() {", "gone"],
  ["def gone(self):", "gone"],
  ["    async def gone(self):", "gone"],
  ["pub(crate) fn gone() {}", "gone"],
  ["func (c *Cart) Gone(a int) {", "Gone"],
  ["class Gone:", "Gone"],
  ["export const gone = 1;", "gone"],
  ["  private readonly gone(): void {", "gone"],
  ["  public int gone(int a) {", "gone"],
  ["type Gone struct {", "Gone"],
])("%s is a symbol that is gone", (removed, name) => {
  const { gone } = touchedSymbols(all, index, [{ ...lines(4, 3, ["", removed]), oldStart: 10 }]);
  expect(gone).toEqual([{ name, line: 11 }]);
});

test.each([
  "  const local = 1;",
  "  if (gone) {",
  "  return gone(1);",
  "// function gone",
  "def last():",
  "  for (const a of b) {",
])("%s is none", (removed) => {
  expect(touchedSymbols(all, index, [lines(4, 3, [removed])]).gone).toEqual([]);
});

test("every changed line that holds something belongs to a symbol, or is told to stand in none", () => {
  const count = text.split("\n").length;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: count }), fc.integer({ min: 0, max: 6 }), (first, more) => {
      const until = Math.min(count, first + more);
      const { symbols, hasOthers } = touchedSymbols(all, index, [lines(first, until, ["x"])]);
      const isBlank = text
        .split("\n")
        .slice(first - 1, until)
        .every((line) => line.trim() === "");
      expect(symbols.length > 0 || hasOthers || isBlank).toBe(true);
      // Nobody is told of whom no line changed.
      for (const {
        symbol: { node },
      } of symbols) {
        expect(node.span.start.line - 2).toBeLessThanOrEqual(until);
        expect(node.span.end.line).toBeGreaterThanOrEqual(first);
      }
    }),
  );
});
