// Ends waiting for work at a deadline or at a cancellation, whatever the work itself does.

import type { CancelSignal } from "./cancel.ts";
import { Cancelled, onCancel } from "./cancel.ts";
import type { Clock } from "./clock.ts";

/** The work continues; its outcome is ignored. */
export function bounded<T>(
  clock: Clock,
  ms: number,
  signal: CancelSignal | undefined,
  work: Promise<T>,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let stopListening: () => void = () => {};
    const timer = clock.after(ms, () => settle(() => reject(late())));
    const settle = (finish: () => void): void => {
      timer.cancel();
      stopListening();
      finish();
    };
    stopListening = onCancel(signal, () => settle(() => reject(new Cancelled(signal?.reason))));
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error as Error)),
    );
  });
}

/** Waits for the work, and says whether it was given up because it took too long. */
export async function isLate(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = new Error("late");
  try {
    await bounded(clock, ms, undefined, work, () => late);
    return false;
  } catch (error) {
    if (error !== late) throw error;
    return true;
  }
}
