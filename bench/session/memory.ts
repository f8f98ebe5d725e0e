// What one more session costs in resident memory: in our own process, in the guard, and in the server itself.

import { readdir, readFile } from "node:fs/promises";
import type { Host } from "../../src/host/host.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { treeMemory } from "../../src/host/process/process-table.ts";
import { askSnapshot, openWorkspace } from "./arms.ts";
import { runCold } from "./order.ts";
import type { Project } from "./project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed } from "../shared/record.ts";
import { median } from "../shared/stats.ts";
import type { Subject } from "./subject.ts";

export interface SessionMemory {
  /** Our process with all code loaded, then after each session and its questions. */
  readonly own: readonly number[];
  readonly guard: number;
  readonly servers: readonly number[];
}

const repetitions = 40;
const children = 3;

export async function measureMemory(
  subject: Subject,
  order: string,
  env: Host["env"],
  record: Recorder,
): Promise<void> {
  const taken: SessionMemory[] = [];
  for (let round = 0; round < children; round++) {
    const memory = await runCold<SessionMemory>("memory", order, env);
    taken.push(memory);
    const [before = 0, one = 0, two = 0] = memory.own;
    record.sample({
      part: "memory",
      server: subject.name,
      round,
      before,
      one,
      two,
      guard: memory.guard,
      servers: sum(memory.servers),
    });
  }
  const of = (pick: (memory: SessionMemory) => number): string => fixed(median(taken.map(pick)) / 2 ** 20, 1);
  record.table(
    `Resident memory in MB on ${subject.title}, medians of ${children} fresh processes, after ${repetitions} times every question`,
    ["process", "MB"],
    [
      ["ours, all code loaded", of(({ own }) => own[0] ?? Number.NaN)],
      ["ours, with one session", of(({ own }) => own[1] ?? Number.NaN)],
      ["ours, with two sessions", of(({ own }) => own[2] ?? Number.NaN)],
      ["the second session alone", of(({ own }) => (own[2] ?? Number.NaN) - (own[1] ?? Number.NaN))],
      ["guard, one for all sessions", of(({ guard }) => guard)],
      ["one server", of(({ servers }) => servers[0] ?? Number.NaN)],
    ],
  );
}

/** Runs in a process of its own, so that nothing measured before is still in it. */
export async function sessionMemory(
  env: Host["env"],
  subject: Pick<Subject, "catalog">,
  projects: readonly Project[],
): Promise<SessionMemory> {
  const own = [ownMemory()];
  const host = await openNodeHost(env);
  const workspaces = [];
  for (const project of projects) {
    const workspace = openWorkspace(host, subject, project.root);
    workspaces.push(workspace);
    const ask = askSnapshot(host, workspace);
    for (let n = 0; n < repetitions; n++) for (const question of project.questions) await ask(question);
    own.push(ownMemory());
  }
  const sessions = workspaces.flatMap(({ sessions: open }) => open);
  const servers = await Promise.all(sessions.map(async (session) => session.running?.channel.memoryBytes()));
  const guard = await guardMemory();
  for (const workspace of workspaces) await workspace.close();
  return { own, guard, servers: servers.map((bytes) => bytes ?? Number.NaN) };
}

// — below: private, in the order they are used —

/** What was only left lying about is collected first, so that two looks can be compared. */
function ownMemory(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

async function guardMemory(): Promise<number> {
  for (const pid of (await readdir("/proc")).map(Number).filter((one) => one > 0)) {
    const line = await readProc(pid, "cmdline");
    const parent = Number(/^PPid:\s*(\d+)/m.exec(await readProc(pid, "status"))?.[1]);
    if (parent === process.pid && line.includes("guard-main")) return (await treeMemory(pid)) ?? Number.NaN;
  }
  return Number.NaN;
}

async function readProc(pid: number, name: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // It has ended since it was listed.
    return "";
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
