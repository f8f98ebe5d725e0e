// `sightline init` and `sightline uninstall` on configurations as people have them: our entries come and go, and every other byte stays.

import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../src/doors/cli/run.ts";
import type { Doors, Terminal } from "../../src/doors/cli/terminal.ts";
import { openDesk } from "../../src/engine/desk.ts";
import { setupAgents } from "../../src/engine/setup/agents.ts";
import { guideText } from "../../src/engine/setup/other-parts.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { parseJsonc } from "../../src/languages/formats/jsonc.ts";
import { tomlLines, tomlTexts } from "../../src/languages/formats/toml.ts";
import { parseFilePath } from "../../src/model/file-path.ts";
import { at } from "../../src/std/json.ts";
import { operations } from "../../src/operations/table.ts";
import type { AgentFile } from "../support/agent-configurations.ts";
import { agentFiles, shapes } from "../support/agent-configurations.ts";
import { on, shared } from "../support/daemons.ts";
import type { Person } from "../support/person.ts";
import { person, treeOf } from "../support/person.ts";
import { bin, sightline } from "../support/sightline.ts";

/** All signs of the one stand in the other, in their order. */
function holdsAll(whole: string, part: string): boolean {
  let reached = 0;
  for (const sign of part) {
    reached = whole.indexOf(sign, reached) + 1;
    if (reached === 0) return false;
  }
  return true;
}

/** The words that an agent starts, read by another reader than that which wrote them. */
function wordsIn({ path, keys }: AgentFile, text: string): unknown {
  if (path.endsWith(".toml")) {
    const values = tomlLines(text.replace("\uFEFF", "")).filter(({ key }) => key.startsWith(`${keys.join(".")}.`));
    return values.flatMap(({ value }) => tomlTexts(value));
  }
  const entry = at(parseJsonc(text), keys);
  const args = at(entry, ["args"]);
  return [at(entry, ["command"]), args ?? []].flat();
}

/** What a program reads of a file of JSON without our server and our hooks; nothing of TOML, whose bytes are compared. */
function othersIn({ path, keys: [key = ""] }: AgentFile, text: string): unknown {
  if (path.endsWith(".toml")) return undefined;
  const { [key]: servers, hooks, ...rest } = (parseJsonc(text) ?? {}) as Record<string, Record<string, unknown>>;
  const { sightline: _, ...others } = servers ?? {};
  const events = Object.entries(hooks ?? {}).map(([event, list]) => [event, (list as unknown[]).filter(isForeign)]);
  return { rest, others, events: events.filter(([, list]) => (list ?? []).length > 0) };
}

function isForeign(hook: unknown): boolean {
  return !JSON.stringify(hook).includes("hook --agent");
}

describe.each(Object.keys(shapes))("configurations of every agent, %s", (shape) => {
  test("get our server, hooks and guide once, keep every other byte, and are the same bytes after uninstall [AGL-377 AGL-381]", async () => {
    using one = person();
    const before = new Map<AgentFile, string>();
    for (const file of agentFiles) {
      mkdirSync(dirname(join(one.home, file.path)), { recursive: true });
      const text = shapes[shape]?.(file);
      if (text === undefined) continue;
      one.put(file.path, text);
      before.set(file, text);
    }
    // Claude Code is found by its file, and the others by their directories.
    if (shape === "absent") mkdirSync(join(one.home, ".claude"));
    one.put(".codex/AGENTS.md", "# Mine\n\nUse tabs.");
    const former = one.all();
    const ran = await one.run("init", "--yes", "--hooks");
    expect([ran.code, ran.err]).toEqual([0, ""]);
    for (const file of agentFiles) {
      const text = one.read(file.path);
      const rest = file.agent === "claude-desktop" ? ["mcp", "--root", one.made.root] : ["mcp"];
      expect([file.agent, wordsIn(file, text)]).toEqual([file.agent, [process.execPath, bin, ...rest]]);
      const was = before.get(file);
      if (was === undefined) continue;
      expect([file.agent, holdsAll(text, was.trim() === "" ? "" : was)]).toEqual([file.agent, true]);
      expect([file.agent, othersIn(file, text)]).toEqual([file.agent, othersIn(file, was)]);
      const isWindows = shape === "line ends of Windows";
      expect([file.agent, /[^\r]\n/.test(text)]).toEqual([file.agent, isWindows ? false : text.includes("\n")]);
    }
    const after = one.all();
    const again = await one.run("init", "--yes", "--hooks");
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Everything is set up already") });
    expect(one.all()).toEqual(after);
    expect((await one.run("uninstall", "--yes")).code).toBe(0);
    expect(one.all()).toEqual(former);
    expect(existsSync(one.made.stateDirectory)).toBe(false);
  });
});

