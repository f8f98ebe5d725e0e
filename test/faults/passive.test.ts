// Faults of servers that someone else runs, over real sockets: none of them hangs a call, and none becomes an empty answer.

import type { Socket } from "node:net";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { SettingsInput } from "../../src/config/settings.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import type { ToyDials } from "../../src/testing/toy/toy-dials.ts";
import { openConnected, ProcessClock } from "../support/fault-session.ts";
import { soon } from "../support/soon.ts";
import { toyProgram } from "../support/made-up-server.ts";
import type { Listener } from "../support/tcp-server.ts";
import { listener, relay } from "../support/tcp-server.ts";

const settings: SettingsInput = { restart: { backoffMs: [0], max: 2 } };

function toyListening(dials: Partial<ToyDials> = {}): Promise<Listener> {
  return relay(toyProgram(dials));
}

describe("a server that someone else runs", () => {
  test("answers as a process of ours does, and neither it nor its memory is ours [SYC-15]", async () => {
    await using server = await toyListening();
    await using kit = await openConnected(server.address, { settings });
    expect(await kit.references()).toBe(2);
    const [pid] = server.pids;
    expect(kit.session.running?.channel.pid).toBeUndefined();
    expect(await kit.session.running?.channel.memoryBytes()).toBeUndefined();
    expect(pid).toBeGreaterThan(0);
  });

  test("that closes the connection in the middle of a request is connected to again, and the question asked once more", async () => {
    await using server = await toyListening({ neverAnswers: ["textDocument/hover"] });
    await using kit = await openConnected(server.address, { settings });
    await kit.references();
    const asked = refusalOf(kit.hover());
    await soon(() => (kit.session.running?.channel.connection.pendingCount ?? 0) > 0);
    server.drop();
    await soon(() => server.connections.length === 2);
    await soon(() => (kit.session.running?.channel.connection.pendingCount ?? 0) > 0);
    server.drop();
    expect((await asked).details).toMatchObject({
      code: "server_unreachable",
      what: "The connection to Toy was lost while it answered textDocument/hover.",
    });
    expect(kit.events.filter(({ type }) => type === "session.crashed")).toHaveLength(2);
    expect(await kit.references(kit.other)).toBe(2);
    // A file that may be what ends a server is not sent to that of someone else a third time.
    expect((await refusalOf(kit.references())).details).toMatchObject({
      code: "document_quarantined",
      why: "The connection was lost 2 times while the server worked on it.",
    });
  });

  test("that dies is gone, and another at the same port is found", async () => {
    await using server = await toyListening();
    await using kit = await openConnected(server.address, { settings });
    await kit.references();
    for (const pid of server.pids) process.kill(pid, "SIGKILL");
    await kit.seen("session.crashed", ({ exit }) => exit.cause === "disconnected");
    expect(await kit.references()).toBe(2);
    expect(server.connections).toHaveLength(2);
  });

  test("that no longer reads nor answers costs a call its deadline, and is then left for a new connection", async () => {
    const deaf = new Set<Socket>();
    await using toy = await toyListening();
    await using server = await listener((socket) => forward(socket, toy, () => deaf.has(socket)));
    const clock = new ProcessClock();
    const request = { timeoutsBeforeProbe: 1 };
    await using kit = await openConnected(server.address, { clock, settings: { ...settings, request } });
    await kit.references();
    // Only what is connected now: the session may connect again at once.
    for (const connection of server.connections) deaf.add(connection);
    const refusal = await clock.driven(kit, refusalOf(kit.hover()));
    expect(refusal.details).toMatchObject({ code: "server_hung", why: expect.stringContaining("only the connection") });
    expect(await kit.references()).toBe(2);
    expect(toy.connections).toHaveLength(2);
  });

  test("whose port refuses is told of at once, and found as soon as it is there", async () => {
    await using server = await toyListening();
    await using gone = await listener();
    gone.unlisten();
    await using kit = await openConnected(gone.address, { settings });
    const refusal = await refusalOf(kit.references());
    expect(refusal.details).toMatchObject({ code: "server_unreachable", why: `Nothing listens at ${gone.at}.` });
    await using other = await openConnected(server.address, { settings });
    expect(await other.references()).toBe(2);
  });

  test("that accepts and never answers costs a call its deadline, and nothing is left of it", async () => {
    await using server = await listener();
    await using kit = await openConnected(server.address, { settings });
    const asked = refusalOf(kit.session.start(kit.ask(50).deadline));
    expect((await asked).details).toMatchObject({ code: "timed_out", what: "Toy is still starting." });
    await kit.session.stop();
    await soon(() => server.connections.every(({ destroyed }) => destroyed));
  });

  test.each([
    ["bytes without meaning", Buffer.from("\u0000\u0001\u0002Content-Length: -7\r\n\r\n"), /language server protocol/],
    ["a web page", Buffer.from("HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nbad"), /closed the connection/],
    ["a body that is too large", Buffer.from("Content-Length: 99999999999\r\n\r\n"), /language server protocol/],
    ["nothing", Buffer.alloc(0), /closed the connection/],
  ])("that answers with %s is refused, with what it did", async (_, bytes, why) => {
    await using server = await listener((socket) => void socket.once("data", () => socket.end(bytes)));
    await using kit = await openConnected(server.address, { settings });
    const refusal = await refusalOf(kit.references());
    expect(refusal.details).toMatchObject({ code: "server_unreachable", why: expect.stringMatching(why) });
    // The attempts of a restart, and no more.
    expect(server.connections.length).toBe(2);
  });
});

/** Passes bytes on in both directions, until it is deaf. */
function forward(socket: Socket, { address }: Listener, isDeaf: () => boolean): void {
  const there = connect(address.port, address.host);
  there.on("error", () => {});
  socket.on("data", (bytes) => void (isDeaf() || there.write(bytes)));
  there.on("data", (bytes) => void (isDeaf() || socket.write(bytes)));
  socket.once("close", () => there.destroy());
  there.once("close", () => socket.destroy());
}
