// Servers that print, flood, go deaf, or ask at awkward moments.

import { describe, expect, test } from "vitest";
import { repeats } from "../support/soak.ts";
import { methods } from "../../src/protocol/methods.ts";
import { diagnose } from "../../src/session/problems/diagnose.ts";
import { filesPerAnswer, stderrReportBytes } from "../../src/session/limits.ts";
import { hoverCharacters } from "../../src/protocol/hover.ts";
import { definition, hover } from "../../src/session/questions/queries.ts";
import { bug } from "../../src/std/bug.ts";
import { openFault, pidOf, ProcessClock } from "../support/fault-session.ts";
import { soon } from "../support/soon.ts";

const whenDrained = { kind: "progress", graceMs: 10, quietMs: 10, capMs: 600_000 } as const;
const eager = { restart: { backoffMs: [0], quarantineAfter: 0 } };

describe("questions of the server", () => {
  test("F13 asked before its initialize reply and during shutdown, everything is answered [F13 AGL-336 BRG-20]", async () => {
    const kit = await openFault("asks");
    await kit.hover();
    const pid = pidOf(kit);
    expect(pid).toBeGreaterThan(0);
    await kit.session.stop();
    // Its shutdown reply waits for our answers: had one not come, the process would have had to be killed.
    expect(kit.session.status).toMatchObject({ state: "stopped", restarts: 0 });
    expect(kit.events.filter((event) => event.type === "defect")).toEqual([]);
    await kit[Symbol.asyncDispose]();
  });

  test("F14 F15 an unknown request gets -32601 and configuration exactly one answer per item; edits and documents are refused [F14 F15]", async () => {
    await using kit = await openFault("asks");
    expect(JSON.parse(await kit.hover())).toEqual({
      unknown: -32601,
      edit: { applied: false, failureReason: expect.any(String) },
      shown: { success: false },
    });
    expect(await kit.hover()).toBeTruthy();
  });
});

describe("output that is no protocol", () => {
  test("F03 a banner on standard output is skipped, counted and announced once [F03]", async () => {
    await using kit = await openFault("prints", { args: ["banner"] });
    expect(await kit.hover()).toBe("after the banner");
    expect(await kit.seen("wire.noise")).toMatchObject({ bytes: 43, sample: expect.stringContaining("Welcome") });
    expect(kit.session.status.restarts).toBe(0);
  });

  test.each([
    ["F04 a negative length [F04 BRG-17]", "negative"],
    ["F05 a length of 4 GiB [F05]", "huge"],
    ["F03 noise without end [F03]", "endless"],
  ])("%s: the stream is closed, the request fails at once, the server is replaced", async (_, what) => {
    await using kit = await openFault("prints", { args: [what], settings: eager });
    await expect(kit.hover()).rejects.toMatchObject({ code: "server_crashed" });
    expect((await kit.seen("session.crashed")).exit.cause).toBe("protocol");
    expect(await kit.references()).toBe(0);
  });

  test("F07 half a frame and then silence: given up after its time, and counted once [F07]", async () => {
    const clock = new ProcessClock();
    await using kit = await openFault("prints", { args: ["half"], clock });
    const asked = kit.hover().catch((error: unknown) => error);
    // The time limit of the request, and that of the frame that has begun.
    await soon(() => clock.pendingTimers >= 2 && (kit.session.running?.channel.connection.pendingCount ?? 0) > 0);
    clock.advance(9_999);
    expect(kit.session.status.restarts).toBe(0);
    clock.advance(1);
    expect(await kit.seen("session.crashed")).toMatchObject({ restarts: 1, exit: { cause: "protocol" } });
    await clock.driven(kit, kit.session.stop());
    expect(await asked).toMatchObject({ code: expect.any(String) });
  });
});

