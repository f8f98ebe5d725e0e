import { expect, test } from "vitest";

import { nodeClock } from "./node-clock.ts";

test("a timer never fires before its time by the same clock", async () => {
  const early: number[] = [];
  await Promise.all(
    Array.from({ length: 2_000 }, (_, step) => {
      const ms = 1 + (step % 40) / 3;
      const due = nodeClock.now() + ms;
      return new Promise<void>((resolve) => {
        nodeClock.after(ms, () => {
          if (nodeClock.now() < due) early.push(due - nodeClock.now());
          resolve();
        });
      });
    }),
  );
  expect(early).toEqual([]);
});

test("a timer that was cancelled does not fire", async () => {
  let fired = 0;
  const timer = nodeClock.after(1, () => void fired++);
  timer.cancel();
  await new Promise<void>((resolve) => void nodeClock.after(5, resolve));
  expect(fired).toBe(0);
});
