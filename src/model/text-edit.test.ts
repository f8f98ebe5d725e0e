import { expect, test } from "vitest";

import { positionStatements } from "../../test/support/properties/position.ts";
import { Refusal } from "./refusal.ts";
import type { OffsetEdit } from "./text-edit.ts";
import { applyEdits, inverseEdits } from "./text-edit.ts";

const edit = (start: number, end: number, newText: string): OffsetEdit => ({ start, end, newText });

test("edits in utf-8, utf-16 and utf-32 change exactly the bytes they name, and can be undone [F25]", () => {
  positionStatements.edited.assert();
});

test("edits refer to the original text, in whatever order they are listed [F24]", () => {
  expect(applyEdits("abcdef", [edit(4, 5, "E"), edit(0, 1, "AAA"), edit(2, 2, "-")])).toBe("AAAb-cdEf");
});

test("inserts at one position take effect in the order of the list [F24]", () => {
  expect(applyEdits("ab", [edit(1, 1, "1"), edit(1, 1, "2"), edit(0, 0, "0"), edit(1, 1, "3")])).toBe("0a123b");
});

test("inserts come before a replacement that begins at the same place, also when listed after it [F24]", () => {
  expect(applyEdits("abc", [edit(1, 2, "B"), edit(1, 1, "x"), edit(1, 1, "y")])).toBe("axyBc");
});

test("edits may touch without overlapping", () => {
  expect(applyEdits("abcd", [edit(0, 2, "X"), edit(2, 2, "-"), edit(2, 4, "Y")])).toBe("X-Y");
});

test.each([
  ["two replacements share a character", [edit(0, 2, "x"), edit(1, 3, "y")]],
  ["the same range twice", [edit(1, 2, "x"), edit(1, 2, "x")]],
  ["an insert inside a replacement", [edit(1, 1, "x"), edit(0, 2, "y")]],
  ["one inside another", [edit(0, 4, "x"), edit(2, 3, "y")]],
])("overlapping edits are refused as a whole: %s [F23]", (_, edits) => {
  for (const order of [edits, [...edits].reverse()]) {
    expect(() => applyEdits("abcd", order)).toThrow(Refusal);
    expect(() => inverseEdits("abcd", order)).toThrow(expect.objectContaining({ code: "conflicting_edit" }));
  }
});

test.each([
  ["before the text", edit(-1, 0, "x")],
  ["after the text", edit(3, 5, "x")],
  ["backwards", edit(2, 1, "x")],
  ["nowhere", edit(Number.NaN, Number.NaN, "x")],
])("an edit that lies %s is refused", (_, odd) => {
  expect(() => applyEdits("abcd", [odd])).toThrow(expect.objectContaining({ code: "conflicting_edit" }));
});

test("no edit, no change", () => {
  expect(applyEdits("a\r\nb", [])).toBe("a\r\nb");
  expect(inverseEdits("a\r\nb", [])).toEqual([]);
});
