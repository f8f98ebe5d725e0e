import { expect, test } from "vitest";

import { isRange, normaliseLocations } from "./locations.ts";

const range = (line: number): object => ({ start: { line, character: 0 }, end: { line, character: 9 } });
const location = { uri: "file:///a.ts", range: range(1) };
const link = { targetUri: "file:///b.ts", targetRange: range(2), targetSelectionRange: range(3) };

test.each([
  ["null", null, []],
  ["nothing", undefined, []],
  ["one location", location, [location]],
  ["a list of locations", [location, location], [location, location]],
  ["an empty list", [], []],
  ["one link, as its name", link, [{ uri: "file:///b.ts", range: range(3) }]],
  ["a list of links", [link], [{ uri: "file:///b.ts", range: range(3) }]],
  [
    "a link without the range of its name",
    { ...link, targetSelectionRange: undefined },
    [{ uri: "file:///b.ts", range: range(2) }],
  ],
  ["a mixture", [link, location], [{ uri: "file:///b.ts", range: range(3) }, location]],
  ["a mixture with rubbish", [null, 7, "x", [], {}, { uri: 7 }, { uri: "file:///a.ts" }, location], [location]],
  ["fields that are not ours", { ...location, originSelectionRange: range(9), extra: 1 }, [location]],
])("%s becomes a list of locations", (_, result, expected) => {
  expect(normaliseLocations(result)).toEqual(expected);
});

test.each([
  [range(1), true],
  [{}, false],
  [{ start: range(1), end: range(1) }, false],
  [null, false],
  [{ start: { line: "1", character: 0 }, end: { line: 1, character: 0 } }, false],
])("a range is one only with two positions: %j", (value, expected) => {
  expect(isRange(value)).toBe(expected);
});
