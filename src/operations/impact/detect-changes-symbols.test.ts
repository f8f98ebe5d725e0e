// Which symbols changed lines belong to, whatever the language: innermost, with their comments, and none by accident.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SymbolNode } from "../../model/code-facts.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { TouchedLines } from "../../workspace/git/git.ts";
import { touchedSymbols } from "./detect-changes.ts";
import type { DeclaredSymbol } from "./outline.ts";

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

test.each(["  const local = 1;", "  if (gone) {", "  return gone(1);", "// function gone", "  for (const a of b) {"])(
  "%s is none",
  (removed) => {
    expect(touchedSymbols(all, index, [lines(4, 3, [removed])]).gone).toEqual([]);
  },
);

describe("a symbol is gone though another of its name is left", () => {
  const old = {
    typescript: [
      "export class Cart {",
      "  total(): number {",
      "    return 1;",
      "  }",
      "}",
      "",
      "export function total(): number {",
      "  return 2;",
      "}",
    ],
    go: ["func (a A) String() string {", '\treturn ""', "}", "func (b *B) String() string {", '\treturn ""', "}"],
    python: ["class Cart:", "    def total(self):", "        return 1", "", "def total():", "    return 2"],
    rust: [
      "impl Shown for Cart {",
      "    fn show(&self) {",
      "    }",
      "}",
      "impl Shown for Shelf {",
      "    fn show(&self) {",
      "    }",
      "}",
    ],
    java: ["class Cart {", "    int total(int a) {", "    }", "    int total(String a) {", "    }", "}"],
  };

  /** Without some lines, counted from 1; what is left is declared as `left` says. */
  function without(before: readonly string[], first: number, last: number, left: readonly DeclaredSymbol[]): string[] {
    const after = before.filter((_, at) => at + 1 < first || at + 1 > last);
    const removed = before.slice(first - 1, last);
    const touched = { first, last: first - 1, isNew: false, oldStart: first, removed };
    const { gone } = touchedSymbols(left, new LineIndex(after.join("\n")), [touched]);
    return gone.map(({ name, line }) => `${line} ${name}`);
  }

  const named = (leaf: string, line: number): DeclaredSymbol => {
    const at = { line, column: 1 };
    const span = { start: at, end: { line: line + 1, column: 1 } };
    return {
      node: { name: leaf, kind: "function", span, nameSpan: { start: at, end: at }, children: [] },
      name: leaf,
      leaf,
      parent: undefined,
    };
  };

  test.each([
    ["a function beside a method", old.typescript, 7, 9, [named("total", 2)], ["7 total"]],
    ["a method beside a function", old.typescript, 2, 4, [named("total", 4)], ["2 Cart.total"]],
    ["a method of another receiver", old.go, 4, 6, [named("String", 1)], ["4 B.String"]],
    ["a method beside a function, by indentation", old.python, 2, 3, [named("total", 3)], ["2 Cart.total"]],
    ["a method of another block", old.rust, 5, 8, [named("show", 2)], ["6 Shelf.show"]],
    ["one of several of one name", old.java, 2, 3, [named("total", 2)], ["2 Cart.total"]],
    ["a body alone", old.typescript, 8, 8, [named("total", 2), named("total", 7)], []],
  ])("%s", (_, before, first, last, left, gone) => {
    expect(without(before, first, last, left)).toEqual(gone);
  });

  test.each([
    ["another signature", "  total(a: number): number {"],
    ["several lines", "  total(\n    a: number,\n  ): number {"],
  ])("but not one that is declared in another way: %s", (_, written) => {
    const after = old.typescript.with(1, written).join("\n");
    const last = 1 + written.split("\n").length;
    const touched = { first: 2, last, isNew: false, oldStart: 2, removed: ["  total(): number {"] };
    expect(touchedSymbols([named("total", 2)], new LineIndex(after), [touched]).gone).toEqual([]);
  });

  test("nor one that only serves inside of a function, or is called", () => {
    const after = new LineIndex("function outer() {\n  function inner(b) {\n  }\n}");
    const touched = { first: 2, last: 2, isNew: false, oldStart: 2, removed: ["  function inner(a) {"] };
    expect(touchedSymbols([named("outer", 1)], after, [touched]).gone).toEqual([]);
    const called = {
      ...touched,
      removed: ['  it("sums", () => {', "  list.forEach(function (one) {", "  run(async () => {", "  expect(total({"],
    };
    expect(touchedSymbols([named("outer", 1)], after, [called]).gone).toEqual([]);
  });

  test("one that moved into another is", () => {
    const after = new LineIndex("class Cart {\n  total() {\n  }\n}");
    const touched = { first: 2, last: 3, isNew: false, oldStart: 2, removed: ["}", "function total() {"] };
    expect(touchedSymbols([named("Cart", 1), named("total", 2)], after, [touched]).gone).toEqual([
      { name: "total", line: 3 },
    ]);
  });
});

test("the effort grows with the lines and the symbols, not with their product", () => {
  // Looks are counted, because a clock would tell of the machine.
  const effort = (count: number): number => {
    const long = new LineIndex("function f() {\n  a\n}\n\n".repeat(count));
    const many = Array.from({ length: count }, (_, at): DeclaredSymbol => {
      const start = { line: at * 4 + 1, column: 1 };
      const span = { start, end: { line: at * 4 + 3, column: 2 } };
      const name = `f${at}`;
      const node = { name, kind: "function", span, nameSpan: { start, end: start }, children: [] } as const;
      return { node, name, leaf: name, parent: undefined };
    });
    let looks = 0;
    const hunks = many.map((_, at) => ({
      ...lines(at * 4 + 2, at * 4 + 2, ["  b"]),
      get first() {
        looks++;
        return at * 4 + 2;
      },
    }));
    expect(touchedSymbols(many, long, hunks).symbols).toHaveLength(count);
    return looks;
  };
  expect(effort(2_000)).toBeLessThan(11 * effort(200));
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
      // A symbol without changed lines is not reported.
      for (const {
        symbol: { node },
      } of symbols) {
        expect(node.span.start.line - 2).toBeLessThanOrEqual(until);
        expect(node.span.end.line).toBeGreaterThanOrEqual(first);
      }
    }),
  );
});
