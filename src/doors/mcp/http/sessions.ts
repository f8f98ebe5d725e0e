// Sessions of the protocol up to 2025-11-25: each has a door, a transport and a log of its own.
//
// Invariant: an id leads to its own session alone; one that has ended leads nowhere, and the client begins anew.
// Invariant: a session ends when its client says so, when it is unused for long, or when there are too many; calls and streams
// that are under way count as use.

import { randomUUID } from "node:crypto";
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Clock, Timer } from "../../../std/clock.ts";
import type { McpDoor } from "../server.ts";
import { settled } from "../settled.ts";
import { EventLog } from "./event-log.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

/** A door for one session, by its id. */
export type OpenDoor = (id: string) => McpDoor;

interface Session {
  readonly id: string;
  readonly door: McpDoor;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests and streams that are under way. */
  busy: number;
  usedAt: number;
  timer: Timer | undefined;
}

export class HttpSessions {
  readonly #openDoor: OpenDoor;
  readonly #clock: Clock;
  readonly #limits: HttpLimits;
  readonly #onerror: (error: Error) => void;
  /** In the order in which they were last used. */
  readonly #open = new Map<string, Session>();
  readonly #ending = new Set<Promise<void>>();

  constructor(openDoor: OpenDoor, clock: Clock, limits: HttpLimits, onerror: (error: Error) => void) {
    this.#openDoor = openDoor;
    this.#clock = clock;
    this.#limits = limits;
    this.#onerror = onerror;
  }

  async serve(exchange: Exchange): Promise<Response> {
    const id = exchange.request.headers.get("mcp-session-id");
    if (id === null) {
      return isInitializeRequest(exchange.body) ? this.#begin(exchange) : refusal(400, -32_000, missingSession);
    }
    const session = this.#open.get(id);
    return session === undefined ? refusal(404, -32_001, unknownSession) : this.#use(session, exchange);
  }

  /** Streams that wait for what may never come; calls go on. */
  endStreams(): void {
    for (const { transport } of this.#open.values()) transport.closeStandaloneSSEStream();
  }

  async close(): Promise<void> {
    for (const session of [...this.#open.values()]) this.#end(session);
    await Promise.all(this.#ending);
  }

  // — below: private, in the order they are used —

  async #begin(exchange: Exchange): Promise<Response> {
    if (!this.#makeRoom()) return refusal(503, -32_000, tooManySessions);
    const id = randomUUID();
    const door = this.#openDoor(id);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new EventLog(this.#limits),
      keepAliveMs: this.#limits.keepAliveMs,
      retryInterval: reconnectMs,
    });
    const session: Session = { id, door, transport, busy: 0, usedAt: this.#clock.now(), timer: undefined };
    this.#open.set(id, session);
    await door.server("legacy").connect(transport);
    // The protocol's own end of a connection, which comes first, has been put in its place by now.
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      this.#end(session);
    };
    transport.onerror = this.#onerror;
    this.#expire(session);
    const response = await this.#use(session, exchange);
    // What was no handshake begins no session.
    if (!response.ok) this.#end(session);
    return response;
  }

  async #use(session: Session, { request, body, ended }: Exchange): Promise<Response> {
    this.#touch(session, 1);
    void ended.then(() => this.#touch(session, -1));
    return session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
  }

  #touch(session: Session, more: 1 | -1): void {
    session.busy += more;
    session.usedAt = this.#clock.now();
    if (this.#open.delete(session.id)) this.#open.set(session.id, session);
  }

  /** The one that was unused for longest gives way. */
  #makeRoom(): boolean {
    if (this.#open.size < this.#limits.sessions) return true;
    const idlest = [...this.#open.values()].find(({ busy }) => busy === 0);
    if (idlest !== undefined) this.#end(idlest);
    return idlest !== undefined;
  }

  #expire(session: Session): void {
    const { sessionIdleMs } = this.#limits;
    const left = session.usedAt + sessionIdleMs - this.#clock.now();
    if (left <= 0 && session.busy === 0) return this.#end(session);
    const again = (): void => this.#expire(session);
    session.timer = this.#clock.after(left > 0 ? left : sessionIdleMs, again);
  }

  #end(session: Session): void {
    if (!this.#open.delete(session.id)) return;
    session.timer?.cancel();
    const ending = settled(session.transport.close().then(() => session.door.close()));
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }
}

/** How soon a client that lost its stream comes back. */
const reconnectMs = 1_000;

const missingSession = "Begin with initialize, and name the session that it returns in the header Mcp-Session-Id.";
const unknownSession = "There is no such session, or it has ended. Begin a new one with initialize.";
const tooManySessions = "Too many sessions are in use. Try again later.";

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
