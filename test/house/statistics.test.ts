import fc from "fast-check";
import { expect, test } from "vitest";

import { differences, median, medianInterval, quantile, randomFrom } from "../../bench/shared/stats.ts";

test("quantiles lie between the nearest ranks", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(quantile([10, 20, 30, 40, 50], 0)).toBe(10);
  expect(quantile([10, 20, 30, 40, 50], 1)).toBe(50);
  expect(quantile([10, 20], 0.99)).toBeCloseTo(19.9);
  expect(median([])).toBeNaN();
});

test("an outlier moves the last quantile and not the median", () => {
  const calm = Array.from({ length: 99 }, (_, index) => index);
  expect(median([...calm, 1e9])).toBeLessThan(51);
  expect(quantile([...calm, 1e9], 1)).toBe(1e9);
});

test("pairs are kept together", () => {
  expect(differences([3, 5], [1, 1])).toEqual([2, 4]);
  expect(() => differences([1], [])).toThrow(RangeError);
});

test("the interval holds the median, lies inside the samples, and comes out the same again", () => {
  const samples = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(samples, (values) => {
      const { low, high } = medianInterval(values);
      expect(low).toBeLessThanOrEqual(median(values));
      expect(high).toBeGreaterThanOrEqual(median(values));
      expect(low).toBeGreaterThanOrEqual(Math.min(...values));
      expect(high).toBeLessThanOrEqual(Math.max(...values));
      expect(medianInterval(values)).toEqual({ low, high });
    }),
    { numRuns: 40 },
  );
});

test("the interval narrows with more samples", () => {
  const random = randomFrom(7);
  const many = Array.from({ length: 2_000 }, () => random());
  const width = (values: readonly number[]): number => {
    const { low, high } = medianInterval(values);
    return high - low;
  };
  expect(width(many)).toBeLessThan(width(many.slice(0, 50)));
});
