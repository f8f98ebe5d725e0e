import { describe, expect, test } from "vitest";

import type { ProfileName } from "../../config/profiles.ts";
import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession, toyCommand } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { diagnose } from "./diagnose.ts";
import { definition, hover, references } from "../questions/queries.ts";

const fixture = "-- a.toy --\ndef «^»x\n-- b.toy --\nuse «use»x\n";

function askHover(kit: ToySession, over: Parameters<ToySession["ask"]>[0] = {}) {
  return hover(kit.session, kit.at(kit.fixture.cursor), kit.ask(over));
}

/** Other dials in the first life than in all that follow. */
function firstLife(dials: Partial<ToyDials>): (incarnation: number) => Partial<ToyDials> {
  return (incarnation) => (incarnation === 1 ? dials : {});
}

describe("a crash", () => {
  test("fails what is pending with the exit, empties the table and says its last words [AGL-162 AGL-148 BRG-16 BRG-32]", async () => {
    await using kit = openSession({
      fixture,
      dials: { neverAnswers: ["textDocument/hover"], stderr: "out of luck\n" },
    });
    const questions = [1, 2].map(() => refusalOf(askHover(kit, { ms: 500 })));
    await oneTurn();
    const connection = kit.session.running?.channel.connection;
    expect(connection?.pendingCount).toBe(2);
    kit.toy.process.exit(9);
    await oneTurn();
    expect(connection?.pendingCount).toBe(0);
    const [refusal] = await kit.clock.until(Promise.all(questions));
    expect(refusal?.details).toMatchObject({
      code: "server_restarting",
      data: { exitCode: 9, signal: null, stderr: "out of luck\n", restarts: 1 },
    });
    expect(refusal?.details.why).toContain("exit code 9");
    expect(kit.eventsOf("session.crashed")[0]).toMatchObject({ restarts: 1, exit: { code: 9, cause: "crash" } });
  });

  test("is survived by a question that may be asked twice [AGL-166]", async () => {
    await using control = openSession({ fixture });
    const expected = await control.clock.until(
      references(control.session, control.at(control.fixture.cursor), true, control.ask()),
    );
    await using kit = openSession({ fixture, dials: firstLife({ crashAt: "textDocument/references" }) });
    const answer = await kit.clock.until(references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask()));
    expect(answer.value).toEqual(expected.value);
    expect(answer.standing.state).toBe("complete");
    expect(kit.clock.now()).toBe(2_000);
    expect(kit.host.processes.spawned).toHaveLength(2);
  });

  test("takes a question along if the next life dies of it as well", async () => {
    await using kit = openSession({ fixture, dials: { crashAt: "textDocument/hover", crashCode: 3 } });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({
      code: "server_crashed",
      data: { method: "textDocument/hover", exitCode: 3 },
    });
    expect(kit.host.processes.spawned).toHaveLength(2);
  });

  test("is told at once where a request may not be asked twice", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    kit.session.running?.capabilities.register({ id: "c", method: "workspace/executeCommand", options: {} });
    const command = kit.session.ask("workspace/executeCommand", undefined, () => ({ command: "x" }), kit.ask());
    kit.toy.process.exit(7);
    const refusal = await kit.clock.until(refusalOf(command));
    expect(refusal.details).toMatchObject({ code: "server_crashed", data: { exitCode: 7 } });
    expect(kit.clock.now()).toBe(1_000);
  });

  test("between two questions is mended before the next answer, and documents come back [AGL-166]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    await kit.clock.until(definition(kit.session, kit.at(kit.fixture.mark("use")), kit.ask()));
    const texts = (): string[] => kit.toy.server.documents.map(({ uri, index }) => `${uri} ${index.text}`).sort();
    const before = texts();
    kit.toy.process.exit(null, "SIGSEGV");
    await oneTurn();
    expect(kit.session.status).toMatchObject({ state: "failed", plugin: "Restarting" });
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.toy.incarnations).toHaveLength(2);
    expect(texts()).toEqual(before);
  });

  test("leaves neither a process nor a timer behind [AGL-165]", async () => {
    await using kit = openSession({ fixture, profile: "nexo", dials: { slowIndex: true } });
    await kit.clock.until(askHover(kit, { waitMs: 0 }));
    kit.toy.process.exit(1);
    await oneTurn();
    expect([kit.host.processes.alive, kit.clock.pendingTimers]).toEqual([0, 0]);
  });

  test("leaves nothing known that the next life did not say [AGL-343]", async () => {
    await using kit = openSession({
      fixture: "-- a.toy --\ndef «^»x\nuse missing\n",
      dials: firstLife({ diagnostics: "pull", registers: ["textDocument/references"], slowIndex: false }),
      entry: {
        readiness: { kind: "notification", method: "toy/status", path: ["quiescent"], equals: true, capMs: 60_000 },
      },
    });
    await kit.clock.until(diagnose(kit.session, kit.path("a.toy"), kit.ask({ waitMs: 0 })));
    kit.toy.server.notify("toy/status", { quiescent: true });
    await oneTurn();
    expect(kit.session.running?.readiness.verdict().kind).toBe("met");
    expect(kit.session.running?.capabilities.supports("textDocument/diagnostic")).toBe(true);
    kit.toy.process.exit(1);
    const answer = await kit.clock.until(askHover(kit, { waitMs: 0 }));
    expect(answer.standing).toMatchObject({ state: "partial", reasons: [{ code: "indexing" }] });
    expect(kit.session.running?.capabilities.supports("textDocument/diagnostic")).toBe(false);
    expect(kit.session.pulled.previousResultId(kit.path("a.toy"), "")).toBeUndefined();
  });

  test("right after the handshake is a crash like any other", async () => {
    await using kit = openSession({ fixture, dials: firstLife({ crashAt: "initialized" }) });
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.session.status).toMatchObject({ state: "ready", restarts: 1 });
    expect(kit.clock.now()).toBe(2_000);
  });

  test("of every kind has its cause", async () => {
    const causes: (readonly [number | null, string | null, string])[] = [
      [1, null, "crash"],
      [0, null, "crash"],
      [137, null, "memory"],
      [134, null, "memory"],
      [null, "SIGKILL", "memory"],
      [null, "SIGABRT", "memory"],
      [null, "SIGSEGV", "crash"],
    ];
    for (const [code, signal, cause] of causes) {
      await using kit = openSession({ fixture });
      await kit.clock.until(askHover(kit));
      kit.toy.process.exit(code, signal);
      await oneTurn();
      expect(kit.eventsOf("session.crashed")[0]?.exit).toMatchObject({ code, signal, cause });
      expect(kit.session.status.memoryExits).toBe(cause === "memory" ? 1 : 0);
    }
  });

  test("of a server that only closes its output is declared after a moment, and is no lack of memory", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    kit.toy.process.endOutput();
    await oneTurn();
    expect(kit.host.processes.alive).toBe(1);
    await kit.clock.pass(200);
    expect(kit.host.processes.alive).toBe(0);
    expect(kit.eventsOf("session.crashed")[0]?.exit).toMatchObject({ signal: "SIGKILL", cause: "protocol" });
  });
});

