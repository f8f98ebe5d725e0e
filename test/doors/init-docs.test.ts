// What init writes as hooks is what docs/hooks.md shows, without those that change what an agent does.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setupAgents } from "../../src/engine/setup/agents.ts";
import { jsonHooks } from "../../src/engine/setup/json-parts.ts";
import { opencodeHookPlugin } from "../../src/engine/setup/opencode-plugin.ts";
import { isNotPut } from "../../src/engine/setup/parts.ts";

const page = readFileSync(new URL("../../docs/hooks.md", import.meta.url), "utf8");
const launch = { words: ["sightline"], isShared: true };

function block(agent: string): string {
  return new RegExp(`<!-- config:${agent} -->\\s+\`\`\`\\w+\n([\\s\\S]*?\n)\`\`\``).exec(page)?.[1] ?? "";
}

/** The block without the events whose hooks refuse a write or keep the agent from stopping. */
function telling(agent: string): unknown {
  const { hooks, ...more } = JSON.parse(block(agent)) as { readonly hooks: Record<string, unknown> };
  const events = Object.entries(hooks).filter(([, list]) => !/--refuse-writes|--block-stop/.test(JSON.stringify(list)));
  return { ...more, hooks: Object.fromEntries(events) };
}

test.each(setupAgents.flatMap((agent) => (agent.hooks?.kind === "json" ? [[agent.id, agent.hooks] as const] : [])))(
  "%s",
  (agent, row) => {
    const put = jsonHooks(row, agent).put("", launch);
    if (put === undefined || isNotPut(put)) throw new Error("nothing was put in");
    expect(JSON.parse(put.text)).toEqual(telling(agent));
  },
);

test("opencode", () => expect(opencodeHookPlugin(launch)).toBe(block("opencode")));
