// Which servers that someone else runs may be connected to, and who may name them.
//
// Invariant: a host beyond this machine is named by the operator, never by a caller or a repository.

import { isLoopbackHost } from "../model/address.ts";
import type { Caller, Decision } from "./effects.ts";
import { decide } from "./effects.ts";

/** A caller names an address. A connection is an effect on whatever listens there, so who may only read makes none. */
export function decideConnection(caller: Caller, host: string, named: readonly string[]): Decision {
  const general = decide(["control"], caller);
  return general.allowed ? decideHost(host, named) : general;
}

/** `named` are the hosts that the operator names. */
export function decideHost(host: string, named: readonly string[]): Decision {
  if (isLoopbackHost(host)) return { allowed: true, rule: "a connection to this machine is allowed" };
  if (named.some((one) => one.toLowerCase() === host.toLowerCase()))
    return { allowed: true, rule: `the operator names ${host}` };
  return { allowed: false, rule: `the host ${host} is not this machine, and the operator does not name it` };
}
