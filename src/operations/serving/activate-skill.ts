// `activate_skill`: from now on the calls of this caller are held against the phases of a skill.

import { z } from "zod";
import { standingOf } from "../../model/standing.ts";
import { definePhase } from "../define.ts";
import type { PhaseMode, PhaseStatus } from "./skill-phases.ts";
import { phaseModes } from "./skill-phases.ts";
import { phaseText } from "./phase-text.ts";

const input = {
  skill_name: z.string().min(1).describe("lsp-rename, lsp-refactor, lsp-safe-edit or lsp-verify."),
  mode: z.enum(phaseModes).default("warn").describe("block refuses a call out of order, warn tells of it."),
};

export interface ActivatedJson {
  readonly status: "activated";
  readonly skill: string;
  readonly mode: PhaseMode;
  readonly current_phase: string;
  readonly total_phases: number;
  readonly allowed_tools: readonly string[];
  readonly forbidden_tools: readonly string[];
}

export const activateSkill = definePhase<"activate_skill", typeof input, PhaseStatus, ActivatedJson>("control", {
  name: "activate_skill",
  title: "Activate Skill",
  summary: "Have your calls checked against the phases of a skill until deactivate_skill.",
  guidance: "One skill at a time; it affects only you.",
  exposure: "full",
  cli: { command: "activate-skill", positional: "text" },
  needs: [],
  input,
  async run({ phases }, { skill_name, mode }) {
    return { value: phases.activate(skill_name, mode), standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: (status, budget) => phaseText(`${status.skill} is active (${status.mode})`, status, budget),
  toJson: ({ skill, mode, phase, total, allowed, forbidden }) => ({
    status: "activated",
    skill,
    mode,
    current_phase: phase,
    total_phases: total,
    allowed_tools: allowed,
    forbidden_tools: forbidden,
  }),
  hints: () => [{ operation: "get_skill_phase", why: "the current phase and what it allows" }],
  examples: [{ title: "Edit only after a preview", input: { skill_name: "lsp-safe-edit", mode: "block" } }],
});
