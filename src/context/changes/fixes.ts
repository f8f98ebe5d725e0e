// What servers offer to do about new problems, for the first of them, while there is time.

import type { Engine, Invocation } from "../../engine/engine.ts";
import type { ProblemOfFile } from "../../model/consequences.ts";
import type { Deadline } from "../../std/deadline.ts";
import { at } from "../../std/json.ts";

export interface FixRequest {
  readonly engine: Pick<Engine, "invoke">;
  readonly caller: Invocation["caller"];
  readonly until: Deadline;
}

/** The title of the best fix, by problem; none where none is offered, policy forbids to ask, or the time is up. */
export async function fixesFor(
  { engine, caller, until }: FixRequest,
  problems: readonly ProblemOfFile[],
): Promise<ReadonlyMap<ProblemOfFile, string>> {
  const fixes = new Map<ProblemOfFile, string>();
  for (const problem of problems.filter(({ severity }) => severity === "error").slice(0, mostAsked)) {
    const timeoutMs = until.remaining();
    if (timeoutMs < leastMs) break;
    const { file, line, column } = problem;
    const input = { file_path: file, line, column, kinds: ["quickfix"] };
    const outcome = await engine.invoke({ operation: "suggest_fixes", input, caller, format: "json", timeoutMs });
    if (!outcome.ok) break;
    const fix: unknown = outcome.body.format === "json" && Array.isArray(outcome.body.json) ? outcome.body.json[0] : {};
    const title = at(fix, ["title"]);
    if (typeof title === "string" && at(fix, ["disabled"]) === undefined) fixes.set(problem, title);
  }
  return fixes;
}

// — below: private, in the order they are used —

const mostAsked = 3;
const leastMs = 100;
