// A repository full of traps: each leaves a sign when something of it is executed. In an untrusted root none does.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../../src/operations/table.ts";
import type { Project } from "../../support/project.ts";
import { project } from "../../support/project.ts";
import type { Agent } from "../../support/sightline.ts";
import { callTool, connect, sightline, unconfined } from "../../support/sightline.ts";
import { commandOf, hasServer } from "../installed.ts";

/** What an agent would look at first. */
const sources = [
  "crate/src/lib.rs",
  "mod/main.go",
  "web/view.ts",
  "web/old.js",
  "py/shelf.py",
  "c/cart.c",
  "gradle/Main.java",
];
const watched = [
  { file: "crate/src/lib.rs", by: "rust-analyzer" },
  { file: "mod/main.go", by: "gopls" },
  { file: "web/view.ts", by: "typescript-native" },
  { file: "py/shelf.py", by: "pyright" },
  { file: "c/cart.c", by: "clangd" },
];
const servers = [
  "rust-analyzer",
  "gopls",
  "clangd",
  "typescript-language-server",
  "pylsp",
  "vscode-eslint-language-server",
  "bash-language-server",
];

let trap: Project;
let signs: string;
let path: string;

beforeAll(() => {
  trap = project(harmless);
  const base = dirname(trap.root);
  signs = join(base, "signs");
  mkdirSync(signs);
  path = `${shims(join(base, "bin"))}:${process.env["PATH"] ?? ""}`;
  set(trap.root, (name) => join(signs, name));
});
afterAll(() => trap[Symbol.dispose]());

describe("in an untrusted root", () => {
  test("nothing of the repository runs, whatever is asked [S01 S02 S09]", async () => {
    await using agent = await connect(trap, "legacy", ["mcp", "--tools", "full"], { PATH: path, ...unconfined(trap) });
    const seen = [];
    for (const file_path of sources) seen.push(...(await lookAt(agent, file_path)));
    // A server has read each of these: a repository that is not read fires nothing either.
    expect(seen).toEqual(expect.arrayContaining(watched.filter(({ by }) => hasServer(by)).map(({ file }) => file)));
    await callTool(agent, "detect_changes", { workspace_root: "moved", scope: "unstaged" });
    for (const { name, examples } of operations) await callTool(agent, name, { ...examples[0]?.input });
    expect(startedInside(agent.pid, trap.root)).toEqual([]);
    expect(readdirSync(signs)).toEqual([]);
  });

  test("neither by the command line [S02]", async () => {
    const asked = [["doctor"], ["detect"], ["servers"], ["config"], ["diagnostics"], ["changes"], ["build"]];
    for (const args of [...asked, ["trust"], ["trust", "--explain", "--all"]]) {
      await sightline(trap, args, trap.root, { PATH: path, ...unconfined(trap) });
    }
    expect(readdirSync(signs)).toEqual([]);
  });
});

test("the traps are real: git, cargo and Python fall into them when they are let loose", () => {
  const run = (command: string, args: readonly string[], cwd: string): void => {
    try {
      execFileSync(command, args, { cwd: join(trap.root, cwd), stdio: "ignore" });
    } catch {
      // A compiler that was replaced by a trap compiles nothing; what counts is the sign.
    }
  };
  run("git", ["status"], ".");
  run("git", ["diff"], "moved/inner");
  run("cargo", ["build", "--offline"], "crate");
  run(join(trap.root, "py/.venv/bin/python"), ["--version"], "py");
  const fired = readdirSync(signs);
  expect(fired).toEqual(expect.arrayContaining(["fsmonitor", "moved-tree", "cargo-config", "venv"]));
});

/** The file, when a server has answered for it. */
async function lookAt(agent: Agent, file_path: string): Promise<string[]> {
  const { isError } = await callTool(agent, "list_symbols", { file_path });
  await callTool(agent, "get_diagnostics", { file_path });
  await callTool(agent, "inspect_symbol", { file_path, line: 1, column: 5 });
  await callTool(agent, "find_references", { file_path, line: 1, column: 5 });
  await callTool(agent, "run_build", { workspace_dir: dirname(file_path) });
  await callTool(agent, "run_tests", { workspace_dir: dirname(file_path) });
  await callTool(agent, "get_symbol_documentation", { symbol: "Shelf", file_path });
  return isError ? [] : [file_path];
}

