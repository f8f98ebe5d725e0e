import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/session/problems/diagnose.ts";
import { hover, references } from "../../src/session/questions/queries.ts";
import { standingWords } from "../../src/testing/checks.ts";
import type { ToySession } from "../../src/testing/kits/kit.ts";
import { openSession } from "../../src/testing/kits/kit.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { StepClock, oneTurn } from "../../src/testing/step-clock.ts";
import { openFault } from "../support/fault-session.ts";

const fixture = "-- a.toy --\ndef «^»x\n-- b.toy --\nuse x\n";

function askHover(kit: ToySession) {
  return hover(kit.session, kit.at(kit.fixture.cursor), kit.ask());
}

async function askReferences(kit: ToySession, waitMs = 10_000): Promise<string> {
  const question = references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask({ waitMs }));
  const { value, standing } = await kit.clock.until(question);
  return `${value.length} ${standingWords(standing)}`;
}

describe("requests of the server", () => {
  test("F13 before the initialize reply and during shutdown are answered, and both are finished [F13 AGL-336]", async () => {
    // On a clock that stands still neither the handshake nor the stop can end by running out of time.
    const kit = await openFault("asks", { clock: new StepClock() });
    await kit.hover();
    await kit[Symbol.asyncDispose]();
    expect(kit.session.life.state.name).toBe("stopped");
    expect(kit.events.filter(({ type }) => type === "session.crashed")).toEqual([]);
  });

  test("F14 that are not known are answered with -32601, and the server goes on [F14]", async () => {
    await using kit = await openFault("asks");
    expect(JSON.parse(await kit.hover())).toMatchObject({ unknown: -32601 });
    expect(JSON.parse(await kit.hover())).toMatchObject({ unknown: -32601 });
  });

  test("for an edit or a document to be shown are declined, not refused", async () => {
    await using kit = await openFault("asks");
    expect(JSON.parse(await kit.hover())).toMatchObject({ edit: { applied: false }, shown: { success: false } });
  });

  test("F15 for settings get exactly as many answers as were asked for, null where nothing is set [F15 AGL-336]", async () => {
    await using kit = openSession({
      fixture,
      dials: { asksSettings: ["toy", "toy.deep", "", "unheard.of", "toy"] },
      entry: { settings: { toy: { deep: { on: true } } } },
    });
    await kit.clock.until(askHover(kit));
    const toy = { deep: { on: true } };
    expect(kit.toy.server.answers).toEqual([
      { method: "workspace/configuration", result: [toy, { on: true }, { toy }, null, toy] },
    ]);
  });
});

describe("what a server can do", () => {
  test("F16 may come late, and is used from that moment [F16]", async () => {
    await using kit = openSession({ fixture, dials: { lacks: [], registers: ["textDocument/references"] } });
    await kit.clock.until(askHover(kit));
    expect(await askReferences(kit)).toBe("2 complete");
    expect(kit.eventsOf("session.capabilities")[0]).toMatchObject({ added: ["textDocument/references"], removed: [] });
  });

  test("F16 may be taken back, and is not used from that moment [F16]", async () => {
    await using kit = openSession({ fixture, dials: { registers: ["textDocument/references"] } });
    await kit.clock.until(askHover(kit));
    await askReferences(kit);
    await kit.toy.server.unregister("textDocument/references");
    const refusal = await kit.clock.until(
      refusalOf(references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask())),
    );
    expect(refusal.code).toBe("capability_missing");
    expect(kit.toy.server.paramsOf("textDocument/references")).toHaveLength(1);
    expect(kit.eventsOf("session.capabilities").at(-1)).toMatchObject({ removed: ["textDocument/references"] });
  });

  test("F16 also holds for the files it wants to hear of [F16]", async () => {
    await using kit = openSession({ fixture, dials: {} });
    await kit.clock.until(askHover(kit));
    const told = async (): Promise<number> => {
      kit.host.write(kit.path("build.json"), "{}");
      await kit.clock.pass(200);
      return kit.toy.server.paramsOf("workspace/didChangeWatchedFiles").length;
    };
    expect(await told()).toBe(0);
    await kit.toy.server.register("workspace/didChangeWatchedFiles", { watchers: [{ globPattern: "**/*.json" }] });
    expect(await told()).toBe(1);
    await kit.toy.server.unregister("workspace/didChangeWatchedFiles");
    expect(await told()).toBe(1);
  });

  test("F17 and what it cannot is never sent: refused at once [F17 SYN-54]", async () => {
    await using kit = openSession({ fixture, dials: { lacks: ["textDocument/references"], diagnostics: "push" } });
    await kit.clock.until(askHover(kit));
    // The time in which servers register what they did not declare in the handshake.
    await kit.clock.pass(1_000);
    const before = kit.clock.now();
    const refusal = await refusalOf(references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask()));
    expect([refusal.code, kit.clock.now()]).toEqual(["capability_missing", before]);
    await kit.clock.until(diagnose(kit.session, kit.path("a.toy"), kit.ask()));
    expect(kit.toy.server.methods).not.toContain("textDocument/references");
    expect(kit.toy.server.methods).not.toContain("textDocument/diagnostic");
  });
});

