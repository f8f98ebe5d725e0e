// Keeps the active skill of each caller and has each of its calls judged against the phase it is in.
//
// Invariant: judging and recording a call happen in one turn, so no two calls of a caller see the same state.
// Invariant: what one caller activates affects no other.

import type { Emit } from "../../model/event.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Operation } from "../../operations/define.ts";
import type { CallerPhases, PhaseMode, PhaseStatus } from "../../operations/serving/skill-phases.ts";
import type { PhaseCall, PhaseRule, PhaseState, PhaseVerdict, SkillPhases } from "../../policy/phases.ts";
import { answeredCall, judgeCall, phaseOf, ruleText, startPhases } from "../../policy/phases.ts";
import { skillPhases } from "../../policy/phases-table.ts";

/** One call on its way. */
export interface PhasedCall {
  /** A notice beside the answer: the call was out of order, and its skill only warns. */
  readonly notice: string | undefined;
  /** Called once the call has been answered; returns a further notice, if any. A failed call meets no requirement. */
  answered(how: Answered): string | undefined;
}

interface Answered {
  /** False for an answer that reports a failure, such as failed tests. */
  readonly succeeded: boolean;
  /** True for an answer about no change, or for which no file was checked. */
  readonly showsNothing: boolean;
  readonly isComplete: boolean;
}

interface Active {
  readonly mode: PhaseMode;
  state: PhaseState;
}

type Violation = PhaseVerdict & { readonly inOrder: false };

export class PhaseKeeper {
  readonly #active = new Map<string, Active>();
  readonly #edits: readonly string[];
  readonly #emit: Emit;
  readonly #skills: readonly SkillPhases[];
  readonly #version: string | undefined;

  constructor(
    operations: readonly Operation[],
    emit: Emit,
    { skills = skillPhases, version }: { skills?: readonly SkillPhases[]; version?: string } = {},
  ) {
    this.#version = version;
    this.#edits = operations.filter(({ kind }) => kind === "edit").map(({ name }) => name);
    this.#emit = emit;
    this.#skills = skills;
  }

  /** Refuses a call out of order where the skill of this caller blocks; without an active skill nothing is affected. */
  enter(caller: string, call: PhaseCall): PhasedCall {
    const active = this.#active.get(caller);
    if (active === undefined) return unaffected;
    const before = active.state;
    const { state, verdict } = judgeCall(before, call);
    active.state = state;
    if (!verdict.inOrder) return this.#violated(caller, active, call, verdict);
    const { skill } = state.skill;
    if (verdict.entered !== undefined) {
      this.#emit({ type: "phase.entered", caller, skill, phase: verdict.entered, operation: call.operation });
    }
    return {
      notice: undefined,
      // A skill that was ended meanwhile is not reported.
      answered: ({ succeeded, showsNothing, isComplete }) => {
        const met = answeredCall(active.state, call);
        if (met === active.state) return undefined;
        if (!succeeded)
          return `Phase note: ${call.operation} found new errors or was withheld, so it does not unlock the next phase of ${skill}.`;
        if (showsNothing)
          return `Phase note: ${call.operation} changed nothing, or no file could be checked, so it does not unlock the next phase of ${skill}.`;
        active.state = met;
        return isComplete
          ? undefined
          : `Phase note: ${call.operation} counts in ${skill}, but it did not check everything.`;
      },
    };
  }

  of(caller: string): CallerPhases {
    return {
      skills: this.#skills.map(({ skill }) => skill),
      status: () => {
        const active = this.#active.get(caller);
        return active && this.#status(active);
      },
      activate: (skill, mode) => this.#status(this.#activate(caller, skill, mode)),
      deactivate: () => {
        const active = this.#active.get(caller);
        this.#active.delete(caller);
        return active?.state.skill.skill;
      },
    };
  }

  /** For callers that cannot be distinguished: what one of them activated would affect the others. */
  none(): CallerPhases {
    return {
      skills: this.#skills.map(({ skill }) => skill),
      status: () => undefined,
      activate: () =>
        refuse({
          code: "capability_missing",
          what: "A skill cannot be activated over this connection.",
          why: "Its protocol, 2026-07-28 over HTTP, has no sessions, so the phases would affect every client.",
          next: "Follow the skill without activating it, or connect with protocol 2025-11-25 or over standard input and output.",
        }),
      deactivate: () => undefined,
    };
  }

  /** The caller has gone. */
  leave(caller: string): void {
    this.#active.delete(caller);
  }

  #activate(caller: string, name: string, mode: PhaseMode): Active {
    const skill = this.#skills.find((one) => one.skill === name);
    if (skill === undefined) {
      const names = this.#skills.map((one) => one.skill).join(", ");
      return refuse({
        code: "bad_input",
        what: `unknown skill ${JSON.stringify(name)}: it has no phases to enforce.`,
        next: `Skills with phases: ${names}. Other skills need no activation.`,
      });
    }
    const present = this.#active.get(caller)?.state;
    if (present !== undefined) {
      return refuse({
        code: "bad_input",
        what: `The skill ${present.skill.skill} is already active, in phase ${phaseOf(present).name}.`,
        next: "Continue with it, or end it first with deactivate_skill.",
      });
    }
    const active: Active = { mode, state: startPhases(skill) };
    this.#active.set(caller, active);
    this.#emit({
      type: "phase.entered",
      caller,
      skill: name,
      phase: phaseOf(active.state).name,
      operation: "activate_skill",
    });
    return active;
  }

  #violated(caller: string, { mode, state }: Active, call: PhaseCall, verdict: Violation): PhasedCall {
    const { skill } = state.skill;
    const phase = phaseOf(state);
    const { reason, recovery } = verdict;
    this.#emit({ type: "phase.violated", caller, skill, phase: phase.name, operation: call.operation, mode, reason });
    if (mode === "warn") {
      const notice = `Phase warning: in ${skill}, phase ${phase.name}, ${reason}; ${recovery}.`;
      return { ...unaffected, notice };
    }
    throw new Refusal({
      code: "policy_denied",
      what: `Phase violation: ${call.operation} is out of order in ${skill}, phase ${phase.name} (phase_violation).`,
      why: `${capital(reason)}.`,
      next: `${capital(recovery)}. Allowed now: ${phase.allowed.map(ruleText).join(", ")}; and everything that only reads.`,
      data: {
        error: "phase_violation",
        tool: call.operation,
        skill,
        current_phase: phase.name,
        reason,
        recovery,
        policyVersion: this.#version,
      },
    });
  }

  #status({ mode, state }: Active): PhaseStatus {
    const { skill } = state;
    const { name, allowed, forbidden } = phaseOf(state);
    return {
      skill: skill.skill,
      mode,
      phase: name,
      index: state.at,
      total: skill.phases.length,
      allowed: this.#named(allowed),
      forbidden: this.#named([...forbidden, ...skill.forbidden]).filter((one) => !allowed.includes(one)),
      history: state.history,
    };
  }

  /** For programs: edits one by one, and everything else as it stands in the table. */
  #named(rules: readonly PhaseRule[]): string[] {
    const names = rules.flatMap((rule) => {
      const isEveryEdit = typeof rule === "object" && rule.effect === "write" && rule.operation === undefined;
      return isEveryEdit ? this.#edits : [ruleText(rule)];
    });
    return [...new Set(names)];
  }
}

// — below: private, in the order they are used —

const unaffected: PhasedCall = { notice: undefined, answered: () => undefined };

function capital(text: string): string {
  // Names of operations stay as they are.
  return /^[a-z]+_/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
