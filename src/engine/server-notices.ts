// Which events of servers an agent should hear of by itself: that the workspace is loaded, that a server died, that it runs again.
//
// Invariant: each start is told of once when it is ready, and no longer waited for after five minutes.

import type { BridgeEvent } from "../model/event.ts";
import type { Clock, Timer } from "../std/clock.ts";
import { readyWatchMs } from "./limits.ts";

export type ServerNotice =
  | { readonly type: "workspace_ready"; readonly message: string }
  | {
      readonly type: "process_health";
      readonly status: "crashed" | "recovered" | "gave_up";
      /** Not where the event says more by itself. */
      readonly message?: string;
    };

export class ServerNotices {
  readonly #clock: Clock;
  /** Whether one of that name is down, in whichever root. */
  readonly #isDown: (server: string) => boolean;
  readonly #starting = new Map<string, Timer>();
  readonly #crashed = new Set<string>();

  constructor(clock: Clock, isDown: (server: string) => boolean) {
    this.#clock = clock;
    this.#isDown = isDown;
  }

  /** What the event means; undefined for all others. */
  take(event: BridgeEvent): ServerNotice | undefined {
    switch (event.type) {
      case "session.starting":
        this.#awaitReady(event.server);
        return undefined;
      case "session.ready":
        return this.#ready(event.server, event.ms);
      case "session.crashed":
        this.#awaitNoLonger(event.server);
        this.#crashed.add(event.server);
        return { type: "process_health", status: "crashed" };
      case "session.gave_up":
        this.#awaitNoLonger(event.server);
        return { type: "process_health", status: "gave_up", message: `${event.server} stays down: ${event.why}` };
      default:
        return undefined;
    }
  }

  close(): void {
    for (const timer of this.#starting.values()) timer.cancel();
    this.#starting.clear();
  }

  #ready(server: string, ms: number): ServerNotice | undefined {
    const isAwaited = this.#starting.has(server);
    this.#awaitNoLonger(server);
    if (this.#crashed.has(server)) {
      // Another of the same name may be down still.
      if (this.#isDown(server)) return undefined;
      this.#crashed.delete(server);
      return { type: "process_health", status: "recovered", message: `${server} runs again.` };
    }
    if (!isAwaited) return undefined;
    return { type: "workspace_ready", message: `${server} has loaded the workspace, in ${ms} ms.` };
  }

  #awaitReady(server: string): void {
    this.#awaitNoLonger(server);
    const forget = (): void => void this.#starting.delete(server);
    this.#starting.set(server, this.#clock.after(readyWatchMs, forget));
  }

  #awaitNoLonger(server: string): void {
    this.#starting.get(server)?.cancel();
    this.#starting.delete(server);
  }
}
