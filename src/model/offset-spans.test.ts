import { expect, test } from "vitest";

import { spanAround, withinSpans } from "./offset-spans.ts";

test.each([
  [-1, undefined],
  [0, [0, 2]],
  [1, [0, 2]],
  [2, undefined],
  [5, [5, 9]],
  [8, [5, 9]],
  [9, [9, 10]],
  [10, undefined],
])("around %i is %j", (offset, span) => {
  const spans = [
    [9, 10],
    [5, 7],
    [0, 2],
    [6, 9],
  ] as const;
  expect(spanAround(spans)(offset)).toEqual(span);
  expect(withinSpans(spans)(offset)).toBe(span !== undefined);
});

test("nothing is around where there are no spans", () => {
  expect(spanAround([])(0)).toBeUndefined();
});