const hooked = ["claude-code", "codex", "gemini", "cursor", "vscode"] as const;

/** The edits that a person makes in and around what init has written. */
const aroundOurs = {
  ".cursor/mcp.json":
    '{\n  "mcpServers": {\n    "sightline": {\n      "command": "node",\n      "args": ["/old/sightline/dist/bin.js", "mcp", "--tools", "full"],\n      "env": { "SIGHTLINE_EVIDENCE": "off" }\n    }, // mine\n    "b": { "url": "u", "headers": { "K": "v" } }\n  }\n}\n',
  ".codex/config.toml":
    'a = 1\n\n[mcp_servers.sightline]\nargs = [ # words\n  "-y",\n  "sightline@0.1.0",\n  "mcp",\n]\ncommand = \'npx\'\nenabled = true\n\n[mcp_servers.sightline.env]\nX = "y"\n\n[mcp_servers.b]\ncommand = "c"\n',
  ".claude/CLAUDE.md":
    "# Before\n\n<!-- sightline:begin (an older version) -->\nchanged by hand\n<!-- sightline:end -->\n\n# After\n<!-- agent-lsp:start -->\nof another\n<!-- agent-lsp:end -->\n",
  ".claude/settings.json":
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "mine.sh" }, { "type": "command", "command": "sightline hook --agent claude-code --block-stop" }] },\n      { "matcher": "x", "hooks": [{ "type": "command", "command": "node /x/dist/bin.js hook --agent claude-code" }] }\n    ],\n    "PreToolUse": [{ "hooks": [{ "type": "command", "command": "./sightline-audit hook" }] }]\n  }\n}\n',
} as const;

const withoutOurs = {
  ".cursor/mcp.json": '{\n  "mcpServers": { // mine\n    "b": { "url": "u", "headers": { "K": "v" } }\n  }\n}\n',
  ".codex/config.toml": 'a = 1\n\n[mcp_servers.b]\ncommand = "c"\n',
  ".claude/CLAUDE.md": "# Before\n\n# After\n<!-- agent-lsp:start -->\nof another\n<!-- agent-lsp:end -->\n",
  ".claude/settings.json":
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "mine.sh" }] }\n    ],\n    "PreToolUse": [{ "hooks": [{ "type": "command", "command": "./sightline-audit hook" }] }]\n  }\n}\n',
} as const;

