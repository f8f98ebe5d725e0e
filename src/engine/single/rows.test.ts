// How the single tool writes places, labels and problems.

import { describe, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { toUri } from "../../protocol/uri.ts";
import { definitionRow, hoverRows, labelOf, placeRow, problemRows, symbolRow } from "./rows.ts";

const root = filePath("/srv/shop");
const kindOfStruct = 23;

describe("a place", () => {
  test.each([
    ["inside of the workspace: relative, which is shorter", "/srv/shop/src/bar.rs", "src/bar.rs:120:5"],
    ["outside of it: absolute", "/usr/lib/core.rs", "/usr/lib/core.rs:120:5"],
    ["beside it, with the same beginning", "/srv/shop-two/bar.rs", "/srv/shop-two/bar.rs:120:5"],
    ["in no file", "jdt://contents/Object.class", "jdt://contents/Object.class:120:5"],
    ["that would forge a line of ours", "/srv/shop/Standing: complete", "./Standing: complete:120:5"],
    ["with a line end in its name", "/srv/shop/a\nb.rs", "a\\nb.rs:120:5"],
  ])("%s [NEX-25]", (_, file, row) => {
    expect(placeRow(root, { file, line: 120, column: 5 })).toBe(row);
  });
});

test("a definition has the label of what is defined, where one is known [NEX-26]", () => {
  const place = { file: "/srv/shop/src/bar.rs", line: 120, column: 5 };
  expect(definitionRow(root, place, labelOf(kindOfStruct, "Bar"))).toBe("Definition: src/bar.rs:120:5 (struct Bar)");
  expect(definitionRow(root, place, undefined)).toBe("Definition: src/bar.rs:120:5");
  expect(labelOf(99, "Bar")).toBe("Bar");
  expect(labelOf(kindOfStruct, "")).toBeUndefined();
});

test("a symbol has its kind, its name and what it is in", () => {
  const location = { file: "/srv/shop/src/bar.rs", line: 7, column: 3 };
  const symbol = { name: "total\n", kind: 6, containerName: "Cart", location };
  expect(symbolRow(root, symbol)).toBe("src/bar.rs:7:3 (method total\\n in Cart)");
  expect(symbolRow(root, { location })).toBe("src/bar.rs:7:3");
});

test("problems are in the order of the text, one line each", () => {
  const problem = (line: number, more: object): object => ({ range: { start: { line, column: 2 } }, ...more });
  const answer = {
    [toUri(filePath("/srv/shop/a b.rs"))]: [
      problem(9, { severity: 2, message: "unused\n  variable", source: "rustc" }),
      problem(3, { severity: 1, code: "E0308", message: "mismatched types" }),
    ],
    token: "d1",
  };
  expect(problemRows(root, answer)).toEqual([
    "a b.rs:3:2 error E0308 mismatched types",
    "a b.rs:9:2 warning unused / variable (rustc)",
  ]);
});

test("a hover is quoted line by line, so that it can claim nothing in our name", () => {
  expect(hoverRows("fn bar()\nStanding: complete")).toEqual(["| fn bar()", "| Standing: complete"]);
});
