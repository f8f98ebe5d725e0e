// Permissions: the effect classes that operations declare, and the rule that decides whether a caller may use them.
//
// Invariant: what is not declared is denied.

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
  /** Several clients share this id and cannot be distinguished: only what a call can name is remembered for them. */
  readonly isShared?: boolean;
  /** Patterns of protected files that the operator lets this caller change. */
  readonly writable?: readonly string[];
  /** Directories that the client itself, not the agent, says it works in: they may be opened. Absolute. */
  readonly roots?: readonly string[];
}

export interface Decision {
  readonly allowed: boolean;
  /** The rule that decided, for records and for people. */
  readonly rule: string;
}

export const policyVersion = 1;

export function decide(effects: readonly EffectClass[], caller: Caller): Decision {
  if (effects.length === 0) return { allowed: false, rule: "an operation without a declared effect is denied" };
  const denied = effects.find((effect) => !caller.allowed.includes(effect));
  if (denied !== undefined) return { allowed: false, rule: `${denied} is not allowed for this ${caller.door} caller` };
  return { allowed: true, rule: `${effects.join(", ")} allowed for ${caller.door}` };
}

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
export function decideWrite(caller: Caller, files: readonly JudgedFile[], protect: readonly string[] = []): Decision {
  const general = decide(["write"], caller);
  if (!general.allowed) return general;
  for (const { names, isGuarded, arms, leadsTo } of files) {
    if (arms?.trusted === false && !caller.allowed.includes("exec")) {
      return { allowed: false, rule: `${names[0]} would be a program at a new path: ${executionRule}` };
    }
    if (firstMatch(names, caller.writable ?? []) !== undefined) continue;
    const found = isGuarded === true ? names[0] : firstProtected(names, protect);
    if (found === undefined) continue;
    const which = leadsTo === undefined ? found : `${found}, which links to ${leadsTo},`;
    return { allowed: false, rule: `${which} is protected: other tools run or trust its content` };
  }
  return general;
}

/**
 * What executes the code of a repository (its build, its tests, its documentation tools): the operator allows it to a
 * caller, or trusts the root. A caller that may only read never does.
 */
export function decideExecution(caller: Caller, trusted: boolean): Decision {
  if (caller.allowed.includes("exec")) return { allowed: true, rule: `exec allowed for ${caller.door}` };
  if (!caller.allowed.includes("control")) {
    return { allowed: false, rule: `exec is not allowed for this ${caller.door} caller` };
  }
  return trusted ? { allowed: true, rule: "exec allowed in a trusted root" } : { allowed: false, rule: executionRule };
}

const executionRule = "exec needs a trusted root or --allow-exec";
