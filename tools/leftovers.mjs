// Finds the processes that a test run left behind.
//
// Everything a run starts carries its folder in the environment, so a process that still does so afterwards was left behind.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Waits until nothing of the run is left or the grace is over; undefined where the machine cannot tell. */
export async function leftovers(runFolder, graceMs) {
  if (!existsSync("/proc/self/environ")) return undefined;
  const until = performance.now() + graceMs;
  let left = processesOf(runFolder);
  while (left.length > 0 && performance.now() < until) {
    await pause(50);
    left = processesOf(runFolder);
  }
  return left;
}

function processesOf(runFolder) {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    const environment = read(`/proc/${entry}/environ`).split("\0");
    if (!environment.includes(`SIGHTLINE_TEST_RUN=${runFolder}`)) return [];
    // A zombie has ended; only its parent has not asked yet.
    if (/^State:\s+Z/m.test(read(`/proc/${entry}/status`))) return [];
    return [{ pid: Number(entry), command: read(`/proc/${entry}/cmdline`).replaceAll("\0", " ").trim().slice(0, 200) }];
  });
}

/** A process that ended between two reads, or that belongs to another user, reads as empty. */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(error.code)) return "";
    throw error;
  }
}
