// Who a process is, so that what it left behind can be told from what it is just doing.
//
// Invariant: a process of another machine, boot or namespace is never taken for one of ours that has the same number.

import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { canSeeProcesses, startTime } from "./process-table.ts";
import type { Holder } from "./writing.ts";

let own: Promise<Holder> | undefined;

export function ownIdentity(): Promise<Holder> {
  own ??= identify();
  return own;
}

export async function aliveness(holder: Holder): Promise<boolean | "unknown"> {
  const { machine, boot, namespace } = await ownIdentity();
  if (holder.machine !== machine) return "unknown";
  // The machine was started anew since.
  if (holder.boot !== boot) return false;
  if (holder.namespace !== namespace) return "unknown";
  if (await canSeeProcesses()) return (await startTime(holder.pid)) === holder.startTime;
  return answersSignals(holder.pid);
}

// — below: private, in the order they are used —

async function identify(): Promise<Holder> {
  const [start, boot, namespace] = await Promise.all([
    startTime(process.pid),
    told(readFile("/proc/sys/kernel/random/boot_id", "utf8")),
    told(readlink("/proc/self/ns/pid")),
  ]);
  return { pid: process.pid, startTime: start ?? "", machine: hostname(), boot, namespace };
}

async function told(fact: Promise<string>): Promise<string> {
  try {
    return (await fact).trim();
  } catch {
    // There is no /proc on this platform, and then it is the same nothing for everybody.
    return "";
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
