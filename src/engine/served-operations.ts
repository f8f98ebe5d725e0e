// Which operations the servers of a client can serve, where its list of tools follows them.
//
// Invariant: before a server has declared anything every operation may be served; while one restarts it keeps what it had
// declared, so that its tools answer that it restarts; one that was given up serves nothing.

import type { BridgeEvent } from "../model/event.ts";
import type { Operation } from "../operations/define.ts";
import { canServe } from "../operations/requests.ts";
import type { EngineStatus } from "./engine.ts";

export class ServedOperations {
  /** What each server declared last, by its id; in several roots there may be several of one id. */
  readonly #declared = new Map<string, readonly ReadonlySet<string>[]>();

  take(event: BridgeEvent): void {
    if (event.type === "session.gave_up") this.#declared.set(event.server, []);
  }

  /** Of these, the ones that some server can serve, or that need none. */
  among(operations: readonly Operation[], { sessions }: EngineStatus): readonly Operation[] {
    const now = new Map<string, ReadonlySet<string>[]>();
    for (const { server, supports } of sessions) {
      if (supports.length > 0) now.set(server, [...(now.get(server) ?? []), new Set(supports)]);
    }
    for (const [server, declared] of now) this.#declared.set(server, declared);
    if (this.#declared.size === 0) return operations;
    const all = [...this.#declared.values()].flat();
    const servers = all.length === 0 ? [new Set<string>()] : all;
    return operations.filter((operation) => servers.some((one) => canServe(operation, (method) => one.has(method))));
  }
}
