// Child processes, as an interface.

import type { FilePath } from "../model/file-path.ts";
import type { CancelSignal } from "../std/cancel.ts";

declare const brand: unique symbol;

/** The whole environment of a child, made by the one rule of what may be in it: a plain record is none. */
export type Environment = Readonly<Record<string, string>> & { readonly [brand]: "Environment" };

/** Directories with all below them, or single files. One that is not there allows nothing. */
export interface Confinement {
  readonly read: readonly FilePath[];
  /** What may be written may be read too. A directory that is not there is made. */
  readonly write: readonly FilePath[];
  /** What may be executed may be read too. */
  readonly execute: readonly FilePath[];
}

export interface SpawnSpec {
  /** Absolute path of the executable. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: FilePath;
  /** The whole environment of the child; nothing is inherited besides it. */
  readonly env: Environment;
  /** The files that the child may use, and a private directory for its temporary files; without it all that the user may. */
  readonly confinement?: Confinement | undefined;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Child {
  readonly pid: number;
  /** False when the pipe is full. Writing to a child that has exited does nothing: its exit is reported separately. */
  write(bytes: Uint8Array): boolean;
  onDrain(listener: () => void): void;
  endInput(): void;
  /** The child has closed its input, or has gone: what was written last did not reach it. Called once. */
  onInputBroken(listener: () => void): void;
  onOutput(listener: (bytes: Uint8Array) => void): void;
  onOutputEnd(listener: () => void): void;
  onErrors(listener: (bytes: Uint8Array) => void): void;
  /** Settles when the process has gone and its output has been read to the end (or shortly after). */
  readonly exited: Promise<Exit>;
  /** Signals the child's whole process group. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Kills whatever the child left behind, also outside its group, and forgets the child. Never rejects. */
  sweep(): Promise<void>;
  /** Resident memory of the child and its descendants; undefined where the platform does not report it. */
  memoryBytes(): Promise<number | undefined>;
  /** Processor time used so far, in clock ticks; undefined where the platform does not report it. */
  cpuTicks(): Promise<number | undefined>;
  /** `stopped`: held by a signal or a debugger, so that no answer can come. */
  condition(): Promise<"running" | "stopped" | "unknown">;
}

export interface Processes {
  /** Rejects with a SpawnFault when the process cannot be started at all. */
  spawn(spec: SpawnSpec): Promise<Child>;
  /** Whether a child can be confined on this machine; where it cannot, one that is to be is not started. */
  canConfine(): Promise<boolean>;
  /** Runs a program to its end within the time limit; its whole group is gone afterwards. Rejects when cancelled. */
  run(spec: SpawnSpec, limitMs: number, signal?: CancelSignal): Promise<RunResult>;
  /** The program that the first line of a script names; undefined where it is no script. */
  interpreterOf(command: FilePath): Promise<FilePath | undefined>;
  /** Kills the groups of all that is still there, without waiting for any of them. */
  killAll(): void;
}

export interface RunResult {
  readonly exit: Exit;
  readonly output: string;
  readonly errors: string;
  /** The middle of a long output is omitted: its beginning and its end are retained. */
  readonly cut: boolean;
  readonly timedOut: boolean;
}

export class SpawnFault extends Error {
  override readonly name = "SpawnFault";
  /** The system's error name, e.g. ENOENT, EACCES, ENOEXEC, EAGAIN, EMFILE. */
  readonly code: string;
  constructor(code: string, command: string, cause?: unknown) {
    super(`${command} cannot be started (${code})`, { cause });
    this.code = code;
  }
}
