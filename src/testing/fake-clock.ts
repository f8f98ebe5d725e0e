// A clock that stands still until a test moves it.

import { bug } from "../std/bug.ts";
import type { Clock, Timer } from "../std/clock.ts";

interface Waiting {
  readonly at: number;
  readonly run: () => void;
}

/** More timers than this without time passing can only be one that arms itself again and again. */
const runsPerInstant = 100_000;

export class FakeClock implements Clock {
  /** What the wall clock shows beyond the monotonic one, in milliseconds. */
  wallOffset = Date.UTC(2026, 0, 1);
  #now = 0;
  /** In the order of creation, which is also the order of timers due at the same moment. */
  readonly #waiting = new Set<Waiting>();

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#now + this.wallOffset;
  }

  after(ms: number, run: () => void): Timer {
    const timer = { at: this.#now + Math.max(0, ms), run };
    this.#waiting.add(timer);
    return { cancel: () => void this.#waiting.delete(timer) };
  }

  get pendingTimers(): number {
    return this.#waiting.size;
  }

  /** Moves time on and runs every timer that falls due on the way, also those which other timers create. */
  advance(ms: number): void {
    const until = this.#now + ms;
    let runs = 0;
    for (let timer = this.#nextDue(until); timer !== undefined; timer = this.#nextDue(until)) {
      runs = timer.at > this.#now ? 0 : runs + 1;
      if (runs > runsPerInstant) bug("a timer arms itself again without time passing");
      this.#now = Math.max(this.#now, timer.at);
      this.#waiting.delete(timer);
      timer.run();
    }
    this.#now = until;
  }

  /** Sets the wall clock; no time passes. */
  jumpWall(ms: number): void {
    this.wallOffset += ms;
  }

  #nextDue(until: number): Waiting | undefined {
    let next: Waiting | undefined;
    for (const timer of this.#waiting) {
      if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }
}
