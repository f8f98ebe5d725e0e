// Writes every message between us and the servers to a file, one JSON object a line.

import { createWriteStream } from "node:fs";

export interface TraceFile {
  record(server: string, direction: "sent" | "received", message: object): void;
  close(): Promise<void>;
}

export function traceFile(path: string): TraceFile {
  const stream = createWriteStream(path, { flags: "w", mode: 0o600 });
  const began = performance.now();
  return {
    record(server, direction, message) {
      stream.write(`${JSON.stringify({ ms: Math.round(performance.now() - began), server, direction, message })}\n`);
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}
