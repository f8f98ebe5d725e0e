import { describe, expect, test } from "vitest";

import type { ReadinessRule } from "../../catalog/entry.ts";
import { checkReferences, standingWords } from "../../testing/checks.ts";
import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { StepClock, oneTurn } from "../../testing/step-clock.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { references } from "../questions/queries.ts";
import { Readiness } from "./readiness.ts";

const progress: ReadinessRule = { kind: "progress", graceMs: 200, quietMs: 50, capMs: 60_000 };

function open(rule: ReadinessRule) {
  const clock = new StepClock();
  const reached: string[] = [];
  const readiness = new Readiness(rule, clock, (how) => reached.push(how));
  /** How long a wait took, and how it ended. */
  const wait = async (ms = 10_000): Promise<string> => {
    const began = clock.now();
    const verdict = await clock.until(readiness.wait(ms));
    return `${verdict.kind} after ${clock.now() - began}`;
  };
  return { clock, readiness, reached, wait };
}

describe("progress", () => {
  test("none that begins in the time of grace means that there is nothing to do", async () => {
    const { readiness, wait, reached } = open(progress);
    readiness.arm();
    expect(await wait()).toBe("met after 200");
    expect(reached).toEqual(["no work was announced"]);
  });

  test("the end of all work and a little silence make it ready", async () => {
    const { clock, readiness, wait } = open(progress);
    readiness.arm();
    readiness.begin("a", "Indexing");
    readiness.begin("b", "Loading");
    clock.after(3_000, () => readiness.end("a"));
    clock.after(4_000, () => readiness.end("b"));
    expect(await wait()).toBe("met after 4050");
  });

  test("all who wait wake together when the last work ends, and who comes later does not wait [AGL-154 AGL-155]", async () => {
    const { clock, readiness, wait } = open(progress);
    readiness.arm();
    readiness.begin("a", "Indexing");
    readiness.begin("b", "Loading");
    clock.after(1_000, () => readiness.end("a"));
    clock.after(2_000, () => readiness.end("b"));
    expect(await Promise.all([wait(), wait(), wait()])).toEqual(Array.from({ length: 3 }, () => "met after 2050"));
    expect(await wait()).toBe("met after 0");
  });

  test("work that begins in the silence counts as well", async () => {
    const { clock, readiness, wait } = open(progress);
    readiness.arm();
    readiness.begin("a", "Indexing");
    clock.after(1_000, () => readiness.end("a"));
    clock.after(1_020, () => readiness.begin("b", "Indexing"));
    clock.after(5_000, () => readiness.end("b"));
    expect(await wait()).toBe("met after 5050");
  });

  test("work that begins later makes it not ready again: readiness is a level", async () => {
    const { clock, readiness, wait } = open(progress);
    readiness.arm();
    await wait();
    readiness.begin("again", "Indexing");
    expect(readiness.verdict()).toEqual({ kind: "unmet", why: "Indexing" });
    readiness.report("again", "3 of 7");
    expect(readiness.verdict()).toEqual({ kind: "unmet", why: "Indexing: 3 of 7" });
    clock.after(500, () => readiness.end("again"));
    expect(await wait()).toBe("met after 500");
  });

  test("only titles or tokens that the rule names count", async () => {
    const { readiness, wait } = open({ ...progress, titles: ["index", "rustAnalyzer/Roots"] });
    readiness.arm();
    readiness.begin("x", "Cargo check");
    expect(await wait()).toBe("met after 200");
    readiness.begin("y", "INDEXING files");
    expect(readiness.verdict().kind).toBe("unmet");
    readiness.end("y");
    readiness.begin("rustAnalyzer/Roots Scanned", "");
    expect(readiness.verdict().kind).toBe("unmet");
  });

  test("work that came and went before the handshake was over counts", async () => {
    const { readiness, wait } = open(progress);
    readiness.begin("early", "Indexing");
    readiness.end("early");
    readiness.arm();
    expect(await wait()).toBe("met after 50");
  });

  test("a begin without an end stops being waited for at the cap, and is never taken for ready [AGL-156]", async () => {
    const { clock, readiness, wait } = open(progress);
    readiness.arm();
    readiness.begin("lost", "Indexing");
    expect(await wait(1_000)).toBe("unmet after 1000");
    await clock.pass(59_000);
    expect(await wait()).toBe("unmet after 0");
    expect(readiness.verdict()).toEqual({ kind: "unmet", why: "the work it announced never ended" });
  });

  test("nor is one that begins after it had been ready", async () => {
    const { clock, readiness, wait } = open(progress);
    readiness.arm();
    await wait();
    readiness.begin("lost", "Indexing");
    await clock.pass(60_000);
    expect(readiness.verdict().kind).toBe("unmet");
    readiness.begin("next", "Indexing");
    readiness.end("next");
    await clock.pass(50);
    expect(readiness.verdict().kind).toBe("met");
  });

  test("a token that is used again has its whole time again", async () => {
    const { clock, readiness } = open(progress);
    readiness.arm();
    readiness.begin("same", "Indexing");
    await clock.pass(50_000);
    readiness.end("same");
    readiness.begin("same", "Indexing");
    await clock.pass(30_000);
    expect(readiness.verdict()).toEqual({ kind: "unmet", why: "Indexing" });
    readiness.end("same");
    await clock.pass(50);
    expect(readiness.verdict().kind).toBe("met");
  });
});

