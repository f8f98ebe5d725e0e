// Selects the events of servers that an agent is notified of: the workspace is loaded, a server died, it runs again.
//
// Invariant: each start is notified once when it is ready, and no longer waited for after five minutes.

import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import { readyWatchMs } from "../limits.ts";

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
  /** Both by server and root: a server of the same name in another root is another one. */
  readonly #starting = new Map<string, Timer>();
  readonly #crashed = new Map<string, Server>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What the event means; undefined for all others. */
  take(event: BridgeEvent): ServerNotice | undefined {
    switch (event.type) {
      case "session.starting":
      case "session.connecting":
        this.#awaitReady(event);
        return undefined;
      case "session.ready":
        return this.#ready(event, event.ms);
      case "session.crashed":
        this.#awaitNoLonger(event);
        this.#crashed.set(keyOf(event), event);
        return { type: "process_health", status: "crashed" };
      case "session.gave_up":
        this.#awaitNoLonger(event);
        return { type: "process_health", status: "gave_up", message: `${event.server} stays down: ${event.why}` };
      case "root.closed":
        for (const [key, { root }] of [...this.#crashed]) if (root === event.root) this.#crashed.delete(key);
        return undefined;
      default:
        return undefined;
    }
  }

  close(): void {
    for (const timer of this.#starting.values()) timer.cancel();
    this.#starting.clear();
  }

  #ready(one: Server, ms: number): ServerNotice | undefined {
    const isAwaited = this.#starting.has(keyOf(one));
    this.#awaitNoLonger(one);
    if (this.#crashed.delete(keyOf(one))) {
      // Another of the same name may be down still, and it would be unclear which of them is meant.
      if ([...this.#crashed.values()].some(({ server }) => server === one.server)) return undefined;
      return { type: "process_health", status: "recovered", message: `${one.server} runs again.` };
    }
    if (!isAwaited) return undefined;
    return { type: "workspace_ready", message: `${one.server} has loaded the workspace, in ${ms} ms.` };
  }

  #awaitReady(one: Server): void {
    this.#awaitNoLonger(one);
    const forget = (): void => void this.#starting.delete(keyOf(one));
    this.#starting.set(keyOf(one), this.#clock.after(readyWatchMs, forget));
  }

  #awaitNoLonger(one: Server): void {
    this.#starting.get(keyOf(one))?.cancel();
    this.#starting.delete(keyOf(one));
  }
}

interface Server {
  readonly server: string;
  readonly root?: FilePath | undefined;
}

function keyOf({ server, root }: Server): string {
  return `${server}\n${root ?? ""}`;
}
