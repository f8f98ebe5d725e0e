import { expect, test } from "vitest";

import { FakeClock } from "../testing/fake-clock.ts";
import { deadlineIn } from "./deadline.ts";

test("a deadline counts down to nothing and stays passed", () => {
  const clock = new FakeClock();
  clock.advance(500);
  const deadline = deadlineIn(clock, 1_000);
  expect([deadline.at, deadline.remaining(), deadline.passed]).toEqual([1_500, 1_000, false]);
  clock.advance(999);
  expect([deadline.remaining(), deadline.passed]).toEqual([1, false]);
  clock.advance(1);
  expect([deadline.remaining(), deadline.passed]).toEqual([0, true]);
  clock.advance(1_000);
  expect([deadline.remaining(), deadline.passed]).toEqual([0, true]);
});

test("a narrower deadline never reaches beyond the wider one", () => {
  const clock = new FakeClock();
  const whole = deadlineIn(clock, 1_000);
  expect(whole.within(300).at).toBe(300);
  clock.advance(900);
  expect(whole.within(300).at).toBe(1_000);
  expect(whole.within(50).within(300).at).toBe(950);
});

test("setting the wall clock moves no deadline", () => {
  const clock = new FakeClock();
  const deadline = deadlineIn(clock, 1_000);
  for (const day of [86_400_000, -172_800_000]) clock.jumpWall(day);
  expect([deadline.remaining(), deadline.passed]).toEqual([1_000, false]);
});
