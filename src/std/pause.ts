// A back-off that ends early when the caller gives up. Not for waiting until something has happened: see verdict.ts.

import type { CancelSignal } from "./cancel.ts";
import { Cancelled, onCancel } from "./cancel.ts";
import type { Clock } from "./clock.ts";

export function pause(clock: Clock, ms: number, signal?: CancelSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopListening: () => void = () => {};
    const timer = clock.after(ms, () => {
      stopListening();
      resolve();
    });
    stopListening = onCancel(signal, () => {
      timer.cancel();
      reject(new Cancelled(signal?.reason));
    });
  });
}
