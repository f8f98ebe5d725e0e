// The agent that is served, from `--agents` and `--agent`.

import { resolve } from "node:path";
import type { OpenOptions } from "../../engine/open.ts";
import { refuse } from "../../model/refusal.ts";
import type { TypedCommand } from "./command.ts";

/** Reads the file once; an engine that opens later is bound by what it said at the start. */
export async function agentOption({ resolved, terminal, doors }: TypedCommand): Promise<Pick<OpenOptions, "agent">> {
  const { agents, agent } = resolved.values;
  if (agents === undefined && agent === undefined) return {};
  if (agents === undefined) {
    return refuse({
      code: "bad_input",
      what: `The agent ${JSON.stringify(agent)} is named, but not the file that describes it.`,
      next: "Name the file with --agents.",
    });
  }
  return { agent: await (await doors.desk()).agent(resolve(terminal.cwd, agents), agent) };
}
