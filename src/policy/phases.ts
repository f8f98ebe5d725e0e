// The phases of a skill: which calls are in order now, judged one call at a time, pure.
//
// Invariant: a phase is never left backwards, and never forwards before what it requires has been done since it began.
// Invariant: whatever changes files is judged by its effect; no operation escapes because its name was not listed.

import type { EffectClass } from "./effects.ts";

/** A name, exact or with a closing `*`; or an effect, of any operation or of the one that is named. */
export type PhaseRule = string | { readonly effect: EffectClass; readonly operation?: string };

/** What has to have happened since a phase was reached before any phase after it is entered. */
export interface Requirement {
  readonly anyOf: readonly PhaseRule[];
  /**
   * `answered` where an answer opens the way that does not say that it went badly. `asked` where even a refusal tells all
   * that can be told: a build that is not allowed, tests that do not exist.
   */
  readonly when: "answered" | "asked";
}

export interface Phase {
  readonly name: string;
  /** A call that it names is in order, also where `forbidden` names its effect. */
  readonly allowed: readonly PhaseRule[];
  readonly forbidden: readonly PhaseRule[];
  readonly required?: Requirement;
}

export interface SkillPhases {
  readonly skill: string;
  readonly phases: readonly [Phase, ...Phase[]];
  /** Out of order in every phase. */
  readonly forbidden: readonly PhaseRule[];
}

export interface PhaseCall {
  readonly operation: string;
  /** Of this very call: a dry run of an edit proposes, and does not write. */
  readonly effect: EffectClass;
}

export interface PhaseState {
  readonly skill: SkillPhases;
  readonly at: number;
  /** The phases, by their index, whose requirement is met. */
  readonly met: readonly number[];
  /** The operations that were called, the last ones, also where that was out of order. */
  readonly history: readonly string[];
}

export type PhaseVerdict =
  /** `entered` where the call moved the skill on. */
  | { readonly inOrder: true; readonly entered?: string }
  | { readonly inOrder: false; readonly reason: string; readonly recovery: string };

/** The operations that deal with phases themselves; they are never out of order. */
export const phaseOperations: ReadonlySet<string> = new Set(["activate_skill", "deactivate_skill", "get_skill_phase"]);

/** Calls remembered for later questions about how it went. */
const maxHistory = 100;

export function startPhases(skill: SkillPhases): PhaseState {
  return { skill, at: 0, met: [], history: [] };
}

export function phaseOf({ skill, at }: PhaseState): Phase {
  return skill.phases[at] ?? skill.phases[0];
}

/** Judges and records in one step. A call out of order changes nothing but the history. */
export function judgeCall(state: PhaseState, call: PhaseCall): { state: PhaseState; verdict: PhaseVerdict } {
  if (phaseOperations.has(call.operation)) return { state, verdict: { inOrder: true } };
  const recorded = { ...state, history: [...state.history, call.operation].slice(-maxHistory) };
  const verdict = verdictOn(state, call);
  if (!verdict.inOrder) return { state: recorded, verdict };
  const at = verdict.entered === undefined ? state.at : state.skill.phases.findIndex(isNamed(verdict.entered));
  return { state: meet({ ...recorded, at }, call, "asked"), verdict };
}

/** After a call that was in order has been answered, and not badly. */
export function answeredCall(state: PhaseState, call: PhaseCall): PhaseState {
  return meet(state, call, "answered");
}

export function matchesRule(rule: PhaseRule, { operation, effect }: PhaseCall): boolean {
  if (typeof rule === "object")
    return rule.effect === effect && (rule.operation === undefined || rule.operation === operation);
  return rule.endsWith("*") ? operation.startsWith(rule.slice(0, -1)) : rule === operation;
}

/** For a person or an agent. */
export function ruleText(rule: PhaseRule): string {
  if (typeof rule === "string") return rule;
  const { effect, operation } = rule;
  if (operation === undefined) return effectTexts[effect] ?? `everything with the effect ${effect}`;
  return effect === "propose" ? `${operation} as a dry run` : operation;
}

// — below: private, in the order they are used —

function isNamed(name: string): (phase: Phase) => boolean {
  return (phase) => phase.name === name;
}

/** What a phase requires is done in it or later: a build before an edit says nothing about the edit. */
function meet(state: PhaseState, call: PhaseCall, when: Requirement["when"]): PhaseState {
  const fresh = state.skill.phases.flatMap(({ required }, index) =>
    index <= state.at && required?.when === when && !state.met.includes(index) && matchesAny(required.anyOf, call)
      ? [index]
      : [],
  );
  return fresh.length === 0 ? state : { ...state, met: [...state.met, ...fresh] };
}

function matchesAny(rules: readonly PhaseRule[], call: PhaseCall): boolean {
  return rules.some((rule) => matchesRule(rule, call));
}

/** A later phase that allows the call comes before what this one forbids: else no phase could ever be left by a change. */
function verdictOn(state: PhaseState, call: PhaseCall): PhaseVerdict {
  const { skill } = state;
  const current = phaseOf(state);
  if (matchesAny(skill.forbidden, call)) return strange(skill, call);
  if (matchesAny(current.allowed, call)) return { inOrder: true };
  const later = skill.phases.slice(state.at + 1).find(({ allowed }) => matchesAny(allowed, call));
  const missing = later && missingBefore(state, later);
  if (later !== undefined && missing === undefined) return { inOrder: true, entered: later.name };
  if (!matchesAny(current.forbidden, call)) return { inOrder: true };
  return later !== undefined && missing !== undefined ? tooEarly(call, later, missing) : tooLate(skill, current, call);
}

/** The first phase from the current one on that must not be passed over yet. */
function missingBefore({ skill, at, met }: PhaseState, target: Phase): Phase | undefined {
  const until = skill.phases.indexOf(target);
  return skill.phases.find(
    ({ required }, index) => index >= at && index < until && required !== undefined && !met.includes(index),
  );
}

function strange({ skill }: SkillPhases, { operation }: PhaseCall): PhaseVerdict {
  return {
    inOrder: false,
    reason: `${operation} is not part of ${skill}`,
    recovery: "continue without it, or end the skill first with deactivate_skill",
  };
}

function tooEarly({ operation }: PhaseCall, later: Phase, missing: Phase): PhaseVerdict {
  const wanted = (missing.required?.anyOf ?? []).map(ruleText).join(" or ");
  const done = missing.required?.when === "asked" ? "called" : "answered";
  return {
    inOrder: false,
    reason: `${operation} belongs to phase ${later.name}, and phase ${missing.name} comes before it: ${wanted} has not been ${done}`,
    recovery: `call ${wanted} first`,
  };
}

function tooLate({ skill, phases }: SkillPhases, current: Phase, call: PhaseCall): PhaseVerdict {
  const earlier = phases.find((phase) => phase !== current && matchesAny(phase.allowed, call));
  const whose = earlier === undefined ? "" : `; it belongs to phase ${earlier.name}, which has passed`;
  return {
    inOrder: false,
    reason: `${call.operation} is not for phase ${current.name}${whose}`,
    recovery: `continue with what is allowed now; to start over, call deactivate_skill and then activate_skill with ${skill}`,
  };
}

const effectTexts: { readonly [E in EffectClass]?: string } = {
  write: "every edit that is applied",
  propose: "every edit that is only shown, and every draft",
  exec: "everything that runs code of the repository",
};
