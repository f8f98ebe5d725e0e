// Cuts long work on the disk into pieces, between which the event loop turns.

import type { Clock } from "../../std/clock.ts";
import { SLICE_MS } from "./limits.ts";

export class Pace {
  readonly #clock: Clock;
  #ends: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#ends = clock.now() + SLICE_MS;
  }

  get isPieceOver(): boolean {
    return this.#clock.now() >= this.#ends;
  }

  async nextPiece(): Promise<void> {
    await turn();
    this.#ends = this.#clock.now() + SLICE_MS;
  }
}

/** One turn of the event loop: timers run, and everything that has arrived is read. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
