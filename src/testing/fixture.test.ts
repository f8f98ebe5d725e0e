import { expect, test } from "vitest";

import { parseFixture } from "./fixture.ts";

test("files, points, ranges and the cursor come out with their places", () => {
  const fixture = parseFixture(
    [
      "what stands here is a comment",
      "-- src/cart.ts --",
      "export function «def|to«^»tal»(items) {}",
      "«end»-- src/view.py --",
      "-- src/view.py --",
      "x = «ref|total»(1) + «ref|total»(2)",
      "-- @text --",
      "two «places»",
      "",
    ].join("\n"),
  );
  expect([...fixture.files]).toEqual([
    ["src/cart.ts", "export function total(items) {}\n-- src/view.py --\n"],
    ["src/view.py", "x = total(1) + total(2)\n"],
  ]);
  expect(fixture.mark("def")).toEqual({
    name: "def",
    file: "src/cart.ts",
    span: { start: { line: 1, column: 17 }, end: { line: 1, column: 22 } },
    text: "total",
  });
  expect(fixture.cursor.span).toEqual({ start: { line: 1, column: 19 }, end: { line: 1, column: 19 } });
  expect(fixture.mark("end").span.start).toEqual({ line: 2, column: 1 });
  expect(fixture.marks("ref").map(({ span, text }) => [span.start.column, text])).toEqual([
    [5, "total"],
    [16, "total"],
  ]);
  expect(fixture.golden("text")).toBe("two «places»\n");
  expect(() => fixture.assertAllUsed()).not.toThrow();
});

test("columns count UTF-16 units, and marks of any depth do not count [AGL-201]", () => {
  const fixture = parseFixture("-- a --\né 𝒳 «outer|«inner|ж𝒴» «p»«deep|z»»");
  expect(fixture.files.get("a")).toBe("é 𝒳 ж𝒴 z");
  const columns = (name: string): number[] => {
    const { span } = fixture.mark(name);
    return [span.start.column, span.end.column];
  };
  expect(columns("outer")).toEqual([6, 11]);
  expect(columns("inner")).toEqual([6, 9]);
  expect(columns("p")).toEqual([10, 10]);
  expect(columns("deep")).toEqual([10, 11]);
});

test("a range may go over several lines and stay nested in another", () => {
  const fixture = parseFixture("-- a --\n«body|one\n«word|two»\nthree»\n");
  expect(fixture.mark("body").text).toBe("one\ntwo\nthree");
  expect(fixture.mark("body").span).toEqual({ start: { line: 1, column: 1 }, end: { line: 3, column: 6 } });
  expect(fixture.mark("word").span.start).toEqual({ line: 2, column: 1 });
});

test("a set comes in the order of the text, the outer before the inner", () => {
  const fixture = parseFixture("-- a --\n«x|a«x|b»» «x»");
  expect(fixture.marks("x").map(({ text }) => text)).toEqual(["ab", "b", ""]);
  expect(() => fixture.mark("x")).toThrow("«x» occurs 3 times");
  expect(() => fixture.mark("y")).toThrow("there is no mark «y»");
});

test("what was never looked at is named", () => {
  const fixture = parseFixture("-- a --\n«x|1» «y|2»\n-- @diff --\ntext\n");
  fixture.mark("x");
  expect(() => fixture.assertAllUsed()).toThrow("never used: «y» in a, @diff");
  fixture.marks("y");
  fixture.golden("diff");
  expect(() => fixture.assertAllUsed()).not.toThrow();
});

test.each([
  ["a » without its «", "-- a --\nx»"],
  ["never closed", "-- a --\n«x|text"],
  ["malformed", "-- a --\n«x y»"],
  ["malformed", "-- a --\n«»"],
  ["before the first file", "«x»\n-- a --\n"],
  ["occurs twice", "-- a --\n-- a --\n"],
])("a fixture that cannot be meant is refused: %s", (what, source) => {
  expect(() => parseFixture(source)).toThrow(what);
});
