// One program of the machine: found outside of the root, run without a shell, bounded in time and output.

import type { Host } from "../host/host.ts";
import { SpawnFault } from "../host/processes.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parentOf } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { childEnvironment } from "../session/child-env.ts";
import { searchPath } from "../session/search-path.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";

export interface ProgramSpec {
  /** Absolute; `find` gives it. */
  readonly command: FilePath;
  readonly args: readonly string[];
  readonly cwd: FilePath;
  /** Beside what every child gets. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Less than what the patience leaves, where that is wanted. */
  readonly limitMs?: number | undefined;
}

export interface ProgramRun {
  readonly command: FilePath;
  readonly args: readonly string[];
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
  /** Something in the middle of the output is left out. */
  readonly cut: boolean;
  readonly timedOut: boolean;
  readonly ms: number;
}

/** How long it may take, and who may call it off. */
export interface RunPatience {
  readonly deadline: Deadline;
  readonly signal?: CancelSignal | undefined;
}

/** A word of a command as people see it: of a script of ours only what it is for. */
export function shownWord(word: string): string {
  const end = word.indexOf("\n");
  return end < 0 ? word : `${word.slice(0, end)}…`;
}

export async function findProgram(host: Host, root: FilePath, name: string): Promise<FilePath | undefined> {
  const endings = host.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const directory of await searchPath(host)) {
    for (const ending of endings) {
      const path = joinPath(directory, name + ending);
      if ((await host.files.stat(path))?.kind !== "file") continue;
      const real = (await host.files.real(path)) ?? path;
      if (!isInside(root, path) && !isInside(root, real)) return path;
    }
  }
  return undefined;
}

export async function runProgram(
  host: Host,
  spec: ProgramSpec,
  { deadline, signal }: RunPatience,
): Promise<ProgramRun> {
  const { clock } = host;
  const began = clock.now();
  const { command, args, cwd } = spec;
  const env = reachable(host, command, childEnvironment(host.env, spec.env));
  const limitMs = Math.min(deadline.remaining(), spec.limitMs ?? Number.POSITIVE_INFINITY);
  try {
    const { exit, ...printed } = await host.processes.run({ command, args, cwd, env }, limitMs, signal);
    return { command, args, ...exit, ...printed, ms: Math.round(clock.now() - began) };
  } catch (error) {
    if (!(error instanceof SpawnFault)) throw error;
    return refuse({
      code: "request_failed",
      what: `${command} cannot be started.`,
      why: `The system says ${error.code}.`,
      next: "Check the installation of that program.",
    });
  }
}

// — below: private, in the order they are used —

/** A tool calls its kin by name (cargo calls rustc), which lie beside it even where PATH does not lead there. */
function reachable(host: Host, command: FilePath, env: Record<string, string>): Record<string, string> {
  const directory = parentOf(command);
  if (directory === undefined) return env;
  const name = "Path" in env ? "Path" : "PATH";
  const separator = host.platform === "win32" ? ";" : ":";
  const listed = (env[name] ?? "").split(separator).filter((entry) => entry !== "");
  return listed.includes(directory) ? env : { ...env, [name]: [...listed, directory].join(separator) };
}
