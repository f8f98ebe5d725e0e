// One HTTP request and its answer: between Node's streams and the requests and responses that the SDK speaks.
//
// Invariant: every answer forbids content sniffing and caching.
// Invariant: no more of a body is held than its limit, and no more of an answer than a client may leave unread.

import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { Clock, Timer } from "../../../std/clock.ts";
import type { HttpAnswer } from "./gate.ts";
import type { HttpLimits } from "./limits.ts";
import { discardedBytes } from "./limits.ts";

/** What the SDK is given of a request. */
export interface Exchange {
  readonly request: Request;
  /** The message, parsed; undefined for a request without one. */
  readonly body: unknown;
  /** Resolves when the answer has been sent, or the client has gone. */
  readonly ended: Promise<void>;
}

export const safeHeaders = { "x-content-type-options": "nosniff", "cache-control": "no-store" } as const;

export function exchangeOf(incoming: IncomingMessage, answer: ServerResponse, body: unknown): Exchange {
  const gone = new AbortController();
  const ended = new Promise<void>((resolve) => {
    answer.once("close", () => {
      if (!answer.writableFinished) gone.abort();
      resolve();
    });
  });
  const { method = "GET", url = "/", headers: given } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const request = new Request(new URL(url, "http://localhost"), { method, headers, signal: gone.signal });
  return { request, body, ended };
}

/** The whole body; `too long` as soon as it is, and `cut off` where the client went away before its end. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer | "too long" | "cut off"> {
  if (Number(incoming.headers["content-length"] ?? 0) > most) return "too long";
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > most) return "too long";
      parts.push(part);
    }
  } catch {
    // The connection was lost or took too long; the client hears no answer.
    return "cut off";
  }
  return Buffer.concat(parts);
}

/** An answer of our own; a client that still sends may finish, so that it reads the answer at all. */
export async function answerWith(
  { status, body, headers }: HttpAnswer,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const text = incoming.method === "HEAD" ? "" : JSON.stringify(body);
  const length = Buffer.byteLength(JSON.stringify(body));
  const own = { ...safeHeaders, "content-type": "application/json", "content-length": String(length), ...headers };
  if (!hasBody(incoming) || incoming.complete) {
    answer.writeHead(status, own);
    answer.end(text);
    return;
  }
  answer.writeHead(status, { ...own, connection: "close" });
  answer.write(text);
  await discard(incoming);
  answer.end();
}

/** The answer of the SDK, part by part as it comes. A client that does not take it is cut off. */
export async function sendResponse(
  response: Response,
  answer: ServerResponse,
  clock: Clock,
  { unsentBytes, writeMs }: Pick<HttpLimits, "unsentBytes" | "writeMs">,
): Promise<void> {
  answer.writeHead(response.status, headersOf(response));
  answer.flushHeaders();
  if (response.body === null) {
    answer.end();
    return;
  }
  const reader = response.body.getReader();
  const unsent = new Unsent(clock, writeMs, () => answer.destroy());
  const lost = once(answer, "close");
  void lost.then(() => Promise.allSettled([reader.cancel()]));
  // What comes is taken at once, so that what waits is counted here and nowhere else.
  for (let part = await reader.read(); !part.done && !answer.destroyed; part = await reader.read()) {
    const taken = unsent.add();
    answer.write(part.value, taken);
    if (answer.writableLength > unsentBytes) answer.destroy();
  }
  // A truncated answer must not end as if it were complete.
  if (!answer.destroyed) answer.end(unsent.add());
}

// — below: private, in the order they are used —

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

async function discard(incoming: IncomingMessage): Promise<void> {
  let length = 0;
  try {
    for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > discardedBytes) return;
    }
  } catch {
    // The client has gone: there is nothing left to discard.
  }
}

function headersOf(response: Response): Record<string, string> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  // A proxy must not compress a stream: it would hold back what is short.
  const kept = isStream ? { "cache-control": "no-store, no-transform" } : {};
  return { ...Object.fromEntries(response.headers), ...safeHeaders, ...kept };
}

/** Writes that the client has not taken yet; when the oldest has waited too long, it is over. */
class Unsent {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #over: () => void;
  #count = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, ms: number, over: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#over = over;
  }

  /** Returns what is to be called when the write has been taken. */
  add(): () => void {
    this.#count++;
    this.#timer ??= this.#clock.after(this.#ms, this.#over);
    return () => {
      this.#count--;
      this.#timer?.cancel();
      this.#timer = this.#count === 0 ? undefined : this.#clock.after(this.#ms, this.#over);
    };
  }
}
