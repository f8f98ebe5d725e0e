// An agent that is bound by its operator's file: what it is shown, which languages it may ask about, and what is warm.

import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../src/std/json.ts";
import { connect, sightline, wireHere } from "../support/here.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { Agent } from "../support/sightline.ts";
import { callTool, eras } from "../support/sightline.ts";

const agents = `
agents:
  - id: cody
    lsp:
      enabled: true
      languages: [toy]
      prewarm: [toy]
      idle_teardown_secs: 600
  - id: gopher
    lsp: { enabled: true, languages: [go] }
  - id: free
    lsp: { enabled: true }
  - id: ann
    lsp: { languages: [toy] }
  - id: bare
`;

/** The file lies beside the root, as an operator keeps it. */
function bound(): Served {
  const made = served(toyProgram());
  made.write("../agents.yaml", agents);
  return made;
}

function as(id: string, file = "../agents.yaml"): readonly string[] {
  return ["--agents", file, "--agent", id];
}

function start(made: Served, ...more: readonly string[]): readonly string[] {
  return ["mcp", ...made.options, ...more];
}

async function asked(agent: Agent, { fixture }: Served): Promise<string> {
  const { file, span } = fixture.cursor;
  const input = { kind: "references", file, line: span.start.line, character: span.start.column };
  return (await callTool(agent, "Lsp", input)).texts.join("\n");
}

describe("an agent whose block is enabled", () => {
  test("has the single tool without asking for it, and every language unless some are named [NEX-12 NEX-14]", async () => {
    using made = bound();
    for (const id of ["cody", "free"]) {
      await using agent = await connect(made, "legacy", start(made, ...as(id)));
      expect((await agent.client.listTools()).tools.map(({ name }) => name)).toEqual(["Lsp"]);
      expect(await asked(agent, made)).toMatch(/^b\.toy:1:5\nb\.toy:2:5$/);
    }
  });

  test("is refused a language that its list leaves out [NEX-31]", async () => {
    using made = bound();
    await using agent = await connect(made, "legacy", start(made, ...as("gopher")));
    expect(JSON.parse(await asked(agent, made))).toEqual({
      ok: false,
      error: expect.stringMatching(/toy is not enabled here.*Enabled are go\./),
      kind: "LanguageNotEnabled",
    });
  });

  test("may be shown other tools where its operator says so, bound all the same", async () => {
    using made = bound();
    await using agent = await connect(made, "legacy", start(made, ...as("gopher"), "--tools", "core"));
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain("find_references");
    const { refusal } = await callTool(agent, "find_references", { ...made.at });
    expect(refusal?.code).toBe("language_not_enabled");
  });
});

describe("an agent whose block is not enabled, or that has none", () => {
  test.each(eras)("%s era: is shown no tool and can call none, though it is served [NEX-13]", async (era) => {
    using made = bound();
    for (const id of ["ann", "bare"]) {
      await using agent = await connect(made, era, start(made, ...as(id), "--tools", "single"));
      expect((await agent.client.listTools()).tools).toEqual([]);
      expect(agent.client.getInstructions()).toBeUndefined();
      for (const tool of ["Lsp", "find_references"]) {
        const { isError, texts } = await callTool(agent, tool, { ...made.at });
        expect([isError, texts.join()]).toEqual([true, expect.stringContaining("not enabled for this agent")]);
      }
    }
  });
});

describe("what is to be warm", () => {
  test.each(eras)("%s era: is started before any question, and nothing else is [NEX-15]", async (era) => {
    using made = bound();
    const warm = wireHere(made, { era, args: start(made, ...as("cody")) });
    await warm.initialize();
    await warm.until(() => warm.stderr.includes("starting "));
    await warm[Symbol.asyncDispose]();
    const lazy = wireHere(made, { era, args: start(made, ...as("free")) });
    await lazy.initialize();
    await lazy.request("tools/list");
    await lazy[Symbol.asyncDispose]();
    expect(lazy.stderr).not.toContain("starting ");
  });

  test.each(eras)("%s era: also where the client says which root it is", async (era) => {
    using made = bound();
    const uri = `file://${made.root}`;
    const wire = wireHere(made, {
      era,
      args: ["mcp", "--config", "../servers.json", ...as("cody")],
      capabilities: era === "legacy" ? { roots: {} } : {},
      answer: (method) => (method === "roots/list" ? { roots: [{ uri }] } : undefined),
    });
    await wire.initialize();
    await wire.request("tools/list");
    await wire.until(() => wire.stderr.includes("starting "));
    await wire[Symbol.asyncDispose]();
    expect(await wire.exited).toBe(0);
  });
});

