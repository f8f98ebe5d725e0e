// Processes that die, hang, cannot be started, cannot be stopped, or leave children behind.

import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bug } from "../../src/std/bug.ts";
import { isAlive, processCondition } from "../../src/host/process/process-table.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { openFault, pidOf, ProcessClock } from "../support/fault-session.ts";
import { gone, soon } from "../support/soon.ts";

/** Restarts come at once, so that a test need not wait for them. */
const eager = { restart: { backoffMs: [0] } };
/** As well, and no file is blamed for what a test does to its server. */
const blameless = { restart: { backoffMs: [0], quarantineAfter: 0 } };

describe("death", () => {
  test("F33 SIGKILL in the middle of a request: rejected with the signal, restarted, asked again, equal answer [F33 AGL-162 AGL-166]", async () => {
    await using kit = await openFault("hangs", { args: ["textDocument/references"], settings: blameless });
    expect(await kit.hover()).toBe("hover");
    const first = pidOf(kit);
    const version = kit.session.documents.get(kit.file)?.version ?? 0;
    const asked = kit.references();
    await kit.seen("server.message", ({ text }) => text === "got textDocument/references");
    process.kill(first, "SIGKILL");
    // The next incarnation hangs as well; a second death is not retried and must say what happened.
    await kit.seen("session.state", ({ from, to }) => from === "initializing" && to === "ready");
    await kit.seen("session.crashed");
    const arrivals = (): number =>
      kit.events.filter((event) => event.type === "server.message" && event.text === "got textDocument/references")
        .length;
    await soon(() => arrivals() > 1);
    const second = pidOf(kit);
    expect(second).not.toBe(first);
    process.kill(second, "SIGKILL");
    await expect(asked).rejects.toMatchObject({ code: "server_crashed", details: { data: { signal: "SIGKILL" } } });
    expect(await kit.hover()).toBe("hover");
    expect(kit.session.documents.get(kit.file)?.version).toBe(version + 2);
    expect(kit.session.documents.get(kit.file)?.index.text).toBe("def apple\n");
  });

  test("a crash report has exit code and the last words [BRG-16 AGL-148]", async () => {
    await using kit = await openFault("dies", { args: ["textDocument/references", "7"], settings: eager });
    await expect(kit.references()).rejects.toMatchObject({
      code: "server_crashed",
      details: { data: { exitCode: 7, stderr: "these are my last words\n" } },
    });
    expect((await kit.seen("session.crashed")).exit).toMatchObject({
      code: 7,
      signal: null,
      cause: "crash",
      stderr: "these are my last words\n",
    });
  });

  test.each([["137"], ["134"], ["SIGKILL"], ["SIGABRT"]])(
    "F41 ending by %s is reported as memory and counted apart [F41]",
    async (how) => {
      await using kit = await openFault("dies", { args: ["textDocument/references", how], settings: eager });
      await expect(kit.references()).rejects.toMatchObject({ code: "server_crashed" });
      expect((await kit.seen("session.crashed")).exit.cause).toBe("memory");
      expect(kit.session.status.memoryExits).toBeGreaterThan(0);
    },
  );

  test("F34 five crashes in three minutes open the breaker; a rested one is tried again by a call [F34]", async () => {
    const clock = new ProcessClock();
    await using kit = await openFault("dies", { args: ["textDocument/references", "1"], clock, settings: blameless });
    for (let call = 0; call < 3; call++)
      await expect(kit.references()).rejects.toMatchObject({ details: expect.anything() });
    await expect(kit.hover()).rejects.toMatchObject({
      code: "server_restarting",
      details: { retryAfterMs: expect.any(Number), data: { stderr: "these are my last words\n" } },
    });
    clock.advance(60_000);
    expect(await kit.hover()).toBe("hover");
  });

  test("F35 a file that kills the server twice is set aside; others are served [F35]", async () => {
    await using kit = await openFault("dies", { args: ["textDocument/references", "1", "a.toy"], settings: eager });
    await expect(kit.references()).rejects.toMatchObject({ code: "server_crashed" });
    await expect(kit.references()).rejects.toMatchObject({ code: "document_quarantined" });
    expect(await kit.references(kit.other)).toBe(0);
    expect(kit.session.documents.get(kit.file)).toBeUndefined();
    writeFileSync(kit.file, "def pear\n");
    await expect(kit.references()).rejects.toMatchObject({ code: "server_crashed" });
  });

  test("a kill from outside is no file's fault: nothing is set aside for it", async () => {
    await using kit = await openFault("hangs", { args: ["textDocument/references"], settings: eager });
    await kit.hover();
    const asked = kit.references().catch((error: unknown) => error);
    for (const times of [1, 2]) {
      const arrivals = (): number => kit.events.filter((event) => event.type === "server.message").length;
      await soon(() => arrivals() === times && pidOf(kit) !== 0);
      process.kill(pidOf(kit), "SIGKILL");
    }
    expect(await asked).toMatchObject({ code: "server_crashed" });
    expect(await kit.hover()).toBe("hover");
  });
});

