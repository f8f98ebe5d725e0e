// The guard: a small process that outlives us for a moment and ends what we left running, and us where we cannot.
//
// It reads lines on standard input (`watch <pid> <nonce>`, `done <pid>`, `beat`, `end <ms>`). The pipe closes when our
// process ends, in whatever way. Then every group still watched is asked to stop, killed after a grace time, and swept
// by its nonce. Our own process is killed when it was to end and has not, and when its event loop stands still.
// Invariant: a process is signalled only if it carries the nonce, so a reused pid is never hit; our own only while it is
// the parent of the guard.

import { setTimeout as delay } from "node:timers/promises";
import { canSeeProcesses, mainThread, processesWithNonce } from "./process-table.ts";

const graceMs = 1_500;
/** How often a loop is looked at that has not been heard of, and from when on it counts as silent. */
const lookMs = 1_000;
const silentMs = 5_000;
/**
 * A silent loop that has used so much processor time (ticks of 10 ms) stands still: a machine that slept, a debugger and a
 * disk that hangs use none. Far beyond what any turn of ours takes.
 */
const stillTicks = 1_500;
/** The same limit where the parent of the owner has gone, so that no client waits for an answer. */
const forsakenTicks = 100;

const owner = Number(process.argv[2]);
const watched = new Map<number, string>();
let rest = "";
let heardAt: number | undefined;
/** How it was when the loop was first found silent, and who had started us when it was last heard of. */
let silentSince: number | undefined;
let starter: number | undefined;

process.stdin.setEncoding("utf8");
process.stdin.on("data", (text: string) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) hear(line.split(" "));
});
process.stdin.on("close", () => void finish());
// A terminal's interrupt reaches us too; the job is only done when the pipe has closed.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

function hear([verb, first, nonce]: readonly string[]): void {
  if (verb === "watch" && nonce !== undefined) watched.set(Number(first), nonce);
  if (verb === "done") watched.delete(Number(first));
  if (verb === "end") setTimeout(killOwner, Number(first));
  if (verb !== "beat") return;
  if (heardAt === undefined) setInterval(() => void lookAtLoop(), lookMs);
  heardAt = performance.now();
  silentSince = undefined;
}

async function lookAtLoop(): Promise<void> {
  const thread = await mainThread(owner);
  if (thread === undefined || heardAt === undefined) return;
  if (performance.now() - heardAt < silentMs) {
    starter ??= thread.parent;
    return;
  }
  silentSince ??= thread.ticks;
  const isForsaken = starter !== undefined && thread.parent !== starter;
  if (thread.ticks - silentSince >= (isForsaken ? forsakenTicks : stillTicks)) killOwner();
}

function killOwner(): void {
  if (process.ppid === owner) kill(owner, "SIGKILL");
}

async function finish(): Promise<void> {
  if (watched.size > 0) {
    await signalAll("SIGTERM");
    await delay(graceMs);
    await signalAll("SIGKILL");
  }
  process.exit(0);
}

async function signalAll(name: NodeJS.Signals): Promise<void> {
  for (const [leader, nonce] of watched) {
    // Without /proc the group is all we have; we hear of each child's end, so the pid cannot have been reused for long.
    const targets = (await canSeeProcesses()) ? await processesWithNonce(nonce) : [-leader];
    for (const pid of targets) kill(pid, name);
  }
}

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It went by itself between the look and the signal.
  }
}
