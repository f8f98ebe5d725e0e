import { describe, expect, test } from "vitest";

import { settingsFor } from "../config/profiles.ts";
import { Cancelled } from "../std/cancel.ts";
import type { ToySession } from "../testing/kits/kit.ts";
import { openSession } from "../testing/kits/kit.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import { oneTurn } from "../testing/step-clock.ts";
import { definition, hover, references, workspaceSymbols } from "./questions/queries.ts";

const fixture = "-- a.toy --\ndef «^»x\n-- b.toy --\nuse x\n";

function askHover(kit: ToySession, over: Parameters<ToySession["ask"]>[0] = {}) {
  return hover(kit.session, kit.at(kit.fixture.cursor), kit.ask(over));
}

describe("the life of a server", () => {
  test("nothing is started before the first question [SYN-50]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.pass(60_000);
    expect(kit.host.processes.spawned).toHaveLength(0);
    await kit.clock.until(askHover(kit));
    expect(kit.host.processes.spawned).toHaveLength(1);
  });

  test("messages go in the order of the protocol [BRG-10 BRG-12 BRG-13 BRG-14 SYN-33]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    await kit.clock.until(kit.session.stop());
    expect(kit.toy.received.map(({ method }) => method)).toEqual([
      "initialize",
      "initialized",
      "textDocument/didOpen",
      "textDocument/hover",
      "shutdown",
      "exit",
    ]);
    expect(kit.host.processes.spawned.map(({ ended }) => ended)).toEqual([{ code: 0, signal: null }]);
    expect(kit.eventsOf("session.state").map(({ from, to }) => `${from} ${to}`)).toEqual([
      "absent starting",
      "starting initializing",
      "initializing ready",
      "ready stopping",
      "stopping stopped",
    ]);
  });

  test("initialize carries root, folders, capabilities and our own process [AGL-335 BRG-31]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    expect(kit.toy.server.received[0]?.params).toMatchObject({
      processId: kit.host.pid,
      rootUri: "file:///project",
      workspaceFolders: [{ uri: "file:///project", name: "project" }],
      capabilities: {
        workspace: { workspaceFolders: true, configuration: true, applyEdit: false },
        general: { positionEncodings: ["utf-16"] },
      },
    });
    expect(kit.host.processes.spawned[0]?.spec).toMatchObject({
      command: "/bin/toy",
      args: ["--stdio"],
      cwd: "/project",
    });
  });

  test("what the server declared is kept, including unknown fields [AGL-337 BRG-11 SYN-54]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    const running = kit.session.running;
    expect(running?.identity).toEqual({ name: "toy", version: "1.0" });
    expect(running?.capabilities.supports("textDocument/hover")).toBe(true);
    expect(running?.capabilities.supports("workspace/willRenameFiles")).toBe(false);
    expect(running?.capabilities.options("textDocument/semanticTokens/full")).toEqual([
      { legend: { tokenTypes: ["word"], tokenModifiers: ["declared"] }, full: true },
    ]);
  });

  test("many first questions at once start one server, and later ones meet it warm [AGL-011 AGL-014]", async () => {
    await using kit = openSession({ fixture });
    const all = [askHover(kit), askHover(kit), workspaceSymbols(kit.session, kit.path("b.toy"), "x", kit.ask())];
    await kit.clock.until(Promise.all(all));
    await kit.clock.until(
      references(kit.session, { file: kit.path("b.toy"), place: { line: 1, column: 5 } }, true, kit.ask()),
    );
    expect(kit.host.processes.spawned).toHaveLength(1);
    expect(kit.toy.received.filter(({ method }) => method === "initialize")).toHaveLength(1);
  });

  test("each root has a server of its own [SYN-53]", async () => {
    await using one = openSession({ fixture });
    await using two = openSession({ fixture });
    await one.clock.until(askHover(one));
    await two.clock.until(askHover(two));
    expect([one.host.processes.alive, two.host.processes.alive]).toEqual([1, 1]);
    await one.clock.until(one.session.stop());
    expect([one.host.processes.alive, two.host.processes.alive]).toEqual([0, 1]);
  });

  test("a stop before anything was started, and a second one, are fine; then there is no session [AGL-232]", async () => {
    await using kit = openSession({ fixture });
    await Promise.all([kit.session.stop(), kit.session.stop()]);
    expect(kit.session.status).toMatchObject({ state: "stopped", plugin: "Dormant" });
    const refusal = await refusalOf(askHover(kit));
    expect(refusal.details).toMatchObject({
      code: "not_initialized",
      what: "LSP client not initialized; call start_lsp first",
    });
  });

  test.each(["initialize", "nothing"])("a stop while %s is awaited ends the process at once", async (method) => {
    await using kit = openSession({ fixture, dials: { neverAnswers: [method] } });
    const question = refusalOf(askHover(kit));
    if (method === "initialize") await oneTurn();
    await kit.clock.until(kit.session.stop());
    expect((await question).code).toBe("not_initialized");
    expect(kit.host.processes.alive).toBe(0);
    expect(kit.session.life.state.name).toBe("stopped");
    expect(kit.clock.pendingTimers).toBe(0);
  });

  test("a requested stop is no crash and starts nothing again [SYN-43]", async () => {
    await using kit = openSession({ fixture, profile: "synwire" });
    await kit.clock.until(askHover(kit));
    await kit.clock.until(kit.session.stop());
    await kit.clock.pass(600_000);
    expect(kit.host.processes.spawned).toHaveLength(1);
    expect(kit.eventsOf("session.crashed")).toEqual([]);
    expect(kit.session.status.plugin).toBe("Dormant");
  });

  test("a server that heeds neither shutdown nor exit is ended with its input, within three seconds [BRG-13 AGL-065]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["shutdown", "exit"] } });
    await kit.clock.until(askHover(kit));
    const began = kit.clock.now();
    await kit.clock.until(kit.session.stop());
    const { shutdownMs, exitMs, termMs } = settingsFor("standard").stop;
    expect(kit.clock.now() - began).toBe(shutdownMs + exitMs);
    expect(shutdownMs + exitMs + termMs).toBe(3_000);
    const last = kit.toy.received.map(({ method }) => method).slice(-3);
    expect(last).toEqual(["shutdown", "$/cancelRequest", "exit"]);
    expect(kit.host.processes.alive).toBe(0);
  });
});

