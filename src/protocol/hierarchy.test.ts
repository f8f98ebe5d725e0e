// Items of hierarchies as servers send them, well and badly formed.

import { expect, test } from "vitest";
import { normaliseCalls, normaliseHierarchyItems } from "./hierarchy.ts";
import { unreadableItems } from "./shapes.ts";

const range = (line: number): object => ({ start: { line, character: 0 }, end: { line, character: 3 } });
const item = { name: "f", kind: 12, uri: "file:///a", range: range(1), selectionRange: range(2), data: [1, { x: 2 }] };

test("an item is kept as it came, beside what is read from it", () => {
  const [read] = normaliseHierarchyItems([item]);
  expect(read).toMatchObject({ name: "f", kind: "function", uri: "file:///a", selectionRange: range(2) });
  expect(read?.verbatim).toBe(item);
});

test.each([
  ["null", null],
  ["no list", { items: [item] }],
  ["no uri", [{ ...item, uri: 3 }]],
  ["no range at all", [{ ...item, range: 1, selectionRange: undefined }]],
])("%s is no item", (_, result) => {
  expect(normaliseHierarchyItems(result)).toEqual([]);
});

test("one of the two ranges is enough, and an unreadable name is an empty one", () => {
  expect(normaliseHierarchyItems([{ ...item, name: null, selectionRange: null }])).toMatchObject([
    { name: "", selectionRange: range(1) },
  ]);
});

test("a call without readable places is a call all the same; one without its other end is counted as unreadable", () => {
  const calls = [{ from: item, fromRanges: [range(5), 7] }, { from: item }, { fromRanges: [range(5)] }, 3];
  expect(normaliseCalls(calls, "from").map(({ ranges }) => ranges)).toEqual([[range(5)], []]);
  expect(normaliseCalls([{ to: item, fromRanges: [] }], "to")).toHaveLength(1);
  expect(unreadableItems(calls)).toBe(2);
});
