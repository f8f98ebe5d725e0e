// Starts the guard process on first use and tells it which children exist, that our event loop turns, and that we end.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { ownScript } from "../own-script.ts";

/** A guard that cannot live is not started for ever. */
const maxStarts = 5;
/** How often the guard is told that our event loop turns. */
const beatMs = 2_000;

export class Guard {
  #process: ChildProcess | undefined;
  readonly #watched = new Map<number, string>();
  #starts = 0;
  #beats: NodeJS.Timeout | undefined;

  watch(pid: number, nonce: string): void {
    this.#watched.set(pid, nonce);
    this.#tell(`watch ${pid} ${nonce}\n`);
  }

  done(pid: number): void {
    this.#watched.delete(pid);
    this.#tell(`done ${pid}\n`);
  }

  /**
   * From now on a loop that stands still for long is ended by force: it hears no deadline, no end of input and no signal.
   * Only for a process that is ours alone.
   */
  watchLoop(): void {
    if (this.#beats !== undefined) return;
    this.#tell("beat\n");
    this.#beats = setInterval(() => this.#tell("beat\n"), beatMs).unref();
  }

  /** The guard ends our process by force unless it has gone by then. Without a guard this does nothing. */
  endWithin(ms: number): void {
    this.#process?.stdin?.write(`end ${ms}\n`);
  }

  #tell(line: string): void {
    if (this.#process === undefined) this.#start();
    this.#process?.stdin?.write(line);
  }

  /** A guard that was killed is replaced, and the next one is told everything anew. */
  #start(): void {
    if (this.#starts >= maxStarts) return;
    this.#starts++;
    const child = start();
    if (child === undefined) return;
    this.#process = child;
    const lose = (): void => {
      if (this.#process === child) this.#process = undefined;
      if (this.#watched.size > 0) this.#start();
    };
    child.once("exit", lose);
    for (const [pid, nonce] of this.#watched) child.stdin?.write(`watch ${pid} ${nonce}\n`);
  }
}

/** One for all that this process starts. */
export const ownGuard = new Guard();

/**
 * Own session, so that a signal to our group does not take the guard along; it ends when our pipe closes.
 * Without one, a killed Sightline leaves its servers to their own end-of-input check and to the next start.
 */
function start(): ChildProcess | undefined {
  let child: ChildProcess;
  try {
    child = spawn(
      process.execPath,
      ["--max-semi-space-size=1", ownScript("host/process/guard-main"), String(process.pid)],
      {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
        env: { PATH: process.env["PATH"] ?? "", ...runMark() },
        shell: false,
      },
    );
  } catch {
    // No room for another process: the next child tries again.
    return undefined;
  }
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.unref();
  // A socket at run time; without this the pipe would keep our process alive.
  const stdin: unknown = child.stdin;
  if (stdin instanceof Socket) stdin.unref();
  return child.pid === undefined ? undefined : child;
}

/** Lets a test run recognise every process that descends from it. */
function runMark(): Record<string, string> {
  const run = process.env["SIGHTLINE_TEST_RUN"];
  return run === undefined ? {} : { SIGHTLINE_TEST_RUN: run };
}
