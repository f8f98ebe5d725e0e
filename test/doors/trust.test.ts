// Trust at a terminal: shown before it is given, pinned to what was shown, and never given by a program alone.

import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../src/doors/cli/run.ts";
import type { Doors, Terminal } from "../../src/doors/cli/terminal.ts";
import { openDesk } from "../../src/engine/desk.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { sightline } from "../support/here.ts";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";

const own = JSON.stringify({
  servers: [{ extensions: ["other"], command: ["no-such-server", "--a b"], env: { A: "1" } }],
  settings: { restart: { max: 1 } },
});
const repository = `-- Cargo.toml --\n[package]\n-- src/a.rs --\nfn a() {}\n-- a.other --\nx\n-- .sightline/lsp.json --\n${own}\n`;

/** The files of the grants that are kept. */
function grants({ stateDirectory }: Project): string[] {
  const directory = join(stateDirectory, "trust");
  return readdirSync(directory).map((name) => join(directory, name));
}

function pinned(path = ""): string {
  return JSON.parse(readFileSync(path, "utf8")).pinned;
}

test("shows the root, its configuration with every command and hash, and what leaves its restricted form [S06]", async () => {
  using made = project(repository);
  const shown = await sightline(made, ["trust", "--yes", "--all"]);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain(`root  ${made.root}\n`);
  expect(shown.out).toContain(`${made.root}/.sightline/lsp.json\n  sha256 ${pinned(grants(made)[0])}\n`);
  expect(shown.out).toContain('no-such-server starts: A=1 no-such-server "--a b"\n');
  expect(shown.out).toContain("sets restart.max = 1\n");
  expect(shown.out).toMatch(/^ {2}rust-analyzer +restricted/m);
  expect(shown.out).toContain(`Trusted: ${made.root}\n`);
});

test("shows all that a configuration brings to a server, and nothing of it can forge a line [S06]", async () => {
  const forged = "x\n  sha256 0000\u202e\u009b2J";
  const brings = {
    initializationOptions: { run: ["sh", "-c", "true"] },
    settings: { tool: { path: forged } },
    restricted: { kind: "safe" },
  };
  const file = JSON.stringify({
    servers: [{ id: forged, language: "other", extensions: ["other"], command: "ls-x", env: { B: forged }, ...brings }],
  });
  using made = project(`-- a.other --\nx\n-- .sightline/lsp.json --\n${file}\n`);
  const { out, err } = await sightline(made, ["trust", "--exact"]);
  expect(err).toContain("There is no terminal");
  const quoted = '"x\\n  sha256 0000\\u{202e}\\u{9b}2J"';
  expect(out).toContain(`  ${quoted} starts: "B=${quoted.slice(1)} ls-x\n`);
  expect(out).toContain('    initializationOptions: {"run":["sh","-c","true"]}\n');
  expect(out).toContain(`    settings: {"tool":{"path":${quoted}}}\n`);
  expect(out).toContain('    restricted: {"kind":"safe"}\n');
  expect(out.match(/^ *sha256/gm)).toHaveLength(1);
  expect(out).not.toMatch(/[\u202e\u009b]/);
});

test.each([
  ["a pipe", (path: string) => spawnSync("bash", ["-c", 'mkfifo "$0"', path]), "it is not a regular file"],
  ["a directory", (path: string) => mkdirSync(path), "it is a directory"],
])("%s in the place of a configuration is told of, holds nothing up and cannot be trusted", async (_, make, why) => {
  using made = project(`-- a.other --\nx\n-- .sightline/other --\n`);
  make(join(made.root, ".sightline", "lsp.json"));
  const shown = await sightline(made, ["config", "--root", "."]);
  expect(shown).toMatchObject({ code: 0, err: expect.stringContaining(`lsp.json is not read: ${why}`) });
  const ran = await sightline(made, ["trust", "--yes", "--exact"]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("lsp.json cannot be used") });
});

test("lets the next run read the configuration, until a byte of it changes", async () => {
  using made = project(repository);
  const ask = (): ReturnType<typeof sightline> => sightline(made, ["references", "a.other:1:1"]);
  expect((await ask()).err).toContain("lsp.json is not read: the root is not trusted");
  await sightline(made, ["trust", "--yes"]);
  expect(await ask()).toMatchObject({ code: 3, err: expect.stringContaining("no-such-server") });
  made.write(".sightline/lsp.json", own.replace("no-such-server", "another-server"));
  const changed = await ask();
  expect(changed.err).toContain("lsp.json is not read: it has changed since the root was trusted");
  expect(changed.err).not.toContain("another-server");
  const again = await sightline(made, ["trust", "--yes"]);
  expect(again.out).toContain("It was trusted with another configuration.");
  expect((await ask()).err).toContain("another-server");
});

test("without a terminal nothing is trusted unless --yes says so", async () => {
  using made = project(repository);
  const ran = await sightline(made, ["trust"]);
  expect(ran).toMatchObject({ code: 5, err: expect.stringContaining("There is no terminal") });
  expect(ran.out).toContain("no-such-server starts:");
  expect((await sightline(made, ["trust", "--list"])).out.trim()).toBe("");
});

