import { describe, expect, test } from "vitest";

import { encodings, positionStatements } from "../../test/support/properties/position.ts";
import { LineIndex } from "./line-index.ts";

test("lines are cut at \\n, \\r\\n and \\r and nowhere else, for all texts", () => {
  positionStatements.lines.assert();
});

test("every offset has one place and the place leads back to it, for all texts", () => {
  positionStatements.places.assert();
});

test("every offset has one position in utf-8, utf-16 and utf-32, for all texts", () => {
  positionStatements.units.assert();
});

test("a position outside the text is clamped, never an exception, for all positions", () => {
  positionStatements.total.assert();
});

describe("what a person can check by eye", () => {
  // Byte, code unit and code point of the mark in the one line of text.
  test.each([
    ["ascii", "ab|c", [2, 2, 2]],
    ["umlaut", "ü|", [2, 1, 1]],
    ["combining mark", "e\u0301|", [3, 2, 2]],
    ["han", "漢|字", [3, 1, 1]],
    ["emoji", "😀|!", [4, 2, 1]],
    ["family of three", "👩‍👩‍👧|", [18, 8, 5]],
    ["byte order mark", "\uFEFF|x", [3, 1, 1]],
    ["lone surrogate", "\uD83D|x", [3, 1, 1]],
  ])("%s", (_, marked, expected) => {
    const index = new LineIndex(marked.replace("|", ""));
    const offset = marked.indexOf("|");
    expect(encodings.map((encoding) => index.unitsOf(offset, encoding).character)).toEqual(expected);
    expect(
      encodings.map((encoding, at) => index.offsetOfUnits({ line: 0, character: expected[at] ?? 0 }, encoding)),
    ).toEqual([offset, offset, offset]);
  });

  test("places count from one, and a text without a final line end has its last line", () => {
    const index = new LineIndex("one\r\ntwo\rthree\nfour");
    expect([index.placeOf(0), index.placeOf(5), index.placeOf(19)]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 4, column: 5 },
    ]);
    expect(index.lineText(4)).toBe("four");
  });

  test("a text that ends in a line end has an empty last line", () => {
    const index = new LineIndex("one\n");
    expect([index.lineCount, index.lineText(2), index.offsetOf({ line: 2, column: 1 })]).toEqual([2, "", 4]);
  });

  test("a position inside a character means the character's beginning", () => {
    const index = new LineIndex("a😀b");
    expect([1, 2, 3, 4, 5].map((character) => index.offsetOfUnits({ line: 0, character }, "utf-8"))).toEqual([
      1, 1, 1, 1, 3,
    ]);
  });
});
