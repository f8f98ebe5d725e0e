import { expect, test } from "vitest";

import { FakeClock } from "../testing/fake-clock.ts";
import { RateGate } from "./rate-gate.ts";

test("so many pass per second, the rest is counted and told with the next", () => {
  const clock = new FakeClock();
  const gate = new RateGate(clock, 2);
  expect([gate.pass(), gate.pass(), gate.pass(), gate.pass()]).toEqual([0, 0, undefined, undefined]);
  clock.advance(999);
  expect(gate.pass()).toBeUndefined();
  clock.advance(1);
  expect([gate.pass(), gate.pass(), gate.pass()]).toEqual([3, 0, undefined]);
});
