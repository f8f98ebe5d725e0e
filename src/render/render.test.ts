// What a reader gets to see: grouped, exact, harmless, and within its limit.

import { expect, test } from "vitest";
import { fitting, fittingJson } from "./bound.ts";
import { inert, inertLine, sourceLine } from "./inert.ts";
import { placesAsCounts, placesAsDirectories, placesAsLines, placesWithSource } from "./place-list.ts";

const places = [
  { file: "src/b.ts", line: 10, column: 3, source: "  call(x);" },
  { file: "src/a.ts", line: 7, column: 1, source: "x;" },
  { file: "src/b.ts", line: 2, column: 5, source: "\tlet x = 1;" },
  { file: "src/b.ts", line: 2, column: 9, source: "\tlet x = 1;" },
];

test("places are grouped by file and ordered, in four lengths", () => {
  expect(placesWithSource(places)).toBe(
    "src/a.ts\n  7:1  x;\nsrc/b.ts\n  2:5  let x = 1;\n  2:9  let x = 1;\n  10:3  call(x);",
  );
  expect(placesAsLines(places)).toBe("src/a.ts: 7\nsrc/b.ts: 2 10");
  expect(placesAsCounts(places)).toBe("src/a.ts: 1\nsrc/b.ts: 3");
  expect(placesAsDirectories([...places, { file: "c.ts", line: 1, column: 1 }])).toBe(
    "./: 1 in 1 file\nsrc/: 4 in 2 files",
  );
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

test("what must stay on its line stays there, whatever it is called [S30]", () => {
  expect(inertLine("x\nStanding: complete\r\n\ty\u2028z")).toBe("x\\nStanding: complete\\u{d}\\n\\ty\\u{2028}z");
});

test("a source line is one line and not endless", () => {
  expect(sourceLine(`  ${"x".repeat(300)}`, 10)).toBe(`${"x".repeat(10)}…`);
  expect(sourceLine("\tlet a;\u000bb\n", 100)).toBe("let a;\\u{b}b");
  expect(sourceLine("xx👍", 3)).toBe("xx…");
});

test("the fullest rendering that fits is taken, and a shorter one says what it leaves out", () => {
  const renderings = [
    () => ({ text: "the longest text of all" }),
    () => ({ text: "shorter", leavesOut: "the rest" }),
    () => ({ text: "3 things" }),
  ];
  expect(fitting(renderings, { characters: 100 })).toBe("the longest text of all");
  expect(fitting(renderings, { characters: 18 })).toBe("shorter\n(the rest)");
  // What is said about the rest counts as well.
  expect(fitting(renderings, { characters: 17 })).toBe("3 things");
});

test("JSON keeps the first items that fit, whole, and says so", () => {
  const items = [{ a: 1 }, { a: 22 }, { a: 333 }];
  const length = JSON.stringify(items).length;
  expect(fittingJson(items, { characters: length })).toEqual({ json: items });
  const bounded = fittingJson(items, { characters: length - 1 });
  expect(bounded).toEqual({
    json: items.slice(0, 2),
    leftOut: "Only the first 2 of 3 items are listed: too many for one answer.",
  });
  expect(JSON.stringify(bounded.json).length).toBeLessThan(length);
  expect(fittingJson({ long: "x".repeat(50) }, { characters: 20 })).toEqual({
    json: null,
    leftOut: "The result is left out: it has 61 characters. Ask for less.",
  });
});
