// Where a text stops being JSON: the same verdict as the runtime's, with a place.

import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each([
  ["", 1, 1, "expected a value, found the end"],
  ["{", 1, 2, "expected a name in double quotes, found the end"],
  ['{\n  "a": 1,\n  b: 2\n}', 3, 3, 'expected a name in double quotes, found "b"'],
  ['{\n  "a": 1,\n}', 3, 1, 'expected a name in double quotes, found "}"'],
  ['{"a" 1}', 1, 6, 'expected ":", found "1"'],
  ['{"a": [1 2]}', 1, 10, 'expected "," or "]", found "2"'],
  ['{"a": // no\n1}', 1, 7, 'expected a value, found "/"'],
  ["{} x", 1, 4, 'expected nothing more, found "x"'],
])("%j is wrong at line %i, column %i", (text, line, column, what) => {
  expect(jsonFault(text)).toEqual({ line, column, what });
});

test("what the runtime can read has no fault, also when it is spread over lines or deep", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2, "\t"), (text, indent) => {
      expect(jsonFault(JSON.stringify(JSON.parse(text), null, indent))).toBeUndefined();
    }),
  );
  const deep = 20_000;
  expect(jsonFault("[".repeat(deep) + "]".repeat(deep))).toBeUndefined();
});

test("what the runtime cannot read has one, and the other way round", () => {
  const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom("", "x", ",", "}", '"', "\n")).map(([text, at, add]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + add + text.slice(place + (at % 2));
  });
  fc.assert(
    fc.property(cut, (text) => {
      expect(jsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A syntax error is the answer.
    return false;
  }
}
