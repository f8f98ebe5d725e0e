// Skills through the doors: as prompts, as directories that an agent reads, out of the packed product; and their phases.

import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { connect, sightline } from "../support/here.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { unpackInto } from "../support/packed.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";
import type { Ran } from "../support/sightline.ts";
import { callTool, environment, eras } from "../support/sightline.ts";

const empty = "-- a.txt --\n";
const names = readdirSync("skills", { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

function textOf(name: string): string {
  return readFileSync(`skills/${name}/SKILL.md`, "utf8");
}

test.each(eras)("%s: a client lists the skills in short and gets one whole [AGL-257 AGL-258 AGL-259]", async (era) => {
  using made = project(empty);
  await using agent = await connect(made, era, ["mcp", "--tools", "full"]);
  const { prompts } = await agent.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(names);
  const listed = JSON.stringify(prompts);
  expect(listed.length).toBeLessThan(9_000);
  expect(listed).not.toContain("## Steps");
  const got = await agent.client.getPrompt({ name: "lsp-impact", arguments: { "symbol-or-file": "Cart.total" } });
  const [message] = got.messages;
  const text = message?.content.type === "text" ? message.content.text : "";
  const body = textOf("lsp-impact").split("---\n").slice(2).join("---\n").trim();
  expect(text).toBe(`Arguments: symbol-or-file: Cart.total\n\n${body}`);
  await expect(agent.client.getPrompt({ name: "lsp-nothing" })).rejects.toThrow("lsp-impact");
});

test("an agent hears of a call out of order: told along in warn, refused in block [AGL-272 AGL-273]", async () => {
  using made = served(toyProgram(), {}, "-- a.toy --\ndef «^»apple\nuse apple\n");
  await using agent = await connect(made, "legacy", ["mcp", "--tools", "full", ...made.options]);
  const input = { changed_files: ["a.toy"] };
  await callTool(agent, "activate_skill", { skill_name: "lsp-safe-edit" });
  const warned = await callTool(agent, "blast_radius", input);
  expect(warned.isError).toBe(false);
  expect(warned.texts[0]).toMatch(
    /^Phase warning: in lsp-safe-edit, phase setup, blast_radius is not part of lsp-safe-edit/,
  );
  const data = await callTool(agent, "blast_radius", { ...input, format: "json" });
  expect(data.texts).toHaveLength(1);
  expect(JSON.parse(data.texts[0] ?? "")).toMatchObject({ notice: expect.stringMatching(/^Phase warning: /) });
  await callTool(agent, "deactivate_skill", {});
  await callTool(agent, "activate_skill", { skill_name: "lsp-safe-edit", mode: "block" });
  const refused = await callTool(agent, "blast_radius", input);
  expect([refused.isError, refused.refusal?.code]).toEqual([true, "policy_denied"]);
  expect(refused.texts[0]).toMatch(
    /^Phase violation: blast_radius is out of order in lsp-safe-edit, phase setup \(phase_violation\)\.\n/,
  );
  expect(refused.texts[0]).toContain("Allowed now: start_lsp, open_document, get_diagnostics");
});

interface Installer {
  readonly what: string;
  readonly run: (made: Project, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;
}

/** The command, and the script for those who have only the files. */
const installers: readonly Installer[] = [
  {
    what: "sightline skills install",
    run: (made, args, env) => sightline(made, ["skills", "install", ...args], made.root, env),
  },
  { what: "skills/install.sh", run: async (made, args, env) => script(made, "skills/install.sh", args, env) },
];

function script(made: Project, path: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
  const ran = spawnSync("sh", [resolve(path), ...args], {
    cwd: made.root,
    env: { ...environment(made), ...env },
    encoding: "utf8",
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

describe.each(installers.map((installer) => [installer.what, installer] as const))("%s", (_, { run }) => {
  test("links all into a directory that it makes, and does nothing the second time [AGL-262 AGL-263]", async () => {
    using made = project(empty);
    const directory = join(made.root, "deep/skills");
    const first = await run(made, ["deep/skills"]);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(readdirSync(directory)).toEqual(names);
    for (const name of names) {
      expect(lstatSync(join(directory, name)).isSymbolicLink()).toBe(true);
      expect(realpathSync(join(directory, name))).toBe(resolve("skills", name));
      expect(first.out).toMatch(new RegExp(`^ {2}${name} +linked$`, "m"));
    }
    const before = names.map((name) => lstatSync(join(directory, name)).ino);
    const second = await run(made, ["deep/skills"]);
    expect(second.code).toBe(0);
    expect(second.out.match(/already there/g)).toHaveLength(names.length);
    expect(names.map((name) => lstatSync(join(directory, name)).ino)).toEqual(before);
  });

  test("without a directory: the agent's own, below its home or where it says [AGL-260 AGL-263]", async () => {
    using made = project(empty);
    const home = join(made.root, "home");
    expect((await run(made, [], { HOME: home })).code).toBe(0);
    const installed = join(home, ".claude/skills/lsp-rename/SKILL.md");
    expect(readFileSync(installed, "utf8")).toBe(textOf("lsp-rename"));
    expect((await run(made, [], { HOME: home, CLAUDE_CONFIG_DIR: join(made.root, "own") })).code).toBe(0);
    expect(readdirSync(join(made.root, "own/skills"))).toEqual(names);
  });

  test("copies where that is wanted, and a copy becomes a link and back [AGL-262]", async () => {
    using made = project(empty);
    const skill = join(made.root, "s/lsp-verify");
    expect((await run(made, ["--copy", "s"])).code).toBe(0);
    expect(lstatSync(skill).isDirectory()).toBe(true);
    expect(readFileSync(join(skill, "SKILL.md"), "utf8")).toBe(textOf("lsp-verify"));
    expect((await run(made, ["--copy", "s"])).out.match(/already there/g)).toHaveLength(names.length);
    expect((await run(made, ["s"])).code).toBe(0);
    expect(lstatSync(skill).isSymbolicLink()).toBe(true);
    expect((await run(made, ["s", "--copy"])).code).toBe(0);
    expect(lstatSync(skill).isDirectory()).toBe(true);
    expect(existsSync(resolve("skills/lsp-verify/SKILL.md"))).toBe(true);
  });

  test("an older copy of ours that was not touched is renewed; one that was changed is kept [AGL-262]", async () => {
    using made = project(empty);
    await run(made, ["--copy", "s"]);
    const [old, changed] = ["lsp-verify", "lsp-rename"].map((name) => join(made.root, "s", name)) as [string, string];
    for (const file of ["SKILL.md", ".sightline"]) writeFileSync(join(old, file), "an earlier text\n");
    writeFileSync(join(changed, "SKILL.md"), "a text of my own\n");
    const ran = await run(made, ["--copy", "s"]);
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^ {2}lsp-verify +copied, in place of another$/m);
    expect(ran.out).toMatch(/^ {2}lsp-rename +kept$/m);
    expect(ran.err).toContain("lsp-rename. --force");
    expect(readFileSync(join(old, "SKILL.md"), "utf8")).toBe(textOf("lsp-verify"));
    expect(readFileSync(join(changed, "SKILL.md"), "utf8")).toBe("a text of my own\n");
  });

  test("what is not ours is kept, whatever it is, and only force replaces it: never what a link leads to [AGL-262]", async () => {
    using made = project(
      "-- s/lsp-docs/SKILL.md --\nmine\n-- s/lsp-explore --\na file\n-- theirs/SKILL.md --\nanother author's\n-- old/README --\nx\n",
    );
    const at = (name: string): string => join(made.root, "s", name);
    symlinkSync("../theirs", at("lsp-impact"));
    symlinkSync("../nowhere", at("lsp-inspect"));
    // A link into another Sightline that is gone by now is ours.
    symlinkSync("/opt/gone/node_modules/sightline/skills/lsp-verify", at("lsp-verify"));
    const ran = await run(made, ["s"]);
    expect(ran.code).toBe(1);
    for (const name of ["lsp-docs", "lsp-explore", "lsp-impact", "lsp-inspect"]) {
      expect(ran.out).toMatch(new RegExp(`^ {2}${name} +kept$`, "m"));
      expect(ran.err).toContain(name);
    }
    expect(readFileSync(join(at("lsp-docs"), "SKILL.md"), "utf8")).toBe("mine\n");
    expect(realpathSync(at("lsp-verify"))).toBe(resolve("skills/lsp-verify"));
    expect(realpathSync(at("lsp-rename"))).toBe(resolve("skills/lsp-rename"));
    const forced = await run(made, ["--force", "s"]);
    expect([forced.code, forced.err]).toEqual([0, ""]);
    for (const name of names) expect(realpathSync(at(name))).toBe(resolve("skills", name));
    expect(readFileSync(join(made.root, "theirs/SKILL.md"), "utf8")).toBe("another author's\n");
  });

  test("what it does not understand is refused before anything is written", async () => {
    using made = project(empty);
    for (const args of [
      ["--link", "s"],
      ["s", "t"],
    ]) {
      const ran = await run(made, args);
      expect([ran.code, ran.err === ""]).toEqual([2, false]);
    }
    expect(readdirSync(made.root)).toEqual(["a.txt"]);
  });
});

test("the script finds skills two levels deep as well, and never takes a directory away that it installs from [AGL-263]", () => {
  using made = project(
    "-- own/group/lsp-mine/SKILL.md --\nx\n-- own/lsp-other/SKILL.md --\ny\n-- own/a/b/c/SKILL.md --\nz\n",
  );
  writeFileSync(join(made.root, "own/install.sh"), readFileSync("skills/install.sh"));
  const ran = script(made, join(made.root, "own/install.sh"), ["s"]);
  expect([ran.code, readdirSync(join(made.root, "s"))]).toEqual([0, ["lsp-mine", "lsp-other"]]);
  expect(script(made, join(made.root, "own/install.sh"), ["--force", "own"]).code).toBe(0);
  expect(readFileSync(join(made.root, "own/lsp-other/SKILL.md"), "utf8")).toBe("y\n");
});

test("the command lists them, and says what it takes", async () => {
  using made = project(empty);
  const listed = await sightline(made, ["skills", "list"]);
  expect([listed.code, listed.out.trim().split("\n").length]).toEqual([0, names.length]);
  expect(listed.out).toMatch(/^lsp-rename +Rename a symbol everywhere it is used/m);
  expect((await sightline(made, ["skills"])).out).toBe(listed.out);
  expect((await sightline(made, ["skills", "remove"])).code).toBe(2);
  expect((await sightline(made, ["skills", "list", "--force"])).code).toBe(2);
});

test("all of it comes out of the packed product [AGL-257 AGL-264]", async () => {
  using made = project(empty);
  const home = join(made.root, "node_modules/sightline");
  unpackInto(home);
  const bin = join(home, "dist/bin.js");
  const listed = spawnSync(process.execPath, [bin, "skills", "install", "s"], {
    cwd: made.root,
    env: environment(made),
    encoding: "utf8",
  });
  expect([listed.status, listed.stderr]).toEqual([0, ""]);
  expect(realpathSync(join(made.root, "s/lsp-docs"))).toBe(join(home, "skills/lsp-docs"));
  rmSync(join(made.root, "s"), { recursive: true });
  expect(script(made, join(home, "skills/install.sh"), ["--copy", "s"]).code).toBe(0);
  expect(readdirSync(join(made.root, "s"))).toEqual(names);
  const client = new Client({ name: "test", version: "1" });
  const args = [bin, "mcp"];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: made.root,
      env: environment(made),
      stderr: "ignore",
    }),
  );
  try {
    expect((await client.listPrompts()).prompts).toHaveLength(names.length);
  } finally {
    await client.close();
  }
});
