// A moment after which a call must have ended, on the monotonic clock.

import type { Clock } from "./clock.ts";

export interface Deadline {
  readonly at: number;
  remaining(): number;
  readonly passed: boolean;
  /** The earlier of this deadline and `ms` from now. */
  within(ms: number): Deadline;
}

export function deadlineIn(clock: Clock, ms: number): Deadline {
  return deadlineAt(clock, clock.now() + ms);
}

function deadlineAt(clock: Clock, at: number): Deadline {
  return {
    at,
    remaining: () => Math.max(0, at - clock.now()),
    get passed() {
      return clock.now() >= at;
    },
    within: (ms) => deadlineAt(clock, Math.min(at, clock.now() + ms)),
  };
}
