// The few statistics the measurements need: quantiles, differences of pairs, and how far a median can be trusted.
//
// Invariant: nothing is left out; an outlier is a sample like any other.

/** Linear between the two nearest ranks; `q` from 0 to 1. */
export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** `a[i] - b[i]`; both were taken in the same round. */
export function differences(a: readonly number[], b: readonly number[]): number[] {
  if (a.length !== b.length) throw new RangeError(`${a.length} samples cannot be paired with ${b.length}`);
  return a.map((value, index) => value - (b[index] ?? Number.NaN));
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const resamples = 500;

/** A 95 % bootstrap interval of the median; the same samples always give the same interval. */
export function medianInterval(samples: readonly number[], seed = 1): Interval {
  const random = randomFrom(seed);
  const medians = Array.from({ length: resamples }, () =>
    median(samples.map(() => samples[Math.floor(random() * samples.length)] ?? Number.NaN)),
  );
  return { low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

/** A small generator (mulberry32), so that a report can be made again from its samples. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
