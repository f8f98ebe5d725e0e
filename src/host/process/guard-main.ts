// The guard: a small process that outlives us for a moment and ends what we left running, and us where we cannot.
//
// It reads lines on standard input (`watch <pid> <nonce>`, `done <pid>`, `beat`, `end <ms>`). The pipe closes when our
// process ends, in whatever way. Then every group still watched is asked to stop, killed after a grace time, and swept
// by its nonce. Our own process is killed when it was to end and has not, and when its event loop stands still.
// The first argument is the number of our process; a second one, which only tests give, takes the place of `stillTicks`.
// `guard-main.pl` does the same in a tenth of the memory where there is Perl; one suite of tests holds both to it.
// Invariant: a process is signalled only if it carries the nonce, or has been in the process group of one that does, so a
// reused pid is never hit; our own only while it is the parent of the guard.

import { setTimeout as delay } from "node:timers/promises";
import { canSeeProcesses, groupsWithNonce, mainThread, startTime } from "./process-table.ts";

/** How often the guard checks whether a process that was asked to stop has done so, before it kills it. */
const graceLooks = 5;
const graceLookMs = 300;
/** How often a process that starts others is swept. */
const killRounds = 40;
const killRoundMs = 50;
/** How often the guard checks the owner's event loop, and how long without a beat makes it silent. */
const lookMs = 1_000;
const silentMs = 5_000;
/**
 * A silent loop that has used so much processor time (ticks of 10 ms) stands still: a machine that slept, a debugger and a
 * disk that hangs use none. Far beyond what any turn of ours takes.
 */
const stillTicks = Number(process.argv[3] ?? 1_500);
/** The same limit where the parent of the owner has gone, so that no client waits for an answer. */
const forsakenTicks = 100;

const owner = Number(process.argv[2]);
const watched = new Map<number, string>();
/** Start time by pid: all that was found to be ours since the end of the owner. */
const known = new Map<number, string>();
let rest = "";
let heardAt: number | undefined;
/** The processor time when the loop was first found silent, and the owner's parent at its last beat. */
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
process.on("SIGHUP", () => {});

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
  if (watched.size > 0) await endAll();
  process.exit(0);
}

/** Asked first, then killed; a process that starts others while it is swept is swept again. */
async function endAll(): Promise<void> {
  if ((await signalAll("SIGTERM")) === 0) return;
  for (let look = 0; look < graceLooks; look++) {
    await delay(graceLookMs);
    if ((await signalAll(0)) === 0) return;
  }
  for (let round = 0; round < killRounds; round++) {
    if ((await signalAll("SIGKILL")) === 0) return;
    await delay(killRoundMs);
  }
}

/** Returns how many there were to signal; the signal 0 only counts them. */
async function signalAll(signal: NodeJS.Signals | 0): Promise<number> {
  // Without /proc only the group is known; `done` reports each child's end, so its pid cannot be a reused one for long.
  if (!(await canSeeProcesses())) return [...watched.keys()].filter((leader) => kill(-leader, signal)).length;
  for (const ours of await groupsWithNonce(watched)) known.set(ours.pid, ours.startTime);
  let count = 0;
  for (const [pid, start] of known) if ((await startTime(pid)) === start && kill(pid, signal)) count++;
  return count;
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // The process ended between the check and the signal.
    return false;
  }
}