describe("a signal of the server's own", () => {
  const status: ReadinessRule = {
    kind: "notification",
    method: "toy/status",
    path: ["quiescent"],
    equals: true,
    capMs: 60_000,
  };

  test("a notification with the right value, which may be taken back", async () => {
    const { clock, readiness, wait, reached } = open(status);
    readiness.arm();
    clock.after(700, () => readiness.notification("toy/status", { quiescent: false }));
    clock.after(900, () => readiness.notification("toy/other", { quiescent: true }));
    clock.after(1_500, () => readiness.notification("toy/status", { quiescent: true }));
    expect(await wait()).toBe("met after 1500");
    expect(reached).toEqual(["the server said so (toy/status)"]);
    readiness.notification("toy/status", { quiescent: false });
    expect(readiness.verdict().kind).toBe("unmet");
  });

  test("a server that says it is unwell is ready, and its trouble is known until it is well again", () => {
    const health = { path: ["health"], fine: "ok", message: ["message"] };
    const { readiness } = open({ kind: "notification", method: "toy/status", health, capMs: 60_000 });
    readiness.arm();
    readiness.notification("toy/status", { health: "error", message: "no workspace" });
    expect([readiness.verdict().kind, readiness.trouble]).toEqual(["met", "no workspace"]);
    readiness.notification("toy/status", { health: "ok" });
    expect(readiness.trouble).toBeUndefined();
  });

  test("a notification without a condition, and before the handshake was over", () => {
    const { readiness } = open({ kind: "notification", method: "toy/ready", capMs: 60_000 });
    readiness.notification("toy/ready", undefined);
    readiness.arm();
    readiness.notification("toy/ready", null);
    expect(readiness.verdict().kind).toBe("met");
  });

  test("a line of its log", async () => {
    const { readiness } = open({ kind: "log", contains: "index is finished", capMs: 60_000 });
    readiness.arm();
    readiness.logLine("the index is half finished");
    expect(readiness.verdict().kind).toBe("unmet");
    readiness.logLine("[12:00] the index is finished (3 s)");
    expect(readiness.verdict().kind).toBe("met");
  });

  test("its first diagnostics after the handshake", () => {
    const { readiness } = open({ kind: "diagnostics", capMs: 60_000 });
    readiness.diagnosticsArrived();
    readiness.arm();
    expect(readiness.verdict().kind).toBe("unmet");
    readiness.diagnosticsArrived();
    expect(readiness.verdict().kind).toBe("met");
  });

  test("that never comes is not waited for beyond the cap", async () => {
    const { clock, readiness, wait } = open(status);
    readiness.arm();
    expect(await wait(1_000)).toBe("unmet after 1000");
    await clock.pass(59_000);
    expect(await wait()).toBe("unmet after 0");
  });

  test("is asked for again after a change that makes the server look at everything", async () => {
    const { clock, readiness, wait } = open(status);
    readiness.arm();
    readiness.notification("toy/status", { quiescent: true });
    await clock.pass(100_000);
    readiness.again();
    clock.after(5_000, () => readiness.notification("toy/status", { quiescent: true }));
    expect(await wait()).toBe("met after 5000");
  });

  test("that stays away after such a change leaves it as ready as it was, once its time is over", async () => {
    const ready = open(status);
    ready.readiness.arm();
    ready.readiness.notification("toy/status", { quiescent: true });
    ready.readiness.again();
    expect(await ready.wait(59_999)).toBe("unmet after 59999");
    expect(await ready.wait()).toBe("met after 1");
    const never = open(status);
    never.readiness.arm();
    never.readiness.again();
    await never.clock.pass(120_000);
    expect(never.readiness.verdict().kind).toBe("unmet");
  });

  test("of progress is begun again by such a change, with its time of grace", async () => {
    const { readiness, wait } = open(progress);
    readiness.arm();
    await wait();
    readiness.again();
    expect(readiness.verdict().kind).toBe("unmet");
    expect(await wait()).toBe("met after 200");
  });

  test("that does not exist is not asked for again", () => {
    for (const rule of [{ kind: "immediate" }, { kind: "unknown", quietMs: 0 }] as const) {
      const { clock, readiness } = open(rule);
      readiness.arm();
      clock.advance(1);
      readiness.again();
      expect(readiness.verdict().kind).toBe("met");
    }
  });

  test("other work that it announces does not count", () => {
    const { readiness } = open({ kind: "notification", method: "toy/ready", capMs: 60_000 });
    readiness.arm();
    readiness.notification("toy/ready", {});
    readiness.begin("check", "cargo check");
    expect(readiness.verdict().kind).toBe("met");
  });
});

