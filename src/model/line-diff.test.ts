// What the line diff promises for any two texts, and that one changed stretch leaves every other line where it was.

import fc from "fast-check";
import { expect, test } from "vitest";
import { lineMap, sameLines } from "./line-diff.ts";

/** Few different lines, so that they repeat as braces and blank lines do. */
const line = fc.constantFrom("", "}", "a", "b", "return;", "x = 1");
const lines = fc.array(line, { maxLength: 30 });
const fewerRepeats = fc.array(fc.oneof(line, fc.integer().map(String)), { maxLength: 30 });

test.each([
  ["repeating lines", lines],
  ["mostly different lines", fewerRepeats],
])("runs are equal, in order, and never overlap: %s", (_, texts) => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      let reached = { before: 0, after: 0 };
      for (const run of sameLines(before, after)) {
        expect(run.count).toBeGreaterThan(0);
        expect(run.before).toBeGreaterThanOrEqual(reached.before);
        expect(run.after).toBeGreaterThanOrEqual(reached.after);
        const own = before.slice(run.before, run.before + run.count);
        expect(own).toHaveLength(run.count);
        expect(own).toEqual(after.slice(run.after, run.after + run.count));
        reached = { before: run.before + run.count, after: run.after + run.count };
      }
    }),
  );
});

test("one stretch that was replaced, put in or taken out leaves all lines around it the same", () => {
  fc.assert(
    fc.property(lines, lines, lines, lines, (head, out, put, tail) => {
      const same = sameLines([...head, ...out, ...tail], [...head, ...put, ...tail]);
      const kept = same.reduce((sum, { count }) => sum + count, 0);
      expect(kept).toBeGreaterThanOrEqual(head.length + tail.length);
    }),
  );
});

test("two stretches far apart are two, where enough lines between them are like no other", () => {
  fc.assert(
    fc.property(lines, lines, lines, lines, (first, other, last, otherLast) => {
      const between = Array.from({ length: 8 }, (_, index) => `only here ${index}`);
      const before = [...first, ...between, ...last];
      const after = [...other, ...between, ...otherLast];
      const map = lineMap(before.join("\n"), after.join("\n"));
      expect(map.lineAfter(first.length + 1)).toBe(other.length + 1);
    }),
  );
});

test("every line is either the same or in a changed stretch, and both texts number the stretches alike", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const map = lineMap(before.join("\n"), after.join("\n"));
      for (let at = 1; at <= before.length; at++) {
        expect(map.lineAfter(at) === undefined).toBe(map.stretchBefore(at) !== undefined);
        const now = map.lineAfter(at);
        expect(now === undefined ? undefined : map.stretchAfter(now)).toBeUndefined();
      }
    }),
  );
  const map = lineMap("a\nold\nb\nc", "a\nnew\nnewer\nb\nc\nend");
  expect([map.stretchBefore(2), map.stretchAfter(2), map.stretchAfter(3), map.stretchAfter(6)]).toEqual([1, 1, 1, 2]);
  expect(map.lineAfter(4)).toBe(5);
});

test("texts of many lines are compared at once", () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `line ${index % 5_000}`);
  const after = before.flatMap((text, index) => (index % 100 === 0 ? [text, `new ${index}`] : [text]));
  expect(sameLines(before, after).reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
});
