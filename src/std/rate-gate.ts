// Lets so many through per second and counts the rest, so that a flood costs a bounded amount.

import type { Clock } from "./clock.ts";

export class RateGate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  #windowStart = Number.NEGATIVE_INFINITY;
  #passed = 0;
  #held = 0;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** The number held back since the last one let through, or undefined when this one is held back too. */
  pass(): number | undefined {
    const now = this.#clock.now();
    if (now - this.#windowStart >= 1_000) {
      this.#windowStart = now;
      this.#passed = 0;
    }
    if (this.#passed >= this.#perSecond) {
      this.#held++;
      return undefined;
    }
    this.#passed++;
    const held = this.#held;
    this.#held = 0;
    return held;
  }
}