describe("what a question may cost", () => {
  test("a request has the limit of its method, and the server is told when it is over [AGL-147 AGL-342 BRG-15]", async () => {
    await using kit = openSession({
      fixture,
      dials: { neverAnswers: ["textDocument/references", "textDocument/hover"] },
    });
    const began = kit.clock.now();
    const at = kit.at(kit.fixture.cursor);
    const slow = refusalOf(references(kit.session, at, true, kit.ask({ ms: 600_000 })));
    const refusal = await kit.clock.until(refusalOf(askHover(kit, { ms: 600_000 })));
    expect([refusal.code, kit.clock.now() - began]).toEqual(["timed_out", 30_000]);
    expect(kit.toy.server.methods.at(-1)).toBe("$/cancelRequest");
    expect((await kit.clock.until(slow)).code).toBe("timed_out");
    expect(kit.clock.now() - began).toBe(120_000);
    expect(kit.session.running?.channel.connection.pendingCount).toBe(0);
    expect(kit.session.status.state).toBe("ready");
  });

  test("the bridge gives 20 s, and a call may say otherwise [BRG-23]", async () => {
    await using kit = openSession({ fixture, profile: "bridge", dials: { neverAnswers: ["textDocument/hover"] } });
    const took = async (over: Parameters<ToySession["ask"]>[0]): Promise<number> => {
      const began = kit.clock.now();
      expect((await kit.clock.until(refusalOf(askHover(kit, over)))).code).toBe("timed_out");
      return kit.clock.now() - began;
    };
    expect(await took({ ms: 600_000 })).toBe(20_000);
    expect(await took({ ms: 600_000, timeoutMs: 45_000 })).toBe(45_000);
  });

  test("no call outlives its deadline, also while the server starts [SYN-51 BRG-48]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["initialize"] } });
    const refusal = await kit.clock.until(refusalOf(askHover(kit, { ms: 5_000 })));
    expect([refusal.code, kit.clock.now()]).toEqual(["timed_out", 6_000]);
    expect(kit.session.status).toMatchObject({ state: "initializing", restarts: 0 });
  });

  test("initialize has 300 s, then the attempt has failed [AGL-342 BRG-48 SYN-38]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["initialize"] } });
    const question = refusalOf(askHover(kit, { ms: 300_500 }));
    await kit.clock.pass(299_999);
    expect(kit.host.processes.alive).toBe(1);
    await kit.clock.pass(1);
    expect(kit.host.processes.alive).toBe(0);
    expect((await kit.clock.until(question)).code).toBe("server_restarting");
    expect(kit.session.status).toMatchObject({ plugin: "Restarting", restarts: 1 });
  });

  test("a caller who gives up is heard at once, and so is the server [AGL-147 BRG-56]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["textDocument/hover"] } });
    const caller = new AbortController();
    const question = askHover(kit, { signal: caller.signal });
    await oneTurn();
    caller.abort(new Error("changed my mind"));
    await expect(question).rejects.toBeInstanceOf(Cancelled);
    await oneTurn();
    expect(kit.toy.server.methods.at(-1)).toBe("$/cancelRequest");
    expect(kit.clock.now()).toBe(1_000);
  });

  test("a call that was given up before it began asks nothing", async () => {
    await using kit = openSession({ fixture });
    await expect(askHover(kit, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Cancelled);
    await oneTurn();
    expect(kit.toy.incarnations.flatMap(({ server }) => server.methods)).not.toContain("textDocument/hover");
  });

  test("questions run side by side, and each reply finds its caller [AGL-145 AGL-146 BRG-21]", async () => {
    await using kit = openSession({
      fixture: "-- a.toy --\ndef «p0»a\ndef «p1»b\ndef «p2»c\n",
      dials: { neverAnswers: ["textDocument/references"] },
    });
    const at = (name: string) => kit.at(kit.fixture.mark(name));
    void refusalOf(references(kit.session, at("p0"), true, kit.ask()));
    const answers = ["p0", "p1", "p2", "p1"].map((name) => hover(kit.session, at(name), kit.ask()));
    const texts = (await kit.clock.until(Promise.all(answers))).map(({ value }) => value?.markdown);
    expect(texts).toEqual(["def a", "def b", "def c", "def b"]);
  });

  test("a capability that was not declared is refused, and nothing is sent [BRG-18 SYN-54 BRG-51]", async () => {
    await using kit = openSession({ fixture, dials: { lacks: ["textDocument/hover"] } });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({
      code: "capability_missing",
      what: "server does not support textDocument/hover",
    });
    await kit.clock.until(definition(kit.session, kit.at(kit.fixture.cursor), kit.ask()));
    expect(kit.toy.server.methods).not.toContain("textDocument/hover");
  });

  test("a method that the catalogue forbids is not sent although declared", async () => {
    await using kit = openSession({ fixture, entry: { quirks: { neverSend: ["textDocument/hover"] } } });
    expect((await kit.clock.until(refusalOf(askHover(kit)))).code).toBe("capability_missing");
    expect(kit.toy.server.methods).not.toContain("textDocument/hover");
  });

  test("ContentModified is asked again after 500 ms, 1 s and 2 s, then surfaced [NEX-23]", async () => {
    await using kit = openSession({ fixture, profile: "nexo", dials: { contentModified: 4 } });
    const times: number[] = [];
    const question = refusalOf(askHover(kit));
    for (let ms = 0; ms < 4_000; ms += 100) {
      await kit.clock.pass(100);
      while (times.length < kit.toy.server.paramsOf("textDocument/hover").length) times.push(kit.clock.now() - 1_000);
    }
    expect(times).toEqual([100, 500, 1_500, 3_500]);
    expect((await question).details).toMatchObject({ code: "request_failed", data: { rpcCode: -32801 } });
  });

  test("three modified contents are survived, and a deadline is heeded meanwhile [NEX-23]", async () => {
    await using kit = openSession({ fixture, dials: { contentModified: 3 } });
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    await using short = openSession({ fixture, dials: { contentModified: 3 } });
    const refusal = await short.clock.until(refusalOf(askHover(short, { ms: 1_200 })));
    expect([refusal.code, short.clock.now()]).toEqual(["request_failed", 1_500]);
  });
});
