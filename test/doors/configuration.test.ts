// How Sightline is started: which servers, which settings, from where; and that what is wrong fails before anything runs.

import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { optionNames, optionTable } from "../../src/config/options.ts";
import { connect, sightline } from "../support/here.ts";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";
import { callTool } from "../support/sightline.ts";

const small = `
-- package.json --
{}
-- tsconfig.json --
{}
-- a.ts --
export const «^»x = 1;
-- b.py --
y = 1
-- c.unheard --
z
`;

async function refusals(made: Project, args: readonly string[], files: readonly string[]): Promise<string[]> {
  await using agent = await connect(made, "legacy", args);
  const texts: string[] = [];
  for (const file_path of files) {
    const { texts: lines, isError } = await callTool(agent, "find_references", { file_path, line: 1, column: 1 });
    texts.push(isError ? lines.join("\n") : `answered: ${lines.join("\n")}`);
  }
  return texts;
}

describe("servers named at the start", () => {
  test("one of them gets every file [AGL-171 AGL-175]", async () => {
    using made = project(small);
    // Of a language and a server that are not known, so that a refusal says which would have been asked.
    for (const args of [
      ["typescript", "no-such-server", "--stdio"],
      ["--trust", "mcp", "zork", "no-such-server"],
    ]) {
      const told = await refusals(made, args, ["a.ts", "b.py", "c.unheard"]);
      expect(told).toEqual(Array.from({ length: 3 }, () => expect.stringContaining("no-such-server")));
    }
  });

  test("several of them share the files by language, and a file that none serves is refused with the names of those that would [AGL-172 AGL-178]", async () => {
    using made = project(small);
    const args = ["typescript:no-such-ts,--stdio", "go:no-such-go"];
    const [ts, py, unheard] = await refusals(made, args, ["a.ts", "b.py", "c.unheard"]);
    expect(ts).toContain("no-such-ts");
    expect(py).toContain("The servers that were named do not handle python.");
    expect(py).toMatch(/Pyright would: add python:\S+ to the list of servers/i);
    expect(unheard).toContain("Nothing in the catalogue handles c.unheard.");
  });

  test("what follows the program is the server's, also what looks like an option of ours", async () => {
    using made = project(small);
    const [told] = await refusals(made, ["go", "no-such-go", "--config", "nowhere.json"], ["a.ts"]);
    expect(told).toContain("no-such-go");
  });

  test("without any, servers are looked for on the search path, and only when a file needs them [AGL-174]", async () => {
    using made = project("-- go.mod --\nmodule m\n-- a.go --\npackage m\n");
    const bin = join(made.root, "../bin");
    made.write("../bin/gopls", "#!/bin/sh\necho broken on purpose >&2\nexit 7\n");
    chmodSync(join(bin, "gopls"), 0o755);
    // Nothing else is on this path, so whatever is found was found here.
    await using agent = await connect(made, "legacy", [], { PATH: bin, HOME: bin });
    const { texts, isError } = await callTool(agent, "find_references", { file_path: "a.go", line: 1, column: 9 });
    expect([isError, texts.join()]).toEqual([true, expect.stringContaining("broken on purpose")]);
  });
});

describe("a file of servers", () => {
  const listed = JSON.stringify({ servers: [{ extensions: ["py"], command: ["no-such-py"] }] });

  test("is the whole list with --config, and comes first with --merge-config [AGL-173 AGL-182 AGL-183]", async () => {
    using made = project(small);
    made.write("../servers.json", listed);
    const files = ["a.ts", "b.py"];
    const [onlyTs, onlyPy] = await refusals(made, ["--config", "../servers.json", "--trust"], files);
    expect(onlyTs).toContain("The servers that were named do not handle typescript.");
    expect(onlyPy).toContain("no-such-py");
    const [mergedTs] = await refusals(made, ["--merge-config", "../servers.json"], files);
    expect(mergedTs).not.toContain("do not handle");
  });
});

