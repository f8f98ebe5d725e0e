import { expect, test } from "vitest";
import { agreeing, counted, firstNames, oneLine } from "./words.ts";

test.each([
  [0, "file", "0 files"],
  [1, "file", "1 file"],
  [2, "possible use", "2 possible uses"],
  [2, "dependency", "2 dependencies"],
  [2, "key", "2 keys"],
  [3, "class", "3 classes"],
  [1, "more reason", "1 more reason"],
])("%d and %s are %s", (count, noun, expected) => {
  expect(counted(count, noun)).toBe(expected);
});

test("a verb agrees with its number", () => {
  expect([0, 1, 2].map((count) => agreeing(count, "was", "were"))).toEqual(["were", "was", "were"]);
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a, b"],
  [["a", "b", "c", "d"], "a, b and 2 more"],
])("of %j the first two are named", (names, expected) => {
  expect(firstNames(names, 2)).toBe(expected);
});

test("a message of several lines is told on one", () => {
  const said = 'renaming this method "Match" to "MatchReq"\nmux/route.go:234:6:\twould make it\r\n';
  expect(oneLine(said)).toBe('renaming this method "Match" to "MatchReq" mux/route.go:234:6: would make it');
});
