import { expect, test } from "vitest";

import { FakeClock } from "../testing/fake-clock.ts";
import { isCancellation } from "./cancel.ts";
import { pause } from "./pause.ts";

test("a pause lasts as long as it says", async () => {
  const clock = new FakeClock();
  let over = false;
  const pausing = pause(clock, 100).then(() => {
    over = true;
  });
  clock.advance(99);
  await Promise.resolve();
  expect(over).toBe(false);
  clock.advance(1);
  await pausing;
  expect(over).toBe(true);
});

test("a pause ends when the caller gives up, before or during it", async () => {
  const clock = new FakeClock();
  const abort = new AbortController();
  const pausing = pause(clock, 100, abort.signal);
  abort.abort();
  await expect(pausing).rejects.toSatisfy(isCancellation);
  await expect(pause(clock, 100, abort.signal)).rejects.toSatisfy(isCancellation);
  expect(clock.pendingTimers).toBe(0);
});