describe("what is wrong fails at the start, by name, and nothing is started", () => {
  test.each([
    ["an unknown key", '{"server": []}', "server is not one of servers, languages, settings"],
    ["a wrong type", '{"settings": {"restart": {"max": "three"}}}', "settings.restart.max"],
    ["bad JSON", '{\n "servers": [\n}', "Line 3, column 1: expected a value"],
    ["a server without a command", '{"servers": [{"id": "unheard-of"}]}', "servers[0].command"],
  ])("%s [AGL-186]", async (_, text, words) => {
    using made = project(small);
    made.write("../config.json", text);
    for (const args of [["mcp"], ["config"], []]) {
      const ran = await sightline(made, [...args, "--config", "../config.json"]);
      expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining(words)]);
    }
    expect(existsSync(join(made.stateDirectory, "processes"))).toBe(false);
  });

  test.each([
    ["a file that is not there", ["mcp", "--config", "nowhere.json"], "There is no such file."],
    ["a root that is not there", ["mcp", "--root", "nowhere"], "nowhere is not a directory."],
    ["a second root that is not there", ["mcp", "--root", ".", "--root", "nowhere"], "nowhere is not a directory."],
    ["a server of an unknown language", ["mcp", "zork:zork-ls"], 'No language "zork" is known.'],
    [
      "a set of tools that is none",
      ["mcp", "--tools", "all"],
      "--tools must be core, full, single, readonly or script, not",
    ],
    [
      "both kinds of configuration",
      ["mcp", "--config", "a", "--merge-config", "b"],
      "Both --config and --merge-config",
    ],
    ["a misspelt command", ["refrences", "a.ts:1:1"], 'There is no command "refrences".'],
  ])("%s", async (_, args, words) => {
    using made = project(small);
    const ran = await sightline(made, args);
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining(words)]);
  });
});

describe("sightline config", () => {
  interface Shown {
    readonly name: string;
    readonly value: unknown;
    readonly origin: string;
  }

  async function shown(made: Project, args: readonly string[], env: Record<string, string> = {}) {
    const ran = await sightline(made, ["config", "--json", ...args], made.root, env);
    const config = JSON.parse(ran.out) as { options: Shown[]; settings: Shown[]; remarks: string[]; trusted: boolean };
    const find = (name: string): [unknown, string] | undefined => {
      const row = [...config.options, ...config.settings].find((one) => one.name === name);
      return row && [row.value, row.origin];
    };
    return { ran, config, find };
  }

  test("shows every option and setting with its value and origin", async () => {
    using made = project(small);
    made.write("../c.json", JSON.stringify({ settings: { documents: { maxOpen: 7 } } }));
    const env = { SIGHTLINE_TOOLS: "full", LOG_LEVEL: "ERROR" };
    const { find, config } = await shown(made, ["--profile", "nexo", "--config", "../c.json", "--wait", "5"], env);
    const file = join(made.root, "../c.json");
    expect(find("profile")).toEqual(["nexo", "flag --profile"]);
    expect(find("tools")).toEqual(["full", "env SIGHTLINE_TOOLS"]);
    expect(find("log-level")).toEqual(["error", "env LOG_LEVEL"]);
    expect(find("format")).toEqual(["text", "default"]);
    expect(find("root")).toEqual([[made.root], "default"]);
    expect(find("restart.zeroExit")).toEqual(["stop", "profile nexo"]);
    expect(find("documents.maxOpen")).toEqual([7, `file ${file}`]);
    expect(find("ready.waitMs")).toEqual([5, "flag --wait"]);
    expect(find("documents.maxBytes")?.[1]).toBe("default");
    expect(config.options.map(({ name }) => name)).toEqual(optionNames.map((name) => optionTable[name].flag ?? name));
  });

  test("a trusted root's own file comes between the operator's and the profile", async () => {
    using made = project(small);
    made.write(".sightline/lsp.json", JSON.stringify({ settings: { restart: { max: 8 }, idle: { checkMs: 8 } } }));
    made.write("../c.json", JSON.stringify({ settings: { restart: { max: 9 } } }));
    const wary = await shown(made, ["--config", "../c.json"]);
    expect([wary.find("idle.checkMs")?.[1], wary.config.trusted]).toEqual(["default", false]);
    expect(wary.config.remarks).toEqual([expect.stringContaining("is not read: the root is not trusted")]);
    const trusting = await shown(made, ["--config", "../c.json", "--trust", "--profile", "nexo"]);
    expect(trusting.find("restart.max")).toEqual([9, `file ${join(made.root, "../c.json")}`]);
    expect(trusting.find("idle.checkMs")).toEqual([8, `file ${made.root}/.sightline/lsp.json`]);
  });

  test("never prints a secret, and says which variable a setting comes from", async () => {
    using made = project(small);
    const env = { AGENT_LSP_TOKEN: "hunter2-secret", AGENT_LSP_AUDIT_LOG: "/tmp/audit" };
    const { ran, find } = await shown(made, [], env);
    expect(find("token")).toEqual(["(hidden)", "env AGENT_LSP_TOKEN"]);
    expect(find("audit-log")).toEqual(["/tmp/audit", "env AGENT_LSP_AUDIT_LOG"]);
    const plain = await sightline(made, ["config"], made.root, env);
    expect(plain.code).toBe(0);
    expect(ran.out + ran.err + plain.out + plain.err).not.toContain("hunter2");
  });
});
