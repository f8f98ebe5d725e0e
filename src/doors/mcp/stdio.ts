// MCP over standard input and output. Nothing but the protocol is ever written to standard output.

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Engine } from "../../engine/engine.ts";
import type { TextFormat } from "./server.ts";
import { mcpServer } from "./server.ts";

/** Resolves when the client has gone and everything has been shut down. */
export function serveMcpOverStdio(open: () => Promise<Engine>, version: string, format: TextFormat): Promise<void> {
  let engine: Promise<Engine> | undefined;
  let closed = false;
  // The engine opens with the first call: listing tools must cost nothing.
  const lazily = (): Promise<Engine> => {
    if (closed) return Promise.reject(new Error("the connection has been closed"));
    engine ??= open().catch((error: unknown) => {
      // The next call may find the machine in a better state.
      engine = undefined;
      throw error;
    });
    return engine;
  };
  const handle = serveStdio(() => mcpServer(lazily, version, format), {
    onerror: (error) => process.stderr.write(`sightline: ${error.message}\n`),
  });
  return new Promise((resolve, reject) => {
    let ending: Promise<void> | undefined;
    const end = (): void => {
      closed = true;
      ending ??= shutDown(handle, engine);
      ending.then(resolve, reject);
    };
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.stdin.once("error", end);
    process.stdout.once("error", end);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  });
}

async function shutDown(handle: { close(): Promise<void> }, engine: Promise<Engine> | undefined): Promise<void> {
  await handle.close();
  if (engine !== undefined) await (await engine).close();
}
