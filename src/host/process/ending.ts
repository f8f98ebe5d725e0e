// How our process ends: in order, or by force when that takes too long.
//
// Why not `process.exit` in the end: it waits for the threads of Node's pool, and one that hangs on a dead disk never comes.

import { ownGuard } from "./guard.ts";

/** An orderly end asks servers to shut down, to exit and to terminate, which takes up to 3 s, and sweeps what is left. */
export const endingMs = 8_000;

/** Every ending begins with this. The first one counts. */
export function beginEnding(ms: number = endingMs): void {
  if (isEnding) return;
  isEnding = true;
  // The guard ends us also where our event loop stands still; without a guard the timer does.
  ownGuard.endWithin(ms);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), ms).unref();
}

/** From now on a standing event loop is ended; only for a process that is ours alone. */
export function watchLoop(): void {
  ownGuard.watchLoop();
}

let isEnding = false;
