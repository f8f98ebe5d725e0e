// The zoo of faulty servers: real programs that misuse the protocol, each in one way, to be started as any server is.

import { ownScript } from "../host/own-script.ts";

/** Named after what they do; the first comment of each file in `testing/faults/` says what its arguments mean. */
export const faultServers = [
  "asks",
  "closed",
  "deaf",
  "dies",
  "errors",
  "floods",
  "forks",
  "hangs",
  "immortal",
  "points",
  "prints",
  "replies",
  "waits",
] as const;

export type FaultServer = (typeof faultServers)[number];

/** `faultCommand("dies", "textDocument/hover", "7")` dies with exit code 7 when it is first asked for a hover. */
export function faultCommand(
  name: FaultServer,
  ...args: readonly string[]
): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [ownScript(`testing/faults/${name}`), ...args] };
}
