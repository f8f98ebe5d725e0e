import { expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.ts";
import { Lane } from "./lane.ts";

function open() {
  const clock = new FakeClock();
  const lane = new Lane(clock);
  const order: string[] = [];
  const enter = async (name: string, alone: boolean, ms = 1_000, signal?: AbortSignal) => {
    const leave = await (alone ? lane.enterAlone(ms, signal) : lane.enter(ms, signal));
    order.push(leave === undefined ? `${name} gave up` : name);
    return leave;
  };
  return { clock, lane, order, enter };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("many are inside together, and one alone only when they have left", async () => {
  const { order, enter } = open();
  const [first, second] = await Promise.all([enter("a", false), enter("b", false)]);
  const alone = enter("alone", true);
  const late = enter("late", false);
  first?.();
  await settled();
  expect(order).toEqual(["a", "b"]);
  second?.();
  (await alone)?.();
  (await late)?.();
  expect(order).toEqual(["a", "b", "alone", "late"]);
});

test("leaving twice admits no caller that must wait", async () => {
  const { order, enter } = open();
  const [first, second] = await Promise.all([enter("a", false), enter("b", false)]);
  const alone = enter("alone", true);
  first?.();
  first?.();
  await settled();
  expect(order).toEqual(["a", "b"]);
  second?.();
  (await alone)?.();
});

test("one whose time is up holds nothing, and those behind it go on", async () => {
  const { clock, order, enter } = open();
  const inside = await enter("a", false);
  const alone = enter("alone", true, 100);
  const late = enter("late", false);
  clock.advance(100);
  await Promise.all([alone, late]);
  expect(order.toSorted()).toEqual(["a", "alone gave up", "late"]);
  inside?.();
});

test("one that is cancelled while it waits holds nothing, and those behind it go on", async () => {
  const { order, enter } = open();
  const inside = await enter("a", false);
  const abort = new AbortController();
  const alone = enter("alone", true, 1_000, abort.signal);
  const late = enter("late", false);
  abort.abort();
  await expect(alone).rejects.toThrow("aborted");
  await late;
  expect(order).toEqual(["a", "late"]);
  inside?.();
});
