// The effect classes that operations declare, their callers, and what each effect has to be judged by.
//
// Invariant: what is not declared is denied.

import { isLoopbackHost } from "../model/address.ts";
import type { Decision, Policy, Subject } from "./policy.ts";
import { decide } from "./policy.ts";
import { firstMatch, firstProtected } from "./protected.ts";

/** `control` changes which servers run and what is open, never a file. */
export type EffectClass = "read" | "control" | "propose" | "write" | "exec" | "network";

/** The caller of an operation. Agents cannot grant themselves more than their door allows. */
export interface Caller {
  readonly door: "mcp" | "cli" | "library";
  readonly allowed: readonly EffectClass[];
  /**
   * Distinguishes the callers of one engine: each has its own drafts and phases, and each agent its own history;
   * programs share the history of their door, and a person sees all.
   */
  readonly id?: string;
  /** The agent that the operator has bound to this caller. */
  readonly agent?: string;
  /** Several clients share this id and cannot be distinguished: only what a call can name is remembered for them. */
  readonly isShared?: boolean;
  /** Patterns of protected files that the operator lets this caller change. */
  readonly writable?: readonly string[];
  /** Directories that the client itself, not the agent, says it works in: they may be opened. Absolute. */
  readonly roots?: readonly string[];
}

/** Who does what: the part of a subject that holds for a whole call. */
export type CallSubject = Pick<Subject, "caller" | "operation"> & Partial<Pick<Subject, "root">>;

/** A path that would be written. */
export interface JudgedFile {
  /** The path as it is read from each of the roots and checkouts that hold it; the operator may open it by any. */
  readonly names: readonly string[];
  /** Others run or believe what it holds, whatever it is called. */
  readonly isGuarded?: boolean;
  /** It would become a program where there was none, in a root that is trusted or not. */
  readonly arms?: { readonly trusted: boolean };
  /** The file that it leads to, where it is but another name. */
  readonly leadsTo?: string;
}

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
    const { names, arms } = file;
    const facts = {
      arms: arms?.trusted === false && !mayExecute,
      protects: protectedAs(subject.caller, file, protect),
    };
    last = decide(policy, { ...subject, effect: "write", files: names, facts });
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
