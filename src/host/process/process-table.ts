// Facts about processes of this machine, read from /proc where there is one.
//
// Invariant: a process is ours only if its environment carries the nonce we gave it; a reused pid never does.

import { close, open, read } from "node:fs";
import { readdir } from "node:fs/promises";
import { pooled } from "../../std/pooled.ts";

/** The variable by which a child and everything it starts can be recognised, also after its parent has gone. */
export const nonceVariable = "SIGHTLINE_NONCE";

/** Start time in clock ticks since boot; with the pid it names a process for ever. Undefined: no such live process. */
export async function startTime(pid: number): Promise<string | undefined> {
  const fields = await statFields(pid);
  // A zombie has ended; it only waits for its parent to collect its exit status.
  return fields === undefined || fields[0] === "Z" ? undefined : fields[19];
}

export async function isAlive(pid: number): Promise<boolean> {
  return (await startTime(pid)) !== undefined;
}

/** Whether a live process can run at all. */
export async function processCondition(pid: number): Promise<"running" | "stopped" | "unknown"> {
  const state = (await statFields(pid))?.[0];
  if (state === undefined || state === "Z") return "unknown";
  return state === "T" || state === "t" ? "stopped" : "running";
}

/** Whether this machine shows us processes at all: our own always exists. */
export async function canSeeProcesses(): Promise<boolean> {
  return (await readProc(process.pid, "environ")) !== undefined;
}

/** User and system time of a process, in clock ticks. */
export async function cpuTicks(pid: number): Promise<number | undefined> {
  const fields = await statFields(pid);
  return fields === undefined ? undefined : Number(fields[11]) + Number(fields[12]);
}

/** The processor time of a process's main thread, in clock ticks, and the pid of its present parent. */
export async function mainThread(pid: number): Promise<{ ticks: number; parent: number } | undefined> {
  const fields = fieldsOf(await readProc(pid, `task/${pid}/stat`));
  return fields && { ticks: Number(fields[11]) + Number(fields[12]), parent: Number(fields[1]) };
}

/**
 * Every live process that carries the nonce. With `first`, the process that was given it less than `briefMs` ago, only
 * those that have begun since are checked.
 */
export async function processesWithNonce(nonce: string, first?: number): Promise<number[]> {
  const wanted = `${nonceVariable}=${nonce}`;
  const found = await pooled(first === undefined ? await allPids() : await pidsSince(first), atOnce, async (pid) => {
    const environment = await readProc(pid, "environ");
    return environment?.split("\0").includes(wanted) && (await isAlive(pid)) ? [pid] : [];
  });
  return found.flat();
}

/**
 * Every live process that carries one of the nonces, and whatever else is in the process groups which its carriers lead.
 * The map names the nonce that was given to each leader.
 */
export async function groupsWithNonce(nonces: ReadonlyMap<number, string>): Promise<KnownProcess[]> {
  const living: (KnownProcess & { readonly group: number })[] = [];
  const carriers = new Set<number>();
  const groups = new Set<number>();
  for (const pid of await allPids()) {
    const [state, , group, ...rest] = (await statFields(pid)) ?? [];
    const start = rest[16];
    if (start === undefined || state === "Z") continue;
    living.push({ pid, startTime: start, group: Number(group) });
    const environment = (await readProc(pid, "environ"))?.split("\0");
    for (const [leader, nonce] of nonces) {
      if (environment?.includes(`${nonceVariable}=${nonce}`) !== true) continue;
      carriers.add(pid);
      if (Number(group) === leader) groups.add(leader);
    }
  }
  return living.filter(({ pid, group }) => carriers.has(pid) || groups.has(group));
}

/** A process for ever: a number alone may be another one's by the time it is used. */
interface KnownProcess {
  readonly pid: number;
  readonly startTime: string;
}

