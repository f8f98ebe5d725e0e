// Each agent's JSON, as its makers document it: what an event means, and what the agent is answered.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { agentNames, agents } from "../../../src/doors/hooks/agents.ts";
import type { AgentName } from "../../../src/doors/hooks/agents.ts";
import type { HookReply } from "../../../src/doors/hooks/event.ts";
import { hookEvent } from "../../../src/doors/hooks/reading.ts";

interface Golden {
  readonly source: string;
  readonly events: readonly {
    readonly title: string;
    readonly in: object;
    /** What it means; the agent is told from the JSON alone. */
    readonly means: object;
    /** What the agent is answered to each reply. */
    readonly out?: Readonly<Record<HookReply["kind"], object>>;
  }[];
}

const folder = fileURLToPath(new URL("golden/", import.meta.url));
const golden = (name: string): Golden => JSON.parse(readFileSync(`${folder}${name}.json`, "utf8")) as Golden;

test("every agent has its golden file", () => {
  expect(readdirSync(folder).sort()).toEqual(agentNames.map((name) => `${name}.json`).sort());
});

describe.each(agentNames)("%s", (agent: AgentName) => {
  test.each(golden(agent).events.map((event) => [event.title, event] as const))(
    "%s",
    (_, { in: input, means, out }) => {
      const event = hookEvent(JSON.stringify(input), { agent: undefined, event: undefined });
      expect(event).toMatchObject({ agent, ...means });
      for (const [kind, answer] of Object.entries(out ?? {})) {
        const reply = { kind, text: "TEXT" } as HookReply;
        expect(agents[agent].reply(reply, event ?? { name: "" })).toEqual(answer);
      }
    },
  );
});

test.each(["", "{", "[]", "null", "1", '"x"', "{}", '{"hook_event_name":1}', '{"tool_input":{}}'])(
  "%s is no event",
  (input) => {
    expect(hookEvent(input, { agent: undefined, event: undefined })).toBeUndefined();
  },
);

test("what the operator types counts where the JSON says nothing", () => {
  expect(hookEvent('{"cwd":"/w"}', { agent: "codex", event: "SessionStart" })).toMatchObject({
    agent: "codex",
    kind: "session_start",
    session: "",
  });
});

test.each(["__proto__", "constructor", "toString"])("an event called %s does nothing", (name) => {
  expect(hookEvent(JSON.stringify({ hook_event_name: name }), { agent: undefined, event: undefined })?.kind).toBe(
    "other",
  );
});

test.each([{ file_path: 1 }, null, [], "text", { edits: [null, 1, {}] }, { filePath: {}, files: [1, null] }])(
  "a tool that is given %j names no file",
  (tool_input) => {
    const input = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input };
    expect(hookEvent(JSON.stringify(input), { agent: "claude-code", event: undefined })?.edits).toEqual([]);
  },
);

test.each([
  ["claude-code", { hook_event_name: "PostToolUseFailure", tool_name: "Edit" }],
  ["gemini", { hook_event_name: "AfterTool", tool_name: "replace", tool_response: { error: "not found" } }],
])("what a tool of %s was to do and did not is not taken back", (agent, more) => {
  const tool_input = { file_path: "/w/a", old_string: "one", new_string: "two" };
  const event = hookEvent(JSON.stringify({ ...more, tool_input }), { agent, event: undefined });
  expect(event).toMatchObject({ kind: "after_tool", edits: [{ file: "/w/a", steps: undefined }] });
});
