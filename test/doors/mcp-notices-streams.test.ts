// Streams of the modern era: what a stream is told that it hears is watched, and what no stream hears is not.

import { describe, expect, test } from "vitest";
import { maxStreams } from "../../src/doors/mcp/channels-listening.ts";
import { maxSubscriptions } from "../../src/engine/limits.ts";
import type { JsonRecord } from "../../src/std/json.ts";
import { at } from "../../src/std/json.ts";
import { wireHere } from "../support/here.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { McpWire } from "../support/mcp-wire.ts";

const quick = { notices: { diagnosticsMs: 20, staleMs: 20 } };
const own = "lsp-diagnostics:///a.toy";
const outside = "lsp-diagnostics:////etc/passwd";

function open(): Served {
  return served(toyProgram(), { settings: quick });
}

function wanting(...resourceSubscriptions: readonly string[]): JsonRecord {
  return { notifications: { resourceSubscriptions } };
}

/** What the stream is told that it hears. */
async function acknowledged(wire: McpWire, id: number): Promise<unknown> {
  const told = await wire.seen(({ method, params }) => {
    return method === "notifications/subscriptions/acknowledged" && JSON.stringify(params).includes(`:${id}`);
  });
  return at(told, ["params", "notifications", "resourceSubscriptions"]) ?? [];
}

/** A request with an envelope that the protocol refuses. */
function listenBadly(wire: McpWire, id: number, uri: string): void {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "1999-01-01",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  const params = { ...wanting(uri), _meta };
  wire.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params })}\n`);
}

describe("a stream of the modern era", () => {
  test("that was refused takes no room, and the next one hears what it is told", async () => {
    using made = open();
    await using wire = wireHere(made, { era: "modern", args: ["mcp", ...made.options] });
    await wire.initialize();
    await wire.call("find_references", made.at);
    for (let count = 0; count < maxStreams; count++) listenBadly(wire, 1_000 + count, `${own}?${count}`);
    const refused = (): number =>
      wire.messages.filter(({ id, error }) => Number(id) >= 1_000 && error !== undefined).length;
    await wire.until(() => refused() === maxStreams);
    const id = wire.ask("subscriptions/listen", wanting(own, outside));
    expect(await acknowledged(wire, id)).toEqual([own]);
    made.write("a.toy", "def apple\nuse plum\n");
    const updated = await wire.seen(({ method }) => method === "notifications/resources/updated");
    expect(at(updated, ["params", "uri"])).toBe(own);
  });

  test("before the client's roots are known hears nothing, and is told so", async () => {
    using made = open();
    const args = ["mcp", "--merge-config", "../servers.json"];
    await using wire = wireHere(made, { era: "modern", args, capabilities: { roots: {} } });
    await wire.initialize();
    expect(await acknowledged(wire, wire.ask("subscriptions/listen", wanting(own, outside)))).toEqual([]);
  });

  test("goes on when another one with its id is refused", async () => {
    using made = open();
    await using wire = wireHere(made, { era: "modern", args: ["mcp", ...made.options] });
    await wire.initialize();
    const id = wire.ask("subscriptions/listen", wanting(own));
    expect(await acknowledged(wire, id)).toEqual([own]);
    listenBadly(wire, id, "lsp-diagnostics:///b.toy");
    expect((await wire.answerTo(id))["error"]).toMatchObject({ code: -32_600 });
    made.write("a.toy", "def apple\nuse plum\n");
    await wire.seen(({ method }) => method === "notifications/resources/updated");
  });
});

test("with a handshake there are no streams, and nothing is watched for one", async () => {
  using made = open();
  await using wire = wireHere(made, { args: ["mcp", ...made.options] });
  await wire.initialize();
  for (let count = 0; count < maxSubscriptions; count++) {
    const { error } = await wire.request("subscriptions/listen", wanting(`${own}?${count}`));
    expect(error).toMatchObject({ code: -32_601 });
  }
  expect((await wire.request("resources/subscribe", { uri: own }))["result"]).toEqual({});
});

test("a client that says again and again that it is initialized hears each message once", async () => {
  using made = open();
  await using wire = wireHere(made, { args: ["mcp", ...made.options, "--log-level", "debug"] });
  await wire.initialize();
  for (let count = 0; count < 10; count++) wire.notify("notifications/initialized");
  await wire.call("find_references", made.at);
  await wire.request("tools/list");
  const told = wire.notifications("notifications/message").filter(({ data }) => at(data, ["event"]) === "operation");
  expect(told).toHaveLength(1);
});
