// The contract of the guard, kept by both: the one in Perl and the one in Node.

import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { ownScript } from "../../src/host/own-script.ts";
import type { GuardProgram } from "../../src/host/process/guard.ts";
import { guardPrograms } from "../../src/host/process/guard.ts";
import { cpuTicks, descendantsOf, isAlive, nonceVariable } from "../../src/host/process/process-table.ts";
import { gone, soon } from "../support/soon.ts";

const script = join(import.meta.dirname, "../support/guard-owner.mjs");

const leftovers: number[] = [];
afterEach(() => {
  for (const pid of leftovers.splice(0)) kill(pid);
});

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, as it should have.
  }
}

interface Started {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The numbers of its first line. */
  readonly said: readonly number[];
}

/** Starts a process of `guard-owner.mjs`, in a group of its own, and waits for what it says. */
async function started(args: readonly string[], env: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [script, ...args], {
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, ...env },
  });
  const pid = child.pid ?? 0;
  leftovers.push(pid);
  const said = (await lineOf(child)).split(" ").map(Number);
  leftovers.push(...said);
  return { process: child, pid, said };
}

async function lineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("its output is not read");
  const [text] = (await once(stdout, "data")) as [Buffer];
  return text.toString().trim();
}

const nonce = (): string => randomBytes(16).toString("hex");
const carrying = (value: string): Record<string, string> => ({ [nonceVariable]: value });

