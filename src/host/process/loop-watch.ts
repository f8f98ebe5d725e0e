// Notices when our own event loop was blocked, and says by what.

import type { Clock, Timer } from "../../std/clock.ts";

const beatMs = 50;
const blockedMs = 100;

export class LoopWatch {
  readonly #clock: Clock;
  #report: (ms: number, cause: string) => void = () => {};
  #timer: Timer | undefined;
  #longest: { readonly name: string; readonly ms: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(report: (ms: number, cause: string) => void): void {
    this.#report = report;
    if (this.#timer === undefined) this.#beat();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Runs synchronous work under a name, so that a blocked turn can be attributed. */
  section<T>(name: string, work: () => T): T {
    const began = this.#clock.now();
    try {
      return work();
    } finally {
      const ms = this.#clock.now() - began;
      if (ms > (this.#longest?.ms ?? 0)) this.#longest = { name, ms };
    }
  }

  #beat(): void {
    const due = this.#clock.now() + beatMs;
    this.#timer = this.#clock.after(beatMs, () => {
      const late = this.#clock.now() - due;
      if (late > blockedMs)
        this.#report(
          Math.round(late),
          this.#longest !== undefined && this.#longest.ms > blockedMs / 2 ? this.#longest.name : "unknown",
        );
      this.#longest = undefined;
      this.#beat();
    });
  }
}
