// Requests of the protocol 2026-07-28: each is a connection of its own, and all of them share one door.
//
// Invariant: a subscription is watched before the stream confirms it, and no longer than the stream lasts.

import type { JSONRPCRequest, McpHttpHandler } from "@modelcontextprotocol/server";
import { createMcpHandler, isJSONRPCRequest } from "@modelcontextprotocol/server";
import { at } from "../../../std/json.ts";
import type { StreamNews } from "../channels.ts";
import { hearing, urisOf } from "../channels-listening.ts";
import type { McpDoor } from "../server.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

export class Stateless {
  readonly #door: McpDoor;
  readonly #calls: McpHttpHandler;
  /** Apart from calls: streams end at once when the door closes, calls are waited for. */
  readonly #streams: McpHttpHandler;

  constructor(
    openDoor: (news: StreamNews) => McpDoor,
    { keepAliveMs, streams }: HttpLimits,
    onerror: (error: Error) => void,
  ) {
    const shared = { legacy: "reject", keepAliveMs, onerror } as const;
    const factory = (): ReturnType<McpDoor["server"]> => this.#door.server("modern");
    // A stream from its beginning on: a long call that reports no progress shows that it is alive.
    this.#calls = createMcpHandler(factory, { ...shared, responseMode: "sse" });
    this.#streams = createMcpHandler(factory, { ...shared, maxSubscriptions: streams });
    this.#door = openDoor(this.#streams.notify);
  }

  serve(exchange: Exchange): Promise<Response> {
    const { request, body } = exchange;
    if (isListening(body)) return this.#listen(exchange, body);
    return this.#calls.fetch(request, body === undefined ? {} : { parsedBody: body });
  }

  endStreams(): Promise<void> {
    return this.#streams.close();
  }

  async close(): Promise<void> {
    await this.#streams.close();
    await this.#calls.close();
    await this.#door.close();
  }

  async #listen({ request, ended }: Exchange, message: JSONRPCRequest): Promise<Response> {
    const stream = {};
    void ended.then(() => this.#door.leave(stream));
    const uris = urisOf(message);
    const watched = uris.length === 0 ? [] : await this.#door.listen(stream, uris, at(message.params, ["_meta"]));
    const parsedBody = uris.length === 0 ? message : hearing(message, watched);
    // Lost meanwhile: nothing is watched for a client that has gone.
    if (request.signal.aborted) this.#door.leave(stream);
    return this.#streams.fetch(request, { parsedBody });
  }
}

function isListening(body: unknown): body is JSONRPCRequest {
  return isJSONRPCRequest(body) && body.method === "subscriptions/listen";
}