describe("uninstall", () => {
  test("takes out what was edited, moved or written by another version, and leaves what only looks like ours [AGL-381]", async () => {
    using one = person();
    for (const [path, text] of Object.entries(aroundOurs)) one.put(path, text);
    one.put(
      ".gemini/settings.json",
      '{ "mcpServers": { "sightline": { "command": "python", "args": ["-m", "sightline"] } } }',
    );
    one.put(".claude/skills/lsp-mine/SKILL.md", "---\nname: lsp-mine\n---\nmcp__sightline__find_references\n");
    one.put("mine/lsp-rename/SKILL.md", "my own, with mcp__sightline__rename_symbol\n");
    symlinkSync("../../mine/lsp-rename", join(one.home, ".claude/skills/lsp-rename"));
    symlinkSync("/opt/gone/node_modules/sightline/skills/lsp-old", join(one.home, ".claude/skills/lsp-old"));
    await one.quick("skills", "install", "--copy", join(one.home, ".agents/skills"));
    one.put(".agents/skills/lsp-docs/SKILL.md", "edited by hand\n");
    const foreign = one.all();
    expect(await one.quick("uninstall", "--yes")).toMatchObject({ code: 0, err: "" });
    for (const [path, text] of Object.entries(withoutOurs))
      expect([path, one.read(path)]).toEqual([path, text.replace(" // mine\n", "\n    // mine\n")]);
    const after = one.all();
    const skills = Object.keys(after).filter((path) => path.includes("/skills/"));
    expect(skills.map((path) => path.slice(one.home.length + 1)).sort()).toEqual([
      ".agents/skills/lsp-docs/.sightline",
      ".agents/skills/lsp-docs/SKILL.md",
      ".claude/skills/lsp-mine/SKILL.md",
      ".claude/skills/lsp-rename",
    ]);
    for (const path of ["mine/lsp-rename/SKILL.md", ".gemini/settings.json"]) {
      expect(after[join(one.home, path)]).toBe(foreign[join(one.home, path)]);
    }
  });

  test("also where init wrote it and a person changed what stands around and inside it [AGL-381]", async () => {
    using one = person();
    for (const file of agentFiles) one.put(file.path, shapes["other settings alone"]?.(file) ?? "");
    await one.quick("init", "--yes", "--hooks");
    for (const file of agentFiles.filter(({ path }) => !path.endsWith(".toml"))) {
      // Inside of our entry, and beside it.
      one.put(
        file.path,
        one
          .read(file.path)
          .replace('"command":', '"env": { "A": "b" },\n "command":')
          .replace('"a"', '"new": {},\n "a"'),
      );
    }
    one.put(
      ".codex/config.toml",
      one.read(".codex/config.toml").replace("args", "enabled = true\nargs").replace("model", "x = 1\nmodel"),
    );
    expect(await one.quick("uninstall", "--yes")).toMatchObject({ code: 0, err: "" });
    for (const file of agentFiles) {
      const former = shapes["other settings alone"]?.(file) ?? "";
      const wanted = file.path.endsWith(".toml")
        ? former.replace("model", "x = 1\nmodel")
        : former.replace('"a"', '"new": {},\n "a"');
      expect([file.agent, one.read(file.path)]).toEqual([file.agent, wanted]);
    }
  });

  test("a dry run lists all that would go, and changes nothing, not even in the state [AGL-382]", async () => {
    using one = person();
    for (const file of agentFiles) one.put(file.path, file.text);
    await one.run("init", "--yes", "--hooks");
    mkdirSync(join(one.made.stateDirectory, "answers"), { recursive: true });
    const before = { ...one.all(), ...treeOf(one.made.stateDirectory) };
    const ran = await one.run("uninstall", "--dry-run");
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect({ ...one.all(), ...treeOf(one.made.stateDirectory) }).toEqual(before);
    for (const { title, id, entry } of setupAgents) {
      const path = agentFiles.find(({ agent }) => agent === id)?.path;
      expect(entry.places.user).toBeDefined();
      expect(ran.out).toMatch(new RegExp(`^~/${path?.replaceAll(".", "\\.")}: the MCP server of ${title}`, "m"));
    }
    for (const agent of hooked)
      expect(ran.out).toContain(`hooks of ${setupAgents.find(({ id }) => id === agent)?.title}`);
    for (const path of ["~/.claude/CLAUDE.md: the section", "~/.config/opencode/plugins/sightline.js: the plugin"])
      expect(ran.out).toContain(path);
    expect(ran.out).toMatch(/^~\/\.claude\/skills: 23 skills removed/m);
    expect(ran.out).toMatch(/caches and state removed \(last answers, the record of init\)$/m);
    expect(ran.out).toContain('-    "sightline": {');
    expect(ran.out).toMatch(/Nothing was changed\.\n$/);
    // What others keep secret is not shown.
    expect(ran.out).not.toContain("github_pat_");
  });

  test("a line that is ours and others' at once is shown without their values, however short", async () => {
    using one = person();
    const text = '{"mcpServers":{"db":{"command":"x","env":{"PIN":"hunter2"},"headers":{"A":"Bearer abc"}}}}';
    one.put(".cursor/mcp.json", text);
    for (const command of ["init", "uninstall"]) {
      const ran = await one.run(command, "--agent", "cursor", "--dry-run");
      expect(ran.out).not.toMatch(/hunter2|Bearer/);
      expect(ran.out).toContain('"PIN":"…"');
      await one.run("init", "--agent", "cursor", "--yes");
    }
  });

  test("ends daemons first and removes caches and state, but nothing that others put there [AGL-381]", async () => {
    await using one = shared();
    const home = join(dirname(one.made.root), "home");
    mkdirSync(home);
    expect((await one.run()).code).toBe(0);
    expect(one.daemons()).toHaveLength(1);
    writeFileSync(join(one.made.stateDirectory, "notes.txt"), "of a person\n");
    const env = { ...on, HOME: home };
    const dry = await sightline(one.made, ["uninstall", "--dry-run"], one.made.root, env);
    expect(dry.out).toContain("running daemons, stopped first: 1\n");
    expect(one.daemons()).toHaveLength(1);
    const ran = await sightline(one.made, ["uninstall", "--yes"], one.made.root, env);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect([one.daemons(), one.servers()]).toEqual([[], []]);
    expect(readdirSync(one.made.stateDirectory)).toEqual(["notes.txt"]);
    const again = await sightline(one.made, ["uninstall", "--yes"], one.made.root, env);
    expect(again.out).toBe("There is nothing of Sightline here; nothing was changed.\n");
  });

  test("keeps the journal of a change that is not taken back yet, and says why [AGL-381]", async () => {
    using one = person();
    for (const name of ["answers", "edits/0a1b/t1-0a.prepared", "trust"]) {
      mkdirSync(join(one.made.stateDirectory, name), { recursive: true });
    }
    const ran = await one.quick("uninstall", "--yes");
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("its journal stays until a command runs")]);
    expect(readdirSync(one.made.stateDirectory).sort()).toEqual(["edits", "trust"]);
  });

  test("with --agent or --keep-state, the rest stays", async () => {
    using one = person();
    await one.quick("init", "--yes", "--agent", "cursor,codex");
    expect((await one.quick("uninstall", "--yes", "--agent", "cursor")).code).toBe(0);
    expect(existsSync(join(one.home, ".cursor/mcp.json"))).toBe(false);
    expect(one.read(".codex/config.toml")).toContain("[mcp_servers.sightline]");
    expect((await one.quick("uninstall", "--yes", "--keep-state")).code).toBe(0);
    expect(existsSync(join(one.home, ".codex"))).toBe(false);
    expect(existsSync(join(one.made.stateDirectory, "setup"))).toBe(true);
  });
});

