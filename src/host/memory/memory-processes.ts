// Child processes that are functions: each registered program gets the other end of the pipes.
//
// Invariant: bytes arrive later than they are written and in order, as through a pipe, but before the next turn of the
// event loop; so after one turn everything that can happen without time passing has happened.

import type { FilePath } from "../../model/file-path.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import { Cancelled, onCancel } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";
import { MemoryPipe } from "./memory-pipe.ts";
import type { Child, Exit, Processes, RunResult, SpawnSpec } from "../processes.ts";
import { SpawnFault } from "../processes.ts";

/** What a program may do: it is called once per spawn, and lives until it exits or is killed. */
export type Program = (end: ProgramEnd) => void;

/** The program's side of its process. */
export interface ProgramEnd {
  readonly spec: SpawnSpec;
  readonly pid: number;
  readonly isAlive: boolean;
  onInput(listener: (bytes: Uint8Array) => void): void;
  onInputEnd(listener: () => void): void;
  /** Without a listener SIGTERM ends the program. SIGKILL always does. */
  onTerminate(listener: () => void): void;
  writeOutput(bytes: Uint8Array): void;
  endOutput(): void;
  writeErrors(bytes: Uint8Array): void;
  exit(code: number | null, signal?: string | null): void;
  /** Stops reading input: the pipe fills, and `write` returns false to the other side. */
  pauseInput(): void;
  resumeInput(): void;
  /** Held by a signal: it takes and does nothing, and `condition` says so. */
  hold(): void;
  release(): void;
  /** The value of `memoryBytes` from now on. */
  useMemory(bytes: number): void;
}

export class MemoryProcesses implements Processes {
  readonly #clock: Clock;
  readonly #programs = new Map<string, Program>();
  readonly #spawned: MemoryChild[] = [];
  #failures: string[] = [];
  #nextPid = 1_001;
  /** Whether children can be confined. */
  confines = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes a command exist. */
  program(command: string, program: Program): void {
    this.#programs.set(command, program);
  }

  /** Makes a command vanish again. */
  removeProgram(command: string): void {
    this.#programs.delete(command);
  }

  /** The next `count` spawns fail with this error name of the system. */
  failNext(code: string, count = 1): void {
    this.#failures.push(...Array.from({ length: count }, () => code));
  }

  /** Every process that was ever started, with its end if it had one. */
  get spawned(): readonly (ProgramEnd & { readonly ended: Exit | undefined })[] {
    return this.#spawned;
  }

  killAll(): void {
    for (const child of this.#spawned) child.signal("SIGKILL");
  }

  get alive(): number {
    return this.#spawned.filter((child) => child.isAlive).length;
  }

  async spawn(spec: SpawnSpec): Promise<Child> {
    const failure = this.#failures.shift();
    if (failure !== undefined) throw new SpawnFault(failure, spec.command);
    const program = this.#programs.get(spec.command);
    if (program === undefined) throw new SpawnFault("ENOENT", spec.command);
    const child = new MemoryChild(spec, this.#nextPid++);
    this.#spawned.push(child);
    program(child);
    return child;
  }

  /** Scripts by the program that runs them. */
  readonly interpreters = new Map<FilePath, FilePath>();

  canConfine(): Promise<boolean> {
    return Promise.resolve(this.confines);
  }

  async interpreterOf(command: FilePath): Promise<FilePath | undefined> {
    return this.interpreters.get(command);
  }

  async run(spec: SpawnSpec, limitMs: number, signal?: CancelSignal): Promise<RunResult> {
    const child = await this.spawn(spec);
    const output: Uint8Array[] = [];
    const errors: Uint8Array[] = [];
    child.onOutput((bytes) => output.push(bytes));
    child.onErrors((bytes) => errors.push(bytes));
    child.endInput();
    let timedOut = false;
    const timer = this.#clock.after(limitMs, () => {
      timedOut = true;
      child.signal("SIGKILL");
    });
    const unlisten = onCancel(signal, () => child.signal("SIGKILL"));
    const exit = await child.exited;
    timer.cancel();
    unlisten();
    if (signal?.aborted === true) throw new Cancelled(signal.reason);
    return { exit, output: text(output), errors: text(errors), cut: false, timedOut };
  }
}

class MemoryChild implements Child, ProgramEnd {
  readonly spec: SpawnSpec;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  ended: Exit | undefined;
  readonly #input = new MemoryPipe();
  readonly #output = new MemoryPipe();
  readonly #errors = new MemoryPipe();
  #terminate: (() => void) | undefined;
  #memory: number | undefined;
  #held = false;
  #settle: (exit: Exit) => void = () => {};

  constructor(spec: SpawnSpec, pid: number) {
    this.spec = spec;
    this.pid = pid;
    this.exited = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get isAlive(): boolean {
    return this.ended === undefined;
  }

  // — the parent's side —

  write(bytes: Uint8Array): boolean {
    return this.ended !== undefined || this.#input.write(bytes);
  }

  onDrain(listener: () => void): void {
    this.#input.onDrain(listener);
  }

  endInput(): void {
    this.#input.end();
  }

  onInputBroken(): void {
    // Programs in memory read their input until they end.
  }

  onOutput(listener: (bytes: Uint8Array) => void): void {
    this.#output.onBytes(listener);
  }

  onOutputEnd(listener: () => void): void {
    this.#output.onEnd(listener);
  }

  onErrors(listener: (bytes: Uint8Array) => void): void {
    this.#errors.onBytes(listener);
  }

  signal(name: "SIGTERM" | "SIGKILL"): void {
    if (name === "SIGKILL") return this.exit(null, name);
    // What is held sees a signal only once it goes on, which no test needs.
    if (this.#held) return;
    if (this.#terminate === undefined) this.exit(null, name);
    else this.#terminate();
  }

  async sweep(): Promise<void> {
    this.signal("SIGKILL");
  }

  async memoryBytes(): Promise<number | undefined> {
    return this.isAlive ? this.#memory : undefined;
  }

  async cpuTicks(): Promise<number | undefined> {
    return undefined;
  }

  async condition(): Promise<"running" | "stopped" | "unknown"> {
    if (!this.isAlive) return "unknown";
    return this.#held ? "stopped" : "running";
  }

  // — the side of the program —

  onInput(listener: (bytes: Uint8Array) => void): void {
    this.#input.onBytes(listener);
  }

  onInputEnd(listener: () => void): void {
    this.#input.onEnd(listener);
  }

  onTerminate(listener: () => void): void {
    this.#terminate = listener;
  }

  writeOutput(bytes: Uint8Array): void {
    if (this.isAlive) this.#output.write(bytes);
  }

  endOutput(): void {
    this.#output.end();
  }

  writeErrors(bytes: Uint8Array): void {
    if (this.isAlive) this.#errors.write(bytes);
  }

  exit(code: number | null, signal: string | null = null): void {
    if (this.ended !== undefined) return;
    this.ended = { code, signal };
    this.#input.close();
    this.#errors.end();
    this.#output.onEnd(() => this.#settle({ code, signal }));
    this.#output.end();
  }

  pauseInput(): void {
    this.#input.pause();
  }

  resumeInput(): void {
    this.#input.resume();
  }

  hold(): void {
    this.#held = true;
    this.#input.pause();
  }

  release(): void {
    this.#held = false;
    this.#input.resume();
  }

  useMemory(bytes: number): void {
    this.#memory = bytes;
  }
}

function text(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
