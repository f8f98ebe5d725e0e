// A connection whose other side is the test: it sees what is sent and says what it likes.

import { nodeCodec } from "../../src/host/node/node-codec.ts";
import type { CloseReason, Peer, RequestOptions } from "../../src/rpc/connection.ts";
import { Connection } from "../../src/rpc/connection.ts";
import type { ByteSink } from "../../src/rpc/frame-writer.ts";
import type { FrameLimits } from "../../src/rpc/limits.ts";
import { frameLimits } from "../../src/rpc/limits.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { frame, read } from "./frames.ts";

export interface WireOptions {
  readonly limits?: Partial<FrameLimits>;
  /** Answers what the server asks; unknown methods by default. */
  readonly answer?: (method: string, params: unknown) => unknown;
  /** Sees every write before the connection goes on. */
  readonly onWrite?: (wire: Wire) => void;
  readonly trace?: (direction: "sent" | "received", message: object) => void;
}

export class Wire implements Peer, ByteSink {
  readonly clock = new FakeClock();
  readonly writes: Uint8Array[] = [];
  readonly notifications: { readonly method: string; readonly params: unknown }[] = [];
  readonly noises: number[] = [];
  readonly odds: string[] = [];
  readonly closes: CloseReason[] = [];
  readonly defects: { readonly error: unknown; readonly where: string }[] = [];
  readonly connection: Connection;
  /** The pipe to the server is full. */
  full = false;
  readonly #options: WireOptions;
  #drained: () => void = () => {};

  constructor(options: WireOptions = {}) {
    this.#options = options;
    const limits = { ...frameLimits, ...options.limits };
    this.connection = new Connection(
      { clock: this.clock, codec: nodeCodec, limits, sink: this, trace: options.trace },
      this,
    );
  }

  /** Every message written so far. */
  get sent(): { readonly [key: string]: unknown }[] {
    return read(this.writes).messages as { readonly [key: string]: unknown }[];
  }

  ask(method = "test/ask", params?: object, options: Partial<RequestOptions> = {}): Promise<unknown> {
    return this.connection.request(method, params, { timeoutMs: 1_000, ...options });
  }

  /** The server says these messages, each in a frame of its own. */
  say(...messages: unknown[]): void {
    for (const message of messages) this.connection.receive(frame(message));
  }

  /** The server writes these bytes. */
  feed(bytes: string | Uint8Array): void {
    this.connection.receive(Buffer.from(bytes));
  }

  drain(): void {
    this.full = false;
    this.#drained();
  }

  write(bytes: Uint8Array): boolean {
    this.writes.push(bytes);
    this.#options.onWrite?.(this);
    return !this.full;
  }

  onDrain(listener: () => void): void {
    this.#drained = listener;
  }

  request(method: string, params: unknown): unknown {
    return this.#options.answer?.(method, params);
  }

  notification(method: string, params: unknown): void {
    this.notifications.push({ method, params });
  }

  noise(bytes: number): void {
    this.noises.push(bytes);
  }

  odd(what: string): void {
    this.odds.push(what);
  }

  closed(reason: CloseReason): void {
    this.closes.push(reason);
  }

  defect(error: unknown, where: string): void {
    this.defects.push({ error, where });
  }
}

/** How a promise ended, as one word or message; `pending` when it has not. */
export async function outcome(promise: Promise<unknown>): Promise<string> {
  const pending = Symbol("pending");
  const settled = new Promise((resolve) => setImmediate(resolve, pending));
  const result: unknown = await Promise.race([promise, settled]).catch((error: unknown) =>
    error instanceof Error ? error.name : "thrown",
  );
  return result === pending ? "pending" : typeof result === "string" ? result : JSON.stringify(result);
}
