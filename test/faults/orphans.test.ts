// When we are killed ourselves, nothing of ours stays; and nothing that is not ours is ever touched.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ownScript } from "../../src/host/own-script.ts";
import { PidRegistry } from "../../src/host/process/pid-registry.ts";
import { isAlive, nonceVariable, startTime } from "../../src/host/process/process-table.ts";
import { gone, soon } from "../support/soon.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

function directory(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "sightline-orphan-")));
  cleanups.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Starts an owner with a server that ignores every polite request to end. */
async function owner(state: string): Promise<{ process: ChildProcess; server: number }> {
  const env = { ...process.env, SIGHTLINE_STATE_DIR: state };
  const child = spawn(process.execPath, [ownScript("testing/faults/owner-main"), "immortal", state], {
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const server = await new Promise<number>((resolve) =>
    child.stdout?.once("data", (text: Buffer) => resolve(Number(text))),
  );
  return { process: child, server };
}

/** The guard is the owner's other child. */
async function guardOf(owner: ChildProcess): Promise<number> {
  const isGuard = (pid: number): boolean => {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
      return Number(parent) === owner.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("guard-main");
    } catch {
      // It went while it was looked at.
      return false;
    }
  };
  const find = (): number | undefined =>
    readdirSync("/proc")
      .map(Number)
      .find((pid) => pid > 0 && isGuard(pid));
  await soon(() => find() !== undefined);
  return find() ?? 0;
}

test("F40 killed by SIGKILL, the guard ends even a server that ignores everything, and then itself [F40]", async () => {
  const state = directory();
  const { process: child, server } = await owner(state);
  const guard = await guardOf(child);
  expect(await isAlive(server)).toBe(true);
  child.kill("SIGKILL");
  expect(await gone(server, guard)).toBe(true);
});

test("F40 with the guard killed as well, the next start reaps what is left [F40]", async () => {
  const state = directory();
  const { process: child, server } = await owner(state);
  process.kill(await guardOf(child), "SIGKILL");
  child.kill("SIGKILL");
  await gone(child.pid ?? 0);
  expect(await isAlive(server)).toBe(true);
  const reaped = await new PidRegistry(state).reap();
  expect(reaped.map((record) => record.pid)).toEqual([server]);
  expect(await gone(server)).toBe(true);
  expect(readdirSync(join(state, "processes"))).toEqual([]);
});

test("F43 a record whose pid belongs to another process by now signals no process [F43]", async () => {
  const state = directory();
  const stranger = spawn(process.execPath, ["-e", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)"], {
    stdio: "ignore",
  });
  cleanups.push(() => stranger.kill("SIGKILL"));
  await soon(async () => (await startTime(stranger.pid ?? 0)) !== undefined);
  const registry = new PidRegistry(state);
  await registry.add({
    pid: stranger.pid ?? 0,
    nonce: "0".repeat(32),
    command: "x",
    owner: { pid: 1, startTime: "never" },
  });
  expect(await registry.reap()).toEqual([]);
  expect(await isAlive(stranger.pid ?? 0)).toBe(true);
  expect(readdirSync(join(state, "processes"))).toEqual([]);
});

test("F43 what a living owner has running is left alone, and a torn record is dropped [F43]", async () => {
  const state = directory();
  const nonce = "a".repeat(32);
  const ours = spawn(process.execPath, ["-e", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)"], {
    stdio: "ignore",
    env: { ...process.env, [nonceVariable]: nonce },
  });
  cleanups.push(() => ours.kill("SIGKILL"));
  await soon(async () => (await startTime(ours.pid ?? 0)) !== undefined);
  const registry = new PidRegistry(state);
  const own = (await startTime(process.pid)) ?? "";
  await registry.add({ pid: ours.pid ?? 0, nonce, command: "x", owner: { pid: process.pid, startTime: own } });
  mkdirSync(join(state, "processes"), { recursive: true });
  writeFileSync(join(state, "processes", "torn.json"), '{"pid": 12');
  expect(await registry.reap()).toEqual([]);
  expect(await isAlive(ours.pid ?? 0)).toBe(true);
  expect(readdirSync(join(state, "processes"))).toEqual([`${nonce}.json`]);
});
