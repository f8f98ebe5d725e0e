// MCP over standard input and output. Nothing but the protocol is ever written to standard output.

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ListeningTransport, maxStreams } from "./channels-listening.ts";
import type { McpOptions, OpenEngine } from "./server.ts";
import { McpDoor } from "./server.ts";

/** Resolves when the client has gone and everything has been shut down; rejects, after the same, with a defect that nobody caught. */
export function serveMcpOverStdio(open: OpenEngine, options: McpOptions): Promise<void> {
  const door = new McpDoor(open, options);
  const handle = serveStdio(({ era }) => door.server(era), {
    transport: new ListeningTransport(door),
    maxSubscriptions: maxStreams,
    onerror: (error) => process.stderr.write(`sightline: ${error.message}\n`),
  });
  return new Promise((resolve, reject) => {
    let ending: Promise<void> | undefined;
    const end = (): void => {
      ending ??= shutDown(handle, door);
      ending.then(resolve, reject);
    };
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.stdin.once("error", end);
    process.stdout.once("error", end);
    // A second one while we end ends the process at once; servers notice, for their input ends.
    process.once("uncaughtException", (error) => {
      ending ??= shutDown(handle, door);
      ending.then(() => reject(error), reject);
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  });
}

async function shutDown(handle: { close(): Promise<void> }, door: McpDoor): Promise<void> {
  await handle.close();
  await door.close();
}
