// Matches replies to requests over one stream, and answers what the other side asks.
//
// Invariant: a pending request exists before its bytes are written, and settles exactly once: by reply, error,
// timeout, cancellation or the end of the stream, whichever is first. After the stream has ended none is pending.
// Why not vscode-jsonrpc's connection: docs/adr/0002-request-matching.md.

import type { CancelSignal } from "../std/cancel.ts";
import { Cancelled, onCancel } from "../std/cancel.ts";
import type { Clock, Timer } from "../std/clock.ts";
import { isRecord } from "../std/json.ts";
import type { Codec } from "./codec.ts";
import type { BodyFault, StreamFault } from "./frame-reader.ts";
import { FrameReader } from "./frame-reader.ts";
import type { ByteSink } from "./frame-writer.ts";
import { FrameWriter } from "./frame-writer.ts";
import type { FrameLimits } from "./limits.ts";
import { unreadGraceMs, writeQueueBytes } from "./limits.ts";
import {
  ConnectionClosed,
  internalError,
  invalidRequest,
  MalformedReply,
  methodNotFound,
  parseError,
  RequestTimedOut,
  RpcError,
  WriteRefused,
} from "./rpc-error.ts";
import { salvageReplyId } from "./salvage.ts";

export interface Peer {
  /** Returns the result, or throws an RpcError; `undefined` means that the method is unknown. */
  request(method: string, params: unknown): Promise<unknown> | unknown;
  notification(method: string, params: unknown): void;
  noise(bytes: number, sample: string): void;
  /** A fault of a single message, which the stream survived. */
  odd(what: string): void;
  /** The stream is over, by a fault or not. Called once, after all pending requests were rejected. */
  closed(reason: CloseReason): void;
  /** A listener of ours threw. */
  defect(error: unknown, where: string): void;
}

export type CloseReason =
  | { readonly kind: "ended" }
  | { readonly kind: "fault"; readonly fault: StreamFault; readonly detail: string }
  | { readonly kind: "asked"; readonly why: string };

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly codec: Codec;
  readonly limits: FrameLimits;
  readonly sink: ByteSink;
  /** Sees every message in both directions; absent costs nothing. */
  readonly trace?: ((direction: "sent" | "received", message: object) => void) | undefined;
}

export interface RequestOptions {
  readonly timeoutMs: number;
  readonly signal?: CancelSignal | undefined;
  /** Called with the size of the reply, a result or an error, before the request settles by it. */
  readonly onReply?: ((bytes: number) => void) | undefined;
}

interface Pending {
  readonly method: string;
  readonly onReply: RequestOptions["onReply"];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #peer: Peer;
  readonly #reader: FrameReader;
  readonly #writer: FrameWriter;
  readonly #pending = new Map<number, Pending>();
  /** Each waits for the requests that may be the one which could not be read. */
  readonly #graces = new Set<Timer>();
  #nextId = 1;
  #closed: CloseReason | undefined;

