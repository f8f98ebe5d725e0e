// What docs/hooks.md shows is what happens: the example, and the configuration of each agent, with the embedded TypeScript server.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentNames, agents } from "../../../src/doors/hooks/agents.ts";
import type { AgentName } from "../../../src/doors/hooks/agents.ts";
import { daemonProcesses, daemonsIn, on, serversIn } from "../../support/daemons.ts";
import type { Project } from "../../support/project.ts";
import { project } from "../../support/project.ts";
import { bin, environment, sightline } from "../../support/sightline.ts";
import { gone, soon } from "../../support/soon.ts";

const page = readFileSync(new URL("../../../docs/hooks.md", import.meta.url), "utf8");

function block(name: string): string {
  const [, text] = new RegExp(`<!-- ${name} -->\\s+\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`the page has no block ${name}`);
  return text;
}

const [before, after] = ["total(items: number[])", "total(items: number[], tax: number)"];
const cart = `export function ${before}: number { return items.length; }\n`;

let shop: Project;

beforeAll(async () => {
  shop = project(`-- tsconfig.json --
{ "compilerOptions": { "strict": true } }
-- src/cart.ts --
${cart}-- src/view.ts --
import { total } from "./cart";
export const shown: number = total([3]);
`);
  await run(["--agent", "claude-code"], { hook_event_name: "SessionStart", session_id: "warm", cwd: shop.root });
  await soon(() => daemonsIn(shop)[0]?.ready === true);
  shop.write("src/cart.ts", cart.replace(before, after));
});

afterAll(async () => {
  const [daemons, servers] = [await daemonProcesses(shop), serversIn(shop)];
  for (const pid of daemons) process.kill(pid, "SIGTERM");
  await gone(...daemons, ...servers);
  shop[Symbol.dispose]();
});

async function run(words: readonly string[], event: object): Promise<string> {
  const ran = await sightline(shop, ["hook", "--budget", "30000", ...words], shop.root, on, JSON.stringify(event));
  expect(ran).toMatchObject({ code: 0, err: "" });
  return ran.out;
}

/** The event, and then such at which nothing else happens, until it is told: on a busy machine the first may be too early. */
async function told(words: readonly string[], event: object): Promise<string> {
  let out = "";
  await soon(async () => {
    out = await run(words, event);
    return out.includes("new error");
  });
  return out;
}

test("the example is answered as the page shows it", async () => {
  const event = JSON.parse(block("example:in").replaceAll("/srv/shop", shop.root)) as object;
  const out = await told([], event);
  expect(JSON.parse(out).hookSpecificOutput.additionalContext).toBe(block("example:out"));
});

test("what the page has one try by hand is answered", async () => {
  const commands = [...block("try").matchAll(/^echo '(.+)' \| sightline hook (.+)$/gm)];
  expect(commands).toHaveLength(2);
  const answers: string[] = [];
  for (const [, event = "", words = ""] of commands) {
    answers.push(await run(words.split(" "), JSON.parse(event) as object));
    shop.write("src/more.ts", "export const more: number = '';\n");
  }
  expect(answers).toEqual([expect.stringContaining("Sightline serves"), expect.stringContaining("src/more.ts")]);
});

/** The same edit, as each agent tells of it after its tool. */
const edits: Readonly<Record<Exclude<AgentName, "opencode">, (root: string) => object>> = {
  "claude-code": (cwd) => ({
    ...{ session_id: "c", cwd, hook_event_name: "PostToolUse", tool_name: "Edit" },
    tool_input: { file_path: join(cwd, "src/cart.ts"), old_string: before, new_string: after },
  }),
  codex: (cwd) => ({
    ...{ session_id: "x", turn_id: "1", cwd, hook_event_name: "PostToolUse", tool_name: "apply_patch" },
    tool_input: {
      command: `*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-${cart.trim()}\n+${cart.trim().replace(before, after)}\n*** End Patch`,
    },
  }),
  gemini: (cwd) => ({
    ...{ session_id: "g", timestamp: "2026-11-01T10:00:00Z", cwd, hook_event_name: "AfterTool", tool_name: "replace" },
    tool_input: { file_path: join(cwd, "src/cart.ts"), old_string: before, new_string: after },
  }),
  cursor: (root) => ({
    ...{ conversation_id: "u", workspace_roots: [root], hook_event_name: "postToolUse", tool_name: "StrReplace" },
    tool_input: JSON.stringify({ path: join(root, "src/cart.ts"), old_string: before, new_string: after }),
  }),
  vscode: (cwd) => ({
    ...{ sessionId: "v", cwd, hookEventName: "PostToolUse", tool_name: "replace_string_in_file" },
    tool_input: { filePath: join(cwd, "src/cart.ts"), oldString: before, newString: after },
  }),
};

interface Configured {
  readonly event: string;
  readonly words: readonly string[];
}

/** The commands of a configuration, with their events. */
function configured(agent: AgentName): readonly Configured[] {
  const { hooks } = JSON.parse(block(`config:${agent}`)) as { readonly hooks: Readonly<Record<string, unknown>> };
  return Object.entries(hooks).flatMap(([event, entries]) =>
    [...JSON.stringify(entries).matchAll(/"command":"([^"]+)"/g)].map(([, command = ""]) => {
      const [program, hook, ...words] = command.split(" ");
      expect([program, hook]).toEqual(["sightline", "hook"]);
      return { event, words };
    }),
  );
}

test.each(Object.keys(edits) as (keyof typeof edits)[])(
  "the configuration of %s tells what an edit broke",
  async (agent) => {
    const all = configured(agent);
    expect(all.map(({ event }) => agents[agent].events[event])).not.toContain(undefined);
    const input = edits[agent](shop.root);
    const { hook_event_name: name, hookEventName = name } = input as Readonly<Record<string, string>>;
    const one = all.find(({ event }) => event === hookEventName);
    expect(await told(one?.words ?? [], input)).toContain("src/view.ts:2:30 error 2554");
    for (const { event, words } of all.filter(({ event: other }) => agents[agent].events[other] === "stop")) {
      const stop = { ...input, hook_event_name: event, ...("hookEventName" in input ? { hookEventName: event } : {}) };
      expect(await run(words, stop)).toContain("src/view.ts:2:30 error 2554");
    }
  },
);

test("the plugin of opencode appends what an edit broke to the result of the tool", async () => {
  const folder = join(dirname(shop.root), "plugins");
  mkdirSync(folder);
  const settings = Object.entries({ ...environment(shop), ...on }).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(
    join(folder, "sightline"),
    `#!/bin/sh\nexec env -i ${settings.join(" ")} '${process.execPath}' '${bin}' "$@"\n`,
  );
  chmodSync(join(folder, "sightline"), 0o755);
  writeFileSync(
    join(folder, "plugin.mjs"),
    block("config:opencode").replace('spawn("sightline"', `spawn("${folder}/sightline"`),
  );
  const { Sightline } = (await import(pathToFileURL(join(folder, "plugin.mjs")).href)) as {
    readonly Sightline: (
      context: object,
    ) => Promise<Readonly<Record<string, (input: object, output: object) => Promise<void>>>>;
  };
  const plugin = await Sightline({ directory: shop.root });
  const args = { filePath: join(shop.root, "src/cart.ts"), oldString: before, newString: after };
  const output = { output: "done" };
  const tool = { tool: "edit", sessionID: "o", callID: "1", args };
  await soon(async () => {
    await plugin["tool.execute.after"]?.(tool, output);
    return output.output.includes("new error");
  });
  expect(output.output).toMatch(/^done\n[\s\S]*src\/view\.ts:2:30 error 2554/);
});

test("every agent has its configuration on the page", () => {
  for (const agent of agentNames)
    expect(block(`config:${agent}`)).toContain(agent === "opencode" ? "opencode" : `--agent ${agent}`);
});