describe("starting", () => {
  test.each([
    ["is not there", "missing", "There is no", "Install it again: npm install -g toy"],
    ["is not executable", "locked", "is not executable", "Make it executable, or name another command with --config."],
    ["is for another machine", "alien", "is not a program for this machine", "Install it again: npm install -g toy"],
    ["is no program at all", "text", "is not a program for this machine", "Install it again: npm install -g toy"],
  ])("F36 a binary that %s: named with the remedy, and no crash [F36]", async (_, name, why, next) => {
    await using kit = await openFault("hangs");
    const path = join(kit.directory, name);
    if (name === "locked") writeFileSync(path, "#!/bin/true\n");
    if (name === "text") writeFileSync(path, "touch ran-by-a-shell\n", { mode: 0o755 });
    if (name === "alien") {
      writeFileSync(path, Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(200)]));
      chmodSync(path, 0o755);
    }
    await using broken = await openFault("hangs", { command: path });
    await expect(broken.hover()).rejects.toMatchObject({
      code: "server_start_failed",
      details: {
        why: expect.stringContaining(why),
        next,
        data: { command: path },
      },
    });
    expect(broken.session.status.restarts).toBe(0);
  });

  test("a server that dies or hangs in its handshake is a failed start, not a hang [SYN-38 BRG-15]", async () => {
    await using dying = await openFault("dies", { args: ["initialize", "3"], settings: { restart: { max: 1 } } });
    await expect(dying.hover()).rejects.toMatchObject({
      code: "session_dead",
      details: { data: { exitCode: 3, stderr: "these are my last words\n" } },
    });
    const clock = new ProcessClock();
    await using hanging = await openFault("hangs", { args: ["initialize"], clock, settings: { restart: { max: 1 } } });
    const asked = hanging.hover().catch((error: unknown) => error);
    await hanging.seen("server.message", ({ text }) => text === "got initialize");
    const [starting] = hanging.events.filter((event) => event.type === "session.starting");
    expect(starting).toBeDefined();
    await clock.driven(hanging, hanging.session.stop());
    expect(await asked).toMatchObject({
      code: expect.stringMatching(/server_start_failed|not_initialized|session_dead/),
    });
  });
});

describe("hanging", () => {
  test("F42 a server held by SIGSTOP is declared hung at the deadline, not indexing, and replaced [F42]", async () => {
    const clock = new ProcessClock();
    await using kit = await openFault("hangs", { args: ["textDocument/references"], clock, settings: eager });
    await kit.hover();
    const pid = pidOf(kit);
    process.kill(pid, "SIGSTOP");
    await soon(async () => (await processCondition(pid)) === "stopped");
    await expect(clock.driven(kit, kit.references())).rejects.toMatchObject({
      code: "server_hung",
      details: { why: "Its process is stopped by a signal." },
    });
    expect(await gone(pid)).toBe(true);
    expect(await kit.hover()).toBe("hover");
  });

  test("three time-outs in a row and an unanswered probe: hung, and replaced", async () => {
    const clock = new ProcessClock();
    const args = ["textDocument/references", "$/sightline/alive"];
    await using kit = await openFault("hangs", { args, clock, settings: eager });
    for (let time = 0; time < 2; time++)
      await expect(clock.driven(kit, kit.references())).rejects.toMatchObject({ code: "timed_out" });
    await expect(clock.driven(kit, kit.references())).rejects.toMatchObject({ code: "server_hung" });
    expect(await kit.hover()).toBe("hover");
  });

  test("a slow server that still answers the probe is left alone [SYN-51]", async () => {
    const clock = new ProcessClock();
    await using kit = await openFault("hangs", { args: ["textDocument/references"], clock, settings: eager });
    await kit.hover();
    const pid = pidOf(kit);
    for (let time = 1; time <= 4; time++) {
      const asked = kit.references().catch((error: unknown) => error);
      await soon(() => kit.events.filter((event) => event.type === "server.message").length === time);
      clock.advance(60_000);
      expect(await asked).toMatchObject({ code: "timed_out" });
    }
    expect(pidOf(kit)).toBe(pid);
  });
});

