// Child processes of the real machine: own group, no shell, watched by the guard, remembered in the registry.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import type { CancelSignal } from "../../std/cancel.ts";
import { Cancelled, onCancel } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";
import { Tail } from "../../std/tail.ts";
import { canConfine, confined } from "../process/confinement.ts";
import { interpreterOf, mustBeExecutable } from "../process/executable.ts";
import { ownGuard } from "../process/guard.ts";
import { errorCode } from "../error-code.ts";
import { PidRegistry } from "../process/pid-registry.ts";
import type { Child, Exit, Processes, RunResult, SpawnSpec } from "../processes.ts";
import { SpawnFault } from "../processes.ts";
import {
  briefMs,
  cpuTicks,
  descendantsOf,
  nonceVariable,
  processCondition,
  processesWithNonce,
  startTime,
  treeMemory,
} from "../process/process-table.ts";

type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

/** How much of a run's output is retained, from its beginning and from its end. */
const runHeadBytes = 1024 * 1024;
const runTailBytes = 1024 * 1024;
/** How long output may lag behind the exit before the end is declared without it. */
const drainMs = 500;

export class NodeProcesses implements Processes {
  readonly #clock: Clock;
  readonly #registry: PidRegistry;
  /** Those that have not been swept. */
  readonly #children = new Set<Child>();
  readonly #ownStart = startTime(process.pid);

  constructor(clock: Clock, stateDirectory: string) {
    this.#clock = clock;
    this.#registry = new PidRegistry(stateDirectory);
  }

  get registry(): PidRegistry {
    return this.#registry;
  }

  async spawn(spec: SpawnSpec): Promise<Child> {
    await mustBeExecutable(spec.command);
    const nonce = randomBytes(16).toString("hex");
    const process_ = await this.#start(spec, nonce);
    const pid = process_.pid;
    if (pid === undefined) throw new SpawnFault("EUNKNOWN", spec.command);
    const forget = async (): Promise<void> => {
      this.#children.delete(child);
      ownGuard.done(pid);
      await this.#registry.remove(nonce);
    };
    // Listening begins before anything is awaited: a short program may end in the meantime.
    const child: Child = new NodeChild(process_, pid, nonce, this.#clock, forget);
    this.#children.add(child);
    ownGuard.watch(pid, nonce);
    await this.#remember(pid, nonce, spec.command);
    return child;
  }

  readonly interpreterOf = interpreterOf;
  readonly canConfine = canConfine;

  async run(spec: SpawnSpec, limitMs: number, signal?: CancelSignal): Promise<RunResult> {
    if (signal?.aborted === true) throw new Cancelled(signal.reason);
    const child = await this.spawn(spec);
    let timedOut = false;
    let cancelled = false;
    const output = new Printed();
    const errors = new Printed();
    child.onOutput((bytes) => output.push(bytes));
    child.onErrors((bytes) => errors.push(bytes));
    child.endInput();
    let ending: Promise<void> | undefined;
    const timer = this.#clock.after(limitMs, () => {
      timedOut = true;
      ending ??= killTree(child);
    });
    const unlisten = onCancel(signal, () => {
      cancelled = true;
      ending ??= killTree(child);
    });
    const exit = await child.exited;
    timer.cancel();
    unlisten();
    await ending;
    await child.sweep();
    if (cancelled) throw new Cancelled(signal?.reason);
    return { exit, output: output.text(), errors: errors.text(), cut: output.isCut || errors.isCut, timedOut };
  }

  killAll(): void {
    for (const child of this.#children) child.signal("SIGKILL");
  }

  /** A confined child has its temporary files to itself: in the common directory lie those of others. */
  async #start(spec: SpawnSpec, nonce: string): Promise<Piped> {
    const { confinement } = spec;
    if (confinement === undefined) return start(spec, nonce);
    try {
      const temporary = await this.#registry.temporaryDirectory(nonce);
      const wrapped = await confined(spec, { ...confinement, write: [...confinement.write, temporary] });
      if (wrapped === undefined) throw new SpawnFault("ENOTSUP", spec.command);
      const env = { ...spec.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
      return await start({ ...spec, ...wrapped, env }, nonce);
    } catch (error) {
      await this.#registry.remove(nonce);
      throw error;
    }
  }

  async #remember(pid: number, nonce: string, command: string): Promise<void> {
    const ownStart = await this.#ownStart;
    if (ownStart === undefined) return;
    await this.#registry.add({ pid, nonce, command, owner: { pid: process.pid, startTime: ownStart } });
  }
}

function start(spec: SpawnSpec, nonce: string): Promise<Piped> {
  return new Promise((resolve, reject) => {
    let child: Piped;
    try {
      child = spawn(spec.command, [...spec.args], {
        cwd: spec.cwd,
        env: { ...spec.env, [nonceVariable]: nonce },
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
        shell: false,
        windowsHide: true,
      });
    } catch (error) {
      // Node throws some faults (E2BIG, EMFILE) instead of emitting them.
      return reject(new SpawnFault(errorCode(error), spec.command, error));
    }
    child.once("error", (error) => reject(new SpawnFault(errorCode(error), spec.command, error)));
    child.once("spawn", () => resolve(child));
  });
}

