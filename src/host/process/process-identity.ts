// The identity of a process, by which leftovers of a dead process are distinguished from the work of a live one.
//
// Invariant: a process of another machine, boot or namespace is never taken for one of ours that has the same number.

import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { canSeeProcesses, startTime } from "./process-table.ts";
import type { Holder } from "../writing.ts";

let own: Promise<Holder> | undefined;

export function ownIdentity(): Promise<Holder> {
  own ??= identify();
  return own;
}

export async function aliveness(holder: Holder): Promise<boolean | "unknown"> {
  const where = whereabouts(await ownIdentity(), holder);
  if (where !== "here") return where === "gone" ? false : "unknown";
  if (await canSeeProcesses()) return (await startTime(holder.pid)) === holder.startTime;
  return answersSignals(holder.pid);
}

/** Whether the numbers of a process mean something here, went with an earlier start of this machine, or are unknown. */
export function whereabouts(own: Holder, holder: Holder): "here" | "gone" | "unknown" {
  const isSameMachine = holder.machine === own.machine;
  // A boot has a name that no other has, so a process that knows it runs on the same kernel, whatever its name there.
  if (own.boot !== "" && holder.boot === own.boot) return holder.namespace === own.namespace ? "here" : "unknown";
  if (!isSameMachine) return "unknown";
  if (own.boot === "" && holder.boot === "") return holder.namespace === own.namespace ? "here" : "unknown";
  // Two machines may have one name; only an id of its own says that it is this one, started anew since.
  return own.machine.startsWith(idPrefix) ? "gone" : "unknown";
}

// — below: private, in the order they are used —

const idPrefix = "id-";

async function identify(): Promise<Holder> {
  const [start, id, boot, namespace] = await Promise.all([
    startTime(process.pid),
    factOrEmpty(readFile("/etc/machine-id", "utf8")),
    factOrEmpty(readFile("/proc/sys/kernel/random/boot_id", "utf8")),
    factOrEmpty(readlink("/proc/self/ns/pid")),
  ]);
  const host = hostname();
  // The id itself is private: only its digest is stored.
  const digest = createHash("sha256").update(`sightline ${id}`).digest("hex").slice(0, 16);
  const machine = /^[0-9a-f]{32}$/.test(id) ? `${idPrefix}${digest}` : `host-${host}`;
  return { pid: process.pid, startTime: start ?? "", machine, boot, namespace, host };
}

async function factOrEmpty(fact: Promise<string>): Promise<string> {
  try {
    return (await fact).trim();
  } catch {
    // This platform has no /proc: all its processes share the empty value.
    return "";
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
