import fc from "fast-check";
import { expect, test } from "vitest";

import { heldBytes } from "../../test/support/memory.ts";
import { Tail } from "./tail.ts";

test("it keeps exactly the last bytes, whatever the chunks", () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 40 });
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 60 }), (pieces, capacity, limit) => {
      const tail = new Tail(capacity);
      for (const piece of pieces) tail.push(piece);
      const all = pieces.flatMap((piece) => [...piece]);
      expect([...tail.bytes()]).toEqual(all.slice(-capacity));
      const kept = all.slice(-capacity);
      expect([...tail.bytes(limit)]).toEqual(limit === 0 ? [] : kept.slice(-limit));
      expect(tail.total).toBe(all.length);
    }),
  );
});

test("looking changes nothing, and what was handed out stays as it was", () => {
  const tail = new Tail(4);
  tail.push(Uint8Array.of(1, 2, 3));
  const seen = tail.bytes();
  tail.push(Uint8Array.of(4, 5));
  expect([...seen]).toEqual([1, 2, 3]);
  expect([...tail.bytes()]).toEqual([2, 3, 4, 5]);
});

test("a chunk may be overwritten once it was pushed", () => {
  const tail = new Tail(4);
  const chunk = Uint8Array.of(1, 2);
  tail.push(chunk);
  chunk.fill(9);
  expect([...tail.bytes()]).toEqual([1, 2]);
});

test("a gigabyte passes through 64 KiB, and no more than twice that is ever held", () => {
  const capacity = 64 * 1024;
  const tail = new Tail(capacity);
  const block = new Uint8Array(256 * 1024);
  const before = heldBytes();
  let most = 0;
  for (let round = 0; round < 4096; round++) {
    block.fill(round & 255);
    tail.push(block);
    if (round % 1000 === 0) most = Math.max(most, heldBytes() - before);
  }
  expect(tail.total).toBe(2 ** 30);
  expect(tail.bytes()).toEqual(new Uint8Array(capacity).fill(255));
  expect(most).toBeGreaterThanOrEqual(capacity);
  expect(most).toBeLessThan(2 * capacity);
});

test("small pieces hold no more than large ones", () => {
  const capacity = 64 * 1024;
  const tail = new Tail(capacity);
  const before = heldBytes();
  for (let round = 0; round < 20_000; round++) tail.push(Uint8Array.of(1, 2, 3, 4, 5, 6, 7));
  expect(heldBytes() - before).toBeLessThan(2 * capacity);
});
