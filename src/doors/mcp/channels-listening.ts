// Standard input and output that see which resources the streams of the modern era listen to.
//
// Invariant: what a stream is told that it will hear is being watched by then; what cannot be watched is left out of it.
// Why not: a request handler. The SDK answers `subscriptions/listen` itself, before any handler.

import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/server";
import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { at, isRecord } from "../../std/json.ts";

export interface Listeners {
  /** Returns those that are watched from now on; `envelope` is what the request says about its client. */
  listen(stream: object, uris: readonly string[], envelope: unknown): Promise<readonly string[]>;
  leave(stream: object): void;
}

/** As many streams as the SDK allows on one connection. */
export const maxStreams = 100;

export class ListeningTransport extends StdioServerTransport {
  readonly #listeners: Listeners;
  readonly #streams = new Map<RequestId, object>();

  constructor(listeners: Listeners) {
    super();
    this.#listeners = listeners;
  }

  /** Whoever receives our messages has said so by now. */
  override async start(): Promise<void> {
    const deliver = this.onmessage ?? (() => {});
    this.onmessage = (message) => this.#take(message, deliver);
    await super.start();
  }

  #take(message: JSONRPCMessage, deliver: (message: JSONRPCMessage) => void): void {
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      this.#cancel(at(message.params, ["requestId"]));
    }
    const isStream = isJSONRPCRequest(message) && message.method === "subscriptions/listen";
    if (!isStream || this.#streams.size >= maxStreams || urisOf(message).length === 0) deliver(message);
    else void this.#listen(message, deliver);
  }

  #cancel(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    if (stream !== undefined) this.#listeners.leave(stream);
  }

  async #listen(message: JSONRPCRequest, deliver: (message: JSONRPCMessage) => void): Promise<void> {
    const stream = {};
    this.#streams.set(message.id, stream);
    const envelope = at(message.params, ["_meta"]);
    const resourceSubscriptions = await this.#listeners.listen(stream, urisOf(message), envelope);
    // Cancelled meanwhile: nobody waits for an answer.
    if (this.#streams.get(message.id) !== stream) return this.#listeners.leave(stream);
    const wanted = at(message.params, ["notifications"]);
    const notifications = { ...(isRecord(wanted) ? wanted : {}), resourceSubscriptions };
    deliver({ ...message, params: { ...message.params, notifications } });
  }
}

function urisOf({ params }: JSONRPCRequest): string[] {
  const uris = at(params, ["notifications", "resourceSubscriptions"]);
  return Array.isArray(uris) && uris.every((uri) => typeof uri === "string") ? uris : [];
}
