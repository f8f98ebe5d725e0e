// Lets many in together or one alone, in the order they came.
//
// Invariant: strict order: a caller that comes after one that waits to be alone waits behind it.
// Invariant: one that gives up, because its time is over or it was cancelled, holds nothing and keeps no other caller waiting.

import type { CancelSignal } from "./cancel.ts";
import { Cancelled, onCancel } from "./cancel.ts";
import type { Clock } from "./clock.ts";

export type Leave = () => void;

interface Waiting {
  readonly alone: boolean;
  readonly admit: () => void;
}

export class Lane {
  readonly #clock: Clock;
  readonly #queue: Waiting[] = [];
  #inside = 0;
  #isAlone = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Together with other callers of `enter`; undefined when the time was up first. */
  enter(ms: number, signal?: CancelSignal): Promise<Leave | undefined> {
    return this.#admitted(false, ms, signal);
  }

  /** With no other caller inside; undefined when the time was up first. */
  enterAlone(ms: number, signal?: CancelSignal): Promise<Leave | undefined> {
    return this.#admitted(true, ms, signal);
  }

  /** A caller is inside and alone. */
  get isTaken(): boolean {
    return this.#isAlone;
  }

  // — below: private, in the order they are used —

  #admitted(alone: boolean, ms: number, signal: CancelSignal | undefined): Promise<Leave | undefined> {
    return new Promise((resolve, reject) => {
      let stopListening: () => void = () => {};
      const settle = (finish: () => void): void => {
        timer.cancel();
        stopListening();
        finish();
      };
      const waiting: Waiting = { alone, admit: () => settle(() => resolve(this.#leaving())) };
      const giveUp = (finish: () => void): void => {
        const place = this.#queue.indexOf(waiting);
        if (place < 0) return;
        this.#queue.splice(place, 1);
        settle(finish);
        this.#admit();
      };
      const timer = this.#clock.after(Math.max(0, ms), () => giveUp(() => resolve(undefined)));
      this.#queue.push(waiting);
      stopListening = onCancel(signal, () => giveUp(() => reject(new Cancelled(signal?.reason))));
      this.#admit();
    });
  }

  /** Admits callers from the head of the queue as long as there is room for the next. */
  #admit(): void {
    for (;;) {
      const next = this.#queue[0];
      if (next === undefined || this.#isAlone || (next.alone && this.#inside > 0)) return;
      this.#queue.shift();
      this.#inside++;
      this.#isAlone = next.alone;
      next.admit();
    }
  }

  /** Leaving twice is leaving once. */
  #leaving(): Leave {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#inside--;
      this.#isAlone = false;
      this.#admit();
    };
  }
}
