// Serves MCP over HTTP until the process gets a signal to end.

import { Refusal } from "../../../model/refusal.ts";
import type { OpenEngine } from "../server.ts";
import type { HttpDoorOptions } from "./http-door.ts";
import { HttpDoor } from "./http-door.ts";
import { isLoopback } from "./gate.ts";
import { shortToken } from "./limits.ts";

export interface HttpServing {
  /** Called when what was in flight has ended, and everything is about to be shut down. */
  readonly onEnding: () => void;
  /** A line for the operator. */
  readonly say: (line: string) => void;
}

/** Resolves when everything has been shut down; rejects, after the same, with an uncaught defect, or where the port cannot be had. */
export async function serveMcpOverHttp(open: OpenEngine, options: HttpDoorOptions & HttpServing): Promise<void> {
  const door = new HttpDoor(open, options);
  const { address, port } = await door.listen().catch((error: unknown) => noPort(error, options));
  for (const line of greeting(options, address, port)) options.say(line);
  return new Promise((resolve, reject) => {
    let ending: Promise<void> | undefined;
    // The first reason to end is the one that counts.
    const endWith = (error: Error | undefined): void => {
      ending ??= shutDown(door, options);
      ending.then(() => (error === undefined ? resolve() : reject(error)), reject);
    };
    // A second one while we end ends the process at once; servers notice, for their input ends.
    process.once("uncaughtException", endWith);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => endWith(undefined));
  });
}

// — below: private, in the order they are used —

function noPort(error: unknown, { address, port }: HttpDoorOptions): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const next = advice[code];
  if (next === undefined) throw error;
  throw new Refusal({
    code: "server_start_failed",
    what: `Sightline cannot listen on port ${port} of ${address}.`,
    why: `The system says ${code}.`,
    next,
  });
}

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there. End it, or choose another port with --port.",
  EACCES: "Ports below 1024 need a privilege. Choose another port with --port.",
  EADDRNOTAVAIL: "This machine has no such address. Choose one of its own with --listen-addr.",
};

function* greeting({ tls, token }: HttpDoorOptions, address: string, port: number): Generator<string> {
  const host = address.includes(":") ? `[${address}]` : address;
  const guarded = token === undefined ? "without a token: every process of this machine can use it" : "with a token";
  yield `serving MCP at ${tls === undefined ? "http" : "https"}://${host}:${port}/mcp ${guarded}`;
  if (tls === undefined && !isLoopback(address)) {
    yield "the wire is not encrypted: use --tls-cert and --tls-key, or a proxy that does it (docs/http.md)";
  }
  if (token !== undefined && token.length < shortToken) {
    yield `the token is short enough to be guessed: use ${shortToken} random characters or more`;
  }
}

async function shutDown(door: HttpDoor, { onEnding }: HttpServing): Promise<void> {
  await door.drain();
  onEnding();
  await door.close();
}
