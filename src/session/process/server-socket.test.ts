// A server that someone else runs: what differs from one of ours, and what does not.

import { describe, expect, test } from "vitest";
import type { Launch, ServerEntry } from "../../catalog/entry.ts";
import type { SessionChoices, ToySession } from "../../testing/kits/kit.ts";
import { openSession, toyAddress, toyEntry } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import type { Answer } from "../../model/standing.ts";
import { diagnose } from "../problems/diagnose.ts";
import { hover, references } from "../questions/queries.ts";

const fixture = "-- a.toy --\ndef «^»x\n-- b.toy --\nuse «use»x\n";
const tcp: Launch = { kind: "tcp", ...toyAddress };
const alone: Launch = { ...tcp, alone: true };

function openPassive(entry: Partial<ServerEntry> = {}, choices: Partial<SessionChoices> = {}): ToySession {
  return openSession({ fixture, entry: { launch: alone, ...entry }, ...choices });
}

function askHover(kit: ToySession, over: Parameters<ToySession["ask"]>[0] = {}): Promise<Answer<unknown>> {
  return hover(kit.session, kit.at(kit.fixture.cursor), kit.ask(over));
}

function askUses(kit: ToySession): Promise<Answer<readonly unknown[]>> {
  return references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask());
}

describe("a connection", () => {
  test("begins with a whole handshake whose capabilities are kept, and has no process [AGL-041 AGL-043 SYC-15]", async () => {
    await using kit = openPassive();
    await using started = openSession({ fixture });
    const [here, there] = await Promise.all([kit.clock.until(askUses(kit)), started.clock.until(askUses(started))]);
    expect(here).toEqual({ ...there, standing: expect.objectContaining({ state: "complete", reasons: [] }) });
    expect(kit.toy.server.methods.slice(0, 3)).toEqual(["initialize", "initialized", "textDocument/didOpen"]);
    expect(kit.toy.server.paramsOf("initialize")).toMatchObject([{ processId: null, rootUri: "file:///project" }]);
    expect(kit.session.running?.capabilities.declared).toEqual(started.session.running?.capabilities.declared);
    expect(kit.host.processes.spawned).toEqual([]);
    const { channel } = kit.session.running ?? {};
    expect(channel).toMatchObject({ pid: undefined, stderrTail: "", address: toyAddress });
    expect(await channel?.memoryBytes()).toBeUndefined();
    expect(await channel?.condition()).toBe("unknown");
    expect(kit.eventsOf("session.connecting")).toEqual([
      { type: "session.connecting", server: "toy", address: "127.0.0.1:9999", root: "/project" },
    ]);
    expect(kit.eventsOf("session.starting")).toEqual([]);
  });

  test("ends with our documents closed, without shutdown and exit, and the server stays [AGL-042]", async () => {
    await using kit = openPassive();
    await kit.clock.until(askHover(kit));
    await kit.clock.until(diagnose(kit.session, kit.path("b.toy"), kit.ask()));
    const { server, socket } = kit.toy;
    await kit.clock.until(kit.session.stop());
    const closed = server.paramsOf("textDocument/didClose").map((params) => (params as DidClose).textDocument.uri);
    expect(closed.sort()).toEqual([kit.uri("a.toy"), kit.uri("b.toy")]);
    expect(server.methods).not.toContain("shutdown");
    expect(server.methods).not.toContain("exit");
    expect(socket.isOpen()).toBe(false);
    expect(kit.session.life.state.name).toBe("stopped");
    expect(kit.eventsOf("session.crashed")).toEqual([]);
  });

  test("that the server does not close is given up after a while, and nothing is left", async () => {
    await using kit = openPassive();
    kit.host.tcp.listen(toyAddress, (end) => kit.toy.accept({ ...end, end: () => {} }));
    await kit.clock.until(askHover(kit));
    await kit.clock.until(kit.session.stop());
    expect(kit.host.tcp.open).toBe(0);
  });

  test("that is made anew closes the documents of the former, and opens them in the next", async () => {
    await using kit = openPassive();
    await kit.clock.until(askHover(kit));
    const [first] = kit.toy.incarnations;
    await kit.clock.until(kit.session.renew("a test wants it"));
    await kit.clock.until(askHover(kit));
    expect(first?.server.methods).toContain("textDocument/didClose");
    expect(first?.server.methods).not.toContain("shutdown");
    expect(kit.toy.server.methods.filter((method) => method === "textDocument/didOpen")).toHaveLength(1);
    expect(kit.session.life.lifetime).toBe(0);
  });
});

interface DidClose {
  readonly textDocument: { readonly uri: string };
}

