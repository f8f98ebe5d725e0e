// What a reader gets to see: grouped, exact, harmless, and within its limit.

import { expect, test } from "vitest";
import { standingOf } from "../model/standing.ts";
import { fitting } from "./bound.ts";
import { inert, sourceLine } from "./inert.ts";
import { placesAsCounts, placesAsLines, placesWithSource } from "./place-list.ts";
import { standingText } from "./standing-text.ts";

const places = [
  { file: "src/b.ts", line: 10, column: 3, source: "  call(x);" },
  { file: "src/a.ts", line: 7, column: 1, source: "x;" },
  { file: "src/b.ts", line: 2, column: 5, source: "\tlet x = 1;" },
  { file: "src/b.ts", line: 2, column: 9, source: "\tlet x = 1;" },
];

test("places are grouped by file and ordered, in three lengths", () => {
  expect(placesWithSource(places)).toBe(
    "src/a.ts\n  7:1  x;\nsrc/b.ts\n  2:5  let x = 1;\n  2:9  let x = 1;\n  10:3  call(x);",
  );
  expect(placesAsLines(places)).toBe("src/a.ts: 7\nsrc/b.ts: 2 10");
  expect(placesAsCounts(places)).toBe("src/a.ts: 1\nsrc/b.ts: 3");
});

test.each([
  ["an escape sequence", "\u001b[31mred", "\\u{1b}[31mred"],
  ["a right-to-left override", "a\u202Eb", "a\\u{202e}b"],
  ["a zero-width space", "a\u200Bb", "a\\u{200b}b"],
  ["a byte order mark", "\uFEFFa", "\\u{feff}a"],
  ["a carriage return", "a\rb", "a\\u{d}b"],
  ["ordinary text of any script", "naïve 数 👍\tx\n", "naïve 数 👍\tx\n"],
])("%s is shown inert [S30]", (_, text, shown) => {
  expect(inert(text)).toBe(shown);
});

test("a source line is one line and not endless", () => {
  expect(sourceLine(`  ${"x".repeat(300)}`, 10)).toBe(`${"x".repeat(10)}…`);
});

test("the fullest rendering that fits is taken, and a shorter one says what it leaves out", () => {
  const renderings = [() => ({ text: "long text" }), () => ({ text: "short", leavesOut: "the rest" })];
  expect(fitting(renderings, 100)).toBe("long text");
  expect(fitting(renderings, 6)).toBe("short\n(the rest)");
  expect(fitting(renderings, 1)).toBe("short\n(the rest)");
});

test("a standing is one line with its reasons", () => {
  expect(standingText(standingOf([]))).toBe("Standing: complete");
  expect(standingText(standingOf([{ code: "indexing", detail: "gopls is loading" }]))).toBe(
    "Standing: partial — indexing (gopls is loading)",
  );
});
