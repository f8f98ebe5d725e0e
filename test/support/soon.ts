// Waits for what another process does without a message: looks, and leaves the processor to it between two looks.

import { nodeClock } from "../../src/host/node/node-clock.ts";
import { isAlive } from "../../src/host/process/process-table.ts";
import { pause } from "../../src/std/pause.ts";

/** Short beside what a process needs to start or to end. */
const usualPauseMs = 10;
/** As many looks as take longer than a test may. */
const looks = 30_000;

/** Looks until it is so. A shorter pause is for what passes quickly. */
export async function soon(isSo: () => boolean | Promise<boolean>, pauseMs = usualPauseMs): Promise<void> {
  for (let look = 0; look < looks; look++) {
    if (await isSo()) return;
    await pause(nodeClock, pauseMs);
  }
  throw new Error("it did not come to be so");
}

/** True as soon as none of the processes lives: the kernel ends them in its own time. */
export async function gone(...pids: readonly number[]): Promise<boolean> {
  await soon(async () => !(await Promise.all(pids.map(isAlive))).includes(true));
  return true;
}
