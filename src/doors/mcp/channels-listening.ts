// Standard input and output that see which resources the streams of the modern era listen to, and outlive long messages.
//
// Invariant: a message that is too long or too deep is answered, and the connection stays; its end is always reported.
// Invariant: a subscription is watched before the stream confirms it; what cannot be watched is left out of the stream.
// Invariant: nothing is watched for a stream that there is not: one that was refused, cancelled, or is of the other era.
// Why not: a request handler. The SDK answers `subscriptions/listen` itself, before any handler.

import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/server";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { at, isRecord } from "../../std/json.ts";
import type { LongMessage } from "./long-message.ts";
import { settled } from "./settled.ts";
import { WholeLines } from "./whole-lines.ts";

export interface Listeners {
  /** False once the connection has begun with a handshake. */
  hasStreams(): boolean;
  /** Returns those that are watched from now on; `envelope` is what the request says about its client. */
  listen(stream: object, uris: readonly string[], envelope: unknown): Promise<readonly string[]>;
  leave(stream: object): void;
}

/** What the client writes, and what it reads. */
export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** As many streams as the SDK allows on one connection. */
export const maxStreams = 100;

const maxMessageMegabytes = 10;
/** No argument of ours nests a tenth of this, and what reads a message does so by recursion. */
const maxMessageDepth = 200;

export class ListeningTransport extends StdioServerTransport {
  readonly #listeners: Listeners;
  readonly #streams = new Map<RequestId, object>();
  readonly #lost: () => void;

  /** `lost` is called when the connection has ended, for whatever reason. */
  constructor(listeners: Listeners, lost: () => void, { input, output }: ClientStreams) {
    // What comes is bounded here: the SDK would end the connection.
    super(input, output, { maxBufferSize: Number.POSITIVE_INFINITY });
    this.#listeners = listeners;
    this.#lost = lost;
    const deliver = this._ondata;
    const limits = { bytes: maxMessageMegabytes * 1024 * 1024, depth: maxMessageDepth };
    const lines = new WholeLines(limits, (message, why) => void settled(this.#refuse(message, why)));
    this._ondata = (chunk) => {
      for (const line of lines.take(chunk)) {
        const call = plainCall(line);
        if (call === undefined) deliver(line);
        else this.onmessage?.(call);
      }
    };
  }

  /** The receiver of our messages has identified itself by now. */
  override async start(): Promise<void> {
    const deliver = this.onmessage ?? (() => {});
    this.onmessage = (message) => this.#take(message, deliver);
    await super.start();
  }

  override send(message: JSONRPCMessage): Promise<void> {
    // The SDK judges a stream after us; one that it refuses is none.
    if ("error" in message && isJSONRPCErrorResponse(message)) this.#end(message.id);
    return super.send(message);
  }

  override async close(): Promise<void> {
    await super.close();
    this.#lost();
  }

  #take(message: JSONRPCMessage, deliver: (message: JSONRPCMessage) => void): void {
    // The name comes first: the SDK parses the whole message to say of which kind it is.
    const method = "method" in message ? message.method : "";
    if (method === "notifications/cancelled" && isJSONRPCNotification(message)) {
      this.#end(at(message.params, ["requestId"]));
    }
    const isStream = method === "subscriptions/listen" && isJSONRPCRequest(message);
    if (!isStream || !this.#listeners.hasStreams()) deliver(message);
    else if (this.#streams.has(message.id)) void settled(this.#refuseSecond(message.id));
    else if (urisOf(message).length === 0) deliver(message);
    else if (this.#streams.size >= maxStreams) deliver(hearing(message, []));
    else void this.#listen(message, deliver);
  }

  #end(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    if (stream !== undefined) this.#listeners.leave(stream);
  }

  /** The first one goes on, so this answer does not end it. */
  #refuseSecond(id: RequestId): Promise<void> {
    const message = "A stream with this id is already open. Cancel it first, or use another id.";
    return super.send({ jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } });
  }

  #refuse({ id }: LongMessage, why: "long" | "deep"): Promise<void> {
    const message = unread[why];
    const answer = { jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
    // The types of the SDK leave an id out where JSON-RPC says null.
    return super.send(answer as JSONRPCMessage);
  }

  async #listen(message: JSONRPCRequest, deliver: (message: JSONRPCMessage) => void): Promise<void> {
    const stream = {};
    this.#streams.set(message.id, stream);
    const envelope = at(message.params, ["_meta"]);
    const watched = await this.#listeners.listen(stream, urisOf(message), envelope);
    // Cancelled meanwhile: no answer is awaited.
    if (this.#streams.get(message.id) !== stream) return this.#listeners.leave(stream);
    deliver(hearing(message, watched));
  }
}

/**
 * A call of a tool, the most frequent message by far; undefined for every other, and for one of an odd shape, which the SDK
 * reads and judges. It parses the parameters of a call in any case, before they are answered.
 */
function plainCall(line: Buffer): JSONRPCRequest | undefined {
  const message = parsed(line);
  if (!isRecord(message) || message["jsonrpc"] !== "2.0" || message["method"] !== "tools/call") return undefined;
  const { id, params } = message;
  if (!isId(id) || !isRecord(params) || Object.keys(message).length !== 4) return undefined;
  const meta = params["_meta"] ?? {};
  const isPlain = isRecord(meta) && Object.keys(meta).every((key) => key === "progressToken" && isId(meta[key]));
  return isPlain ? { jsonrpc: "2.0", id, method: "tools/call", params } : undefined;
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
}

const unread = {
  long: `The message is longer than ${maxMessageMegabytes} MB, so it was not read. Send less at once: for example, split a large text into several edits.`,
  deep: `The message has more than ${maxMessageDepth} nested objects and lists, so it was not read. Send arguments that match the tool's schema.`,
} as const;

/** The same request for these addresses alone. */
export function hearing(message: JSONRPCRequest, resourceSubscriptions: readonly string[]): JSONRPCRequest {
  const wanted = at(message.params, ["notifications"]);
  const notifications = { ...(isRecord(wanted) ? wanted : {}), resourceSubscriptions };
  return { ...message, params: { ...message.params, notifications } };
}

export function urisOf({ params }: JSONRPCRequest): string[] {
  const uris = at(params, ["notifications", "resourceSubscriptions"]);
  return Array.isArray(uris) && uris.every((uri) => typeof uri === "string") ? uris : [];
}
