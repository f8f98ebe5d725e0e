// The processes below one that was started here: which there are, what they hold in memory, and their end.
//
// Invariant: a process is named by its number and its start, so that a number that was given anew is never signalled.

import { readdirSync, readFileSync } from "node:fs";

export interface Process {
  readonly pid: number;
  readonly start: string;
  /** Its command line, the parts separated by blanks. */
  readonly line: string;
}

interface Row extends Process {
  readonly parent: number;
}

/** The process and everything below it that lives now. */
export function treeOf(root: number): Process[] {
  const rows = readdirSync("/proc").flatMap((name) => rowOf(Number(name)));
  const inTree = new Set([root]);
  // Parents may stand behind their children; a few passes reach every depth there is.
  for (let size = 0; size !== inTree.size; ) {
    size = inTree.size;
    for (const { pid, parent } of rows) if (inTree.has(parent)) inTree.add(pid);
  }
  return rows.filter(({ pid }) => inTree.has(pid));
}

export function isAlive({ pid, start }: Process): boolean {
  return rowOf(pid).some((row) => row.start === start);
}

/** Proportional memory in MB: what processes share is counted once. */
export function memoryOf(processes: readonly Process[]): number {
  const kilobytes = processes.map(({ pid }) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

export function kill(processes: readonly Process[]): void {
  for (const one of processes) {
    if (!isAlive(one)) continue;
    try {
      process.kill(one.pid, "SIGKILL");
    } catch {
      // It has gone since it was looked at.
    }
  }
}

function rowOf(pid: number): Row[] {
  if (!(pid > 1)) return [];
  const stat = read(pid, "stat");
  const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === undefined || state === "" || state === "Z") return [];
  const line = read(pid, "cmdline").replaceAll("\0", " ").trim();
  return [{ pid, parent: Number(parent), start: rest[17] ?? "", line }];
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It has ended, or is not ours to read.
    return "";
  }
}