test("the settings that follow are shown with where they come from, stronger than the operator's other file [NEX-12 NEX-16]", async () => {
  using made = bound();
  made.write("../c.json", JSON.stringify({ settings: { idle: { teardownMs: 5, checkMs: 7 } } }));
  const ran = await sightline(made, [
    "config",
    "--json",
    "--root",
    ".",
    "--merge-config",
    "../c.json",
    ...as("gopher"),
  ]);
  const { settings } = JSON.parse(ran.out) as { settings: { name: string; value: unknown; origin: string }[] };
  const of = (name: string): unknown => settings.find((one) => one.name === name);
  const origin = `agent gopher in ${join(made.root, "../agents.yaml")}`;
  expect(of("languages.enabled")).toEqual({ name: "languages.enabled", value: ["go"], origin });
  expect(of("idle.teardownMs")).toMatchObject({ value: 5 });
  made.write("../agents.yaml", "agents: [{ id: gopher, lsp: { idle_teardown_secs: 600 } }]");
  const idle = await sightline(made, ["config", "--json", "--merge-config", "../c.json", ...as("gopher")]);
  const after = JSON.parse(idle.out) as typeof ran & { settings: { name: string; value: unknown }[] };
  expect(after.settings.find(({ name }) => name === "idle.teardownMs")).toMatchObject({ value: 600_000, origin });
});

describe("a start that cannot work is refused at once", () => {
  test.each<[string, (made: Served) => readonly string[], RegExp]>([
    ["an agent that is not there", () => as("eve"), /no agent "eve".*cody, gopher, free, ann, bare/s],
    ["a file without an agent", () => ["--agents", "../agents.yaml"], /No agent is named.*cody, gopher/s],
    ["an agent without a file", () => ["--agent", "cody"], /not the file that describes it.*--agents/s],
    ["a file that is not there", () => as("cody", "../none.yaml"), /none\.yaml.*no such file/s],
    [
      "an unknown key",
      (made) => {
        made.write("../agents.yaml", "agents: [{ id: cody, lsp: { enable: true } }]");
        return as("cody");
      },
      /agents\[0\]\.lsp: .*enable/,
    ],
    [
      "a language that is not known",
      (made) => {
        made.write("../agents.yaml", "agents: [{ id: cody, lsp: { languages: [rusty] } }]");
        return as("cody");
      },
      /No language "rusty" is known/,
    ],
  ])("%s", async (_, options, says) => {
    using made = bound();
    const ran = await sightline(made, ["mcp", ...made.options, ...options(made)]);
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toMatch(says);
  });
});

describe("nothing in a repository is believed", () => {
  test.each<[string, (made: Served) => void]>([
    ["a file of the root", (made) => made.write("agents.yaml", agents)],
    ["a link of the root that leads outside", (made) => symlinkSync("../agents.yaml", join(made.root, "agents.yaml"))],
  ])("%s is refused until the root is trusted", async (_, put) => {
    using made = bound();
    put(made);
    for (const root of [["--root", "."], []]) {
      const args = ["mcp", ...root, "--config", "../servers.json", ...as("cody", "agents.yaml")];
      const wary = await sightline(made, args);
      expect([wary.code, wary.out]).toEqual([5, ""]);
      expect(wary.err).toMatch(/agents\.yaml is not used\..*is not trusted/s);
      expect((await sightline(made, [...args, "--trust"])).code).toBe(0);
    }
  });

  test("a file outside that is a link into the root is one of the root", async () => {
    using made = bound();
    made.write("agents.yaml", agents);
    rmSync(join(made.root, "../agents.yaml"));
    symlinkSync("root/agents.yaml", join(made.root, "../agents.yaml"));
    const ran = await sightline(made, ["mcp", ...made.options, ...as("cody")]);
    expect([ran.code, ran.err.includes("is not used")]).toEqual([5, true]);
  });

  test("nor in a root that a client names later: the call is refused, as a value", async () => {
    using made = bound();
    made.write("other/.git/HEAD", "ref: refs/heads/main\n");
    made.write("other/agents.yaml", agents);
    await using wire = wireHere(made, {
      args: ["mcp", "--config", "../servers.json", ...as("cody", "other/agents.yaml"), "--trust"],
      capabilities: { roots: {} },
      answer: (method) => (method === "roots/list" ? { roots: [{ uri: `file://${made.root}/other` }] } : undefined),
    });
    await wire.initialize();
    const { result } = await wire.call("Lsp", { kind: "workspace_symbol", query: "" });
    const [item] = (isRecord(result) && (result["content"] as { text: string }[])) || [];
    expect(JSON.parse(item?.text ?? "")).toMatchObject({
      ok: false,
      error: expect.stringContaining("is not used"),
    });
  });
});