/** Everything that a process has started and that still has its parent, in whatever group and with whatever environment. */
export async function descendantsOf(root: number): Promise<KnownProcess[]> {
  const children = new Map<number, KnownProcess[]>();
  await pooled(await allPids(), atOnce, async (pid) => {
    const [, parent, ...rest] = (await statFields(pid)) ?? [];
    const start = rest[17];
    if (start === undefined) return;
    const siblings = children.get(Number(parent)) ?? [];
    children.set(Number(parent), [...siblings, { pid, startTime: start }]);
  });
  const found = [...(children.get(root) ?? [])];
  for (const { pid } of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Resident bytes of a process and all its descendants. */
export async function treeMemory(root: number): Promise<number | undefined> {
  const own = await statFields(root);
  if (own === undefined) return undefined;
  let pages = Number(own[21]);
  const below = (await childrenOf(root)) === undefined ? await descendantsOf(root) : await childrenBelow(root);
  for (const { pid } of below) pages += Number((await statFields(pid))?.[21] ?? 0);
  return pages * 4096;
}

async function childrenBelow(root: number): Promise<{ readonly pid: number }[]> {
  const found = [{ pid: root }];
  for (const { pid } of found) found.push(...((await childrenOf(pid)) ?? []).map((child) => ({ pid: child })));
  return found.slice(1);
}

/** The children of all threads of a process; undefined where the system does not list them, or it has ended. */
async function childrenOf(pid: number): Promise<number[] | undefined> {
  let threads: readonly string[];
  try {
    threads = await readdir(`/proc/${pid}/task`);
  } catch {
    // No /proc on this platform, or no such process any more.
    return undefined;
  }
  const lists = await Promise.all(threads.map((thread) => readProc(pid, `task/${thread}/children`)));
  if (lists.every((list) => list === undefined)) return undefined;
  return lists.flatMap((list) => (list ?? "").split(" ").map(Number)).filter((child) => child > 0);
}

/** As long as the numbers of processes cannot have come round to where they were. */
export const briefMs = 1_000;
/** More than that in so short a time is not believed. */
const manyPids = 4_096;

/**
 * The processes that began after another one: the system gives out numbers in ascending order and says which was the last.
 * Where they began anew at the bottom meanwhile, or where what it says makes no sense, all of them.
 */
async function pidsSince(first: number): Promise<number[]> {
  const all = await allPids();
  const last = Number((await readText("/proc/loadavg"))?.trim().split(" ").at(-1));
  return last >= first && last - first <= manyPids ? all.filter((pid) => pid >= first && pid <= last) : all;
}

async function allPids(): Promise<number[]> {
  try {
    return (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  } catch {
    // No /proc on this platform: nothing is known.
    return [];
  }
}

/** The fields after the command name, which may itself hold spaces and brackets. */
async function statFields(pid: number): Promise<string[] | undefined> {
  return fieldsOf(await readProc(pid, "stat"));
}

function fieldsOf(text: string | undefined): string[] | undefined {
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Undefined for a process that has gone meanwhile or is not ours to read: either way not one we may speak about. */
function readProc(pid: number, file: string): Promise<string | undefined> {
  return readText(`/proc/${pid}/${file}`);
}

function readText(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    open(path, (error, handle) => {
      if (error !== null) return resolve(undefined);
      readWhole(handle, Buffer.allocUnsafe(usualBytes), 0, (bytes) => {
        close(handle, () => resolve(bytes?.toString("utf8")));
      });
    });
  });
}

/**
 * Runs for every process of the machine whenever a child ends. A file of /proc has no size, and one read returns all
 * that fits: a quarter of the work of `readFile`. Why not synchronously: a process that hangs in the kernel can block
 * the read of its environment.
 */
function readWhole(handle: number, into: Buffer, filled: number, done: (bytes: Buffer | undefined) => void): void {
  read(handle, into, filled, into.length - filled, filled, (error, count) => {
    if (error !== null) return done(undefined);
    const all = filled + count;
    if (all < into.length) return done(into.subarray(0, all));
    readWhole(handle, Buffer.concat([into, Buffer.allocUnsafe(into.length)]), all, done);
  });
}

/** Few environments are larger. */
const usualBytes = 16 * 1024;
/** Processes read at the same time. */
const atOnce = 8;