test("is taken back, and listed by the real path whatever link led there", async () => {
  using made = project(repository);
  const link = join(made.root, "..", "link");
  symlinkSync(made.root, link);
  await sightline(made, ["trust", link, "--yes"], join(made.root, ".."));
  expect((await sightline(made, ["trust", "--list"])).out).toMatch(new RegExp(`^${made.root} +\\d{4}-`));
  expect(grants(made).map((path) => statSync(path).mode & 0o777)).toEqual([0o600]);
  expect((await sightline(made, ["untrust"])).out).toBe(`No longer trusted: ${made.root}\n`);
  expect((await sightline(made, ["untrust"])).out).toBe(`It was not trusted: ${made.root}\n`);
  expect((await sightline(made, ["references", "a.other:1:1"])).err).toContain("the root is not trusted");
});

test("a configuration that cannot be used is not trusted", async () => {
  using made = project(`-- Cargo.toml --\n[package]\n-- .sightline/lsp.json --\n{\n  "servers": [}\n`);
  const ran = await sightline(made, ["trust", "--yes"]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("Line 2, column 15: expected a value") });
  expect((await sightline(made, ["trust", "--list"])).out.trim()).toBe("");
});

test.each([
  ["y", 0, true],
  ["YES", 0, true],
  ["", 5, false],
  ["n", 5, false],
  ["yesterday", 5, false],
  // Ctrl-C.
  [undefined, 130, false],
])("a person who answers %j is taken at their word", async (reply, code, isTrusted) => {
  using made = project(repository);
  const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: made.stateDirectory });
  const questions: string[] = [];
  const terminal: Terminal = {
    out: () => {},
    err: () => {},
    cwd: made.root,
    env: {},
    piped: false,
    read: async () => new Uint8Array(),
    screen: { out: true, err: true },
    ask: async (question) => {
      questions.push(question);
      return reply;
    },
  };
  const unused = (): never => {
    throw new TypeError("only the desk is needed");
  };
  const none = {
    open: unused,
    openShared: unused,
    hook: unused,
    daemons: unused,
    serveDaemon: unused,
    serveHttp: unused,
  };
  const doors: Doors = { ...none, openTrace: unused, serveMcp: unused, desk: () => openDesk(host), version: "0" };
  expect(await runCommandLine(["trust"], terminal, doors)).toBe(code);
  expect(questions).toEqual(["Trust it? [y/N] "]);
  const desk = await openDesk(host);
  expect((await desk.trust.list()).map(({ root }) => root)).toEqual(isTrusted ? [made.root] : []);
});

test("grants that would lie inside the root are refused", async () => {
  using made = project(repository);
  const inside = { ...made, stateDirectory: join(made.root, "state") };
  const ran = await sightline(inside, ["trust", "--yes"]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("which could have supplied") });
});

describe("trust is that of one repository [S04 S05]", () => {
  const git = (made: Project, ...args: readonly string[]): void => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: made.root, stdio: "pipe" });
  };
  const isTrusted = async (made: Project): Promise<boolean> => {
    const { out } = await sightline(made, ["config", "--json", "--root", made.root]);
    return (JSON.parse(out) as { trusted: boolean }).trusted;
  };
  const trusted = async (): Promise<Project> => {
    const made = project("-- a.txt --\nx\n");
    git(made, "init", "-q", "-b", "main");
    git(made, "add", "-A");
    git(made, "commit", "-qm", "first");
    await sightline(made, ["trust", "--yes", "--exact"]);
    return made;
  };

  test("what happens to a repository in ordinary life leaves it trusted", async () => {
    using made = await trusted();
    made.write("b.txt", "y\n");
    made.write("node_modules/p/package.json", "{}");
    git(made, "add", "b.txt");
    git(made, "commit", "-qm", "second");
    git(made, "checkout", "-qb", "other", "HEAD~1");
    git(made, "gc", "-q", "--prune=now");
    git(made, "worktree", "add", "-q", "../tree", "main");
    rmSync(join(made.root, "a.txt"));
    expect(await isTrusted(made)).toBe(true);
  });

  test.each<[string, (made: Project) => void]>([
    [
      "another clone at the same path",
      (made) => {
        execFileSync("git", ["clone", "-q", made.root, "../clone"], { cwd: made.root, stdio: "pipe" });
        rmSync(made.root, { recursive: true });
        renameSync(join(made.root, "../clone"), made.root);
      },
    ],
    [
      "the same path, removed and made anew",
      (made) => {
        rmSync(made.root, { recursive: true });
        mkdirSync(made.root);
        made.write("a.txt", "x\n");
        git(made, "init", "-q");
      },
    ],
    [
      "another history in the same directory",
      (made) => {
        rmSync(join(made.root, ".git"), { recursive: true });
        git(made, "init", "-q");
      },
    ],
  ])("%s is not trusted, it is said, and can be trusted anew", async (_, replace) => {
    using made = await trusted();
    replace(made);
    const ran = await sightline(made, ["config", "--root", made.root]);
    expect(ran.err).toContain(`this is not the repository you trusted at ${made.root}; sightline trust shows this one`);
    expect(await isTrusted(made)).toBe(false);
    const again = await sightline(made, ["trust", "--yes", "--exact"]);
    expect(again.out).toContain("This is not the repository that was trusted at this path.");
    expect(await isTrusted(made)).toBe(true);
  });

  test.each<[string, (from: string, to: string) => void]>([
    ["a link to its .git", (from, to) => symlinkSync(join(from, ".git"), join(to, ".git"))],
    ["a .git file that points there", (from, to) => writeFileSync(join(to, ".git"), `gitdir: ${from}/.git\n`)],
    [
      "a commondir that leads there",
      (from, to) => {
        mkdirSync(join(to, ".git"));
        writeFileSync(join(to, ".git/HEAD"), "ref: refs/heads/main\n");
        writeFileSync(join(to, ".git/commondir"), `${from}/.git\n`);
      },
    ],
  ])("another directory with %s inherits nothing", async (_, borrow) => {
    using made = await trusted();
    const other = { ...made, root: join(made.root, "../other") };
    mkdirSync(other.root);
    borrow(made.root, other.root);
    expect([await isTrusted(made), await isTrusted(other)]).toEqual([true, false]);
  });

  test("a clone that was moved takes no trust along", async () => {
    using made = await trusted();
    const moved = { ...made, root: join(made.root, "../moved") };
    renameSync(made.root, moved.root);
    expect(await isTrusted(moved)).toBe(false);
  });
});

