// Starts the guard process on first use and tells it which children exist, that our event loop turns, and that we end.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { Socket } from "node:net";
import { ownScript } from "../own-script.ts";
import { perlPlaces } from "./perl-places.ts";

/** A program that can be the guard; it is given the number of the process to guard. */
export interface GuardProgram {
  readonly language: "perl" | "node";
  readonly command: string;
  readonly args: readonly string[];
}

/** The same contract twice: the small one where there is Perl, and Node, which is always there. */
export function guardPrograms(): GuardProgram[] {
  const node: GuardProgram = {
    language: "node",
    command: process.execPath,
    args: ["--max-semi-space-size=1", ownScript("host/process/guard-main")],
  };
  // There are neither signals nor process groups for Perl to work with.
  if (process.platform === "win32") return [node];
  // `-f`: no file of the installation runs before the script.
  const args = ["-f", ownScript("host/process/guard-main", "pl")];
  const perls = perlPlaces.filter(isExecutable);
  return [...perls.map((command): GuardProgram => ({ language: "perl", command, args })), node];
}

/** What a guard of this machine runs in, unless its program turns out to fail. */
export function guardLanguage(): GuardProgram["language"] {
  return guardPrograms()[0]?.language ?? "node";
}

/** A guard that cannot live is not started for ever. */
const maxStarts = 5;
/** The interval of the beats by which the guard sees that our event loop turns. */
const beatMs = 2_000;

export class Guard {
  readonly #choose: () => readonly GuardProgram[];
  /** The programs that have not failed yet, the preferred one first; chosen with the first child. */
  #programs: readonly GuardProgram[] | undefined;
  #process: ChildProcess | undefined;
  readonly #watched = new Map<number, string>();
  #starts = 0;
  #beats: NodeJS.Timeout | undefined;

  constructor(choose: () => readonly GuardProgram[] = guardPrograms) {
    this.#choose = choose;
  }

  /** What the guard runs in; undefined where there is none. */
  get language(): GuardProgram["language"] | undefined {
    return this.#process === undefined ? undefined : this.#programs?.[0]?.language;
  }

  watch(pid: number, nonce: string): void {
    this.#watched.set(pid, nonce);
    this.#tell(`watch ${pid} ${nonce}\n`);
  }

  done(pid: number): void {
    this.#watched.delete(pid);
    this.#tell(`done ${pid}\n`);
  }

  /**
   * From now on the guard kills this process if its event loop stands still for long: such a loop handles no deadline,
   * no end of input and no signal.
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

  /** A guard that was killed is replaced; the next one gets the whole state again. */
  #start(): void {
    if (this.#starts >= maxStarts) return;
    this.#starts++;
    this.#programs ??= this.#choose();
    const [program, ...others] = this.#programs;
    const child = program && start(program);
    if (child === undefined) return;
    this.#process = child;
    child.once("exit", (code) => {
      if (this.#process === child) this.#process = undefined;
      // It ended by itself although our pipe is open: this program cannot be the guard here.
      if (code !== null && others.length > 0) this.#programs = others;
      if (this.#watched.size > 0 || this.#beats !== undefined) this.#start();
    });
    for (const [pid, nonce] of this.#watched) child.stdin?.write(`watch ${pid} ${nonce}\n`);
    if (this.#beats !== undefined) child.stdin?.write("beat\n");
  }
}

/** One for all that this process starts. */
export const ownGuard = new Guard();

/**
 * Own session, so that a signal to our group does not take the guard along; it ends when our pipe closes.
 * Without one, a killed Sightline leaves its servers to their own end-of-input check and to the next start.
 */
function start({ command, args }: GuardProgram): ChildProcess | undefined {
  let child: ChildProcess;
  try {
    child = spawn(command, [...args, String(process.pid)], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      // Neither Perl nor Node finds a variable here that would have it load something; without a locale Perl is smaller.
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", ...runMark() },
      shell: false,
    });
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

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us.
    return false;
  }
}

/** Lets a test run recognise every process that descends from it. */
function runMark(): Record<string, string> {
  const run = process.env["SIGHTLINE_TEST_RUN"];
  return run === undefined ? {} : { SIGHTLINE_TEST_RUN: run };
}
