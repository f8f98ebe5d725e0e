import { expect, test } from "vitest";

import { FakeClock } from "./fake-clock.ts";

test("timers run in order of time, equal ones in order of creation, each at its own moment", () => {
  const clock = new FakeClock();
  const seen: [string, number][] = [];
  const note = (name: string) => () => void seen.push([name, clock.now()]);
  clock.after(20, note("late"));
  clock.after(10, note("first of two"));
  clock.after(10, note("second of two"));
  clock.after(31, note("not yet"));
  clock.advance(30);
  expect(seen).toEqual([
    ["first of two", 10],
    ["second of two", 10],
    ["late", 20],
  ]);
  expect(clock.now()).toBe(30);
  expect(clock.pendingTimers).toBe(1);
});

test("a timer which a timer creates runs in the same advance when it falls due", () => {
  const clock = new FakeClock();
  const seen: number[] = [];
  clock.after(10, () => {
    clock.after(5, () => seen.push(clock.now()));
    clock.after(50, () => seen.push(clock.now()));
  });
  clock.advance(20);
  expect(seen).toEqual([15]);
});

test("a cancelled timer does not run, even when an earlier one cancels it at the same moment", () => {
  const clock = new FakeClock();
  let ran = false;
  clock.after(10, () => later.cancel());
  const later = clock.after(10, () => {
    ran = true;
  });
  clock.advance(10);
  expect(ran).toBe(false);
  expect(clock.pendingTimers).toBe(0);
});

test("the wall clock moves with time and jumps on its own", () => {
  const clock = new FakeClock();
  const before = clock.wall();
  clock.advance(1_000);
  expect(clock.wall()).toBe(before + 1_000);
  clock.jumpWall(-86_400_000);
  expect(clock.wall()).toBe(before + 1_000 - 86_400_000);
  expect(clock.now()).toBe(1_000);
});

test("a timer that arms itself for ever without time passing is a defect, not a hang", () => {
  const clock = new FakeClock();
  const again = (): void => void clock.after(0, again);
  again();
  expect(() => clock.advance(1)).toThrow("arms itself");
});
