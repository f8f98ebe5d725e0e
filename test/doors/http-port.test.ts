// The HTTP port under hostile hands: who is let in, what is cut off, and what is never cut off.

import { readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { sendResponse } from "../../src/doors/mcp/http/exchange.ts";
import type { HttpLimits } from "../../src/doors/mcp/http/limits.ts";
import { httpLimits } from "../../src/doors/mcp/http/limits.ts";
import { nodeClock } from "../../src/host/node/node-clock.ts";
import type { OpenedHttp } from "../support/http.ts";
import { heard, initialize, json, known, message, modernCall, openHttp, token } from "../support/http.ts";
import { repeats } from "../support/soak.ts";

const megabyte = 1024 * 1024;

interface Head {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

async function statusOf({ ask }: OpenedHttp, { method = "POST", path = "/mcp", headers = known, body }: Head) {
  const answer = await ask({ method, path, headers }, method === "POST" ? (body ?? initialize) : undefined);
  // Said of every answer, whatever it is.
  expect(answer.headers).toMatchObject({ "x-content-type-options": "nosniff" });
  expect(answer.headers["cache-control"]).toMatch(/^no-store/);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  return answer.status;
}

const bearer = (value: string): Record<string, string> => ({ ...json, authorization: value });

describe("who is let in", () => {
  test.each<[string, number, Head]>([
    ["the token, at /mcp", 200, {}],
    ["the token, at /", 200, { path: "/" }],
    ["the token in another case of the scheme", 200, { headers: bearer(`bearer ${token}`) }],
    ["no token", 401, { headers: json }],
    ["no token, at /", 401, { headers: json, path: "/" }],
    ["no token, for a page that is not there", 401, { headers: json, path: "/.well-known/oauth-protected-resource" }],
    ["another token", 401, { headers: bearer("Bearer not-the-token") }],
    ["the first half of the token", 401, { headers: bearer(`Bearer ${token.slice(0, 12)}`) }],
    ["the token and more", 401, { headers: bearer(`Bearer ${token}x`) }],
    ["the token in the address", 401, { headers: json, path: `/mcp?token=${token}` }],
    ["another scheme", 401, { headers: bearer(`Basic ${token}`) }],
    ["another page", 404, { path: "/admin" }],
    ["another method", 405, { method: "PUT" }],
    ["a question about CORS", 405, { method: "OPTIONS" }],
    ["health, without a token", 200, { method: "GET", path: "/health", headers: {} }],
    ["health, as a command", 405, { path: "/health", headers: json }],
    ["no JSON, as a form of a page can send", 415, { headers: { ...known, "content-type": "text/plain" } }],
    ["a packed body", 415, { headers: { ...known, "content-encoding": "gzip" } }],
    ["no JSON in the body", 400, { body: "{" }],
    ["a deep body", 400, { body: "[".repeat(100_000) }],
    ["a call without a session", 400, { body: message("tools/list") }],
    ["an unknown session", 404, { headers: { ...known, "mcp-session-id": "0" }, body: message("tools/list") }],
    ["a stream without a session", 400, { method: "GET", headers: { ...known, accept: "text/event-stream" } }],
  ])("%s: %i [AGL-053 AGL-056 AGL-060]", async (_, status, head) => {
    await using opened = await openHttp();
    expect(await statusOf(opened, head)).toBe(status);
    expect(opened.calls).toEqual([]);
  });

  test.each<[string, number, Record<string, string | string[]>]>([
    ["localhost", 200, { host: "localhost:1" }],
    ["[::1]", 200, { host: "[::1]:1" }],
    ["a page of this machine", 200, { origin: "http://localhost:3000" }],
    ["a name that leads here", 403, { host: "attacker.example:8080" }],
    ["a name that begins like ours", 403, { host: "localhost.attacker.example" }],
    ["a name with a user", 403, { host: "localhost@attacker.example" }],
    ["another address", 403, { host: "10.0.0.7" }],
    ["a page of another site", 403, { origin: "https://attacker.example" }],
    ["a page without a site", 403, { origin: "null" }],
    ["a page of a file", 403, { origin: "file://" }],
    ["two tokens", 400, { authorization: [`Bearer ${token}`, "Bearer other"] }],
  ])("on loopback, %s: %i, also without a token and at /health [AGL-062 S23]", async (_, status, headers) => {
    await using opened = await openHttp();
    expect(await statusOf(opened, { headers: { ...known, ...headers } })).toBe(status);
    const health = { method: "GET", path: "/health", headers };
    expect(await statusOf(opened, health)).toBe(status);
    await using free = await openHttp({ token: undefined });
    expect(await statusOf(free, { headers: { ...json, ...headers } })).toBe(status);
  });

  test.each<[string, number, Record<string, string>]>([
    ["an address as a number", 200, { host: "10.0.0.7:8080" }],
    ["the name that the operator allows", 200, { host: "code.example" }],
    ["a page of that name", 200, { host: "127.0.0.1", origin: "https://code.example" }],
    ["another name", 403, { host: "attacker.example" }],
    ["a page of another address", 403, { host: "10.0.0.7", origin: "http://10.0.0.8" }],
  ])("beyond loopback, %s: %i", async (_, status, headers) => {
    await using opened = await openHttp({ address: "0.0.0.0", hosts: ["code.example"] });
    expect(await statusOf(opened, { headers: { ...known, ...headers } })).toBe(status);
  });

  test("a refusal for want of a token says how to show one, and is the same for every wrong one [AGL-054 AGL-055]", async () => {
    await using opened = await openHttp();
    const wrong = ["", "x", token.slice(1), `${token.slice(0, -1)}x`, token.repeat(50)];
    const answers = await Promise.all(
      wrong.map((one) => opened.ask({ method: "POST", path: "/mcp", headers: bearer(`Bearer ${one}`) }, initialize)),
    );
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([401, '{"error":"unauthorized"}']);
      expect(headers["www-authenticate"]).toMatch(/^Bearer realm="sightline"/);
    }
    // Time cannot be asserted; that digests of one length are compared by the one function for it can.
    const source = readFileSync(new URL("../../src/doors/mcp/http/gate.ts", import.meta.url), "utf8");
    expect(source).toContain('timingSafeEqual(digestOf(given ?? ""), this.#digest)');
    expect(source.match(/token\s*[!=]==/g)).toEqual(["token ==="]);
    expect(source).toContain("token === undefined ? undefined : digestOf(token)");
  });
});

describe("what is too much", () => {
  test("a body of 4 MB is read, a longer one refused, whether it says its length or not [AGL-059]", async () => {
    await using opened = await openHttp();
    const filled = (bytes: number): string => initialize.padEnd(bytes, " ");
    expect(httpLimits.bodyBytes).toBe(4 * megabyte);
    expect(await statusOf(opened, { body: filled(4 * megabyte) })).toBe(200);
    expect(await statusOf(opened, { body: filled(4 * megabyte + 1) })).toBe(413);
    const chunked = { ...known, "transfer-encoding": "chunked" };
    expect(await statusOf(opened, { headers: chunked, body: filled(4 * megabyte + 1) })).toBe(413);
  });

  test("a client that asks whether its body is wanted is told no before it sends it", async () => {
    await using opened = await openHttp();
    const socket = await opened.socket();
    const head = [
      `POST /mcp HTTP/1.1`,
      "Host: localhost",
      "Expect: 100-continue",
      "Content-Length: 9",
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\nContent-Type: application/json\r\n\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  test.each<[string, number, string]>([
    ["long headers", 431, `GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
    [
      "many headers",
      431,
      `GET /health HTTP/1.1\r\nHost: localhost\r\n${"A: b\r\n".repeat(200)}Connection: close\r\n\r\n`,
    ],
    ["no HTTP", 400, "\u0000\u0001\u0002 nonsense\r\n\r\n"],
    ["TLS", 400, "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n"],
    ["no host", 403, "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["two lengths", 400, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
    [
      "a length and chunks",
      400,
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
  ])("%s: %i, and the next client is served [AGL-060]", async (_, status, bytes) => {
    await using opened = await openHttp();
    const socket = await opened.socket();
    socket.write(Buffer.from(bytes, "latin1"));
    const answer = await heard(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(answer.toLowerCase()).toContain("cache-control: no-store");
    expect(await statusOf(opened, {})).toBe(200);
  });

  test("connections that say nothing, however many, keep no client out and are closed", async () => {
    const many = repeats({ test: 1_000, soak: 10_000 });
    await using opened = await openHttp({ limits: { connections: 200 } });
    const idle: Socket[] = [];
    for (let left = many; left > 0; left -= 100) {
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => opened.socket()))));
      expect(await statusOf(opened, {})).toBe(200);
    }
    const closed = (): number => idle.filter((socket) => socket.closed).length;
    while (closed() < many - 200)
      await Promise.race(idle.filter(({ closed: is }) => !is).map((one) => once(one, "close")));
    for (const socket of idle) socket.destroy();
  });

  test("a session more than there may be takes the place of the one that was unused for longest", async () => {
    await using opened = await openHttp({ limits: { sessions: 2 } });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { headers } = await opened.ask({ method: "POST", path: "/mcp", headers: known }, initialize);
      ids.push(String(headers["mcp-session-id"]));
    }
    const list = { body: message("tools/list") };
    const statuses = ids.map((id) => statusOf(opened, { ...list, headers: { ...known, "mcp-session-id": id } }));
    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  });
});

describe("what takes too long", () => {
  test("the limits are 10 s for a head, 30 s for a request, 120 s between two, and none for an answer [AGL-057]", async () => {
    await using opened = await openHttp();
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = opened.door.times;
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([10_000, 30_000, 120_000, 0]);
    await using quick = await openHttp({ limits: { headMs: 100, requestMs: 200, idleMs: 100 } });
    const sockets = [quick.socket(), quick.socket(), quick.socket(), quick.socket()] as const;
    const [silent, slow, late, idle] = await Promise.all(sockets);
    slow.write("POST /mcp HTTP/1.1\r\nHost: loc");
    late.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`);
    late.write("Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
    idle.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const answers = await Promise.all([silent, slow, late, idle].map((one) => heard(one)));
    expect(answers.map((text) => text.slice(0, 12))).toEqual(["HTTP/1.1 408", "HTTP/1.1 408", "", "HTTP/1.1 200"]);
  });

  test("a call and a stream that are quiet for longer than any limit are not cut, and show that they are alive [AGL-058]", async () => {
    expect(httpLimits.writeMs).toBe(60_000);
    const limits = { headMs: 50, requestMs: 50, idleMs: 50, writeMs: 50, keepAliveMs: 100 };
    await using opened = await openHttp({ limits }, true);
    const { headers, body } = modernCall("find_symbol", { query: "x" });
    const socket = await opened.socket();
    const lines = Object.entries({ ...headers, host: "localhost", "content-length": String(body.length) });
    socket.write(`POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`);
    let text = "";
    // Five of them come after ten times every limit.
    while (text.split(": keepalive").length <= 5) text += String(((await once(socket, "data")) as [Buffer])[0]);
    opened.finish();
    while (!text.includes("An answer.")) text += String(((await once(socket, "data")) as [Buffer])[0]);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test.each<[string, Partial<HttpLimits>]>([
    ["for the time of a write", { writeMs: 100, unsentBytes: Number.POSITIVE_INFINITY }],
    ["to a number that is too large", { writeMs: 60_000, unsentBytes: 8 * megabyte }],
  ])("a client that leaves bytes %s is cut off [AGL-058]", async (_, own) => {
    const endless = new ReadableStream({
      pull: (controller) => {
        if (controller.desiredSize !== null) controller.enqueue(new Uint8Array(megabyte));
        sent += megabyte;
        if (sent > 64 * megabyte) return new Promise(() => {});
        return undefined;
      },
    });
    let sent = 0;
    const server = createServer((_incoming, answer) => {
      const cut = once(answer, "close").then(() => answer.writableFinished);
      void sendResponse(new Response(endless), answer, nodeClock, { ...httpLimits, ...own });
      void cut.then((finished) => server.emit("cut", finished));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await once(server, "cut")).toEqual([false]);
    socket.destroy();
    server.close();
  });
});

test("draining waits for a call in flight, takes no new one, and ends streams and idle connections [AGL-061]", async () => {
  await using opened = await openHttp({}, true);
  const begun = await opened.ask({ method: "POST", path: "/mcp", headers: known }, initialize);
  const session = { ...known, "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const stream = opened.ask({ method: "GET", path: "/mcp", headers: { ...session, accept: "text/event-stream" } });
  const { headers, body } = modernCall("find_symbol", { query: "x" });
  const call = opened.ask({ method: "POST", path: "/mcp", headers }, body);
  const idle = await opened.socket();
  while (opened.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const drained = opened.door.drain();
  expect((await stream).status).toBe(200);
  await heard(idle);
  await expect(opened.socket()).rejects.toThrow("ECONNREFUSED");
  opened.finish();
  expect((await call).body).toContain("An answer.");
  await drained;
});

test("draining gives up after its time, which is 5 s [AGL-061]", async () => {
  expect(httpLimits.drainMs).toBe(5_000);
  await using opened = await openHttp({ limits: { drainMs: 50 } }, true);
  const { headers, body } = modernCall("find_symbol", { query: "x" });
  const call = opened.ask({ method: "POST", path: "/mcp", headers }, body);
  const cut = Promise.allSettled([call]);
  while (opened.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await opened.door.drain();
  await opened.door.close();
  expect(await cut).toMatchObject([{ status: "rejected" }]);
});
