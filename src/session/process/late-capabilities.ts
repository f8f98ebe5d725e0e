// Waits for what a server declares only after the handshake: many register their capabilities one by one.
//
// Invariant: a server that has been up and ready for a while and has not declared something does not have it.

import type { Capabilities } from "../../protocol/capabilities.ts";
import type { RequestMethod } from "../../protocol/methods.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";
import { Condition, met } from "../../std/verdict.ts";
import { lateRegistrationMs } from "../limits.ts";
import type { Readiness } from "./readiness.ts";

export class LateCapabilities {
  readonly #capabilities: Capabilities;
  readonly #readiness: Readiness;
  readonly #clock: Clock;
  readonly #waiting = new Set<Condition>();
  #until = Number.POSITIVE_INFINITY;

  constructor(capabilities: Capabilities, readiness: Readiness, clock: Clock) {
    this.#capabilities = capabilities;
    this.#readiness = readiness;
    this.#clock = clock;
  }

  /** The handshake is over. */
  arm(): void {
    this.#until = this.#clock.now() + lateRegistrationMs;
  }

  /** Something was registered or taken back. */
  changed(): void {
    for (const condition of this.#waiting) condition.reconsider();
  }

  /** Whether the server can serve the method, now or soon; `waitMs` is how long the caller would wait for readiness. */
  async offers(method: RequestMethod, waitMs: number, signal?: CancelSignal): Promise<boolean> {
    const isOffered = (): boolean => this.#capabilities.supports(method);
    if (isOffered()) return true;
    const condition = new Condition(this.#clock, () => (isOffered() ? met : { kind: "unmet", why: "not declared" }));
    this.#waiting.add(condition);
    try {
      const registering = Math.min(waitMs, this.#until - this.#clock.now());
      if ((await condition.wait(registering, signal)).kind === "met") return true;
      // It is still at work, and may declare more when it knows what it works on.
      const loading = this.#readiness.verdict().kind === "unmet" ? this.#readiness.wait(waitMs, signal) : undefined;
      if (loading !== undefined) await Promise.race([loading, condition.wait(waitMs, signal)]);
      return isOffered();
    } finally {
      this.#waiting.delete(condition);
    }
  }
}
