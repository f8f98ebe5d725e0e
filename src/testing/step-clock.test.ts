import { expect, test } from "vitest";

import { StepClock } from "./step-clock.ts";

test("time passes from timer to timer, with everything in between", async () => {
  const clock = new StepClock();
  const seen: [string, number][] = [];
  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));
  const chain = async (): Promise<string> => {
    for (const name of ["first", "second", "third"]) {
      await wait(10);
      seen.push([name, clock.now()]);
    }
    return "done";
  };
  const running = chain();
  await clock.pass(25);
  expect([seen, clock.now()]).toEqual([
    [
      ["first", 10],
      ["second", 20],
    ],
    25,
  ]);
  expect(await clock.until(running)).toBe("done");
  expect(clock.now()).toBe(30);
  expect(clock.nextDueIn).toBeUndefined();
});

test("a promise that nothing can settle is told", async () => {
  await expect(new StepClock().until(new Promise(() => {}))).rejects.toThrow("never settles");
});

test("a timer that was cancelled is not waited for", async () => {
  const clock = new StepClock();
  clock.after(5, () => {}).cancel();
  expect(clock.nextDueIn).toBeUndefined();
  await clock.pass(7);
  expect(clock.now()).toBe(7);
});
