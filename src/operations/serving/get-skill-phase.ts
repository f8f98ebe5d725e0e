// `get_skill_phase`: which skill is active for this caller, in which phase, and what is allowed in it.

import { standingOf } from "../../model/standing.ts";
import { definePhase } from "../define.ts";
import { phaseText } from "./phase-text.ts";
import type { PhaseMode, PhaseStatus } from "./skill-phases.ts";

export interface FoundPhase {
  readonly skills: readonly string[];
  readonly status: PhaseStatus | undefined;
}

export type SkillPhaseJson =
  | { readonly active: false; readonly available_skills: readonly string[] }
  | {
      readonly active: true;
      readonly skill_name: string;
      readonly current_phase: string;
      /** From 0. */
      readonly phase_index: number;
      readonly total_phases: number;
      readonly mode: PhaseMode;
      readonly allowed_tools: readonly string[];
      readonly forbidden_tools: readonly string[];
      readonly tool_history: readonly string[];
    };

const input = {};

export const getSkillPhase = definePhase<"get_skill_phase", typeof input, FoundPhase, SkillPhaseJson>("query", {
  name: "get_skill_phase",
  title: "Get Skill Phase",
  summary: "Show the active skill, its phase, and what is allowed in it.",
  guidance: "",
  exposure: "full",
  outsideDrafts: true,
  cli: { command: "skill-phase", positional: "none" },
  needs: [],
  input,
  async run({ phases }) {
    return { value: { skills: phases.skills, status: phases.status() }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ skills, status }, budget) =>
    status === undefined
      ? `No skill is active. Those with phases: ${skills.join(", ")}.`
      : phaseText(`${status.skill} is active (${status.mode})`, status, budget),
  toJson({ skills, status }) {
    if (status === undefined) return { active: false, available_skills: skills };
    return {
      active: true,
      skill_name: status.skill,
      current_phase: status.phase,
      phase_index: status.index,
      total_phases: status.total,
      mode: status.mode,
      allowed_tools: status.allowed,
      forbidden_tools: status.forbidden,
      tool_history: status.history,
    };
  },
  hints: ({ status }) =>
    status === undefined
      ? [{ operation: "activate_skill", why: "to enforce the order of a skill" }]
      : [{ operation: "deactivate_skill", why: "to end it when its last step is done" }],
  examples: [{ title: "Whether a skill is active", input: {} }],
});
