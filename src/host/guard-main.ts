// The guard: a small process that outlives us for a moment and ends what we left running.
//
// It reads lines on standard input (`watch <pid> <nonce>`, `done <pid>`). The pipe closes when our process ends, in
// whatever way. Then every group still watched is asked to stop, killed after a grace time, and swept by its nonce.
// Invariant: a process is signalled only if it carries the nonce, so a reused pid is never hit.

import { setTimeout as delay } from "node:timers/promises";
import { canSeeProcesses, processesWithNonce } from "./process-table.ts";

const graceMs = 1_500;
const watched = new Map<number, string>();
let rest = "";

process.stdin.setEncoding("utf8");
process.stdin.on("data", (text: string) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const [verb, pid, nonce] = line.split(" ");
    if (verb === "watch" && nonce !== undefined) watched.set(Number(pid), nonce);
    if (verb === "done") watched.delete(Number(pid));
  }
});
process.stdin.on("close", () => void finish());
// A terminal's interrupt reaches us too; the job is only done when the pipe has closed.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

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
    for (const pid of targets) {
      try {
        process.kill(pid, name);
      } catch {
        // It went by itself between the look and the signal.
      }
    }
  }
}