describe("stopping", () => {
  test("F38 a server that ignores shutdown, exit and SIGTERM is gone with its whole group after three seconds [F38 AGL-066 AGL-165]", async () => {
    const clock = new ProcessClock();
    const kit = await openFault("immortal", { clock });
    const child = Number(await kit.hover());
    const pid = pidOf(kit);
    const began = clock.now();
    await clock.driven(kit, kit.session.stop());
    expect(clock.now() - began).toBe(3_000);
    expect(await gone(pid, child)).toBe(true);
    await kit[Symbol.asyncDispose]();
  });

  test.each([
    ["whose input is closed", "closed" as const],
    ["that does not read", "deaf" as const],
    ["that is held by a signal", "hangs" as const],
  ])("a server %s, so that shutdown cannot be delivered, is killed at once [AGL-067]", async (_, name) => {
    const clock = new ProcessClock();
    const kit = await openFault(name, { clock });
    await kit.session.start(kit.ask().deadline);
    const pid = pidOf(kit);
    const { connection } = kit.session.running?.channel ?? bug("it is running");
    if (name === "closed") await kit.seen("server.message", ({ text }) => text === "its input is closed");
    // Until there is no room for a word as short as shutdown.
    for (const length of name === "deaf" ? [8 * 1024 * 1024, 64 * 1024, 256, 0] : []) {
      while (connection.notify("x", { text: "x".repeat(length) }));
    }
    if (name === "hangs") {
      process.kill(pid, "SIGSTOP");
      await soon(async () => (await processCondition(pid)) === "stopped");
    }
    const began = clock.now();
    // No time passes unless the test lets it.
    await kit.session.stop();
    expect(clock.now() - began).toBe(0);
    expect(await gone(pid)).toBe(true);
    await kit[Symbol.asyncDispose]();
  });

  test("a server whose input is closed cannot be asked any more, and is replaced", async () => {
    await using kit = await openFault("closed", { settings: eager });
    await kit.session.start(kit.ask().deadline);
    const first = pidOf(kit);
    await kit.seen("server.message", ({ text }) => text === "its input is closed");
    // The next one closes its input as well, before or after it has answered.
    await Promise.allSettled([kit.hover()]);
    expect((await kit.seen("session.crashed")).exit.cause).toBe("protocol");
    expect(await gone(first)).toBe(true);
    expect(pidOf(kit)).not.toBe(first);
  });

  test("F39 a grandchild that left the process group is found by its nonce and killed [F39]", async () => {
    const kit = await openFault("forks");
    const grandchild = Number(await kit.hover());
    expect(await isAlive(grandchild)).toBe(true);
    await kit[Symbol.asyncDispose]();
    expect(await gone(grandchild)).toBe(true);
  });

  test("F39 the grandchild goes also when its server dies by itself [F39 AGL-165]", async () => {
    await using kit = await openFault("forks");
    const grandchild = Number(await kit.hover());
    process.kill(pidOf(kit), "SIGKILL");
    await kit.seen("session.crashed");
    expect(await gone(grandchild)).toBe(true);
  });
});

describe("the executable", () => {
  test("F44 replaced while running: noticed, announced, and the next answer comes from the new one [F44]", async () => {
    const clock = new ProcessClock();
    await using kit = await openFault("hangs");
    const copy = join(kit.directory, "node-copy");
    copyFileSync(process.execPath, copy);
    const script = faultCommand("hangs").args[0] ?? "";
    await using replaced = await openFault("hangs", { command: copy, args: [script], clock });
    await replaced.hover();
    const pid = pidOf(replaced);
    clock.advance(2_000);
    await replaced.hover();
    expect(pidOf(replaced)).toBe(pid);
    writeFileSync(`${copy}.new`, "");
    copyFileSync(process.execPath, `${copy}.new`);
    const { renameSync } = await import("node:fs");
    renameSync(`${copy}.new`, copy);
    clock.advance(2_000);
    expect(await replaced.hover()).toBe("hover");
    expect(pidOf(replaced)).not.toBe(pid);
    expect(replaced.events.filter((event) => event.type === "session.replaced")).toHaveLength(1);
    expect(replaced.session.status.restarts).toBe(0);
  });
});
