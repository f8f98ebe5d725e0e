// The real clocks.

import type { Clock } from "../../std/clock.ts";

export const nodeClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, run) => {
    const due = performance.now() + ms;
    // Node counts in whole milliseconds of its own, so a timer may fire a fraction before its time by this clock;
    // a caller that then checked whether the time has passed would get "no", and never be woken again.
    const fire = (): void => {
      if (performance.now() >= due) run();
      else timer = start();
    };
    // Node fires timers beyond 2^31-1 ms at once; a wait that long is for ever.
    const start = (): NodeJS.Timeout => setTimeout(fire, Math.min(due - performance.now(), 2 ** 31 - 1)).unref();
    let timer = start();
    return { cancel: () => clearTimeout(timer) };
  },
};
