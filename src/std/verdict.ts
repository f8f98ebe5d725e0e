// Waiting for a condition ends in a verdict, never in a sleep.

import type { CancelSignal } from "./cancel.ts";
import { Cancelled, onCancel } from "./cancel.ts";
import type { Clock } from "./clock.ts";

/**
 * `met`: the condition holds. `unmet`: it did not hold before the time was up.
 * `unmeetable`: it can no longer come to hold (the server died), so waiting on would be pointless.
 */
export type Verdict =
  | { readonly kind: "met" }
  | { readonly kind: "unmet"; readonly why: string }
  | { readonly kind: "unmeetable"; readonly why: string };

export const met: Verdict = { kind: "met" };

/** A level-triggered condition: waiters wake together, and one that comes late to a decided condition wakes at once. */
export class Condition {
  readonly #clock: Clock;
  readonly #judge: () => Verdict;
  readonly #waiters = new Set<(verdict: Verdict) => void>();

  /** `judge` says how things stand now; `unmet` means "go on waiting". */
  constructor(clock: Clock, judge: () => Verdict) {
    this.#clock = clock;
    this.#judge = judge;
  }

  /** To be called whenever something the judgement depends on has changed. */
  reconsider(): void {
    if (this.#waiters.size === 0) return;
    const verdict = this.#judge();
    if (verdict.kind === "unmet") return;
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake(verdict);
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  wait(ms: number, signal?: CancelSignal): Promise<Verdict> {
    const now = this.#judge();
    if (now.kind !== "unmet") return Promise.resolve(now);
    if (ms <= 0) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        this.#waiters.delete(wake);
        timer.cancel();
        stopListening();
        finish();
      };
      const wake = (verdict: Verdict): void => settle(() => resolve(verdict));
      const timer = this.#clock.after(ms, () => settle(() => resolve(this.#judge())));
      let stopListening: () => void = () => {};
      this.#waiters.add(wake);
      stopListening = onCancel(signal, () => settle(() => reject(new Cancelled(signal?.reason))));
    });
  }
}
