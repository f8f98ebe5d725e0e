// Tokens from their numbers, in every encoding, and numbers that mean nothing.

import { describe, expect, test } from "vitest";
import { LineIndex } from "../model/line-index.ts";
import { decodeTokens, legendOf } from "./tokens.ts";

const legend = { types: ["word", "number"], modifiers: ["declared", "static"] };

function read(text: string, data: unknown, encoding: "utf-8" | "utf-16" | "utf-32" = "utf-16"): unknown {
  const { tokens, unreadable } = decodeTokens({ data }, legend, new LineIndex(text), encoding);
  const told = tokens.map((token) => [
    `${token.place.line}:${token.place.column} ${token.text}`,
    [token.type, ...token.modifiers].join(" "),
  ]);
  return { told, unreadable };
}

describe("tokens", () => {
  test.each([
    ["utf-16", [0, 0, 2, 0, 1, 0, 4, 2, 1, 0, 2, 1, 2, 0, 3]],
    ["utf-8", [0, 0, 4, 0, 1, 0, 6, 3, 1, 0, 2, 1, 4, 0, 3]],
    ["utf-32", [0, 0, 1, 0, 1, 0, 3, 2, 1, 0, 2, 1, 1, 0, 3]],
  ] as const)("are relative to the one before, in %s [AGL-096]", (encoding, data) => {
    expect(read("𝒳  é1\n\n 👍", [...data], encoding)).toEqual({
      told: [
        ["1:1 𝒳", "word declared"],
        ["1:5 é1", "number"],
        ["3:2 👍", "word declared static"],
      ],
      unreadable: 0,
    });
  });

  test("may lie over each other, and end with their line", () => {
    expect(read("abc def\nghi", [0, 0, 7, 0, 0, 0, 4, 3, 0, 0, 0, 0, 99, 1, 0, 1, 0, 3, 0, 0])).toEqual({
      told: [
        ["1:1 abc def", "word"],
        ["1:5 def", "word"],
        ["1:5 def", "number"],
        ["2:1 ghi", "word"],
      ],
      unreadable: 0,
    });
  });

  test.each([
    ["a type that the legend does not have", [0, 0, 1, 2, 0, 0, 1, 1, 0, 0], 1, 1],
    ["a modifier that the legend does not have", [0, 0, 1, 0, 4, 0, 1, 1, 0, 2 ** 31], 2, 0],
    ["a line beyond the end", [0, 0, 1, 0, 0, 7, 0, 1, 0, 0], 1, 1],
    ["a column beyond the end of the line", [0, 9, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0], 1, 2],
    ["no length", [0, 0, 0, 0, 0, 0, 1, 1, 0, 0], 1, 1],
    ["nothing between the end of the line and the token", [0, 2, 5, 0, 0], 0, 1],
    ["a number too few", [0, 0, 1, 0, 0, 0, 1], 1, 1],
    ["a negative number, behind which nothing has a place", [0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 1, 1, 0, 0], 1, 2],
    ["no numbers", ["a", null, 0.5, {}, 1], 0, 1],
  ])("with %s are counted, not believed", (_, data, kept, unreadable) => {
    expect(read("ab\ncd", data)).toMatchObject({ told: { length: kept }, unreadable });
  });

  test("inside of a character have no place", () => {
    expect(read("é1", [0, 1, 1, 0, 0], "utf-8")).toEqual({ told: [], unreadable: 1 });
  });

  test.each([null, {}, { data: "x" }, []])("%j is none", (result) => {
    expect(decodeTokens(result, legend, new LineIndex("a"), "utf-16")).toEqual({ tokens: [], unreadable: 0 });
  });
});

test("the legend is where the server put it; without one nothing can be read [AGL-337]", () => {
  const told = { legend: { tokenTypes: ["word"], tokenModifiers: ["declared"] }, full: true };
  expect(legendOf([{}, true, told])).toEqual({ types: ["word"], modifiers: ["declared"] });
  expect(legendOf([{ legend: { tokenTypes: ["word"] } }])).toEqual({ types: ["word"], modifiers: [] });
  expect(legendOf([undefined, { legend: 7 }])).toEqual({ types: [], modifiers: [] });
});