describe("a lost connection", () => {
  test("fails what is pending at once, and is made again after the back-off of a restart [AGL-043]", async () => {
    await using kit = openPassive({}, { dials: { neverAnswers: ["textDocument/hover"] } });
    const questions = [1, 2].map(() => refusalOf(askHover(kit, { ms: 500 })));
    await oneTurn();
    const connection = kit.session.running?.channel.connection;
    expect(connection?.pendingCount).toBe(2);
    kit.toy.socket.destroy();
    await oneTurn();
    expect(connection?.pendingCount).toBe(0);
    expect(kit.clock.now()).toBe(1_000);
    const [refusal] = await kit.clock.until(Promise.all(questions));
    expect(refusal?.details).toMatchObject({ code: "server_restarting", what: "Toy is being connected to again." });
    expect(kit.eventsOf("session.crashed")).toMatchObject([{ exit: { cause: "disconnected", code: null } }]);
    expect(kit.eventsOf("session.restarting")).toMatchObject([{ attempt: 1, delayMs: 1_000 }]);
    await kit.clock.pass(1_000);
    expect(kit.toy.incarnations).toHaveLength(2);
    expect(kit.session.life.state.name).toBe("ready");
  });

  test("is survived by a question that may be asked twice, with the documents open again", async () => {
    const crashAt = (incarnation: number) => (incarnation === 1 ? { crashAt: "textDocument/references" } : {});
    await using kit = openPassive({}, { dials: crashAt });
    const answer = await kit.clock.until(askUses(kit));
    expect(answer).toMatchObject({ value: [{}, {}], standing: { state: "complete" } });
    expect(kit.toy.incarnations).toHaveLength(2);
    expect(kit.clock.now()).toBe(2_000);
  });

  test("counts for the breaker, as a crash does", async () => {
    await using kit = openPassive({}, { settings: { restart: { breakerCrashes: 2, backoffMs: [0] } } });
    for (let lost = 0; lost < 2; lost++) {
      await kit.clock.until(askHover(kit));
      kit.toy.socket.destroy();
      await oneTurn();
    }
    const { state } = kit.session.life;
    expect(state).toMatchObject({ name: "failed", trigger: "on-call", retryAt: kit.clock.now() + 60_000 });
  });

  test("to a server that stays away is tried again by the rules of a restart, and then by the next call", async () => {
    await using kit = openPassive();
    await kit.clock.until(askHover(kit));
    kit.host.tcp.unlisten(toyAddress);
    kit.toy.socket.destroy();
    await kit.clock.pass(60_000);
    expect(kit.eventsOf("session.restarting").map(({ delayMs }) => delayMs)).toEqual([1_000, 2_000, 4_000]);
    expect(kit.clock.pendingTimers).toBe(0);
    expect((await kit.clock.until(refusalOf(askHover(kit)))).details).toMatchObject({
      code: "server_unreachable",
      why: "Nothing listens at 127.0.0.1:9999.",
    });
    kit.host.tcp.listen(toyAddress, kit.toy.accept);
    expect((await kit.clock.until(askHover(kit))).standing.state).toBe("complete");
  });

  test("half of a connection is none: a server that says no more is left", async () => {
    await using kit = openPassive({}, { dials: { neverAnswers: ["textDocument/hover"] } });
    const asked = refusalOf(askHover(kit, { ms: 500 }));
    await oneTurn();
    kit.toy.socket.end();
    await oneTurn();
    expect(kit.host.tcp.open).toBe(0);
    expect((await kit.clock.until(asked)).code).toBe("server_restarting");
  });
});

