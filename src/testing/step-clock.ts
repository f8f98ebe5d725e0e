// A fake clock that can go from timer to timer, so that a test need not know when things are due.

import type { Timer } from "../std/clock.ts";
import { FakeClock } from "./fake-clock.ts";

/** After so many timers a promise that has not settled never will: something goes round in circles. */
const timerLimit = 20_000;

export class StepClock extends FakeClock {
  readonly #due = new Set<{ readonly at: number }>();

  override after(ms: number, run: () => void): Timer {
    const due = { at: this.now() + Math.max(0, ms) };
    this.#due.add(due);
    const timer = super.after(ms, () => {
      this.#due.delete(due);
      run();
    });
    return {
      cancel: () => {
        this.#due.delete(due);
        timer.cancel();
      },
    };
  }

  /** Milliseconds until the next timer is due; undefined when there is none. */
  get nextDueIn(): number | undefined {
    if (this.#due.size === 0) return undefined;
    return Math.max(0, Math.min(...[...this.#due].map(({ at }) => at)) - this.now());
  }

  /** Lets time pass as it really would: everything that a timer sets off happens before the next one runs. */
  async pass(ms: number): Promise<void> {
    const until = this.now() + ms;
    await oneTurn();
    for (let timers = 0; ; timers++) {
      const next = this.nextDueIn;
      if (next === undefined || this.now() + next > until) break;
      if (timers === timerLimit) throw new Error(`timers go round in circles at ${this.now()}`);
      this.advance(next);
      await oneTurn();
    }
    this.advance(until - this.now());
    await oneTurn();
  }

  /** Lets time pass until the promise has settled, and no longer. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (let timers = 0; timers < timerLimit; timers++) {
      await oneTurn();
      if (isSettled) return promise;
      const next = this.nextDueIn;
      if (next === undefined) throw new Error("it never settles: no timer is left that could bring it about");
      this.advance(next);
    }
    throw new Error(`it has not settled after ${timerLimit} timers`);
  }
}

/** One turn of the event loop: in memory everything that needs no time has then happened. */
export function oneTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