describe("answers that are not what they seem", () => {
  test("F18 ContentModified is retried three times at most, on the text of the moment, then typed [F18]", async () => {
    await using kit = openSession({ fixture, dials: { contentModified: 1 } });
    const question = references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask());
    await oneTurn();
    kit.host.files.write(kit.path("a.toy"), "def x x x\n");
    const { value } = await kit.clock.until(question);
    expect(value).toHaveLength(4);
    expect(kit.toy.server.documents[0]?.version).toBe(2);
    await using stubborn = openSession({ fixture, dials: { contentModified: 99 } });
    const refusal = await stubborn.clock.until(refusalOf(askHover(stubborn)));
    expect(refusal.details).toMatchObject({ code: "request_failed", data: { rpcCode: -32801 } });
    expect(stubborn.toy.server.paramsOf("textDocument/hover")).toHaveLength(4);
  });

  test.each(["null", "empty", "known"] as const)(
    "F19 %s while indexing is partial, never `no references` [F19]",
    async (whileIndexing) => {
      const readiness = { kind: "progress", graceMs: 100, quietMs: 0, capMs: 60_000 } as const;
      await using kit = openSession({ fixture, dials: { slowIndex: true, whileIndexing }, entry: { readiness } });
      expect(await askReferences(kit, 0)).toBe(`${whileIndexing === "known" ? 1 : 0} partial: indexing`);
      kit.toy.server.finishIndex();
      await oneTurn();
      expect(await askReferences(kit)).toBe("2 complete");
    },
  );

  test("F20 diagnostics of an older version that come late never replace newer ones [F20]", async () => {
    await using kit = openSession({ fixture: "-- a.toy --\nuse old\n", dials: { publishesOn: "demand" } });
    const ask = () => diagnose(kit.session, kit.path("a.toy"), kit.ask());
    const first = ask();
    await oneTurn();
    kit.toy.server.publish();
    await kit.clock.until(first);
    kit.host.write(kit.path("a.toy"), "use new\n");
    const second = ask();
    await oneTurn();
    kit.toy.server.publish();
    expect((await kit.clock.until(second)).value.diagnostics.map(({ message }) => message)).toEqual([
      "unknown name new",
    ]);
    const late = { uri: kit.uri("a.toy"), version: 1, diagnostics: [] };
    kit.toy.server.notify("textDocument/publishDiagnostics", late);
    await oneTurn();
    const { value } = await kit.clock.until(ask());
    expect([value.version, ...value.diagnostics.map(({ message }) => message)]).toEqual([2, "unknown name new"]);
  });

  test("F21 a server that never publishes for a clean file: nothing received, after the deadline, not clean [F21]", async () => {
    await using kit = openSession({ fixture, dials: { silentWhenClean: true } });
    const { value, standing } = await kit.clock.until(diagnose(kit.session, kit.path("a.toy"), kit.ask()));
    expect([value.source, standingWords(standing)]).toEqual(["none", "unavailable: nothing_received"]);
    expect(kit.clock.now()).toBe(1_000 + 10_000);
  });

  test("F22 a progress that begins and never ends: asked at the deadline, and partial for ever [F22]", async () => {
    const readiness = { kind: "progress", graceMs: 100, quietMs: 0, capMs: 30_000 } as const;
    await using kit = openSession({ fixture, dials: { slowIndex: true }, entry: { readiness } });
    const began = kit.clock.now();
    expect(await askReferences(kit, 10_000)).toBe("1 partial: indexing");
    expect(kit.clock.now() - began).toBe(10_000);
    await kit.clock.pass(20_000);
    expect(await askReferences(kit, 10_000)).toBe("1 partial: indexing");
    expect(kit.clock.now() - began).toBe(30_000);
  });
});
