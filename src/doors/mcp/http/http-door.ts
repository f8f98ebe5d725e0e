// MCP over HTTP: one port for both eras of the protocol, at / and /mcp, and /health beside it.
//
// Invariant: a request is refused by its head before its body is read; what is refused reaches no session and no engine.
// Invariant: no limit of time applies to an answer: calls and streams last as long as they last.

import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { isJsonContentType, isLegacyRequest } from "@modelcontextprotocol/server";
import { isLate } from "../../../std/bounded.ts";
import type { McpOptions, OpenEngine } from "../server.ts";
import { McpDoor } from "../server.ts";
import { deepMessage } from "../whole-lines.ts";
import { Connections } from "./connections.ts";
import { answerWith, exchangeOf, readBody, safeHeaders, sendResponse } from "./exchange.ts";
import type { GateOptions, HttpAnswer } from "./gate.ts";
import { Gate } from "./gate.ts";
import type { HttpLimits } from "./limits.ts";
import { checkingMs, httpLimits, maxBodyDepth } from "./limits.ts";
import { HttpSessions } from "./sessions.ts";
import { SharedEngine } from "./shared-engine.ts";
import { Stateless } from "./stateless.ts";

export interface HttpPort extends GateOptions {
  readonly port: number;
  /** In the form of PEM; without it the wire is not encrypted. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
}

export interface HttpDoorOptions extends McpOptions, HttpPort {
  readonly limits?: Partial<HttpLimits>;
  /** Gets errors between a client and us, which no client sees. */
  readonly onerror?: (error: Error) => void;
}

/** Without a session every call of one client could be that of another. */
const sharedCaller = "mcp shared";

export class HttpDoor {
  readonly #options: HttpDoorOptions;
  readonly #limits: HttpLimits;
  readonly #gate: Gate;
  readonly #connections: Connections;
  readonly #engine: SharedEngine;
  readonly #sessions: HttpSessions;
  readonly #stateless: Stateless;
  readonly #server: Server;
  readonly #inFlight = new Set<Promise<void>>();
  #isDraining = false;

