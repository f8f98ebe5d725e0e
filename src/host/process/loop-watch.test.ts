// A blocked event loop is noticed, with its cause.

import { expect, test } from "vitest";
import { FakeClock } from "../../testing/fake-clock.ts";
import { LoopWatch } from "./loop-watch.ts";

/** A clock whose timers fire late by as much as the work that blocked them took. */
class BlockableClock extends FakeClock {
  #ahead = 0;

  override now(): number {
    return super.now() + this.#ahead;
  }

  block(ms: number): void {
    this.#ahead += ms;
  }
}

function watch(): { clock: BlockableClock; loop: LoopWatch; reports: string[] } {
  const clock = new BlockableClock();
  const reports: string[] = [];
  const loop = new LoopWatch(clock);
  loop.start((ms, cause) => reports.push(`${ms} ${cause}`));
  return { clock, loop, reports };
}

test("F78 a turn that takes over 100 ms is reported with the section that took it [F78]", () => {
  const { clock, loop, reports } = watch();
  loop.section("parse", () => clock.block(250));
  clock.advance(50);
  expect(reports).toEqual(["250 parse"]);
});

test("F78 without a named section the cause is unknown, and short turns are not reported [F78]", () => {
  const { clock, loop, reports } = watch();
  clock.block(99);
  clock.advance(50);
  clock.block(300);
  clock.advance(50);
  loop.stop();
  clock.block(300);
  clock.advance(500);
  expect(reports).toEqual(["300 unknown"]);
});
