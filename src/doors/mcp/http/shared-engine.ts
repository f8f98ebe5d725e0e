// One engine for all clients of a process: each sees it as its own, and gets the events of its own calls only.

import type { Engine } from "../../../engine/engine.ts";
import { closingTimeoutMs } from "../../../engine/limits.ts";
import type { BridgeEvent } from "../../../model/event.ts";
import { bounded } from "../../../std/bounded.ts";
import type { Clock } from "../../../std/clock.ts";
import type { OpenEngine } from "../server.ts";

export class SharedEngine {
  readonly #open: OpenEngine;
  readonly #clock: Clock;
  #engine: Promise<Engine> | undefined;

  constructor(open: OpenEngine, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  /** Opens it for the caller with this id; where it closes, the caller leaves and the engine stays. */
  for(caller: string): OpenEngine {
    return async () => {
      const engine = await this.#opened();
      return {
        invoke: (invocation) => engine.invoke(invocation),
        events: (listener) =>
          engine.events((event) => {
            if (isFor(event, caller)) listener(event);
          }),
        facts: engine.facts,
        status: () => engine.status(),
        leave: (one) => engine.leave(one),
        close: async () => engine.leave(caller),
      };
    };
  }

  /** Resolves when everything has been shut down; an opening that hangs is not waited for. */
  async close(): Promise<void> {
    if (this.#engine === undefined) return;
    const late = (): Error => new Error("the engine is still opening");
    const closing = this.#engine.then((engine) => engine.close());
    const opening = bounded(this.#clock, closingTimeoutMs, undefined, this.#engine, late);
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === "fulfilled") await closing;
    else void Promise.allSettled([closing]);
  }

  #opened(): Promise<Engine> {
    this.#engine ??= this.#open().catch((error: unknown) => {
      // The next call may find the machine in a better state.
      this.#engine = undefined;
      throw error;
    });
    return this.#engine;
  }
}

function isFor(event: BridgeEvent, caller: string): boolean {
  return !("caller" in event) || event.caller === undefined || event.caller === caller;
}
