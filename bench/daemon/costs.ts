// What calls cost besides time: processor time of processes, and the calls of the file system that they make.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Readable } from "node:stream";

/** Processor time of all threads that live, in ms. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + threadsOf(pid).reduce((of, task) => of + taskMs(pid, task), 0), 0);
}

/** Where strace lies; undefined where calls of the file system cannot be counted. */
export function findStrace(env: NodeJS.ProcessEnv): string | undefined {
  return (env["PATH"] ?? "")
    .split(delimiter)
    .map((directory) => join(directory, "strace"))
    .find((path) => existsSync(path) && isProgram(path));
}

/** Counts the calls that name a file, of every thread of the processes, while `work` runs. */
export async function fileCallsIn(
  strace: string,
  pids: readonly number[],
  log: string,
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const args = [
    "-f",
    "-qq",
    "-e",
    "trace=%file",
    "-e",
    "signal=none",
    "-o",
    log,
    ...pids.flatMap((pid) => ["-p", `${pid}`]),
  ];
  const tracer = spawn(strace, args, { stdio: ["ignore", "ignore", "pipe"] });
  try {
    await attached(tracer, pids);
    await work();
  } finally {
    tracer.kill("SIGINT");
    if (tracer.exitCode === null && tracer.signalCode === null) await once(tracer, "exit");
  }
  return callsIn(readFileSync(log, "utf8"));
}

// — below: private, in the order they are used —

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
    return [];
  }
}

function taskMs(pid: number, task: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    // The thread has ended since it was listed.
    return 0;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The system itself says which process traces a thread. */
async function attached(tracer: ChildProcessByStdio<null, null, Readable>, pids: readonly number[]): Promise<void> {
  let words = "";
  tracer.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    words += chunk;
  });
  const isTraced = (pid: number): boolean =>
    threadsOf(pid).every((task) => !/^TracerPid:\t0$/m.test(statusOf(pid, task)));
  while (!pids.every(isTraced)) {
    if (tracer.exitCode !== null) throw new Error(`strace ended: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function statusOf(pid: number, task: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${task}/status`, "utf8");
  } catch {
    // The thread has ended since it was listed.
    return "";
  }
}

/** One for each call: its second half, where another thread came in between, is no second one. */
function callsIn(log: string): string[] {
  return log.split("\n").flatMap((line) => /^\d+ +(\w+\(.*)/.exec(line)?.[1] ?? []);
}