  constructor(options: ConnectionOptions, peer: Peer) {
    this.#options = options;
    this.#peer = peer;
    this.#writer = new FrameWriter(options.sink, options.codec, writeQueueBytes);
    this.#reader = new FrameReader(options, {
      message: (value, bytes) => this.#guard("a message", () => this.#receive(value, bytes)),
      unreadable: (fault, head, tail) => this.#unreadable(fault, head, tail),
      noise: (bytes, sample) => peer.noise(bytes, sample),
      broken: (fault, detail) => this.#end({ kind: "fault", fault, detail }),
    });
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  get queuedBytes(): number {
    return this.#writer.queuedBytes;
  }

  receive(chunk: Uint8Array): void {
    this.#reader.feed(chunk);
  }

  /** The stream from the other side has ended. */
  ended(): void {
    this.#reader.end();
    this.#end({ kind: "ended" });
  }

  close(why: string): void {
    this.#end({ kind: "asked", why });
  }

  /** An absent `params` is left out of the message: some servers reject `null` there. */
  request(method: string, params: object | undefined, options: RequestOptions): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(new ConnectionClosed(describe(this.#closed)));
    if (options.signal?.aborted) return Promise.reject(new Cancelled(options.signal.reason));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      let stopListening: () => void = () => {};
      const settle = (finish: () => void): void => {
        this.#pending.delete(id);
        timer.cancel();
        stopListening();
        finish();
      };
      const giveUp = (error: Error): void => {
        settle(() => reject(error));
        this.notify("$/cancelRequest", { id });
      };
      const timer = this.#options.clock.after(options.timeoutMs, () =>
        giveUp(new RequestTimedOut(method, options.timeoutMs)),
      );
      this.#pending.set(id, {
        method,
        onReply: options.onReply,
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      });
      stopListening = onCancel(options.signal, () => giveUp(new Cancelled(options.signal?.reason)));
      try {
        if (this.#send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) })) return;
        const waiting = this.#writer.queuedBytes;
        settle(() => reject(new WriteRefused(`the server does not read its input: ${waiting} bytes are waiting`)));
      } catch (error) {
        // What cannot be written as JSON is a defect of the caller's, and nothing is left pending behind it.
        settle(() => {});
        throw error;
      }
    });
  }

  /** False when it could not be handed to the pipe or its queue. */
  notify(method: string, params?: object): boolean {
    if (this.#closed !== undefined) return false;
    return this.#send({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
  }

  #send(message: object): boolean {
    const taken = this.#writer.write(message);
    if (taken) this.#trace("sent", message);
    return taken;
  }

  #receive(value: unknown, bytes: number): void {
    if (!isRecord(value)) return this.#peer.odd("a message is not an object");
    this.#trace("received", value);
    const { id, method } = value;
    if (typeof method === "string") {
      if (id === undefined) return this.#guard(method, () => this.#peer.notification(method, value["params"]));
      return void this.#answer(id, method, value["params"]);
    }
    if (id === undefined) return this.#peer.odd("a message has neither id nor method");
    this.#reply(value, bytes);
  }

  #reply(reply: { readonly [key: string]: unknown }, bytes: number): void {
    const id = reply["id"];
    if (id === null && isRefusalToRead(reply["error"])) return this.#unread(reply["error"]);
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    // Spec: JSON-RPC 2.0 §5: the id must be the same value; "7" answers no request 7.
    if (pending === undefined)
      return this.#peer.odd(`a reply to no pending request (id ${JSON.stringify(id).slice(0, 40)})`);
    pending.onReply?.(bytes);
    const { result, error } = reply;
    const hasError = error !== undefined && error !== null;
    if (hasError && result !== undefined && result !== null) {
      pending.reject(new MalformedReply(`${pending.method} was answered with both a result and an error`));
    } else if (hasError) {
      pending.reject(rpcError(error));
    } else if (result === undefined) {
      pending.reject(new MalformedReply(`${pending.method} was answered with neither a result nor an error`));
    } else {
      pending.resolve(result);
    }
  }

  /**
   * The other side could not read a message of ours, and so cannot say which. A request among those under way may never
   * be answered; one that is still unanswered a little later is taken for it, and the others are not touched.
   */
  #unread(error: unknown): void {
    const { message } = rpcError(error);
    this.#peer.odd(`the other side could not read a message (${message.slice(0, 200)})`);
    const asked = [...this.#pending];
    if (asked.length === 0) return;
    const timer = this.#options.clock.after(unreadGraceMs, () => {
      this.#graces.delete(timer);
      for (const [id, pending] of asked) {
        if (this.#pending.get(id) !== pending) continue;
        pending.reject(new MalformedReply(`${pending.method} was not understood by the server: ${message}`));
      }
    });
    this.#graces.add(timer);
  }

  async #answer(id: unknown, method: string, params: unknown): Promise<void> {
    const reply = await this.#outcome(method, params);
    if (this.#closed !== undefined) return;
    let taken: boolean;
    try {
      taken = this.#send({ jsonrpc: "2.0", id, ...reply });
    } catch (error) {
      // The result cannot be written as JSON; the other side waits for an answer all the same.
      taken = this.#send({ jsonrpc: "2.0", id, ...this.#failure(error, method) });
    }
    if (!taken) this.#peer.odd(`the answer to ${method} could not be written`);
  }

  async #outcome(method: string, params: unknown): Promise<object> {
    try {
      const result = await this.#peer.request(method, params);
      return result === undefined
        ? { error: { code: methodNotFound, message: `unknown method ${method}` } }
        : { result };
    } catch (error) {
      return this.#failure(error, method);
    }
  }

  /** Only an RpcError is meant for the other side; anything else is a defect of ours, reported and answered. */
  #failure(error: unknown, method: string): object {
    if (error instanceof RpcError) return { error: { code: error.code, message: error.message } };
    this.#peer.defect(error, method);
    return { error: { code: internalError, message: error instanceof Error ? error.message : String(error) } };
  }

  #unreadable(fault: BodyFault, head: string, tail: string): void {
    this.#peer.odd(`an unreadable message (${fault})`);
    const id = salvageReplyId(fault, head, tail);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    pending?.reject(new MalformedReply(`the answer to ${pending.method} is unreadable (${fault})`));
  }

  #end(reason: CloseReason): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    this.#reader.dispose();
    this.#writer.close();
    for (const timer of this.#graces) timer.cancel();
    const error = new ConnectionClosed(describe(reason));
    for (const pending of [...this.#pending.values()]) pending.reject(error);
    this.#peer.closed(reason);
  }

  #trace(direction: "sent" | "received", message: object): void {
    const { trace } = this.#options;
    if (trace !== undefined) this.#guard("the trace", () => trace(direction, message));
  }

  #guard(where: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      // A fault in one listener must not stop the read loop.
      this.#peer.defect(error, where);
    }
  }
}

/** Spec: JSON-RPC 2.0 §5: with these two an id may be null, and it is unknown which message is meant. */
function isRefusalToRead(error: unknown): boolean {
  return isRecord(error) && (error["code"] === parseError || error["code"] === invalidRequest);
}

function rpcError(error: unknown): RpcError {
  if (!isRecord(error)) return new RpcError(internalError, String(error));
  const code = typeof error["code"] === "number" ? error["code"] : internalError;
  const message = typeof error["message"] === "string" ? error["message"] : "no message";
  return new RpcError(code, message, error["data"]);
}

function describe(reason: CloseReason): string {
  switch (reason.kind) {
    case "ended":
      return "the server closed its output";
    case "fault":
      return `the stream cannot be followed: ${reason.detail} (${reason.fault})`;
    case "asked":
      return reason.why;
  }
}
