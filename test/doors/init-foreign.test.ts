// What others wrote stays, whatever links, marks and repositories lead `init` and `uninstall` to it.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { ownState, removeState } from "../../src/engine/setup/own-state.ts";
import { SetupDesk } from "../../src/engine/setup/setup-desk.ts";
import { opencodeHookPlugin } from "../../src/engine/setup/opencode-plugin.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { WriteFault } from "../../src/host/writing.ts";
import { parseJsonc } from "../../src/languages/formats/jsonc.ts";
import { parseFilePath } from "../../src/model/file-path.ts";
import { person, treeOf } from "../support/person.ts";
import { project } from "../support/project.ts";
import { bin } from "../support/sightline.ts";
import { sightline as here } from "../support/here.ts";

test("uninstall takes no skill out of a directory to which a link of the project leads", async () => {
  using one = person();
  using other = project("-- a.txt --\nx\n");
  expect(await one.quick("skills", "install", "--copy", join(other.root, "skills"))).toMatchObject({ code: 0 });
  mkdirSync(join(one.made.root, ".claude"));
  symlinkSync(join(other.root, "skills"), join(one.made.root, ".claude/skills"));
  const before = treeOf(other.root);
  const ran = await one.quick("uninstall", "--yes", "--keep-state");
  expect([ran.code, treeOf(other.root)]).toEqual([0, before]);
  expect(ran.out).toMatch(/\.claude\/skills was not looked at: A link on the way to it leads to /);
});

test("a copy of a skill into which a person put a file of their own stays", async () => {
  using one = person();
  mkdirSync(join(one.made.root, ".cursor"));
  await one.quick("init", "--yes", "--scope", "project", "--agent", "cursor");
  const mine = join(one.made.root, ".agents/skills/lsp-docs/mine.txt");
  writeFileSync(mine, "mine\n");
  expect((await one.quick("uninstall", "--yes")).code).toBe(0);
  expect(readFileSync(mine, "utf8")).toBe("mine\n");
  expect(existsSync(join(one.made.root, ".agents/skills/lsp-rename"))).toBe(false);
});

test("uninstall in the scope of the user leaves the files of every project", async () => {
  using one = person();
  using other = project("-- .git/HEAD --\nref: refs/heads/main\n");
  await one.quick("init", "--yes", "--agent", "cursor");
  await here(one.made, ["init", "--yes", "--scope", "project", "--agent", "cursor"], other.root, { HOME: one.home });
  const before = treeOf(other.root);
  expect(Object.keys(before).length).toBeGreaterThan(3);
  expect((await one.quick("uninstall", "--yes", "--scope", "user")).code).toBe(0);
  expect([treeOf(other.root), existsSync(join(one.home, ".cursor/mcp.json"))]).toEqual([before, false]);
  // Without a scope all goes that the record knows.
  expect((await one.quick("uninstall", "--yes")).code).toBe(0);
  expect(Object.keys(treeOf(other.root))).toEqual([join(other.root, ".git/HEAD")]);
});

test("an init that fails takes back what it put there, and no skill that was there before or came meanwhile", async () => {
  using one = person();
  const home = parseFilePath(one.home);
  const host = { ...(await openNodeHost({ SIGHTLINE_STATE_DIR: one.made.stateDirectory })), home };
  symlinkSync("/opt/gone/node_modules/sightline/skills/lsp-rename", join(one.home, "lsp-rename"));
  mkdirSync(join(one.home, ".agents/skills"), { recursive: true });
  cpSync(join(one.home, "lsp-rename"), join(one.home, ".agents/skills/lsp-rename"), { verbatimSymlinks: true });
  const rename = (): Promise<never> => Promise.reject(new WriteFault("EIO", "mcp.json", undefined));
  let isPlanned = false;
  const writing: typeof host.writing = {
    ...host.writing,
    rename: (from, to) => (isPlanned && to.endsWith("mcp.json") ? rename() : host.writing.rename(from, to)),
  };
  const desk = new SetupDesk({ ...host, writing });
  const choice = { scope: "user", hooks: false, skills: true, guide: false } as const;
  const plan = await desk.planInit({ directory: one.made.root, agents: ["cursor"], ...choice });
  one.put(".agents/skills/lsp-docs/SKILL.md", "my own\n");
  isPlanned = true;
  await expect(desk.init(plan)).rejects.toThrow("Nothing was changed.");
  expect(Object.keys(treeOf(join(one.home, ".agents"))).map((path) => path.slice(one.home.length))).toEqual([
    "/.agents/skills/lsp-docs/SKILL.md",
    "/.agents/skills/lsp-rename",
  ]);
});