describe("a server that cannot be reached", () => {
  test("is told of at once, without a timer, and the next call tries again", async () => {
    await using kit = openPassive();
    kit.host.tcp.unlisten(toyAddress);
    const refusal = await refusalOf(askHover(kit));
    expect(refusal.details).toMatchObject({
      code: "server_unreachable",
      what: "Toy could not be reached at 127.0.0.1:9999.",
      data: { address: "127.0.0.1:9999", cause: "ECONNREFUSED" },
    });
    expect(kit.clock.pendingTimers).toBe(0);
    kit.host.tcp.listen(toyAddress, kit.toy.accept);
    await kit.clock.until(askHover(kit));
    expect(kit.session.life.lifetime).toBe(0);
  });

  test("because nothing answers the dial is given up after five seconds", async () => {
    await using kit = openPassive();
    kit.host.tcp.silence(toyAddress);
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({ code: "server_unreachable", data: { cause: "ETIMEDOUT" } });
    expect(kit.clock.now()).toBe(6_000);
  });

  test("because it accepts and never answers costs no more than the deadline of the call", async () => {
    await using kit = openPassive();
    kit.host.tcp.listen(toyAddress, () => {});
    const refusal = await kit.clock.until(refusalOf(askHover(kit, { ms: 700 })));
    expect(refusal.code).toBe("timed_out");
    expect(kit.clock.now()).toBe(1_700);
    await kit.clock.until(kit.session.stop());
    expect(kit.host.tcp.open).toBe(0);
  });

  test("because it speaks another protocol is told so, after the attempts of a restart", async () => {
    await using kit = openPassive({}, { settings: { restart: { max: 1 } } });
    kit.host.tcp.listen(toyAddress, (end) => {
      end.write(Buffer.from(`Content-Length: nonsense\r\n\r\n`));
    });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({
      code: "server_unreachable",
      why: "What listens at 127.0.0.1:9999 does not speak the language server protocol.",
    });
  });

  test("because another one listens there is told by its name, and not asked", async () => {
    await using kit = openPassive({ quirks: { saysItIs: "gopls" } });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({ code: "server_unreachable", why: 'It calls itself "toy".' });
    expect(kit.toy.server.methods).toEqual(["initialize"]);
    expect(kit.host.tcp.open).toBe(0);
  });

  test("because it hangs is left alone: the connection is closed, and nothing is killed", async () => {
    const settings = { request: { timeoutsBeforeProbe: 1, probeMs: 100, timeoutMs: 200 } };
    const neverAnswers = ["textDocument/hover", "$/sightline/alive"];
    await using kit = openPassive({}, { settings, dials: (life) => (life === 1 ? { neverAnswers } : {}) });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({ code: "server_hung", what: "Toy stopped responding." });
    expect(refusal.details.why).toContain("only the connection was closed");
    await kit.clock.until(askHover(kit));
    expect(kit.toy.incarnations).toHaveLength(2);
  });
});

describe("what other clients may have open", () => {
  const shared = { launch: tcp };
  const apart = { launch: tcp, quirks: { ...toyEntry.quirks, saysItIs: "toy", clientsApart: true } };

  test.each([
    ["is not known, so that no answer is complete", shared, ["shared_server"]],
    ["is nothing where the operator says so", { launch: alone }, []],
    ["does not show where the server keeps its clients apart", apart, []],
    [
      "is not known of a server that does not say that it is that one",
      { ...apart, quirks: { clientsApart: true } },
      ["shared_server"],
    ],
  ])("%s", async (_, entry, reasons) => {
    await using kit = openPassive(entry);
    const answers = [askUses(kit), askHover(kit), diagnose(kit.session, kit.path("a.toy"), kit.ask())];
    for (const answer of await kit.clock.until(Promise.all<Answer<unknown>>(answers))) {
      expect(answer.standing.reasons.map(({ code }) => code)).toEqual(reasons);
      expect(answer.standing.state).toBe(reasons.length === 0 ? "complete" : "partial");
    }
  });

  test("is what they would see of a draft: it is not shown to a shared server", async () => {
    await using kit = openPassive(shared);
    const texts = new Map([[kit.path("a.toy"), "def secret\n"]]);
    const refusal = await kit.clock.until(refusalOf(kit.session.lane.suppose(texts, kit.ask())));
    expect(refusal.details).toMatchObject({
      code: "capability_missing",
      why: expect.stringContaining("other clients"),
    });
    expect(JSON.stringify(kit.toy.received)).not.toContain("secret");
  });

  test("does not keep a draft from a server that is ours alone", async () => {
    await using kit = openPassive();
    const texts = new Map([[kit.path("a.toy"), "def secret\n"]]);
    const supposed = await kit.clock.until(kit.session.lane.suppose(texts, kit.ask()));
    expect(JSON.stringify(kit.toy.received)).toContain("secret");
    await kit.clock.until(supposed.release());
  });
});

describe("a root that is not trusted", () => {
  test.each([
    ["adjusted", { kind: "adjusted", smaller: false, settings: { a: 1 } }],
    ["refused", { kind: "refused", why: "it runs everything" }],
  ] as const)("has no such server whose restricted form is %s: it could not be enforced", async (_, restricted) => {
    await using kit = openPassive({ restricted }, { trusted: false });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({
      code: "not_trusted",
      why: expect.stringContaining("someone else runs it"),
    });
    expect(kit.toy.incarnations).toEqual([]);
  });

  test("has one that the operator calls safe", async () => {
    await using kit = openPassive({ restricted: { kind: "safe" } }, { trusted: false });
    expect((await kit.clock.until(askHover(kit))).standing.state).toBe("complete");
  });
});