  constructor(open: OpenEngine, options: HttpDoorOptions) {
    this.#options = options;
    this.#limits = { ...httpLimits, ...options.limits };
    this.#gate = new Gate(options);
    this.#connections = new Connections(this.#limits.connections);
    this.#engine = new SharedEngine(open, options.clock);
    const onerror = options.onerror ?? (() => {});
    const doorFor = (id: string, more: Partial<McpOptions>): McpDoor => {
      // The roots that a client names may be directories of another machine; the operator says what is served.
      const own: McpOptions = { ...options, followRoots: false, connection: id, ...more };
      return new McpDoor(this.#engine.for(id), own);
    };
    const session = (id: string): McpDoor => doorFor(`mcp ${id}`, { prewarms: false });
    this.#sessions = new HttpSessions(session, options.clock, this.#limits, onerror);
    const caller = { ...options.caller, isShared: true };
    this.#stateless = new Stateless((news) => doorFor(sharedCaller, { news, caller }), this.#limits, onerror);
    this.#server = this.#listener();
  }

  /** Rejects where the port cannot be had. */
  async listen(): Promise<AddressInfo> {
    const { port, address } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, address, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    return this.#server.address() as AddressInfo;
  }

  /** The times that Node itself holds connections to. */
  get times(): Pick<Server, "headersTimeout" | "requestTimeout" | "keepAliveTimeout" | "timeout"> {
    return this.#server;
  }

  /** No new request is served from here on; those in flight have a few seconds. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#server.close();
    this.#connections.endIdle();
    this.#sessions.endStreams();
    await this.#stateless.endStreams();
    await isLate(this.#options.clock, this.#limits.drainMs, Promise.all(this.#inFlight));
  }

  /** After draining: resolves when everything has been shut down. */
  async close(): Promise<void> {
    this.#isDraining = true;
    this.#server.close();
    // An incomplete answer ends with its connection: a stream that ended normally would look like an empty answer.
    this.#server.closeAllConnections();
    await this.#sessions.close();
    await this.#stateless.close();
    await this.#engine.close();
  }

  // — below: private, in the order they are used —

  #listener(): Server {
    const { headMs, requestMs, idleMs, headBytes } = this.#limits;
    const own = {
      headersTimeout: headMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(checkingMs, headMs),
      maxHeaderSize: headBytes,
      // The gate says so itself.
      requireHostHeader: false,
      noDelay: true,
      keepAlive: true,
    };
    const serve = (incoming: IncomingMessage, answer: ServerResponse): void => void this.#take(incoming, answer);
    const { tls } = this.#options;
    const server =
      tls === undefined
        ? createServer(own, serve)
        : createTlsServer({ ...own, ...tls, handshakeTimeout: headMs }, serve);
    // Those that are too many are refused with a word; Node would leave them out.
    server.maxHeadersCount = 0;
    server.timeout = 0;
    // The client asks first whether its body is wanted.
    server.on("checkContinue", serve);
    server.on("connection", (socket: Socket) => this.#connections.add(socket));
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => this.#refuseGarbage(error, socket));
    return server;
  }

  async #take(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const serving = this.#serve(incoming, answer).catch((error: unknown) => {
      this.#options.onerror?.(error instanceof Error ? error : new Error(String(error)));
      answer.destroy();
    });
    this.#inFlight.add(serving);
    await serving;
    this.#inFlight.delete(serving);
  }

  async #serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const refused = this.#refuse(incoming);
    if (refused !== undefined) return answerWith(refused, incoming, answer);
    const served = this.#connections.serve(incoming.socket);
    answer.once("close", served);
    if (incoming.headers.expect !== undefined) answer.writeContinue();
    const read = incoming.method === "POST" ? await this.#message(incoming) : { read: undefined };
    if (read === undefined) return void answer.destroy();
    if (!("read" in read)) return answerWith(read, incoming, answer);
    const exchange = exchangeOf(incoming, answer, read.read);
    const isLegacy = await isLegacyRequest(exchange.request, read.read);
    const response = await (isLegacy ? this.#sessions.serve(exchange) : this.#stateless.serve(exchange));
    await sendResponse(response, answer, this.#options.clock, this.#limits);
  }

  /** By its head alone. */
  #refuse(incoming: IncomingMessage): HttpAnswer | undefined {
    const { method = "", url = "", headers } = incoming;
    if (incoming.rawHeaders.length > 2 * this.#limits.headers) return plain(431, "too_many_headers");
    const foreign = this.#gate.refuse(incoming);
    if (foreign !== undefined) return foreign;
    const path = url.replace(/\?.*$/s, "");
    if (path === "/health") return this.#health(method);
    const unknown = this.#gate.refuseUnknown(incoming);
    if (unknown !== undefined) return unknown;
    if (this.#isDraining)
      return { ...plain(503, "shutting_down"), headers: { connection: "close", "retry-after": "5" } };
    if (!endpoints.has(path)) return plain(404, "not_found");
    if (!methods.includes(method))
      return { ...plain(405, "method_not_allowed"), headers: { allow: methods.join(", ") } };
    if (method !== "POST") return undefined;
    if (!isJsonContentType(headers["content-type"] ?? null)) return plain(415, "content_type_must_be_json");
    if (headers["content-encoding"] !== undefined) return plain(415, "content_encoding_is_not_supported");
    return undefined;
  }

  #health(method: string): HttpAnswer {
    if (method !== "GET" && method !== "HEAD")
      return { ...plain(405, "method_not_allowed"), headers: { allow: "GET, HEAD" } };
    return this.#isDraining
      ? { status: 503, body: { status: "shutting_down" } }
      : { status: 200, body: { status: "ok" } };
  }

  /** The message in the body, or why it is not taken; undefined where the client has gone. */
  async #message(incoming: IncomingMessage): Promise<{ readonly read: unknown } | HttpAnswer | undefined> {
    const bytes = await readBody(incoming, this.#limits.bodyBytes);
    if (bytes === "cut off") return undefined;
    if (bytes === "too long") {
      const most = this.#limits.bodyBytes;
      return { status: 413, body: { error: "too_large", message: `A body may have ${most} bytes at most.` } };
    }
    const deep = deepMessage(bytes, maxBodyDepth);
    if (deep !== undefined) return wrongMessage(-32_600, tooDeep, deep.id);
    try {
      return { read: JSON.parse(bytes.toString("utf8")) as unknown };
    } catch (error) {
      if (error instanceof SyntaxError) return wrongMessage(-32_700, "The body is not JSON.", null);
      throw error;
    }
  }

  /** What is no request at all, is too long or too slow; Node's own answer would lack our headers. */
  #refuseGarbage({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || this.#connections.isServed(socket)) return void socket.destroy();
    const [status, error] = garbage[code] ?? [400, "Bad Request"];
    const body = JSON.stringify({ error: error.toLowerCase().replaceAll(" ", "_") });
    const head = {
      ...safeHeaders,
      "content-type": "application/json",
      "content-length": String(body.length),
      connection: "close",
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${error}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
  }
}

const endpoints: ReadonlySet<string> = new Set(["/", "/mcp", "/mcp/"]);
const methods: readonly string[] = ["POST", "GET", "DELETE"];
const tooDeep = `The message has more than ${maxBodyDepth} nested objects and lists, so it was not read. Send arguments that match the tool's schema.`;

const garbage: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
};

function wrongMessage(code: number, message: string, id: string | number | null): HttpAnswer {
  return { status: 400, body: { jsonrpc: "2.0", error: { code, message }, id } };
}

function plain(status: number, error: string): HttpAnswer {
  return { status, body: { error } };
}
