// `deactivate_skill`: calls are no longer held against the phases of a skill.

import { standingOf } from "../../model/standing.ts";
import { definePhase } from "../define.ts";

export interface DeactivatedJson {
  readonly status: "deactivated";
}

/** The skill that was active. */
type Ended = string | undefined;

const input = {};

export const deactivateSkill = definePhase<"deactivate_skill", typeof input, Ended, DeactivatedJson>("control", {
  name: "deactivate_skill",
  title: "Deactivate Skill",
  summary: "End the skill that you have activated; your calls are no longer checked.",
  guidance: "",
  exposure: "full",
  cli: { command: "deactivate-skill", positional: "none" },
  needs: [],
  input,
  async run({ phases }) {
    return { value: phases.deactivate(), standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: (skill) => (skill === undefined ? "No skill was active." : `${skill} is no longer active.`),
  toJson: () => ({ status: "deactivated" }),
  hints: () => [{ operation: "get_diagnostics", why: "the current diagnostics" }],
  examples: [{ title: "End what is active", input: {} }],
});