describe("while a server restarts", () => {
  const waits = ["standard", "bridge", "governed"] as const;
  test.each(waits)("%s lets a call wait for it", async (profile) => {
    await using kit = openSession({ fixture, profile });
    await kit.clock.until(askHover(kit));
    kit.toy.process.exit(1);
    await oneTurn();
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.clock.now()).toBe(2_000);
  });

  test("synwire tells at once that it restarts and what to do meanwhile, and starts by itself [SYN-30 SYN-42]", async () => {
    await using kit = openSession({ fixture, profile: "synwire" });
    await kit.clock.until(askHover(kit));
    kit.toy.process.exit(1);
    await oneTurn();
    const refusal = await refusalOf(askHover(kit));
    expect(refusal.details).toMatchObject({
      code: "server_restarting",
      what: "Toy is restarting.",
      retryAfterMs: 1_000,
    });
    expect(refusal.details.next).toContain("text search");
    expect(kit.eventsOf("session.crashed")).toHaveLength(1);
    await kit.clock.pass(1_000);
    expect(kit.session.status.plugin).toBe("Ready");
    expect((await kit.clock.until(askHover(kit))).standing.state).toBe("complete");
  });

  test("synwire waits 1, 2, 4, 8 and 16 s between attempts and then gives up for good [SYN-38 SYN-39]", async () => {
    await using kit = openSession({
      fixture,
      profile: "synwire",
      dials: (life) => (life === 1 ? {} : { crashAt: "initialize" }),
    });
    await kit.clock.until(askHover(kit));
    kit.toy.process.exit(1);
    const starts: number[] = [];
    const began = kit.clock.now();
    for (let seconds = 0; seconds < 120; seconds++) {
      await kit.clock.pass(1_000);
      while (starts.length < kit.toy.incarnations.length - 1) starts.push((kit.clock.now() - began) / 1_000);
    }
    expect(starts).toEqual([1, 3, 7, 15, 31]);
    expect(kit.session.status).toMatchObject({ plugin: "Dormant", state: "failed" });
    expect(kit.eventsOf("session.gave_up")).toHaveLength(1);
    const refusal = await refusalOf(askHover(kit));
    expect(refusal.code).toBe("session_dead");
    expect(refusal.details.next).toContain("text search");
  });

  test("nexo starts it with the next call, three times in all, then it is dead [NEX-21 NEX-22]", async () => {
    await using kit = openSession({ fixture, profile: "nexo" });
    for (const restarts of [1, 2, 3]) {
      await kit.clock.until(askHover(kit));
      kit.toy.process.exit(1);
      await kit.clock.pass(3_600_000);
      expect([kit.session.status.restarts, kit.host.processes.alive]).toEqual([restarts, 0]);
    }
    await kit.clock.until(askHover(kit));
    kit.toy.process.exit(1);
    await oneTurn();
    expect((await refusalOf(askHover(kit))).code).toBe("session_dead");
    await kit.clock.pass(3_600_000);
    expect((await refusalOf(askHover(kit))).code).toBe("session_dead");
    expect(kit.host.processes.spawned).toHaveLength(4);
  });

  test("governed tries once, then it is unavailable", async () => {
    await using kit = openSession({ fixture, profile: "governed" });
    for (const _ of [1, 2]) {
      await kit.clock.until(askHover(kit));
      kit.toy.process.exit(1);
      await oneTurn();
    }
    expect((await refusalOf(askHover(kit))).code).toBe("session_dead");
    expect(kit.host.processes.spawned).toHaveLength(2);
  });

  const all: readonly ProfileName[] = ["standard", "synwire", "governed", "nexo", "bridge"];
  test.each(all)("%s never lets a failing server end more than its own answers [SYN-30]", async (profile) => {
    await using kit = openSession({ fixture, profile, dials: { crashAt: "initialize" } });
    const codes = new Set<string>();
    for (let calls = 0; calls < 12; calls++) {
      codes.add((await kit.clock.until(refusalOf(askHover(kit, { ms: 2_000 })))).code);
      await kit.clock.pass(10_000);
    }
    for (const code of codes) expect(["server_restarting", "session_dead", "timed_out"]).toContain(code);
    expect(codes).toContain("session_dead");
    expect(kit.host.processes.alive).toBe(0);
    await using other = openSession({ fixture, profile });
    expect((await other.clock.until(askHover(other))).value?.markdown).toBe("def x");
  });
});