class NodeChild implements Child {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly #process: Piped;
  readonly #nonce: string;
  readonly #forget: () => Promise<void>;
  readonly #output: Outlet;
  readonly #errors: Outlet;
  readonly #began = performance.now();
  #swept = false;

  constructor(process_: Piped, pid: number, nonce: string, clock: Clock, forget: () => Promise<void>) {
    this.#process = process_;
    this.pid = pid;
    this.#nonce = nonce;
    this.#forget = forget;
    this.#output = new Outlet(process_.stdout);
    this.#errors = new Outlet(process_.stderr);
    // A child that has gone breaks the pipe as well; then its exit is the event that counts.
    process_.stdin.on("error", () => {});
    this.exited = new Promise((resolve) => {
      process_.once("exit", (code, signal) => {
        // A grandchild may hold the pipes open for ever, so `close` alone cannot be waited for.
        const timer = clock.after(drainMs, () => resolve({ code, signal }));
        process_.once("close", () => {
          timer.cancel();
          resolve({ code, signal });
        });
      });
    });
  }

  write(bytes: Uint8Array): boolean {
    const { stdin } = this.#process;
    if (!stdin.writable) return true;
    // What is written in one go leaves in one go: each write of its own costs more than what it carries.
    if (stdin.writableCorked === 0) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    return stdin.write(bytes);
  }

  onDrain(listener: () => void): void {
    this.#process.stdin.on("drain", listener);
  }

  endInput(): void {
    this.#process.stdin.end();
  }

  onInputBroken(listener: () => void): void {
    this.#process.stdin.once("error", listener);
  }

  onOutput(listener: (bytes: Uint8Array) => void): void {
    this.#output.listen(listener);
  }

  onOutputEnd(listener: () => void): void {
    if (this.#process.stdout.closed) listener();
    else this.#process.stdout.once("close", listener);
  }

  onErrors(listener: (bytes: Uint8Array) => void): void {
    this.#errors.listen(listener);
  }

  signal(name: "SIGTERM" | "SIGKILL"): void {
    // Once everything is swept the numbers are free again, and may belong to other processes by now.
    if (!this.#swept) kill(-this.pid, name);
  }

  async sweep(): Promise<void> {
    if (this.#swept) return;
    this.signal("SIGKILL");
    const isBrief = performance.now() - this.#began < briefMs;
    for (const pid of await processesWithNonce(this.#nonce, isBrief ? this.pid : undefined)) kill(pid, "SIGKILL");
    this.#swept = true;
    this.#process.stdout.destroy();
    this.#process.stderr.destroy();
    this.#process.stdin.destroy();
    await this.#forget();
  }

  memoryBytes(): Promise<number | undefined> {
    return treeMemory(this.pid);
  }

  cpuTicks(): Promise<number | undefined> {
    return cpuTicks(this.pid);
  }

  condition(): Promise<"running" | "stopped" | "unknown"> {
    return processCondition(this.pid);
  }
}

/** A process that left the group and dropped the nonce is found only through its parents, so before they are killed. */
async function killTree(child: Child): Promise<void> {
  const below = await descendantsOf(child.pid);
  child.signal("SIGKILL");
  for (const known of below) {
    if ((await startTime(known.pid)) === known.startTime) kill(known.pid, "SIGKILL");
  }
}

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // Gone already; macOS says EPERM for a group of which only zombies are left.
    const code = errorCode(error);
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Holds what comes before there is a listener: Node throws away the unread output of a child that has ended. */
class Outlet {
  #held: Uint8Array[] | undefined = [];
  #listener: ((bytes: Uint8Array) => void) | undefined;

  constructor(stream: Readable) {
    stream.on("data", (bytes: Uint8Array) => {
      if (this.#listener !== undefined) this.#listener(bytes);
      else this.#held?.push(bytes);
    });
  }

  listen(listener: (bytes: Uint8Array) => void): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#listener = listener;
    for (const bytes of held) listener(bytes);
  }
}

/** What a program printed: its beginning and its end, and nothing in between when there is too much. */
class Printed {
  readonly #head: Uint8Array[] = [];
  readonly #tail = new Tail(runTailBytes);
  #room = runHeadBytes;

  get isCut(): boolean {
    return this.#tail.total > runTailBytes;
  }

  push(bytes: Uint8Array): void {
    const first = bytes.subarray(0, this.#room);
    if (first.length > 0) this.#head.push(first);
    this.#room -= first.length;
    if (first.length < bytes.length) this.#tail.push(bytes.subarray(first.length));
  }

  text(): string {
    const between = this.isCut ? [Buffer.from("\n…\n")] : [];
    return Buffer.concat([...this.#head, ...between, this.#tail.bytes()]).toString("utf8");
  }
}
