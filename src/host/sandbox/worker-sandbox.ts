// Runs foreign programs, each in a thread of its own, which is ended with the program whatever it does.
//
// Why not in our own thread: a function of the interpreter that never comes back, such as a search in a list that claims
// 2^53 items, asks for no permission to go on, and only the end of its thread stops it.

import { Worker } from "node:worker_threads";
import type { Sandbox, SandboxEnd, SandboxProgram } from "../../model/sandbox/sandbox.ts";
import { refuse } from "../../model/refusal.ts";
import { Cancelled, onCancel } from "../../std/cancel.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import { ownScript } from "../own-script.ts";

export type FromWorker =
  | { readonly type: "ask"; readonly id: number; readonly question: string }
  | { readonly type: "print"; readonly line: string }
  | { readonly type: "end"; readonly end: SandboxEnd };

export interface ToWorker {
  readonly id: number;
  readonly text: string;
}

/** Each may take its memory in full. */
const programsAtOnce = 4;
/** A thread that computes longer than the program may, without a sign, no longer listens to its own limits. */
const unheardMs = 2_000;

export class WorkerSandbox implements Sandbox {
  readonly #clock: Clock;
  #running = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async run(program: SandboxProgram): Promise<SandboxEnd> {
    if (this.#running >= programsAtOnce) {
      refuse({
        code: "overloaded",
        what: `${programsAtOnce} scripts are running already.`,
        next: "Ask again when one of them has ended.",
      });
    }
    this.#running++;
    try {
      return await runIn(startWorker(program), program, this.#clock);
    } finally {
      this.#running--;
    }
  }
}

function startWorker({ code, prelude, limits }: SandboxProgram): Worker {
  return new Worker(ownScript("host/sandbox/worker-main"), {
    workerData: { code, prelude, limits },
    env: {},
    execArgv: [],
    argv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  });
}

/** The thread is gone when this settles. */
async function runIn(worker: Worker, program: SandboxProgram, clock: Clock): Promise<SandboxEnd> {
  const { deadline, signal, limits } = program;
  const timers: Timer[] = [];
  let stopListening: () => void = () => {};
  let watchdog: Timer | undefined;
  let open = 0;
  let isOver = false;
  try {
    return await new Promise<SandboxEnd>((resolve, reject) => {
      const stopped = (by: "time" | "computing" | "memory"): void => resolve({ kind: "stopped", by, text: "" });
      const heard = (): void => {
        watchdog?.cancel();
        // While it waits for us it need not be heard.
        watchdog = open > 0 ? undefined : clock.after(limits.computingMs + unheardMs, () => stopped("computing"));
      };
      timers.push(clock.after(deadline.remaining(), () => stopped("time")));
      stopListening = onCancel(signal, () => reject(new Cancelled(signal?.reason)));
      worker.on("message", (message: FromWorker) => {
        if (message.type === "end") return resolve(message.end);
        if (message.type === "print") program.print(message.line);
        else {
          open++;
          program.ask(message.question).then((text) => {
            if (isOver) return;
            open--;
            worker.postMessage({ id: message.id, text } satisfies ToWorker);
            heard();
          }, reject);
        }
        heard();
      });
      // A thread whose heap is full ends with an error of its own.
      worker.on("error", (error: Error & { readonly code?: string }) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? stopped("memory") : reject(error),
      );
      worker.on("exit", () => reject(new Error("the thread of a script ended by itself")));
      heard();
    });
  } finally {
    isOver = true;
    stopListening();
    watchdog?.cancel();
    for (const timer of timers) timer.cancel();
    worker.removeAllListeners();
    worker.on("error", () => {});
    await worker.terminate();
  }
}