describe("sightline trust --explain", () => {
  interface Told {
    readonly trusted: boolean;
    readonly programs: readonly { name: string; verdict: string; program?: string[]; rule: string }[];
    readonly files: readonly { file: string; server: string; effect: string }[];
  }
  const small =
    "-- package.json --\n{}\n-- tsconfig.json --\n{}\n-- a.ts --\nexport {};\n-- Cargo.toml --\n[package]\n-- a.rs --\nfn a() {}\n";

  async function told(made: Project): Promise<Told> {
    const ran = await sightline(made, ["trust", "--explain", "--json", "--exact"]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    return JSON.parse(ran.out) as Told;
  }

  test("tells what runs and what is refused, by which rule, before and after trust [S06]", async () => {
    using made = project(`${small}-- sub/rust-analyzer.toml --\n`);
    const wary = await told(made);
    const named = ({ programs }: Told, name: string) => programs.find((one) => one.name === name);
    expect(wary.trusted).toBe(false);
    expect(named(wary, "rust-analyzer")).toMatchObject({
      verdict: "refused",
      rule: "sub/rust-analyzer.toml would undo its restricted form",
    });
    expect(named(wary, "git")).toMatchObject({ verdict: "runs", rule: expect.stringContaining("hooks") });
    expect(named(wary, "node")).toMatchObject({ verdict: "refused", rule: expect.stringContaining("--allow-exec") });
    expect(wary.programs.some(({ rule }) => rule.startsWith("ships with Sightline"))).toBe(true);
    expect(wary.files).toContainEqual({
      file: "sub/rust-analyzer.toml",
      server: "rust-analyzer",
      effect: "prevents the server from starting until the root is trusted",
      decides: true,
    });
    await sightline(made, ["trust", "--yes", "--exact"]);
    const trusting = await told(made);
    expect(trusting.trusted).toBe(true);
    expect(named(trusting, "node")).toMatchObject({ verdict: "runs" });
    expect(named(trusting, "rust-analyzer")?.verdict).not.toBe("refused");
  });

  test("a linter of the project itself is named before trust, for it would be run", async () => {
    using made = project(`${small}-- node_modules/.bin/vscode-eslint-language-server --\n#!/bin/sh\n`);
    const program = join(made.root, "node_modules/.bin/vscode-eslint-language-server");
    expect((await told(made)).programs.find(({ name }) => name === "eslint")).toMatchObject({
      verdict: "refused",
      program: expect.arrayContaining([program]),
    });
    const shown = await sightline(made, ["trust", "--exact"]);
    expect(shown.out).toMatch(/^ {2}eslint +not started: /m);
    expect(shown.out).not.toMatch(/^ {2}deno /m);
  });

  test("trusts nothing, runs nothing of the root, and shows names inert", async () => {
    using made = project(`${small}-- node_modules/.bin/gopls --\n#!/bin/sh\n-- d\u001b[2J/tsconfig.json --\n{}\n`);
    const ran = await sightline(made, ["trust", "--explain", "--exact"]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/\nRuns:\n(?: .*\n)* {2}git /);
    expect(ran.out).toMatch(/^\d+ more could serve files of the root but are not installed here; --all lists them$/m);
    const all = await sightline(made, ["trust", "--explain", "--exact", "--all"]);
    expect(all.out).toContain("What would run, from where, and why:");
    expect(all.out).toMatch(/^ {2}deno +server +refused/m);
    expect(ran.out).not.toContain("\u001b");
    expect((await sightline(made, ["trust", "--list"])).out.trim()).toBe("");
    expect(await sightline(made, ["trust", "--json"])).toMatchObject({ code: 2 });
  });
});