/** A terminal whose person answers. */
async function asked(one: Person, words: readonly string[], reply: string | undefined) {
  const said: string[] = [];
  const questions: string[] = [];
  const env = { HOME: one.home, PATH: "", SIGHTLINE_STATE_DIR: one.made.stateDirectory };
  const terminal: Terminal = {
    ...{
      out: (text: string) => void said.push(text),
      err: (text: string) => void said.push(text),
      cwd: one.made.root,
      env,
    },
    ...{ piped: false, screen: { out: false, err: false }, read: async () => new Uint8Array() },
    ask: async (question) => {
      questions.push(question);
      return reply;
    },
  };
  const unused = (): never => {
    throw new Error("init asks no engine");
  };
  const doors: Doors = {
    ...{
      open: unused,
      openShared: unused,
      hook: unused,
      serveDaemon: unused,
      openTrace: unused,
      serveMcp: unused,
      serveHttp: unused,
    },
    daemons: async () => ({ list: async () => [], stop: async () => [], log: async () => "" }),
    desk: async () => openDesk({ ...(await openNodeHost(env)), home: parseFilePath(one.home) }),
    version: "0",
  };
  const code = await runCommandLine(words, terminal, doors);
  return { code, questions, said: said.join("") };
}

describe("init", () => {
  test("asks after it has shown what it would write, and writes mcp.json only after a yes [AGL-377]", async () => {
    using one = person();
    const [path, text] = [".config/Code/User/mcp.json", agentFiles.find(({ agent }) => agent === "vscode")?.text ?? ""];
    one.put(path, text);
    const before = one.all();
    for (const reply of ["", "n", "no", undefined]) {
      const no = await asked(one, ["init"], reply);
      expect([no.code, no.questions]).toEqual([reply === undefined ? 130 : 5, ["Write it? [y/N] "]]);
      expect(no.said).toContain(`+\t\t"sightline": {`);
      expect(no.said).toContain("Nothing was written.");
      expect(one.all()).toEqual(before);
    }
    const yes = await asked(one, ["init", "--no-skills"], "y");
    expect([yes.code, yes.questions]).toEqual([0, ["Write it? [y/N] "]]);
    expect(holdsAll(one.read(path), text)).toBe(true);
    expect(parseJsonc(one.read(path))).toMatchObject({
      servers: {
        github: { url: "https://api.githubcopilot.com/mcp/", type: "http" },
        sightline: { type: "stdio", command: process.execPath, args: [bin, "mcp"] },
      },
      inputs: [{ id: "key" }],
    });
    const taken = await asked(one, ["uninstall"], "yes");
    expect([taken.code, taken.questions, one.all()]).toEqual([0, ["Take it out? [y/N] "], before]);
  });

  test("without a terminal needs --yes, and a dry run writes nothing anywhere", async () => {
    using one = person();
    mkdirSync(join(one.home, ".codex"));
    const before = one.all();
    const refused = await one.run("init");
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining("add --yes after reading the above")]);
    const dry = await one.run("init", "--dry-run", "--hooks");
    expect([dry.code, dry.err]).toEqual([0, ""]);
    expect(dry.out).toContain("+[mcp_servers.sightline]\n");
    expect([one.all(), existsSync(one.made.stateDirectory)]).toEqual([before, false]);
  });

  test("finds the agents that are set up here, by configuration or by program, and says so where there is none", async () => {
    using one = person();
    const none = await one.quick("init", "--dry-run");
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("sightline init --agent claude-code")]);
    one.put("no-programs/gemini", "");
    mkdirSync(join(one.home, ".config/zed"), { recursive: true });
    one.made.write(".vscode/settings.json", "{}");
    expect((await one.quick("init", "--dry-run")).out).toMatch(/^agents {3}Gemini CLI, Zed$/m);
    expect((await one.quick("init", "--dry-run", "--scope", "project")).out).toMatch(
      /^agents {3}Gemini CLI, VS Code, Zed$/m,
    );
    expect((await one.quick("init", "--agent", "emacs")).err).toContain("claude-desktop");
    expect((await one.quick("init", "--scope", "world")).code).toBe(2);
    expect((await one.quick("init", "here")).code).toBe(2);
  });

  test("in the scope of a project writes its files, for each agent that keeps some there", async () => {
    using one = person();
    one.made.write(".mcp.json", '{ "mcpServers": { "x": { "command": "y" } } }\n');
    one.made.write("AGENTS.md", "# Ours\n");
    symlinkSync("AGENTS.md", join(one.made.root, "CLAUDE.md"));
    const before = one.all();
    const ids = setupAgents.map(({ id }) => id).join(",");
    const ran = await one.quick("init", "--yes", "--hooks", "--scope", "project", "--agent", ids);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain("Windsurf has no MCP servers for a project.");
    const paths = Object.keys(treeOf(one.made.root)).map((path) => path.slice(one.made.root.length + 1));
    expect(paths.filter((path) => !path.includes("/skills/")).sort()).toEqual(
      [
        ...[
          ".claude/settings.json",
          ".codex/config.toml",
          ".codex/hooks.json",
          ".cursor/hooks.json",
          ".cursor/mcp.json",
        ],
        ...[
          ".gemini/settings.json",
          ".git/HEAD",
          ".github/hooks/sightline.json",
          ".mcp.json",
          ".opencode/plugins/sightline.js",
        ],
        ...[".vscode/mcp.json", ".zed/settings.json", "AGENTS.md", "CLAUDE.md", "GEMINI.md", "a.txt", "opencode.json"],
      ].sort(),
    );
    // Two names of one file get one section.
    expect(readFileSync(join(one.made.root, "AGENTS.md"), "utf8").match(/sightline:begin/g)).toHaveLength(1);
    expect(Object.keys(treeOf(one.home))).toEqual([]);
    expect((await one.quick("uninstall", "--yes", "--scope", "project")).code).toBe(0);
    expect(one.all()).toEqual(before);
  });

  test("leaves the words and keys that a person gave our entry, and renews only what starts it", async () => {
    using one = person();
    one.put(".cursor/mcp.json", aroundOurs[".cursor/mcp.json"]);
    one.put(".codex/config.toml", aroundOurs[".codex/config.toml"]);
    one.put(".claude/CLAUDE.md", aroundOurs[".claude/CLAUDE.md"]);
    expect((await one.quick("init", "--yes", "--no-skills")).code).toBe(0);
    expect(parseJsonc(one.read(".cursor/mcp.json"))).toMatchObject({
      mcpServers: {
        sightline: {
          command: process.execPath,
          args: [bin, "mcp", "--tools", "full"],
          env: { SIGHTLINE_EVIDENCE: "off" },
        },
        b: { headers: { K: "v" } },
      },
    });
    expect(one.read(".cursor/mcp.json")).toContain("}, // mine\n");
    expect(one.read(".codex/config.toml")).toContain(`command = "${process.execPath}"\nenabled = true\n`);
    expect(one.read(".codex/config.toml")).toContain(`args = ["${bin}", "mcp"]`);
    expect(one.read(".claude/CLAUDE.md")).toMatch(
      /^# Before\n\n<!-- sightline:begin [\s\S]*sightline:end -->\n\n# After\n/,
    );
    expect(one.read(".claude/CLAUDE.md")).not.toContain("changed by hand");
  });

  test("starts what still works tomorrow: by its link in the search path, and in a shared file by its name", async () => {
    using one = person();
    mkdirSync(join(one.home, "no-programs"));
    symlinkSync(bin, join(one.home, "no-programs/sightline"));
    symlinkSync(process.execPath, join(one.home, "no-programs/node"));
    const links = ["node", "sightline"].map((name) => join(one.home, "no-programs", name));
    const cursor = agentFiles.filter(({ agent }) => agent === "cursor");
    expect((await one.quick("init", "--yes", "--agent", "cursor")).code).toBe(0);
    expect(cursor.map((file) => wordsIn(file, one.read(file.path)))).toEqual([[...links, "mcp"]]);
    const shown = await one.quick("init", "--yes", "--agent", "cursor", "--scope", "project");
    expect(shown.out).not.toContain("names files of this machine");
    const text = readFileSync(join(one.made.root, ".cursor/mcp.json"), "utf8");
    expect(cursor.map((file) => wordsIn(file, text))).toEqual([["sightline", "mcp"]]);
  });

  test("keeps modes and links, and follows a link only within the home directory", async () => {
    using one = person();
    one.put("dotfiles/codex.toml", "a = 1\n");
    chmodSync(join(one.home, "dotfiles/codex.toml"), 0o640);
    mkdirSync(join(one.home, ".codex"));
    symlinkSync("../dotfiles/codex.toml", join(one.home, ".codex/config.toml"));
    expect((await one.quick("init", "--yes", "--no-skills")).code).toBe(0);
    expect(readlinkSync(join(one.home, ".codex/config.toml"))).toBe("../dotfiles/codex.toml");
    expect(one.read("dotfiles/codex.toml")).toContain("[mcp_servers.sightline]");
    expect(statSync(join(one.home, "dotfiles/codex.toml")).mode & 0o777).toBe(0o640);
    expect(statSync(join(one.home, ".codex/AGENTS.md")).mode & 0o777).toBe(0o600);
    expect(await one.quick("uninstall", "--yes")).toMatchObject({ code: 0, err: "" });
    expect([one.read("dotfiles/codex.toml"), readlinkSync(join(one.home, ".codex/config.toml"))]).toEqual([
      "a = 1\n",
      "../dotfiles/codex.toml",
    ]);
  });
});