/** Descendants of a process whose program, or whose list of programs, lies in the root. */
function startedInside(pid: number, root: string): string[] {
  return descendants(pid).flatMap((child) => {
    try {
      const program = readlinkSync(`/proc/${child}/exe`);
      const environment = readFileSync(`/proc/${child}/environ`, "utf8").split("\0");
      const lists = environment.filter((entry) => /^(?:PATH|PYTHONPATH|NODE_PATH|VIRTUAL_ENV)=/.test(entry));
      return [program, ...lists].filter((one) => one.includes(root));
    } catch {
      // Gone in the meantime.
      return [];
    }
  });
}

function descendants(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  const children = readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** The real servers under their usual names. */
function shims(directory: string): string {
  mkdirSync(directory);
  for (const id of servers) {
    const command = commandOf(id);
    if (command === undefined) continue;
    const words = command.map((word) => `'${word}'`).join(" ");
    executable(join(directory, id), `#!/bin/sh\nexec ${words} "$@"\n`);
  }
  return directory;
}

function executable(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

const harmless = `
-- crate/Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
build = "build.rs"
[dependencies]
trap = { path = "trap" }
-- crate/src/lib.rs --
pub fn total() -> i32 { trap::two!() }
-- crate/trap/Cargo.toml --
[package]
name = "trap"
version = "0.1.0"
edition = "2021"
[lib]
proc-macro = true
-- mod/main.go --
package main

import "C"

func main() {}
-- web/view.ts --
export const view = 1;
-- web/old.js --
var old = 1;
-- web/tsconfig.json --
{ "compilerOptions": { "plugins": [{ "name": "trap" }], "allowJs": true } }
-- web/package.json --
{ "name": "web", "scripts": { "build": "node trap.js", "test": "node trap.js", "preinstall": "node trap.js" } }
-- py/shelf.py --
class Shelf: pass
-- py/pyproject.toml --
[tool.pyright]
venvPath = "."
venv = ".venv"
-- c/cart.c --
int total(void) { return 1; }
-- gradle/Main.java --
class Main {}
-- gradle/build.gradle --
plugins { id 'java' }
`;

/** Every trap that is known, each with a sign of its own. */
function set(root: string, sign: (name: string) => string): void {
  const at = (file: string): string => join(root, file);
  const shell = (name: string): string => `#!/bin/sh\n: > '${sign(name)}'\nexit 1\n`;
  const node = (name: string): string => `require("node:fs").writeFileSync(${JSON.stringify(sign(name))}, "");\n`;
  const rust = (name: string): string => `std::fs::write(${JSON.stringify(sign(name))}, "").unwrap();`;
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  put("crate/build.rs", `fn main() { ${rust("build-script")} }\n`);
  put(
    "crate/trap/src/lib.rs",
    `use proc_macro::TokenStream;\n#[proc_macro]\npub fn two(_: TokenStream) -> TokenStream { ${rust("proc-macro")} "2".parse().unwrap() }\n`,
  );
  executable(at("crate/rustc-trap"), shell("cargo-config"));
  put("crate/.cargo/config.toml", `[build]\nrustc-wrapper = ${JSON.stringify(at("crate/rustc-trap"))}\n`);
  executable(at("crate/toolchain/bin/rustc"), shell("rust-toolchain"));
  executable(at("crate/toolchain/bin/cargo"), shell("rust-toolchain"));
  put("mod/go.mod", "module example.org/shop\n\ngo 1.21\n\ntoolchain go1.99.9\n");
  put("mod/go.env", `GOFLAGS=-toolexec=${at("mod/toolexec")}\n`);
  executable(at("mod/toolexec"), shell("toolexec"));
  executable(at("mod/gopackagesdriver"), shell("packages-driver"));
  executable(at("gopackagesdriver"), shell("packages-driver"));
  put(
    "web/node_modules/trap/index.js",
    `${node("tsconfig-plugin")}module.exports = () => ({ create: (info) => info.languageService });\n`,
  );
  put(
    "web/node_modules/typescript/package.json",
    '{ "name": "typescript", "version": "5.0.0", "main": "lib/typescript.js" }\n',
  );
  put("web/node_modules/typescript/lib/typescript.js", node("local-typescript"));
  put("web/node_modules/typescript/lib/tsserver.js", node("local-typescript"));
  executable(at("web/node_modules/.bin/tsc"), `#!/usr/bin/env node\n${node("local-tsc")}`);
  put("web/eslint.config.js", `${node("eslint-config")}module.exports = [];\n`);
  put("web/.eslintrc.js", `${node("eslint-config")}module.exports = {};\n`);
  put("web/trap.js", node("npm-script"));
  for (const directory of ["py/.venv", ".venv", "py/venv"]) {
    executable(at(`${directory}/bin/python`), shell("venv"));
    executable(at(`${directory}/bin/python3`), shell("venv"));
    put(`${directory}/pyvenv.cfg`, "home = /usr/bin\n");
  }
  put("py/sitecustomize.py", `open(${JSON.stringify(sign("sitecustomize"))}, "w")\n`);
  put("py/conftest.py", `open(${JSON.stringify(sign("conftest"))}, "w")\n`);
  put(
    "c/compile_commands.json",
    JSON.stringify([{ directory: at("c"), command: `${at("c/compiler")} -c cart.c`, file: "cart.c" }]),
  );
  executable(at("c/compiler"), shell("compiler"));
  executable(at("gradle/gradlew"), shell("gradle"));
  for (const name of ["gopls", "clangd", "pyright-langserver", "rust-analyzer", "git", "node", "python3"]) {
    executable(at(name), shell("server-in-root"));
    executable(at(`bin/${name}`), shell("server-in-root"));
  }
  put(".sightline/lsp.json", JSON.stringify({ servers: { gopls: { command: [at("gopls")] } } }));
  plantGit(root, shell);
}

function plantGit(root: string, shell: (name: string) => string): void {
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      stdio: "ignore",
    });
  git("init", "--quiet");
  writeFileSync(join(root, ".gitattributes"), "*.py diff=trap filter=trap\n");
  git("add", "--force", ".");
  git("commit", "--quiet", "--message=one");
  for (const name of ["fsmonitor", "textconv", "filter", "external-diff", "pager", "hook", "editor"]) {
    executable(join(root, ".git", "traps", name), shell(name));
  }
  const trap = (name: string): string => join(root, ".git", "traps", name);
  for (const [key, name] of [
    ["core.fsmonitor", "fsmonitor"],
    ["diff.trap.textconv", "textconv"],
    ["diff.trap.command", "external-diff"],
    ["diff.external", "external-diff"],
    ["filter.trap.clean", "filter"],
    ["filter.trap.smudge", "filter"],
    ["core.pager", "pager"],
    ["core.editor", "editor"],
    ["core.sshCommand", "external-diff"],
  ] as const) {
    git("config", key, trap(name));
  }
  for (const name of ["post-index-change", "post-checkout", "pre-commit"]) {
    executable(join(root, ".git", "hooks", name), shell("hook"));
  }
  writeFileSync(join(root, "py/shelf.py"), "class Shelf:\n    pass\n");
  plantMovedTree(join(root, "moved"), shell);
}

/** A repository that says its files are in another one, whose filter is a trap. */
function plantMovedTree(outer: string, shell: (name: string) => string): void {
  const inner = join(outer, "inner");
  mkdirSync(inner, { recursive: true });
  const git = (cwd: string, ...args: readonly string[]): void => void execFileSync("git", ["-C", cwd, ...args]);
  for (const directory of [outer, inner]) git(directory, "init", "--quiet");
  writeFileSync(join(inner, ".gitattributes"), "*.py filter=trap\n");
  writeFileSync(join(inner, "shelf.py"), "class Shelf: pass\n");
  git(outer, "config", "core.worktree", inner);
  git(inner, "add", ".");
  executable(join(inner, ".git", "trap"), shell("moved-tree"));
  git(inner, "config", "filter.trap.clean", join(inner, ".git", "trap"));
  writeFileSync(join(inner, "shelf.py"), "class Shelf:\n    pass\n");
}
