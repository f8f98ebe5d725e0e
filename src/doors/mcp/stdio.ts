// MCP over standard input and output. Nothing but the protocol is ever written to standard output.

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Refusal } from "../../model/refusal.ts";
import type { ClientStreams } from "./channels-listening.ts";
import { ListeningTransport, maxStreams } from "./channels-listening.ts";
import type { McpOptions, OpenEngine } from "./server.ts";
import { McpDoor } from "./server.ts";

export interface StdioOptions {
  /** Called when the end begins, whatever its reason. */
  readonly onEnding: () => void;
}

/** A client that is served; the first reason to end is the one that counts. */
export interface ServedStreams {
  /**
   * Resolves when the client has gone and everything has been shut down; rejects, after the same, with a refusal where the
   * connection was lost otherwise, or with an uncaught defect.
   */
  readonly ended: Promise<void>;
  readonly end: (error?: Error) => void;
}

export function serveMcpOverStdio(open: OpenEngine, options: McpOptions & StdioOptions): Promise<void> {
  const streams = { input: process.stdin, output: process.stdout };
  const { ended, end } = serveMcpOverStreams(open, options, streams, (text) => void process.stderr.write(text));
  // A second one while we end ends the process at once; servers notice, for their input ends.
  process.once("uncaughtException", end);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end());
  return ended;
}

/** The same on streams of any kind, whose process has other things to do. */
export function serveMcpOverStreams(
  open: OpenEngine,
  options: McpOptions & StdioOptions,
  streams: ClientStreams,
  err: (text: string) => void,
): ServedStreams {
  const door = new McpDoor(open, options);
  const lost = (error?: Error): void => end(connectionLost(error));
  const handle = serveStdio(({ era }) => door.server(era), {
    transport: new ListeningTransport(door, lost, streams),
    maxSubscriptions: maxStreams,
    onerror: (error) => err(`sightline: ${error.message}\n`),
  });
  let end: ServedStreams["end"] = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    let ending: Promise<void> | undefined;
    end = (error) => {
      options.onEnding();
      ending ??= shutDown(handle, door);
      ending.then(() => (error === undefined ? resolve() : reject(error)), reject);
    };
  });
  const fail = (error: Error): void => (isClientGone(error) ? end() : lost(error));
  streams.input.once("end", () => end());
  streams.input.once("close", () => end());
  streams.input.once("error", fail);
  streams.output.once("error", fail);
  return { ended, end: (error) => end(error) };
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
