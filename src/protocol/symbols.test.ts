import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { WireSymbol } from "./symbols.ts";
import { normaliseDocumentSymbols, normaliseWorkspaceSymbols, symbolKind } from "./symbols.ts";

const range = (start: number, end: number): object => ({
  start: { line: start, character: 0 },
  end: { line: end, character: 0 },
});

/** `name` from line `start` to line `end`, in the flat shape. */
function flat(name: string, start: number, end: number, containerName?: string): object {
  return { name, kind: 12, containerName, location: { uri: "file:///a.ts", range: range(start, end) } };
}

/** The tree as text: `A(b c(d))`. */
function shape(nodes: readonly WireSymbol[]): string {
  return nodes.map(({ name, children }) => (children.length === 0 ? name : `${name}(${shape(children)})`)).join(" ");
}

function count(nodes: readonly WireSymbol[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);
}

describe("the tree shape", () => {
  test("is taken as it is, fields that are not ours left out [AGL-349]", () => {
    const inner = { name: "b", kind: 6, detail: "(x)", range: range(2, 4), selectionRange: range(2, 2), children: [] };
    const outer = {
      name: "A",
      kind: 5,
      detail: "",
      range: range(1, 9),
      selectionRange: range(1, 1),
      tags: [1],
      children: [inner, null, 7],
    };
    expect(normaliseDocumentSymbols([outer])).toEqual([
      {
        name: "A",
        kind: "class",
        range: range(1, 9),
        selectionRange: range(1, 1),
        children: [
          { name: "b", kind: "method", detail: "(x)", range: range(2, 4), selectionRange: range(2, 2), children: [] },
        ],
      },
    ]);
  });

  test("may lack one of its two ranges", () => {
    const [node] = normaliseDocumentSymbols([{ name: "a", kind: 12, selectionRange: range(3, 3) }]);
    expect([node?.range, node?.selectionRange]).toEqual([range(3, 3), range(3, 3)]);
  });
});

test("`selectionRange` in the first element decides which shape it is [AGL-349]", () => {
  const tree = { name: "a", kind: 12, range: range(1, 2), selectionRange: range(1, 1) };
  expect(shape(normaliseDocumentSymbols([tree, flat("b", 3, 4)]))).toBe("a");
  expect(shape(normaliseDocumentSymbols([flat("b", 3, 4), tree]))).toBe("b");
  expect(shape(normaliseDocumentSymbols([null, tree]))).toBe("a");
});

test.each([null, undefined, {}, "x", 7, [], [null, 7]])("%j holds no symbols", (result) => {
  expect(normaliseDocumentSymbols(result)).toEqual([]);
  expect(normaliseWorkspaceSymbols(result)).toEqual([]);
});

