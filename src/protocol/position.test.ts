import { expect, test } from "vitest";

import { LineIndex } from "../model/line-index.ts";
import { fromLspPosition, fromLspRange, fromUtf16Range, parseEncoding, toLspPosition } from "./position.ts";

const marked = "first\nsec|ond";
const text = marked.replace("|", "");
const index = new LineIndex(text);
const place = index.placeOf(marked.indexOf("|"));

test("the first place is 1:1 here and 0:0 on the wire", () => {
  expect(toLspPosition(index, { line: 1, column: 1 }, "utf-16")).toEqual({ line: 0, character: 0 });
  expect(fromLspPosition(index, { line: 0, character: 0 }, "utf-16")).toEqual({ line: 1, column: 1 });
});

test("a place is one more than its wire position in line and column, with the text and without", () => {
  const wire = toLspPosition(index, place, "utf-16");
  expect(wire).toEqual({ line: place.line - 1, character: place.column - 1 });
  const range = { start: wire, end: wire };
  expect(fromLspRange(index, range, "utf-16")).toEqual({ start: place, end: place });
  expect(fromUtf16Range(range)).toEqual({ start: place, end: place });
});

test("a position before the first is the first", () => {
  const nowhere = { line: -1, character: -1 };
  const first = { line: 1, column: 1 };
  expect(fromUtf16Range({ start: nowhere, end: nowhere })).toEqual({ start: first, end: first });
  expect(fromLspPosition(index, nowhere, "utf-8")).toEqual(first);
});

test.each([
  ["utf-8", "utf-8"],
  ["utf-16", "utf-16"],
  ["utf-32", "utf-32"],
  ["UTF-8", "utf-16"],
  [undefined, "utf-16"],
  [null, "utf-16"],
  [8, "utf-16"],
])("%j is read as %s", (value, expected) => {
  expect(parseEncoding(value)).toBe(expected);
});
