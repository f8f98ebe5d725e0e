// Results come in the order of the items, no more are under way than asked for, and a failure ends it.

import { expect, test } from "vitest";
import { pooled, Slots } from "./pooled.ts";

test("results keep the order of their items, whichever is ready first", async () => {
  const opened: (() => void)[] = [];
  const done = pooled([1, 2, 3], 3, (item) => new Promise((resolve) => opened.push(() => resolve(item * 10))));
  for (const open of opened.reverse()) open();
  expect(await done).toEqual([10, 20, 30]);
});

test("no more are under way at the same time than asked for", async () => {
  let now = 0;
  let most = 0;
  await pooled(Array.from({ length: 20 }), 4, async () => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
  });
  expect(most).toBe(4);
});

test("every one that is done lets one more begin, up to the most", async () => {
  const open: (() => void)[] = [];
  const done = pooled(Array.from({ length: 9 }), 1, () => new Promise<void>((resolve) => open.push(resolve)), 3);
  const underWay: number[] = [];
  while (open.length > 0) {
    underWay.push(open.length);
    open.shift()?.();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  await done;
  expect(underWay).toEqual([1, 2, 3, 3, 3, 3, 3, 2, 1]);
});

test("a failure is thrown, and nothing is begun after it", async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 2) throw new Error("no");
  };
  await expect(pooled([1, 2, 3, 4], 1, work)).rejects.toThrow("no");
  expect(begun).toEqual([1, 2]);
});

test("a failure is thrown only when nothing is under way any more", async () => {
  const over: string[] = [];
  let finish = (): void => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const done = pooled(["slow", "bad"], 2, async (item) => {
    if (item === "bad") throw new Error("no");
    await slow;
    over.push(item);
  }).catch((error: Error) => over.push(error.message));
  // An immediate throw would have been reported by now.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  finish();
  await done;
  expect(over).toEqual(["slow", "no"]);
});

test("so many run at a time, in the order they came", async () => {
  const slots = new Slots(2);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const all = Array.from({ length: 7 }, (_, at) =>
    slots.use(async () => {
      began.push(at);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return at;
    }),
  );
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([began, most]).toEqual([[0, 1, 2, 3, 4, 5, 6], 2]);
});

test("work that fails gives its slot back", async () => {
  const slots = new Slots(1);
  const failing = slots.use(() => Promise.reject(new Error("no")));
  const next = slots.use(async () => 1);
  await expect(failing).rejects.toThrow("no");
  expect([await next, await slots.use(async () => 2)]).toEqual([1, 2]);
});
