// A process that changes eight files together again and again, until a thread of its own kills it without warning.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Runs the built writer: a child process has no reader of types. */
const script = `
import { Worker } from "node:worker_threads";
import { readFileSync } from "node:fs";
const [built, root, state, millis] = process.argv.slice(1);
const { Writer } = await import(built + "workspace/writer.js");
const { nodeFiles: files } = await import(built + "host/node-files.js");
const { nodeWriting: writing } = await import(built + "host/node-writing.js");
const { nodeClock: clock } = await import(built + "host/node-clock.js");
// No more of a machine than the writer needs, so that many can be started.
const host = { clock, files, writing, platform: process.platform, stateDirectory: state };
const settings = { documents: { maxBytes: 1e7 }, edits: { keep: 20, keepBytes: 1e7 } };
const writer = new Writer({ host, root, settings });
const killer = new Worker(
  "const { parentPort, workerData } = require('node:worker_threads');" +
  "parentPort.once('message', () => {" +
  "  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData);" +
  "  process.kill(process.pid, 'SIGKILL');" +
  "});",
  { eval: true, execArgv: [], workerData: Number(millis) },
);
killer.on("online", () => killer.postMessage("now"));
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

/** Resolves when it is dead, with the number of changes that it was told are done. */
export function killedAfter(millis: number, root: string, state: string): Promise<number> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, built, root, state, String(millis)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let done = 0;
  let words = "";
  child.stdout.on("data", (chunk: Buffer) => {
    done += chunk.length;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    words += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_code, signal) => {
      if (signal === "SIGKILL") resolve(done);
      else reject(new Error(`the child ended by itself: ${words}`));
    });
  });
}