/** What makes a file odd, and the words that say so. */
const odd: readonly (readonly [string, (one: Person) => void, string])[] = [
  [
    "JSON that is broken",
    (one) => one.put(".cursor/mcp.json", '{\n  "mcpServers": {\n'),
    "not valid JSON: line 3, column 1: it is not closed",
  ],
  [
    "JSON with a word too many",
    (one) => one.put(".cursor/mcp.json", '{ "mcpServers": {} } x'),
    "something follows after its end",
  ],
  ["a list at the top", (one) => one.put(".cursor/mcp.json", "[]\n"), "holds no JSON object"],
  ["servers in a list", (one) => one.put(".cursor/mcp.json", '{ "mcpServers": [] }'), "mcpServers is no object there"],
  ["a key twice", (one) => one.put(".cursor/mcp.json", '{ "mcpServers": {}, "mcpServers": {} }'), "stands there twice"],
  [
    "another server of our name",
    (one) => one.put(".cursor/mcp.json", '{ "mcpServers": { "sightline": { "url": "https://x" } } }'),
    "runs another program is called sightline",
  ],
  [
    "UTF-16",
    (one) => writeFileSync(join(one.home, ".cursor/mcp.json"), Buffer.from("\uFEFF{}", "utf16le")),
    "not a text in UTF-8",
  ],
  ["a directory in its place", (one) => mkdirSync(join(one.home, ".cursor/mcp.json")), "not a regular file"],
  [
    "a link out of the home directory",
    (one) => symlinkSync(join(one.made.root, "a.txt"), join(one.home, ".cursor/mcp.json")),
    "outside of",
  ],
  ["a link to nothing", (one) => symlinkSync("nothing.json", join(one.home, ".cursor/mcp.json")), "leads nowhere"],
  [
    "a file of two names",
    (one) => linkSync(join(one.home, ".cursor/x"), join(one.home, ".cursor/mcp.json")),
    "a second name",
  ],
  [
    "a file that is read-only",
    (one) => (one.put(".cursor/mcp.json", "{}"), chmodSync(join(one.home, ".cursor/mcp.json"), 0o444)),
    "read-only",
  ],
  [
    "TOML that is broken",
    (one) => one.put(".codex/config.toml", 'a = "x\n'),
    "not valid TOML: line 1, column 5: a text in quotes is not closed",
  ],
  [
    "TOML with servers in braces",
    (one) => one.put(".codex/config.toml", "mcp_servers = {}\n"),
    "can have no more tables",
  ],
  ["half a section", (one) => one.put(".codex/AGENTS.md", "<!-- sightline:begin -->\n"), "not one pair"],
  [
    "hooks that are no list",
    (one) => one.put(".cursor/hooks.json", '{ "hooks": { "postToolUse": {} } }'),
    "hooks.postToolUse is no list",
  ],
  [
    "a plugin of another author",
    (one) => one.put(".config/opencode/plugins/sightline.js", "export {}\n"),
    "something else than what Sightline writes",
  ],
];

test.each(odd)("%s is refused in a sentence, and no file of any agent is touched [AGL-377]", async (_, make, words) => {
  using one = person();
  for (const directory of [".cursor", ".codex", ".gemini", ".claude", ".config/opencode"])
    mkdirSync(join(one.home, directory), { recursive: true });
  one.put(".cursor/x", "{}");
  make(one);
  const before = one.all();
  const ran = await one.quick("init", "--yes", "--hooks");
  expect(ran.code).toBeGreaterThan(3);
  expect(ran.err.replaceAll("\n", " ")).toContain(words);
  expect(ran.err).toContain("--agent");
  expect(one.all()).toEqual(before);
  expect(existsSync(join(one.made.stateDirectory, "setup"))).toBe(false);
  // Uninstall passes by what was never ours.
  expect((await one.quick("uninstall", "--yes", "--keep-state")).code).toBe(words === "not one pair" ? 4 : 0);
  expect(one.all()).toEqual(before);
});

test("the guide names only tools that every agent is shown", () => {
  const named = [...guideText.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named)
    expect([name, operations.find((one) => one.name === name)?.exposure]).toEqual([name, "core"]);
});
