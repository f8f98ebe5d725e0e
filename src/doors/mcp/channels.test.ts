// Which notifications are sent, and when: none before the session, only to the subscriber, none after the end.

import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { InMemoryTransport, Server } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import type { Engine } from "../../engine/engine.ts";
import { maxSubscriptions } from "../../engine/limits.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { Emitter } from "../../std/emitter.ts";
import { at } from "../../std/json.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { Channels } from "./channels.ts";

const file = filePath("/project/a.toy");
const own = "lsp-diagnostics:////project/a.toy";
const stale = "lsp-references:///";
const changed: BridgeEvent = { type: "files.changed", created: 0, changed: 1, deleted: 0, paths: [file] };
const starting: BridgeEvent = {
  type: "session.starting",
  server: "toy",
  command: [],
  root: filePath("/project"),
  restricted: false,
  confined: false,
};
const crashed: BridgeEvent = {
  type: "session.crashed",
  server: "toy",
  exit: { code: 1, signal: null, cause: "crash", stderr: "" },
  restarts: 0,
};

/** A connection, and everything that was sent on it: addresses that changed, and what kind of message was logged. */
async function connection(): Promise<{ readonly server: Server; readonly sent: unknown[] }> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  const sent: unknown[] = [];
  there.onmessage = (message: JSONRPCMessage) => {
    sent.push(at(message, ["params", "uri"]) ?? at(message, ["params", "data", "type"]) ?? "another message");
  };
  const capabilities = { resources: { subscribe: true }, logging: {} };
  const server = new Server({ name: "test", version: "1" }, { capabilities });
  await server.connect(here);
  await there.start();
  return { server, sent };
}

/** An engine in which a file has as many problems as the test says, and which starts a server for whatever is asked. */
function open() {
  const clock = new StepClock();
  const events = new Emitter<BridgeEvent>(() => {});
  const state = { problems: 0 };
  const engine: Engine = {
    invoke: async ({ operation }) => {
      if (operation === "find_symbol") events.emit(starting);
      const json = {
        workspace_folders: [{ uri: "file:///project" }],
        [`file://${file}`]: Array.from({ length: state.problems }, (_, line) => ({ line })),
      };
      const standing = { state: "complete", reasons: [], evidence: [] } as const;
      const body = { format: "json", json, leftOut: undefined } as const;
      return {
        ok: true,
        body,
        standing,
        standingLine: undefined,
        isEmpty: false,
        succeeded: true,
        hint: undefined,
        ms: 0,
      };
    },
    events: (listener) => events.subscribe(listener),
    facts: { root: "/project", notices: { diagnosticsMs: 2_000, staleMs: 3_000 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  };
  const channels = new Channels({ logLevel: "info", caller: { door: "mcp", allowed: ["read"] }, clock });
  return { clock, events, state, engine, channels };
}

test("nothing is sent before the session is established, and nothing after the end [AGL-373 AGL-374]", async () => {
  const { clock, events, state, engine, channels } = open();
  const { server, sent } = await connection();
  channels.opened(engine, () => {});
  for (const uri of [own, stale]) await channels.subscribe(server, uri);
  const something = async (): Promise<void> => {
    state.problems++;
    events.emit(crashed);
    events.emit(changed);
    await clock.pass(10_000);
  };
  await something();
  expect(sent).toEqual([]);
  channels.establish(server);
  await something();
  expect(sent).toEqual(["process_health", own, "stale_references", stale]);
  state.problems++;
  events.emit(changed);
  channels.close();
  await something();
  expect([sent.length, clock.pendingTimers, events.size]).toEqual([4, 0, 0]);
});

test("an update goes to who subscribed, under exactly that address, until that subscription ends [AGL-334]", async () => {
  const { clock, events, state, engine, channels } = open();
  const [one, other, third] = [await connection(), await connection(), await connection()];
  channels.opened(engine, () => {});
  channels.setLevel("emergency");
  for (const { server } of [one, other, third]) channels.establish(server);
  const spelled = "lsp-diagnostics:///project/a.toy";
  await channels.subscribe(one.server, own);
  await channels.subscribe(other.server, own);
  await channels.subscribe(other.server, spelled);
  const change = async (): Promise<void> => {
    state.problems++;
    events.emit(changed);
    await clock.pass(10_000);
  };
  await change();
  expect([one.sent, other.sent, third.sent]).toEqual([[own], [own, spelled], []]);
  channels.unsubscribe(other.server, own);
  channels.unsubscribe(third.server, own);
  await change();
  expect([one.sent, other.sent, third.sent]).toEqual([[own, own], [own, spelled, spelled], []]);
  await one.server.close();
  await other.server.close();
  await change();
  expect([one.sent.length, clock.pendingTimers]).toEqual([2, 0]);
});

test("the level of the client holds for what it is told unasked [AGL-371]", async () => {
  const { clock, events, engine, channels } = open();
  const { server, sent } = await connection();
  channels.opened(engine, () => {});
  channels.establish(server);
  channels.setLevel("error");
  events.emit(changed);
  await clock.pass(10_000);
  expect(sent).toEqual([]);
  events.emit(crashed);
  await clock.pass(0);
  expect(sent).toEqual(["process_health"]);
});

test("there is room for so many subscriptions, and for others when some have ended", async () => {
  const { clock, events, state, engine, channels } = open();
  const { server, sent } = await connection();
  channels.opened(engine, () => {});
  channels.establishModern(server);
  const stream = {};
  await channels.subscribe(stream, own);
  for (let count = 1; count < maxSubscriptions; count++) await channels.subscribe(stream, `${own}?${count}`);
  expect((await refusalOf(channels.subscribe(stream, stale))).code).toBe("overloaded");
  channels.leave(stream);
  await channels.subscribe(stream, own);
  state.problems++;
  events.emit(changed);
  await clock.pass(2_000);
  expect(sent).toEqual([own]);
});

test("a client that says again that it is initialized hears everything once", async () => {
  const { clock, events, engine, channels } = open();
  const { server, sent } = await connection();
  channels.opened(engine, () => {});
  expect([channels.establish(server), channels.establish(server)]).toEqual([true, false]);
  events.emit(crashed);
  await clock.pass(0);
  expect(sent).toEqual(["process_health"]);
});

test("a door that was closed while its engine opened starts nothing", () => {
  const { clock, events, engine, channels } = open();
  channels.close();
  channels.opened(engine, () => {});
  expect([events.size, clock.pendingTimers]).toEqual([0, 0]);
});
