// Plays a recorded trace as a server, so that a case from the field becomes a test.
//
// A request is answered as the recorded server answered the same method, in order; what that server said unasked after
// a message is said again after the message that stands for it.

import type { Program } from "../host/memory/memory-processes.ts";
import { nodeClock } from "../host/node/node-clock.ts";
import { nodeCodec } from "../host/node/node-codec.ts";
import { Connection } from "../rpc/connection.ts";
import { frameLimits } from "../rpc/limits.ts";
import { methodNotFound, RpcError } from "../rpc/rpc-error.ts";
import type { JsonRecord } from "../std/json.ts";
import { isRecord } from "../std/json.ts";

/** One line of a trace file. */
export interface TraceLine {
  readonly direction: "sent" | "received";
  readonly message: JsonRecord;
}

/** `rewrite` changes the text of each line first, for instance the recorded root into the test's own. */
export function parseTrace(text: string, rewrite: (line: string) => string = (line) => line): TraceLine[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const value: unknown = JSON.parse(rewrite(line));
      const direction = isRecord(value) ? value["direction"] : undefined;
      const message = isRecord(value) ? value["message"] : undefined;
      if ((direction !== "sent" && direction !== "received") || !isRecord(message)) {
        throw new TypeError(`line ${index + 1} is not a line of a trace`);
      }
      return { direction, message };
    });
}

/** A program for the machine in memory. */
export function replayServer(trace: readonly TraceLine[]): Program {
  return (end) => {
    const script = new Script(trace);
    const connection: Connection = new Connection(
      {
        clock: nodeClock,
        codec: nodeCodec,
        limits: frameLimits,
        sink: {
          write: (bytes) => {
            end.writeOutput(bytes);
            return true;
          },
          onDrain: () => {},
        },
      },
      {
        request: (method) => {
          const step = script.next(method);
          // Said after the reply, as it was recorded: the reply leaves when this turn is over.
          queueMicrotask(() => queueMicrotask(() => say(connection, step?.after ?? [])));
          return reply(method, step);
        },
        notification: (method) => {
          if (method === "exit") return end.exit(0);
          say(connection, script.next(method)?.after ?? []);
        },
        noise: () => {},
        odd: () => {},
        closed: () => {},
        defect: (error) => end.writeErrors(nodeCodec.encode(String(error))),
      },
    );
    end.onInput((bytes) => connection.receive(bytes));
    end.onInputEnd(() => end.exit(0));
  };
}

interface Step {
  readonly method: string;
  readonly reply: JsonRecord | undefined;
  /** What the server said unasked between this message and our next. */
  readonly after: JsonRecord[];
}

/** The recorded conversation, consumed method by method. */
class Script {
  readonly #steps = new Map<string, Step[]>();

  constructor(trace: readonly TraceLine[]) {
    let last: Step | undefined;
    for (const { direction, message } of trace) {
      const method = message["method"];
      if (direction === "sent" && typeof method === "string") {
        last = { method, reply: replyTo(trace, message["id"]), after: [] };
        this.#steps.set(method, [...(this.#steps.get(method) ?? []), last]);
      } else if (direction === "received" && typeof method === "string") {
        last?.after.push(message);
      }
    }
  }

  next(method: string): Step | undefined {
    return this.#steps.get(method)?.shift();
  }
}

function replyTo(trace: readonly TraceLine[], id: unknown): JsonRecord | undefined {
  if (id === undefined) return undefined;
  return trace.find(
    ({ direction, message }) => direction === "received" && message["method"] === undefined && message["id"] === id,
  )?.message;
}

function reply(method: string, step: Step | undefined): unknown {
  if (method === "shutdown" && step === undefined) return null;
  const error = step?.reply?.["error"];
  if (isRecord(error)) throw new RpcError(Number(error["code"]), String(error["message"]), error["data"]);
  if (step?.reply === undefined) throw new RpcError(methodNotFound, `the trace has no further ${method}`);
  return step.reply["result"];
}

function say(connection: Connection, messages: readonly JsonRecord[]): void {
  for (const message of messages) {
    const params = isRecord(message["params"]) ? message["params"] : undefined;
    const method = String(message["method"]);
    if (message["id"] === undefined) connection.notify(method, params);
    // What we answer was ours to decide then and is ours to decide now.
    else connection.request(method, params, { timeoutMs: 60_000 }).then(ignore, ignore);
  }
}

function ignore(): void {}