describe("the flat shape", () => {
  test.each([
    ["no containers", [flat("a", 1, 2), flat("b", 3, 4)], "a b"],
    ["a container before its member", [flat("A", 1, 9), flat("b", 2, 3, "A")], "A(b)"],
    ["a container after its member", [flat("b", 2, 3, "A"), flat("A", 1, 9)], "A(b)"],
    ["two levels", [flat("A", 1, 9), flat("b", 2, 5, "A"), flat("c", 3, 4, "b")], "A(b(c))"],
    ["a container that is not listed", [flat("a", 1, 2, "module.py"), flat("b", 3, 4)], "a b"],
    ["an empty container, which is none", [flat("", 1, 2), flat("b", 3, 4, "")], " b"],
    ["a container whose range does not hold the member", [flat("A", 1, 1), flat("b", 2, 3, "A")], "A(b)"],
  ])("with %s [AGL-350]", (_, symbols, expected) => {
    expect(shape(normaliseDocumentSymbols(symbols))).toBe(expected);
  });

  test("members of equal containers find their own, by where they are [AGL-350]", () => {
    const symbols = [
      flat("A", 1, 9),
      flat("one", 2, 3, "A"),
      flat("A", 10, 19),
      flat("two", 11, 12, "A"),
      flat("three", 4, 5, "A"),
    ];
    expect(shape(normaliseDocumentSymbols(symbols))).toBe("A(one three) A(two)");
    expect(shape(normaliseDocumentSymbols([...symbols].reverse()))).toBe("A(two) A(three one)");
  });

  test("of nested containers with one name the innermost holds the member [AGL-350]", () => {
    const symbols = [flat("A", 1, 20), flat("A", 2, 10, "A"), flat("m", 3, 4, "A"), flat("n", 12, 13, "A")];
    expect(shape(normaliseDocumentSymbols(symbols))).toBe("A(A(m) n)");
  });

  test("a constructor with the name of its class is no class [AGL-350]", () => {
    const symbols = [flat("Cart", 1, 9), flat("Cart", 2, 3, "Cart"), flat("total", 4, 5, "Cart")];
    expect(shape(normaliseDocumentSymbols(symbols))).toBe("Cart(Cart total)");
  });

  test("of containers that are only named the last declared before the member holds it, in any order of the list", () => {
    const symbols = [flat("A", 1, 1), flat("A", 5, 5), flat("A", 9, 9), flat("m", 6, 7, "A")];
    const holder = (nodes: readonly WireSymbol[]): unknown => nodes.find(({ children }) => children.length > 0)?.range;
    expect(holder(normaliseDocumentSymbols(symbols))).toEqual(range(5, 5));
    expect(holder(normaliseDocumentSymbols([...symbols].reverse()))).toEqual(range(5, 5));
  });

  test.each([
    ["itself", [flat("a", 1, 2, "a")], 1],
    ["each other", [flat("a", 1, 2, "b"), flat("b", 1, 2, "a")], 2],
    ["in a ring", [flat("a", 1, 2, "c"), flat("b", 1, 2, "a"), flat("c", 1, 2, "b")], 3],
  ])("symbols that name %s as container end in a tree", (_, symbols, expected) => {
    expect(count(normaliseDocumentSymbols(symbols))).toBe(expected);
  });

  test("no symbol is lost or doubled, whatever the containers", () => {
    const name = fc.constantFrom("a", "b", "c", "");
    const symbol = fc
      .tuple(name, fc.nat(9), fc.nat(9), fc.option(name, { nil: undefined }))
      .map(([own, start, length, container]) => flat(own, start, start + length, container));
    fc.assert(fc.property(fc.array(symbol), (symbols) => count(normaliseDocumentSymbols(symbols)) === symbols.length));
  });

  test("a chain without end becomes no bottomless tree, in either order", () => {
    const chain = Array.from({ length: 5_000 }, (_, n) => flat(`n${n}`, 1, 2, `n${n - 1}`));
    const depth = (nodes: readonly WireSymbol[]): number =>
      nodes.reduce((most, { children }) => Math.max(most, 1 + depth(children)), 0);
    for (const symbols of [chain, [...chain].reverse()]) {
      const tree = normaliseDocumentSymbols(symbols);
      expect(count(tree)).toBe(5_000);
      expect(depth(tree)).toBeLessThanOrEqual(512);
    }
  });
});

describe("workspace symbols", () => {
  const found = { name: "A", kind: 5, containerName: "pkg", location: { uri: "file:///a.ts", range: range(1, 2) } };

  test("of the old shape have a range, of the new one only if it was sent", () => {
    const fresh = { name: "B", kind: 12, containerName: "", location: { uri: "file:///b.ts" }, data: 7 };
    expect(normaliseWorkspaceSymbols([found, fresh])).toEqual([
      { name: "A", kind: "class", container: "pkg", uri: "file:///a.ts", range: range(1, 2) },
      { name: "B", kind: "function", uri: "file:///b.ts" },
    ]);
  });

  test("without a place are left out, the others kept", () => {
    expect(normaliseWorkspaceSymbols([{ name: "x", kind: 5 }, null, { location: {} }, found])).toHaveLength(1);
  });
});

test("kinds are named, and unknown ones are variables", () => {
  expect([1, 5, 26, 0, 27, -1, 1.5, "5", null].map(symbolKind)).toEqual([
    "file",
    "class",
    "type parameter",
    "variable",
    "variable",
    "variable",
    "variable",
    "variable",
    "variable",
  ]);
});

test("names of odd types become texts", () => {
  const names = [null, ["a", "b"], 7, "x"].map((name) => ({
    name,
    kind: 12,
    range: range(1, 1),
    selectionRange: range(1, 1),
  }));
  expect(normaliseDocumentSymbols(names).map(({ name }) => name)).toEqual(["", "a.b", "", "x"]);
});
