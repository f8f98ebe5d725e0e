// The thread that a foreign program runs in: everything it does besides is to pass texts on.

import { parentPort, workerData } from "node:worker_threads";
import { bug } from "../../std/bug.ts";
import type { Job } from "./interpreter.ts";
import { ScriptInterpreter, loadInterpreter } from "./interpreter.ts";
import type { FromWorker, ToWorker } from "./worker-sandbox.ts";

const parent = parentPort ?? bug("this file runs as a thread");
const job = workerData as Job;
const send = (message: FromWorker): void => parent.postMessage(message);

const interpreter = new ScriptInterpreter(await loadInterpreter(job.limits.memoryPages), job, {
  ask: (id, question) => send({ type: "ask", id, question }),
  print: (line) => send({ type: "print", line }),
  end: (end) => send({ type: "end", end }),
  now: () => performance.now(),
});
parent.on("message", ({ id, text }: ToWorker) => interpreter.answer(id, text));
interpreter.start();
