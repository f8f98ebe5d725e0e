// The agent that is served, from `--agents` and `--agent`.

import { resolve } from "node:path";
import type { OpenOptions } from "../../engine/open.ts";
import type { Call } from "./command.ts";

/** Reads the file once; an engine that opens later is bound by what it said at the start. */
export async function agentOption({ resolved, terminal, doors }: Call): Promise<Pick<OpenOptions, "agent">> {
  const { agents, agent } = resolved.values;
  if (agents === undefined) return {};
  return { agent: await (await doors.desk()).agent(resolve(terminal.cwd, agents), agent) };
}