describe("floods", () => {
  test("F30 100,000 diagnostics at once: what is kept is bounded, and said to be cut [F30]", async () => {
    await using kit = await openFault("floods", { args: ["diagnostics", "100000"] });
    expect(await kit.hover()).toBe("after the flood");
    const { value, standing } = await diagnose(kit.session, kit.file, kit.ask());
    expect(value.diagnostics).toHaveLength(10_000);
    expect(standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "capped", detail: "100000 were sent, the first 10000 are kept" }],
    });
  });

  test("F30 10,000 log messages at once: a bounded number of events, the rest counted; another server answers meanwhile [F30 AGL-149]", async () => {
    const clock = new ProcessClock();
    await using flooded = await openFault("floods", { args: ["log", "10000"], clock });
    await using calm = await openFault("hangs");
    expect(await Promise.all([flooded.hover(), calm.hover()])).toEqual(["after the flood", "hover"]);
    expect(flooded.events.filter((event) => event.type === "server.message").length).toBeLessThanOrEqual(100);
  });

  test("a flood of work that never ends: a bounded number is followed, few events come of them, and the answer counts them [S42]", async () => {
    const pieces = repeats({ test: 60_000, soak: 300_000 });
    await using kit = await openFault("floods", { args: ["progress", `${pieces}`], entry: { readiness: whenDrained } });
    const at = { file: kit.file, place: { line: 1, column: 5 } };
    await hover(kit.session, at, { ...kit.ask(), waitMs: 0 });
    const { value, standing } = await hover(kit.session, at, { ...kit.ask(), waitMs: 0 });
    expect(value?.markdown).toBe("after the flood");
    const details = standing.reasons.map(({ detail }) => detail).join();
    const counted = /work 0; work 1; work 2 and (\d+) more/.exec(details)?.[1];
    expect([pieces - 3, 2 * pieces - 3]).toContain(Number(counted));
    expect(details.length).toBeLessThan(200);
    // Some 50 a second.
    expect(kit.events.filter((event) => event.type === "progress").length).toBeLessThanOrEqual(3_000);
  });

  test("a text of 50 MB: its beginning is told, and that it is cut [S42]", async () => {
    await using kit = await openFault("floods", { args: ["text", "50"] });
    const { value, standing } = await hover(kit.session, { file: kit.file, place: { line: 1, column: 5 } }, kit.ask());
    expect(value?.markdown).toHaveLength(hoverCharacters);
    expect(standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "capped", detail: "the text has 52428800 characters, of which the first 100000 are shown" }],
    });
  });

  test("200,000 definitions in as many files: as many are taken as are looked at, the others counted [S42]", async () => {
    await using kit = await openFault("floods", { args: ["definitions", "200000"] });
    const at = { file: kit.file, place: { line: 1, column: 5 } };
    const { value, standing } = await definition(kit.session, at, kit.ask());
    expect(value).toHaveLength(filesPerAnswer);
    const detail = "Toy named 200000 places, of which 5000 in 5000 files are listed";
    expect(standing).toMatchObject({ state: "partial", reasons: [{ code: "capped", detail }] });
  });

  test("F31 a gigabyte on standard error is drained, and the end of it is kept [F31 AGL-148 BRG-19]", async () => {
    await using kit = await openFault("floods", { args: ["stderr", "1024"] });
    expect(await kit.hover()).toBe("after the flood");
    const kept = kit.session.running?.channel.stderrTail ?? "";
    expect(kept.endsWith("the end of it\n")).toBe(true);
    expect(kept).toHaveLength(stderrReportBytes);
  });
});

test("F32 a server that stops reading: bounded queue, time-outs, and others are not affected [F32 AGL-160]", async () => {
  const clock = new ProcessClock();
  await using deaf = await openFault("deaf", { clock });
  await using fine = await openFault("hangs");
  await expect(clock.driven(deaf, deaf.references())).rejects.toMatchObject({ code: "timed_out" });
  const { connection } = deaf.session.running?.channel ?? bug("it is running");
  const big = { text: "x".repeat(8 * 1024 * 1024) };
  let taken = 0;
  while (connection.notify("textDocument/didChange", big) && taken < 100) taken++;
  expect(taken).toBeLessThan(100);
  expect(connection.queuedBytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  await expect(
    connection.request("textDocument/hover", big, { timeoutMs: methods["textDocument/hover"].timeoutMs }),
  ).rejects.toThrow("does not read its input");
  expect(await fine.hover()).toBe("hover");
  expect(pidOf(deaf)).toBeGreaterThan(0);
});
