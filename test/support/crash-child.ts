// A process that changes eight files together again and again, until a thread of ours kills it without warning.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Runs the built writer: a child process has no reader of types. */
const script = `
import { readFileSync } from "node:fs";
const [built, root, state] = process.argv.slice(1);
const { Writer } = await import(built + "workspace/write/writer.js");
const { nodeFiles: files } = await import(built + "host/node/node-files.js");
const { nodeWriting: writing } = await import(built + "host/node/node-writing.js");
const { nodeClock: clock } = await import(built + "host/node/node-clock.js");
// No more of a machine than the writer needs, so that many can be started.
const host = { clock, files, writing, platform: process.platform, stateDirectory: state };
const settings = { documents: { maxBytes: 1e7 }, edits: { keep: 20, keepBytes: 1e7 } };
const writer = new Writer({ host, root, settings });
process.stdout.write("!");
for (;;) {
  const steps = [];
  for (let index = 0; index < 8; index++) {
    const file = root + "/f" + index + ".ts";
    const bytes = readFileSync(file);
    const before = bytes.toString();
    steps.push({ kind: "edit", file, hash: host.files.hash(bytes), before, text: String(Number(before) + 1) });
  }
  const prepared = await writer.prepare({ root, why: "count", steps });
  await writer.commit(prepared, { operation: "count", caller: "a child" });
  process.stdout.write(".");
}
`;

/** Waits for so many milliseconds and no event loop, then kills. */
const killing = `
const { parentPort } = require("node:worker_threads");
const still = new Int32Array(new SharedArrayBuffer(4));
parentPort.on("message", ({ pid, millis }) => {
  Atomics.wait(still, 0, 0, millis);
  process.kill(pid, "SIGKILL");
});
`;

/** Kills one child after the other; one thread for all of them, because starting one costs as much as a child. */
export class Killer implements Disposable {
  readonly #thread = new Worker(killing, { eval: true, execArgv: [] });

  /**
   * Resolves when a child is dead, so long after it was ready (`!`) or told of its first change (`.`), with the number of
   * changes that it told are done.
   */
  killedAfter(millis: number, since: "!" | ".", root: string, state: string): Promise<number> {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, built, root, state], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let told = "";
    let words = "";
    let isArmed = false;
    child.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString();
      if (isArmed || !told.includes(since)) return;
      isArmed = true;
      this.#thread.postMessage({ pid: child.pid, millis });
    });
    child.stderr.on("data", (chunk: Buffer) => {
      words += chunk.toString();
    });
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (_code, signal) => {
        if (signal === "SIGKILL") resolve(told.length - 1);
        else reject(new Error(`the child ended by itself: ${words}`));
      });
    });
  }

  [Symbol.dispose](): void {
    void this.#thread.terminate();
  }
}
