// Writes every message between us and the servers to a new file, one JSON object a line.
//
// Why not a stream: it would queue without bound where the disk is slower than the servers, and lose its end in a crash.

import { closeSync, openSync, writeSync } from "node:fs";
import { Refusal } from "../model/refusal.ts";
import { errorCode } from "./error-code.ts";

export interface TraceFile {
  readonly record: (server: string, direction: "sent" | "received", message: object) => void;
  /** Why the trace ends early, or undefined when it is whole. */
  close(): string | undefined;
}

/** Refused when there is such a file already, or none can be made. */
export function openTraceFile(path: string): TraceFile {
  const descriptor = opened(path);
  const began = performance.now();
  let fault: string | undefined;
  return {
    record(server, direction, message) {
      if (fault !== undefined) return;
      const ms = Math.round(performance.now() - began);
      try {
        writeSync(descriptor, `${JSON.stringify({ ms, server, direction, message })}\n`);
      } catch (error) {
        // A full disk ends the trace, not the answer that it accompanies.
        fault = errorCode(error);
      }
    },
    close() {
      closeSync(descriptor);
      return fault;
    },
  };
}

function opened(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    const code = errorCode(error);
    throw new Refusal(
      {
        code: "bad_input",
        what: `The trace cannot be written to ${path}.`,
        why: reasons[code] ?? `The system says ${code}.`,
        next: "Name a new file in a directory that exists.",
      },
      error,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: "The file exists already, and a trace never overwrites a file.",
  ENOENT: "There is no such directory.",
  EACCES: "You have no permission to write there.",
};
