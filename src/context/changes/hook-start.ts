// One event of an agent's hooks, as the command line hands it on and a daemon answers it.

import type { OpenOptions } from "../../engine/open.ts";

export interface HookStart {
  /** What the operator typed in the agent's configuration; both are told by the JSON as well, mostly. */
  readonly typed: { readonly agent: string | undefined; readonly event: string | undefined };
  /** What the agent sent. */
  readonly input: string;
  /** The working directory of the hook's process, for agents that do not tell theirs. */
  readonly cwd: string;
  readonly refusesWrites: boolean;
  readonly blocksStop: boolean;
  readonly maxTokens: number;
  /** How long the agent waits. */
  readonly budgetMs: number;
  /** How the root around a directory is opened. */
  readonly optionsFor: (cwd: string) => OpenOptions;
}
