// The real clocks.

import type { Clock } from "../std/clock.ts";

export const nodeClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, run) => {
    // Node fires timers beyond 2^31-1 ms at once; a wait that long is for ever.
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};
