import fc from "fast-check";
import { expect, test } from "vitest";

import { GrowingBytes } from "./growing-bytes.ts";

test("it holds what was appended, in order", () => {
  const piece = fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.nat(400), fc.nat(400));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = new GrowingBytes();
      const expected: number[] = [];
      for (const [source, a, b] of pieces) {
        const from = Math.min(a, b, source.length);
        const to = Math.min(Math.max(a, b), source.length);
        bytes.append(source, from, to);
        expected.push(...source.subarray(from, to));
      }
      expect([...bytes.view()]).toEqual(expected);
      const count = Math.floor(expected.length / 2);
      expect([...bytes.takeFirst(count)]).toEqual(expected.slice(0, count));
      expect([...bytes.take()]).toEqual(expected.slice(count));
      expect([bytes.length, bytes.capacity]).toEqual([0, 0]);
    }),
  );
});

test("byte by byte it moves what it holds only a constant number of times", () => {
  for (const expected of [undefined, 1_000_000]) {
    const bytes = new GrowingBytes();
    const one = Uint8Array.of(7);
    let moved = 0;
    for (let n = 0; n < 1_000_000; n++) {
      const before = bytes.capacity;
      bytes.append(one, 0, 1, expected);
      if (bytes.capacity !== before) moved += n;
    }
    expect(bytes.length).toBe(1_000_000);
    expect(moved).toBeLessThan(2 * 1_000_000);
  }
});

test("an announced length costs nothing until the bytes come, and is never exceeded", () => {
  const bytes = new GrowingBytes();
  const announced = 256 * 1024 * 1024;
  bytes.append(new Uint8Array(10), 0, 10, announced);
  expect(bytes.capacity).toBeLessThanOrEqual(256);
  bytes.append(new Uint8Array(64 * 1024), 0, 64 * 1024, announced);
  expect(bytes.capacity).toBeLessThanOrEqual(17 * 64 * 1024);
  const small = new GrowingBytes();
  small.append(new Uint8Array(900), 0, 900, 1_000);
  expect(small.capacity).toBe(1_000);
});
