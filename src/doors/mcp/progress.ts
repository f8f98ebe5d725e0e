// Reports to the clients of waiting calls what they wait for: a server that starts, an index that grows.
//
// Invariant: the number grows with every notification of a call, and none is sent once the call has ended.

import { waitingText } from "../../engine/text/progress-text.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { Clock } from "../../std/clock.ts";

/** More frequent notifications are not read, and each costs the client work. */
const leastGapMs = 200;

export interface WaitingCall {
  notify(progress: number, message: string): void;
}

export class Progress {
  readonly #clock: Pick<Clock, "now">;
  readonly #waiting = new Map<WaitingCall, { sent: number; last: string; at: number }>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Returns how to end it. */
  begin(call: WaitingCall): () => void {
    this.#waiting.set(call, { sent: 0, last: "", at: Number.NEGATIVE_INFINITY });
    return () => void this.#waiting.delete(call);
  }

  take(event: BridgeEvent): void {
    if (this.#waiting.size === 0) return;
    const message = waitingText(event);
    if (message === undefined) return;
    const isOneOfMany = event.type === "progress" && event.stage === "report";
    const now = this.#clock.now();
    for (const [call, told] of this.#waiting) {
      if (message === told.last || (isOneOfMany && now - told.at < leastGapMs)) continue;
      told.sent++;
      told.last = message;
      told.at = now;
      call.notify(told.sent, message);
    }
  }
}
