// What the doors leave behind: nothing, however they are ended.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";
import { callTool, connect } from "../support/sightline.ts";
import { gone } from "../support/soon.ts";

const small = `
-- tsconfig.json --
{}
-- a.ts --
export const «^»x = 1;
`;

/** The servers that the processes of this project have running, from their registry. */
function servers({ stateDirectory }: Project): number[] {
  const directory = join(stateDirectory, "processes");
  return readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).pid as number);
}

describe("after a connection", () => {
  test("closing standard input ends the server's process [AGL-009]", async () => {
    using made = project(small);
    const agent = await connect(made, "legacy");
    const { file, span } = made.fixture.cursor;
    await callTool(agent, "find_references", { file_path: file, ...span.start });
    const running = servers(made);
    expect(running).toHaveLength(1);
    await agent.client.close();
    expect(await gone(...running, agent.pid)).toBe(true);
    expect(servers(made)).toEqual([]);
  });

  test("killing Sightline with SIGKILL leaves no server: the guard ends it [F40]", async () => {
    using made = project(small);
    const agent = await connect(made, "legacy");
    const { file, span } = made.fixture.cursor;
    await callTool(agent, "find_references", { file_path: file, ...span.start });
    const running = servers(made);
    process.kill(agent.pid, "SIGKILL");
    expect(await gone(...running, agent.pid)).toBe(true);
    await agent.client.close();
  });
});
