// MCP over standard input and output. Nothing but the protocol is ever written to standard output.

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Refusal } from "../../model/refusal.ts";
import { ListeningTransport, maxStreams } from "./channels-listening.ts";
import type { McpOptions, OpenEngine } from "./server.ts";
import { McpDoor } from "./server.ts";

export interface StdioOptions {
  /** Called when the end begins, whatever its reason. */
  readonly onEnding: () => void;
}

/**
 * Resolves when the client has gone and everything has been shut down; rejects, after the same, with a refusal where the
 * connection was lost otherwise, or with an uncaught defect.
 */
export function serveMcpOverStdio(open: OpenEngine, options: McpOptions & StdioOptions): Promise<void> {
  const door = new McpDoor(open, options);
  return new Promise((resolve, reject) => {
    const lost = (error?: Error): void => endWith(connectionLost(error));
    const handle = serveStdio(({ era }) => door.server(era), {
      transport: new ListeningTransport(door, lost),
      maxSubscriptions: maxStreams,
      onerror: (error) => process.stderr.write(`sightline: ${error.message}\n`),
    });
    let ending: Promise<void> | undefined;
    // The first reason to end is the one that counts.
    const endWith = (error: Error | undefined): void => {
      options.onEnding();
      ending ??= shutDown(handle, door);
      ending.then(() => (error === undefined ? resolve() : reject(error)), reject);
    };
    const end = (): void => endWith(undefined);
    const fail = (error: Error): void => (isClientGone(error) ? end() : lost(error));
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.stdin.once("error", fail);
    process.stdout.once("error", fail);
    // A second one while we end ends the process at once; servers notice, for their input ends.
    process.once("uncaughtException", endWith);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  });
}

function isClientGone(error: Error): boolean {
  return "code" in error && (error.code === "EPIPE" || error.code === "ECONNRESET");
}

/** The exit code says that it failed and may work later. */
function connectionLost(error: Error | undefined): Refusal {
  return new Refusal({
    code: "session_dead",
    what: "The connection to the client was lost.",
    ...(error === undefined ? {} : { why: error.message }),
    next: "Start Sightline again.",
  });
}

async function shutDown(handle: { close(): Promise<void> }, door: McpDoor): Promise<void> {
  await handle.close();
  await door.close();
}
