// Real language servers in mode passive: each listens on a free port, as if someone else ran it.
//
// The suites that run on a stage or through a door take the launch that is made here in place of the installed one.

import type { Launch } from "../../src/catalog/entry.ts";
import { commandOf } from "../real/installed.ts";
import type { Listener, Program } from "./tcp-server.ts";
import { listening, relay } from "./tcp-server.ts";

export interface PassiveServer extends AsyncDisposable {
  /** As an operator writes it: the test is the only client, unless it says otherwise. */
  readonly launch: Launch & { readonly kind: "tcp" };
  readonly address: Listener["address"];
  readonly at: string;
}

/** gopls listens by itself; the others speak over standard streams, with one process for each connection. */
export async function passiveServer(id: string): Promise<PassiveServer> {
  const server = id === "gopls" ? await goplsListening() : await relay(programOf(id));
  return {
    launch: { kind: "tcp", ...server.address, alone: true },
    address: server.address,
    at: server.at,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** One process for all clients, which keeps them apart. */
export function goplsListening(): ReturnType<typeof listening> {
  const { command } = programOf("gopls");
  return listening((at) => ({ command, args: [`-listen=${at}`] }));
}

export function programOf(id: string): Program {
  const [command, ...args] = commandOf(id) ?? [];
  if (command === undefined) throw new Error(`${id} is not installed; run: npm run servers`);
  return { command, args };
}
