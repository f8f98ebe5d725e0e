// An engine on a copy of a real package, asked as a library asks that may write.

import type { Engine } from "../../src/engine/engine.ts";
import { openEngine } from "../../src/engine/open.ts";
import type { Host } from "../../src/host/host.ts";
import type { RefusalDetails } from "../../src/model/refusal.ts";
import type { Caller } from "../../src/policy/effects.ts";
import { catalogOf } from "../../test/real/installed.ts";
import type { EditedPackage } from "./packages.ts";

/** Something that went over the line to a server. */
export interface Sent {
  readonly method?: string;
  readonly params?: { readonly textDocument?: { readonly uri: string }; readonly [key: string]: unknown };
}

export interface Asking {
  /** What was sent to servers since the last time that this was forgotten. */
  readonly sent: readonly Sent[];
  /** How many problems each list held that was pulled since then. */
  readonly pulled: readonly number[];
  forget(): void;
  ask<T>(operation: string, input: object): Promise<Asked<T>>;
  close(): Promise<void>;
}

export type Asked<T> =
  | { readonly json: T; readonly ms: number; readonly refusal?: undefined }
  | { readonly json?: undefined; readonly ms: number; readonly refusal: RefusalDetails };

const caller: Caller = { door: "library", allowed: ["read", "control", "propose", "write"], id: "bench" };
const limitMs = 600_000;

export async function openAsking(host: Host, { real }: EditedPackage, root: string): Promise<Asking> {
  const sent: Sent[] = [];
  const pulled: number[] = [];
  const catalog = catalogOf(real.server);
  const engine: Engine = await openEngine({
    ...{ directory: root, exact: true, trusted: true, catalog, host },
    trace: (_server, direction, message) => {
      if (direction === "sent") sent.push(message as Sent);
      const { result } = message as { readonly result?: { readonly items?: unknown } | null };
      // Some servers leave the kind out.
      if (direction === "received" && Array.isArray(result?.items)) pulled.push(result.items.length);
    },
  });
  return {
    sent,
    pulled,
    forget() {
      sent.length = 0;
      pulled.length = 0;
    },
    async ask<T>(operation: string, input: object): Promise<Asked<T>> {
      const began = performance.now();
      const outcome = await engine.invoke({
        ...{ operation, input, caller, format: "json" as const },
        ...{ timeoutMs: limitMs, waitMs: limitMs, maxCharacters: Number.MAX_SAFE_INTEGER },
      });
      const ms = performance.now() - began;
      if (!outcome.ok) return { ms, refusal: outcome.refusal };
      if (outcome.body.format !== "json") throw new Error("not the data that was asked for");
      return { ms, json: outcome.body.json as T };
    },
    close: () => engine.close(),
  };
}
