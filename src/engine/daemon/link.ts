// JSON-RPC over a local stream: requests both ways, notifications, and an end that fails what is pending.

import { nodeCodec } from "../../host/node/node-codec.ts";
import type { LocalStream } from "../../host/local-sockets.ts";
import { Connection } from "../../rpc/connection.ts";
import type { FrameLimits } from "../../rpc/limits.ts";
import { frameLimits } from "../../rpc/limits.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";

export interface LinkPeer {
  /** Returns the result, or throws an RpcError; `undefined` means that the method is unknown. */
  request(method: string, params: unknown): Promise<unknown>;
  notification(method: string, params: unknown): void;
  /** Called once. */
  closed(why: string): void;
  defect(error: unknown, where: string): void;
}

export interface LinkOptions {
  readonly clock: Clock;
  /** What the other side may be behind before it is cut off. */
  readonly maxQueuedBytes: number;
  /** The largest message that is read. */
  readonly maxMessageBytes?: number;
}

export class Link {
  readonly #stream: LocalStream;
  readonly #connection: Connection;
  readonly #options: LinkOptions;

  constructor(stream: LocalStream, peer: LinkPeer, options: LinkOptions) {
    this.#stream = stream;
    this.#options = options;
    const limits: FrameLimits = { ...frameLimits, noiseBytes: 0, badBodies: 1 };
    const bodyBytes = options.maxMessageBytes ?? limits.bodyBytes;
    this.#connection = new Connection(
      { clock: options.clock, codec: nodeCodec, limits: { ...limits, bodyBytes }, sink: stream },
      {
        request: async (method, params) => {
          const result = await peer.request(method, params);
          this.#mustRead();
          return result;
        },
        notification: (method, params) => peer.notification(method, params),
        noise: () => this.close("the other side does not speak the protocol"),
        odd: () => {},
        closed: (reason) => {
          stream.destroy();
          peer.closed(reason.kind === "asked" ? reason.why : reason.kind === "fault" ? reason.detail : "it ended");
        },
        defect: (error, where) => peer.defect(error, where),
      },
    );
    stream.onData((bytes) => this.#connection.receive(bytes));
    stream.onEnd(() => this.#connection.ended());
  }

  request(method: string, params: object, timeoutMs: number, signal?: CancelSignal): Promise<unknown> {
    return this.#connection.request(method, params, { timeoutMs, signal });
  }

  notify(method: string, params: object): void {
    if (this.#mustRead()) this.#connection.notify(method, params);
  }

  close(why: string): void {
    this.#connection.close(why);
  }

  /** A reader that is too far behind is cut off: its queue must not grow, and no other client waits for it. */
  #mustRead(): boolean {
    const waiting = this.#stream.queuedBytes + this.#connection.queuedBytes;
    if (waiting <= this.#options.maxQueuedBytes) return true;
    this.close(`it did not read ${Math.round(waiting / 1_000_000)} MB that were sent to it`);
    return false;
  }
}
