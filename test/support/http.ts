// The HTTP door in this process, on a free port and with an engine that a test holds, spoken to byte by byte or by requests.

import { once } from "node:events";
import type { IncomingHttpHeaders, RequestOptions } from "node:http";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { HttpDoor } from "../../src/doors/mcp/http/http-door.ts";
import type { HttpDoorOptions } from "../../src/doors/mcp/http/http-door.ts";
import type { Engine, Invocation, Outcome } from "../../src/engine/engine.ts";
import { nodeClock } from "../../src/host/node/node-clock.ts";

export const token = "a-token-for-a-test-0123456789";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface OpenedHttp extends AsyncDisposable {
  readonly door: HttpDoor;
  readonly port: number;
  /** Calls that were let through to the engine. */
  readonly calls: Invocation[];
  /** Ends every call that waits. */
  readonly finish: () => void;
  readonly ask: (options: RequestOptions, body?: string | Buffer) => Promise<Answer>;
  readonly socket: () => Promise<Socket>;
}

const complete: Outcome = {
  ok: true,
  body: { format: "text", text: "An answer." },
  standing: { state: "complete", reasons: [] } as unknown as Extract<Outcome, { ok: true }>["standing"],
  standingLine: undefined,
  isEmpty: false,
  succeeded: true,
  hint: undefined,
  ms: 1,
};

/** `waits`: calls are answered when the test says so. */
export async function openHttp(own: Partial<HttpDoorOptions> = {}, waits = false): Promise<OpenedHttp> {
  const calls: Invocation[] = [];
  const waiting: (() => void)[] = [];
  const engine: Engine = {
    invoke: async (invocation) => {
      calls.push(invocation);
      if (waits) await new Promise<void>((resolve) => waiting.push(resolve));
      return complete;
    },
    events: () => () => {},
    facts: { root: "/project", notices: { diagnosticsMs: 1, staleMs: 1 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  };
  const finish = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const door = new HttpDoor(async () => engine, {
    version: "0",
    format: "text",
    exposure: "core",
    extensions: [],
    logLevel: "error",
    caller: { door: "mcp", allowed: ["read"] },
    clock: nodeClock,
    followRoots: false,
    followsServers: false,
    prewarms: false,
    address: "127.0.0.1",
    port: 0,
    token,
    hosts: [],
    tls: undefined,
    ...own,
  });
  const { port } = await door.listen();
  const agent = new Agent({ keepAlive: false });
  return {
    door,
    port,
    calls,
    finish,
    ask: (options, body) => ask({ host: "127.0.0.1", port, agent, ...options }, body),
    socket: async () => {
      const socket = connect(port, "127.0.0.1");
      // The other side may cut it off; a test looks at what came before.
      socket.on("error", () => {});
      await once(socket, "connect");
      return socket;
    },
    async [Symbol.asyncDispose]() {
      finish();
      await door.close();
    },
  };
}

export function ask(options: RequestOptions, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(parts).toString("utf8") });
      });
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

/** Everything that comes until the other side closes. */
export async function heard(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  if (!socket.closed) await once(socket, "close");
  return Buffer.concat(parts).toString("utf8");
}

export const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
export const known = { ...json, authorization: `Bearer ${token}` };

export function message(method: string, params: object = {}, id: number | null = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", ...(id === null ? {} : { id }), method, params });
}

export const initialize = message("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

/** A call of a tool in the protocol without sessions, with the headers that it needs. */
export function modernCall(
  name: string,
  input: object,
): { readonly headers: Record<string, string>; readonly body: string } {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  return {
    headers: { ...known, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
    body: message("tools/call", { name, arguments: input, _meta: meta }),
  };
}