describe("a server that cannot be started", () => {
  test("is missing: the binary and the remedy are named, nothing is installed, and it is no crash [SYN-49]", async () => {
    await using kit = openSession({ fixture });
    kit.host.processes.removeProgram(toyCommand);
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({
      code: "server_start_failed",
      data: { command: "/bin/toy", cause: "ENOENT" },
      next: "Install it again: npm install -g toy",
    });
    expect(refusal.details.why).toContain("/bin/toy");
    expect(kit.session.status).toMatchObject({ plugin: "Dormant", restarts: 0 });
    expect(kit.host.processes.spawned).toHaveLength(0);
    expect((await refusalOf(askHover(kit))).code).toBe("server_start_failed");
  });

  test("finds no room on the machine: said so, and tried again later", async () => {
    await using kit = openSession({ fixture });
    kit.host.processes.failNext("EMFILE");
    expect((await kit.clock.until(refusalOf(askHover(kit, { ms: 500 })))).code).toBe("resource_exhausted");
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.session.status.restarts).toBe(0);
  });

  test("is refused in a root that is not trusted when it cannot be made safe", async () => {
    const restricted = { kind: "refused", why: "it runs build scripts" } as const;
    await using kit = openSession({ fixture, trusted: false, entry: { restricted } });
    const refusal = await kit.clock.until(refusalOf(askHover(kit)));
    expect(refusal.details).toMatchObject({ code: "not_trusted", why: "it runs build scripts." });
    expect(kit.host.processes.spawned).toHaveLength(0);
  });
});
