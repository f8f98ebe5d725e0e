import fc from "fast-check";
import { expect, test } from "vitest";

import { isTooDeep } from "./nesting.ts";

/** The depth of a JSON text, from its brackets. */
function naiveDepth(text: string): number {
  let depth = 0;
  let most = 0;
  for (const char of text.replace(/"(?:[^"\\]|\\.)*"/g, "")) {
    if (char === "[" || char === "{") most = Math.max(most, ++depth);
    if (char === "]" || char === "}") depth--;
  }
  return most;
}

test("a value is too deep exactly when its text is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, limit) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      expect(isTooDeep(parsed, limit)).toBe(naiveDepth(JSON.stringify(value)) > limit);
    }),
  );
});

test("a value of any depth is judged without an overflow", () => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
    ['[0,{"a":', "}]"],
  ]) {
    const text = `${open?.repeat(200_000)}1${close?.repeat(200_000)}`;
    expect(isTooDeep(JSON.parse(text), 512)).toBe(true);
  }
});
