// What the operations about phases see of them: those of their caller alone.

export const phaseModes = ["warn", "block"] as const;

/** `block` refuses a call out of order; `warn` lets it pass and says so. */
export type PhaseMode = (typeof phaseModes)[number];

export interface PhaseStatus {
  readonly skill: string;
  readonly mode: PhaseMode;
  readonly phase: string;
  /** From 0. */
  readonly index: number;
  readonly total: number;
  /** Names of operations, or what stands for several of them. */
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
  /** What was called since the skill began, in order. */
  readonly history: readonly string[];
}

export interface CallerPhases {
  /** The skills that have phases. */
  readonly skills: readonly string[];
  /** Undefined while no skill is active. */
  status(): PhaseStatus | undefined;
  /** Refuses a skill that there is not, and any while one is active. */
  activate(skill: string, mode: PhaseMode): PhaseStatus;
  /** The skill that was active. */
  deactivate(): string | undefined;
}
