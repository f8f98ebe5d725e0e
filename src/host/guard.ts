// Starts the guard process on first use and tells it which children exist.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { ownScript } from "./own-script.ts";

export class Guard {
  #process: ChildProcess | undefined;

  watch(pid: number, nonce: string): void {
    this.#tell(`watch ${pid} ${nonce}\n`);
  }

  done(pid: number): void {
    this.#tell(`done ${pid}\n`);
  }

  #tell(line: string): void {
    this.#process ??= start();
    this.#process.stdin?.write(line);
  }
}

/** Own session, so that a signal to our group does not take the guard along; it ends when our pipe closes. */
function start(): ChildProcess {
  const child = spawn(process.execPath, ["--max-semi-space-size=1", ownScript("host/guard-main")], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: process.env["PATH"] ?? "", ...runMark() },
    shell: false,
  });
  child.unref();
  // A socket at run time; without this the pipe would keep our process alive.
  const { stdin } = child;
  if (stdin !== null && "unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  // Without a guard a killed Sightline leaves its servers to their own end-of-input check and to the next start.
  child.on("error", () => {});
  stdin?.on("error", () => {});
  return child;
}

/** Lets a test run recognise every process that descends from it. */
function runMark(): Record<string, string> {
  const run = process.env["SIGHTLINE_TEST_RUN"];
  return run === undefined ? {} : { SIGHTLINE_TEST_RUN: run };
}
