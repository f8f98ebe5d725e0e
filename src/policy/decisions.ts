// What each effect is judged by beside who asks for what: the files of a plan, the trust of a root, the host of a connection.
//
// Invariant: what is not declared is denied.

import { isLoopbackHost } from "../model/address.ts";
import type { Caller, JudgedFile } from "./effects.ts";
import { decide } from "./policy.ts";
import type { Policy } from "./policy.ts";
import type { Decision, PolicySubject } from "./subject.ts";
import { firstMatch, firstProtected } from "./protected.ts";

/** Who does what: the part of a subject that holds for a whole call. */
export type CallSubject = Pick<PolicySubject, "caller" | "operation"> & Partial<Pick<PolicySubject, "root">>;

/** Judges a plan by what it would write; `protect` adds to what is protected everywhere. */
export function decideWrite(
  policy: Policy,
  subject: CallSubject,
  files: readonly JudgedFile[],
  protect: readonly string[] = [],
): Decision {
  const mayExecute = subject.caller.allowed.includes("exec");
  let last: Decision | undefined;
  for (const file of files) {
    const { path, names, arms } = file;
    const facts = {
      arms: arms?.trusted === false && !mayExecute,
      protects: protectedAs(subject.caller, file, protect),
    };
    last = decide(policy, { ...subject, effect: "write", path, files: names, facts });
    if (!last.allowed) break;
  }
  return last ?? decide(policy, { ...subject, effect: "write" });
}

/**
 * What executes the code of a repository (its build, its tests, its documentation tools): the operator allows it to a
 * caller, or trusts the root. A caller that may only read never does.
 */
export function decideExecution(policy: Policy, subject: CallSubject, trusted: boolean): Decision {
  return decide(policy, { ...subject, effect: "exec", facts: { trusted } });
}

/** A caller names an address. A connection is an effect on whatever listens there, so who may only read makes none. */
export function decideConnection(
  policy: Policy,
  subject: CallSubject,
  host: string,
  named: readonly string[],
): Decision {
  const facts = { host: { name: host, isReachable: isReachable(host, named) } };
  return decide(policy, { ...subject, effect: "network", facts });
}

/** Whether a host is this machine, or one that the operator names. */
export function isReachable(host: string, named: readonly string[]): boolean {
  return isLoopbackHost(host) || named.some((one) => one.toLowerCase() === host.toLowerCase());
}

// — below: private, in the order they are used —

function protectedAs(
  caller: Caller,
  { names, isGuarded, leadsTo }: JudgedFile,
  protect: readonly string[],
): string | undefined {
  if (firstMatch(names, caller.writable ?? []) !== undefined) return undefined;
  const found = isGuarded === true ? names[0] : firstProtected(names, protect);
  if (found === undefined || leadsTo === undefined) return found;
  return `${found}, which links to ${leadsTo},`;
}