/** A guard of the test itself; the number is that of the process which it may end. */
function guarded({ command, args }: GuardProgram, owner: number): ChildProcess & { readonly pid: number } {
  const guard = spawn(command, [...args, String(owner)], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  leftovers.push(guard.pid ?? 0);
  return Object.assign(guard, { pid: guard.pid ?? 0 });
}

function statusOf(pid: number, field: string): string {
  return new RegExp(`^${field}:\\s+(\\w+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
}

/** Whether the default of SIGHUP, which would end it, is no longer in force; it is the last that a guard changes. */
function hearsSignals(pid: number): boolean {
  const mask = BigInt(`0x${statusOf(pid, "SigIgn")}`) | BigInt(`0x${statusOf(pid, "SigCgt")}`);
  return (mask & 1n) === 1n;
}

/** The words of a process whose loop stands still as soon as it has told its guard that it turns. */
function standing(program: GuardProgram): string[] {
  return ["speaks", JSON.stringify(program), '["beat"]', '"stands"'];
}

/** The ticks of processor time that a process has used by its end. */
async function usedBy(pid: number): Promise<number> {
  let used = 0;
  await soon(async () => {
    used = (await cpuTicks(pid)) ?? used;
    return !(await isAlive(pid));
  });
  return used;
}

const all = guardPrograms();
const guards = (["perl", "node"] as const).flatMap((language) => all.find((one) => one.language === language) ?? []);

describe.each(guards)("the guard in $language", (program) => {
  test("ends what ignores every polite request, and then itself, when the pipe closes [F40]", async () => {
    const own = nonce();
    const server = await started(["stubborn"], carrying(own));
    const guard = guarded(program, process.pid);
    guard.stdin?.end(`watch ${server.pid} ${own}\n`);
    expect(await gone(server.pid, guard.pid)).toBe(true);
  });

  test("ends a group member that cleared its environment, and a descendant that left the group [F40]", async () => {
    const own = nonce();
    const server = await started(["family"], carrying(own));
    expect(server.said).toHaveLength(2);
    const guard = guarded(program, process.pid);
    guard.stdin?.end(`watch ${server.pid} ${own}\n`);
    expect(await gone(server.pid, ...server.said, guard.pid)).toBe(true);
  });

  test("leaves alone a process that has the number but not the nonce, and what it was told is done [F43]", async () => {
    const [reused, done, own] = [nonce(), nonce(), nonce()];
    const stranger = await started(["stubborn"]);
    const finished = await started(["stubborn"], carrying(done));
    const server = await started(["stubborn"], carrying(own));
    const guard = guarded(program, process.pid);
    guard.stdin?.write(`watch ${stranger.pid} ${reused}\nwatch ${finished.pid} ${done}\n`);
    guard.stdin?.end(`watch ${server.pid} ${own}\ndone ${finished.pid}\n`);
    expect(await gone(server.pid, guard.pid)).toBe(true);
    expect(await isAlive(stranger.pid)).toBe(true);
    expect(await isAlive(finished.pid)).toBe(true);
  });

  test("is not ended by the signals of a terminal, and understands more lines than it reads at once", async () => {
    const own = nonce();
    const server = await started(["stubborn"], carrying(own));
    const guard = guarded(program, process.pid);
    await soon(() => hearsSignals(guard.pid));
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) guard.kill(name);
    const others = Array.from({ length: 2_000 }, () => `watch 4194305 ${nonce()}\n`).join("");
    guard.stdin?.end(`${others}watch ${server.pid} ${own}\n`);
    expect(await gone(server.pid, guard.pid)).toBe(true);
    expect(guard.signalCode).toBe(null);
  });

  test("kills a process that does not end within its deadline [S42]", async () => {
    const lines = JSON.stringify(["beat", "end 1000"]);
    const owner = await started(["speaks", JSON.stringify(program), lines, '"turns"']);
    const [, signal] = await once(owner.process, "exit");
    expect(signal).toBe("SIGKILL");
    expect(await gone(...owner.said)).toBe(true);
  });

  test("never kills a process that is not its parent [F43]", async () => {
    const own = nonce();
    const stranger = await started(["stubborn"]);
    const server = await started(["stubborn"], carrying(own));
    const guard = guarded(program, stranger.pid);
    // The server takes the whole grace, in which the deadline passes.
    guard.stdin?.end(`watch ${server.pid} ${own}\nend 1\n`);
    expect(await gone(server.pid, guard.pid)).toBe(true);
    expect(await isAlive(stranger.pid)).toBe(true);
  });

  test("kills a loop that stands still, sooner where its starter has gone [S42]", { timeout: 120_000 }, async () => {
    const starter = await started(["starts", ...standing(program)]);
    const [owner = 0, guard = 0] = starter.said;
    const before = (await cpuTicks(owner)) ?? 0;
    // By now it stands, and the guard has heard its only beat.
    await soon(async () => ((await cpuTicks(owner)) ?? 0) > before + 20);
    kill(starter.pid);
    // What it could have used while its starter was there.
    expect(await usedBy(owner)).toBeLessThan(1_500);
    expect(await gone(guard)).toBe(true);
  });

  test("kills a loop that stands still although its starter waits for it [S42]", { timeout: 120_000 }, async () => {
    const owner = await started([...standing(program), '["30"]']);
    // What it could have used without a limit of the test's own.
    expect(await usedBy(owner.pid)).toBeLessThan(1_500);
    expect(await gone(...owner.said)).toBe(true);
  });
});

describe("a process that has a guard", () => {
  const broken = { language: "perl", command: process.execPath, args: ["-e", "process.exit(3)"] };
  const module = pathToFileURL(ownScript("host/process/guard")).href;

  async function owner(programs: readonly object[], server: number, own: string): Promise<ChildProcess> {
    const args = [script, "guards", module, JSON.stringify(programs), String(server), own];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    leftovers.push(child.pid ?? 0);
    return child;
  }

  async function languageOf(child: ChildProcess): Promise<string> {
    child.stdin?.write("?\n");
    return lineOf(child);
  }

  test("has the smallest that works, and Node where Perl does not [F40]", async () => {
    const own = nonce();
    const server = await started(["stubborn"], carrying(own));
    const usual = await owner(all, server.pid, own);
    expect(await languageOf(usual)).toBe(guards[0]?.language);
    const child = await owner([broken, ...guards.slice(-1)], server.pid, own);
    await soon(async () => (await languageOf(child)) === "node");
    usual.kill("SIGKILL");
    child.kill("SIGKILL");
    expect(await gone(server.pid)).toBe(true);
  });

  test("gets another when that is killed, which is told everything anew [F40]", async () => {
    const own = nonce();
    const server = await started(["stubborn"], carrying(own));
    const child = await owner(all, server.pid, own);
    expect(await languageOf(child)).toBe(guards[0]?.language);
    const [first] = await descendantsOf(child.pid ?? 0);
    kill(first?.pid ?? 0);
    await soon(async () => {
      const [now] = await descendantsOf(child.pid ?? 0);
      return now !== undefined && now.pid !== first?.pid;
    });
    expect(await languageOf(child)).toBe(guards[0]?.language);
    child.kill("SIGKILL");
    expect(await gone(server.pid)).toBe(true);
  });
});

describe.each(guards.filter(({ language }) => language === "perl"))("the guard in $language", (program) => {
  const file = program.args.at(-1) ?? "";

  test("takes less than 1 MB of its own and a sixth of what Node's takes", async () => {
    const idle = await Promise.all(
      guards.map(async (one) => {
        const guard = guarded(one, process.pid);
        guard.stdin?.write("beat\n");
        await soon(() => hearsSignals(guard.pid));
        const kilobytes = { own: Number(statusOf(guard.pid, "RssAnon")), all: Number(statusOf(guard.pid, "VmRSS")) };
        guard.stdin?.end();
        await once(guard, "exit");
        return kilobytes;
      }),
    );
    const [perl = { own: 0, all: 0 }, node = { own: 0, all: 0 }] = idle;
    expect(perl.own).toBeLessThan(1_024);
    expect(perl.all * 6).toBeLessThan(node.all);
  });

  test("compiles without a warning under the strict rules that it has no memory for, and loads no module", () => {
    const strict = ["-Mstrict", "-Mwarnings=FATAL,all", "-c", file];
    expect(execFileSync(program.command, strict, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })).toBe("");
    expect(readFileSync(file, "utf8")).not.toMatch(/^\s*(?:use|require|no)\b/m);
  });
});