describe("the other rules", () => {
  test("a server that holds its answers is ready at once, others after silence but never known to be", async () => {
    const immediate = open({ kind: "immediate" });
    immediate.readiness.arm();
    expect(await immediate.wait()).toBe("met after 0");
    const unknown = open({ kind: "unknown", quietMs: 2_000 });
    unknown.readiness.arm();
    expect(await unknown.wait()).toBe("met after 2000");
    expect([immediate.readiness.isKnown, unknown.readiness.isKnown]).toEqual([true, false]);
  });

  test("when the server has gone waiting ends", async () => {
    const { clock, readiness } = open(progress);
    readiness.arm();
    readiness.begin("a", "Indexing");
    clock.after(300, () => readiness.lose("it died"));
    expect(await clock.until(readiness.wait(10_000))).toEqual({ kind: "unmeetable", why: "it died" });
    expect([clock.now(), clock.pendingTimers]).toEqual([300, 0]);
  });

  test("a caller who gives up does not wait on", async () => {
    const { clock, readiness } = open({ ...progress, graceMs: 60_000 });
    readiness.arm();
    const caller = new AbortController();
    const wait = readiness.wait(10_000, caller.signal);
    caller.abort();
    await expect(wait).rejects.toMatchObject({ name: "AbortError" });
    expect(clock.now()).toBe(0);
  });
});

describe("an answer before readiness", () => {
  const fixture = "-- a.toy --\ndef «^»x\n-- b.toy --\nuse x\n-- c.toy --\nuse x\n";
  const rules: readonly (readonly [ToyDials["indexSignal"], ReadinessRule])[] = [
    ["progress", progress],
    ["status", { kind: "notification", method: "toy/status", path: ["quiescent"], equals: true, capMs: 60_000 }],
    ["log", { kind: "log", contains: "index is finished", capMs: 60_000 }],
  ];

  async function found(kit: ToySession, waitMs: number): Promise<string> {
    const { value, standing } = await kit.clock.until(
      references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask({ waitMs })),
    );
    return `${value.length} ${standingWords(standing)}`;
  }

  test.each(rules)("is partial and says why, then complete, by %s [SYN-51 SYN-52]", async (indexSignal, readiness) => {
    await using kit = openSession({ fixture, dials: { slowIndex: true, indexSignal }, entry: { readiness } });
    expect(await found(kit, 0)).toBe("1 partial: indexing");
    kit.toy.server.finishIndex();
    await oneTurn();
    expect(await found(kit, 10_000)).toBe("3 complete");
  });

  test.each(rules)("is waited for as long as the caller wants, by %s", async (indexSignal, readiness) => {
    await using kit = openSession({ fixture, dials: { slowIndex: true, indexSignal }, entry: { readiness } });
    expect(await found(kit, 5_000)).toBe("1 partial: indexing");
    expect(kit.clock.now()).toBe(6_000);
    kit.clock.after(2_000, () => kit.toy.server.finishIndex());
    expect(await found(kit, 5_000)).toBe("3 complete");
    expect(kit.clock.now()).toBe(8_000 + (indexSignal === "progress" ? 50 : 0));
  });

  test("is partial once more while a server indexes again, also if that began while it answered", async () => {
    const entry = { readiness: progress };
    await using kit = openSession({ fixture, dials: {}, entry });
    expect(await found(kit, 1_000)).toBe("3 complete");
    kit.toy.server.beginIndex();
    await oneTurn();
    expect(await found(kit, 0)).toBe("1 partial: indexing");
    kit.toy.server.finishIndex();
    await oneTurn();
    expect(await found(kit, 0)).toBe("3 complete");
  });

  test("of work that never ends stays partial", async () => {
    await using kit = openSession({ fixture, dials: { slowIndex: true }, entry: { readiness: progress } });
    await found(kit, 0);
    await kit.clock.pass(120_000);
    expect(await found(kit, 10_000)).toBe("1 partial: indexing");
  });

  test("announces when it is over, how, and after how long", async () => {
    await using kit = openSession({ fixture, dials: { slowIndex: true }, entry: { readiness: progress } });
    await found(kit, 0);
    await kit.clock.pass(1_500);
    kit.toy.server.finishIndex();
    await kit.clock.pass(50);
    expect(kit.eventsOf("session.ready")).toEqual([
      {
        type: "session.ready",
        server: "toy",
        root: kit.session.options.root,
        ms: 1_550,
        how: "the announced work ended",
      },
    ]);
    expect(kit.eventsOf("progress").map(({ stage, title }) => `${stage} ${title}`)).toEqual(["begin Indexing", "end "]);
  });

  test("of a check that fails in its fixture is shown as such", async () => {
    await checkReferences("-- a.toy --\ndef «def|«^»x»\n-- b.toy --\nuse x\n-- @standing --\npartial: indexing\n", {
      dials: { slowIndex: true },
      entry: { readiness: progress },
    });
  });
});
