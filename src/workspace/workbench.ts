// Where the programs of a project's toolchain run: found outside of the root, without a shell, bounded in time and output.
//
// Invariant: a workbench exists only where execution was allowed, so whoever holds one need not ask again.

import type { Host } from "../host/host.ts";
import { SpawnFault } from "../host/processes.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { childEnvironment } from "../session/child-env.ts";
import { searchPath } from "../session/search-path.ts";
import type { Patience, Snapshot } from "./snapshot.ts";

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

/** The toolchain at a place of a root. */
export interface Workbench {
  readonly snapshot: Snapshot;
  /** The directory asked for, or that of the file. */
  readonly directory: FilePath;
  readonly host: Host;
  /** A program of this machine by its name; undefined where there is none. Never one that lies inside the root. */
  find(name: string): Promise<FilePath | undefined>;
  /** Runs it to its end; when time is up or the caller has gone, its whole process group is killed. */
  run(spec: ProgramSpec, patience: Patience): Promise<ProgramRun>;
}

export function workbenchAt(host: Host, snapshot: Snapshot, directory: FilePath): Workbench {
  return {
    snapshot,
    directory,
    host,
    find: (name) => findProgram(host, snapshot.root, name),
    run: (spec, patience) => runProgram(host, spec, patience),
  };
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

export async function runProgram(host: Host, spec: ProgramSpec, { deadline, signal }: Patience): Promise<ProgramRun> {
  const { clock } = host;
  const began = clock.now();
  const { command, args, cwd } = spec;
  const env = childEnvironment(host.env, spec.env);
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
