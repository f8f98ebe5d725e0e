// Clients that others wrote list the tools and call one: the SDK's in both eras, and the MCP Inspector.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { exposedOperations } from "../../src/doors/mcp/tool-list.ts";
import { cacheDirectory } from "../../tools/servers/cache.mjs";
import { reportToRun } from "../support/run-report.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { bin, callTool, connect, eras } from "../support/sightline.ts";

const id = "mcp-inspector";

/** From the manifest of `tools/clients.mjs`; a client that is not here is named at the end of the run. */
function commands(): readonly (readonly string[])[] {
  const file = join(dirname(cacheDirectory(process.env)), "clients", "manifest.json");
  const none = { clients: {}, missing: [{ id, why: "not in the manifest; run: node tools/clients.mjs" }] };
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : none;
  if (manifest.clients[id] !== undefined) return [manifest.clients[id].command];
  reportToRun("missing.jsonl", { name: id, why: manifest.missing[0].why });
  return [];
}

async function inspect(made: Project, command: readonly string[], args: readonly string[]): Promise<unknown> {
  const [program = "", ...first] = command;
  const settings = ["-e", `SIGHTLINE_STATE_DIR=${made.stateDirectory}`, "-e", "SIGHTLINE_DAEMON=off"];
  const server = ["--cwd", made.root, ...settings, process.execPath, bin, "mcp"];
  const own = { MCP_CATALOG_PATH: join(made.stateDirectory, "catalog.json"), MCP_AUTO_OPEN_ENABLED: "false" };
  const ran = await promisify(execFile)(program, [...first, ...server, ...args], { env: { ...process.env, ...own } });
  return JSON.parse(ran.stdout);
}

const small = `
-- tsconfig.json --
{}
-- a.ts --
export const «^»total = 1;
-- b.ts --
import { total } from "./a";
export const twice = 2 * total;
`;

describe.each(["core", "full", "readonly"] as const)("the SDK's client, --tools %s", (exposure) => {
  test.each(eras)("lists the tools and calls one in the %s era", async (era) => {
    using made = served(toyProgram());
    await using agent = await connect(made, era, ["mcp", ...made.options, "--tools", exposure]);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(exposedOperations(exposure).map(({ name }) => name));
    const answer = await callTool(agent, "find_references", made.at);
    expect(answer.texts[0]).toContain("2 references to a.toy:1:5");
    expect(answer.standing).toMatchObject({ state: "complete", reasons: [] });
  });
});

describe.each(commands().map((command) => ({ command })))("the inspector", ({ command }) => {
  test("lists the tools and calls find_references on real code", async () => {
    using made = project(small);
    const { tools } = (await inspect(made, command, ["--method", "tools/list"])) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(exposedOperations("core").map(({ name }) => name));
    const { file, span } = made.fixture.cursor;
    const place = [`file_path=${file}`, `line=${span.start.line}`, `column=${span.start.column}`];
    const call = ["--method", "tools/call", "--tool-name", "find_references", "--tool-arg", ...place];
    expect(await inspect(made, command, call)).toMatchObject({
      content: [{ type: "text", text: expect.stringMatching(/^2 references to a\.ts:1:14/) }, { type: "text" }],
    });
  });
});