test("a command that does more than ask for our hook is not ours", async () => {
  using one = person();
  const commands = [
    "notify-send hi && sightline hook --agent claude-code",
    "sightline hook --agent claude-code; ./after.sh",
    "sightline hook --agent claude-code | tee /tmp/log",
    "mine --then sightline hook --agent claude-code",
    "node /x/dist/bin.js hook --agent another",
  ];
  const ours = [
    'FOO=1 "/usr/my programs/node" --no-warnings "/srv/R&D/dist/bin.js" hook --agent claude-code --budget 9',
    "npx -y sightline hook --agent claude-code",
  ];
  const settings = (all: readonly string[]): string =>
    `${JSON.stringify({ hooks: { Stop: [{ hooks: all.map((command) => ({ type: "command", command })) }] } }, undefined, 2)}\n`;
  one.put(".claude/settings.json", settings([...commands, ...ours]));
  expect((await one.quick("uninstall", "--yes")).code).toBe(0);
  expect(one.read(".claude/settings.json")).toBe(settings(commands));
});

test("an entry of ours without arguments gets those that its program needs", async () => {
  using one = person();
  one.put(".cursor/mcp.json", '{ "mcpServers": { "sightline": { "command": "sightline" } } }\n');
  expect((await one.quick("init", "--yes", "--no-skills", "--no-guide")).code).toBe(0);
  expect(parseJsonc(one.read(".cursor/mcp.json"))).toEqual({
    mcpServers: { sightline: { command: process.execPath, args: [bin] } },
  });
});

test.each([
  ["says something else than JSON", "#!/bin/sh\necho hello\n"],
  ["ends at once, and reads nothing", "#!/bin/sh\nexec <&-\n"],
  ["is not there", undefined],
])("the plugin of opencode goes on where the hook %s", async (_, script) => {
  using one = person();
  const program = join(one.home, "program");
  if (script !== undefined) writeFileSync(program, script);
  if (script !== undefined) chmodSync(program, 0o755);
  one.put("plugin.mjs", opencodeHookPlugin({ words: [program], isShared: false }));
  const { Sightline } = (await import(pathToFileURL(join(one.home, "plugin.mjs")).href)) as {
    readonly Sightline: (
      context: object,
    ) => Promise<Readonly<Record<string, (input: object, output: object) => Promise<void>>>>;
  };
  const plugin = await Sightline({ directory: one.home });
  const output = { output: "done" };
  const args = { content: "x".repeat(200_000) };
  await plugin["tool.execute.after"]?.({ tool: "write", sessionID: "s", args }, output);
  expect(output).toEqual({ output: "done" });
  rmSync(join(one.home, "plugin.mjs"));
});

test("what an interrupted change needs stays, also where the change began while a person was asked", async () => {
  using one = person();
  const { stateDirectory } = one.made;
  const host = await openNodeHost({ SIGHTLINE_STATE_DIR: stateDirectory });
  for (const name of ["edits/root", "trust", "answers"]) mkdirSync(join(stateDirectory, name), { recursive: true });
  const state = await ownState(host);
  expect(state?.names).toEqual(["answers", "edits", "trust"]);
  writeFileSync(join(stateDirectory, "edits/root/1.prepared"), "");
  if (state !== undefined) await removeState(host, state);
  expect(readdirSync(stateDirectory).sort()).toEqual(["edits", "trust"]);
});
