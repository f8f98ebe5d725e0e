// One program of the machine: run without a shell, bounded in time and output.

import type { Host } from "../../host/host.ts";
import { SpawnFault } from "../../host/processes.ts";
import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Programs } from "../../session/process/programs.ts";
import type { Patience } from "../../std/patience.ts";

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

/** A word of a command as people see it: of a script of ours only what it is for. */
export function shownWord(word: string): string {
  const end = word.indexOf("\n");
  return end < 0 ? word : `${word.slice(0, end)}…`;
}

export async function runProgram(
  host: Host,
  programs: Programs,
  spec: ProgramSpec,
  { deadline, signal }: Patience,
): Promise<ProgramRun> {
  const { clock } = host;
  const began = clock.now();
  const { command, args, cwd } = spec;
  const env = await programs.environmentFor(command, spec.env);
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
