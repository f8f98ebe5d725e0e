import { expect, test } from "vitest";

import { comparePlaces, contains, place } from "./place.ts";

test("places are ordered by line, then by column", () => {
  const sorted = [place(1, 1), place(1, 9), place(2, 1), place(10, 1)];
  expect([...sorted].reverse().sort(comparePlaces)).toEqual(sorted);
  expect(comparePlaces(place(3, 4), place(3, 4))).toBe(0);
});

test("a span contains its two ends and what lies between", () => {
  const span = { start: place(2, 3), end: place(4, 2) };
  expect([place(2, 2), place(2, 3), place(3, 99), place(4, 2), place(4, 3)].map((at) => contains(span, at))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
