// When a session was last used by a caller, and whether it is being used now.

import type { Clock } from "../std/clock.ts";

export class Usage {
  readonly #clock: Clock;
  #calls = 0;
  #last: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = clock.now();
  }

  /** On the monotonic clock; unrequested work does not count. */
  get last(): number {
    return this.#last;
  }

  get isOngoing(): boolean {
    return this.#calls > 0;
  }

  async during<T>(isSynthetic: boolean, work: () => Promise<T>): Promise<T> {
    this.#calls++;
    if (!isSynthetic) this.#last = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#calls--;
      if (!isSynthetic) this.#last = this.#clock.now();
    }
  }
}
