// Who may execute what a repository brings, write what is protected, and connect to other machines.

import { describe, expect, test } from "vitest";
import { settingsFor } from "../config/profiles.ts";
import type { Caller, EffectClass, JudgedFile } from "./effects.ts";
import * as decisions from "./decisions.ts";
import { decideAll, policyOf } from "./policy.ts";
import type { Decision } from "./subject.ts";

const policy = policyOf(settingsFor("standard").policy);

function decideExecution(who: Caller, trusted: boolean): Decision {
  return decisions.decideExecution(policy, { caller: who, operation: "run_build" }, trusted);
}

function decideWrite(who: Caller, files: readonly JudgedFile[], protect?: readonly string[]): Decision {
  return decisions.decideWrite(policy, { caller: who, operation: "apply_edit" }, files, protect);
}

function decideConnection(who: Caller, host: string, named: readonly string[]): Decision {
  return decisions.decideConnection(policy, { caller: who, operation: "start_lsp" }, host, named);
}

function caller(...allowed: EffectClass[]): Caller {
  return { door: "mcp", allowed };
}

describe("execution", () => {
  test.each([
    ["a caller that may execute, anywhere", caller("read", "control", "exec"), false, true],
    ["the same in a trusted root", caller("read", "control", "exec"), true, true],
    ["any caller in a trusted root", caller("read", "control"), true, true],
    ["any caller in an untrusted root", caller("read", "control"), false, false],
    ["one that may write, in an untrusted root", caller("read", "control", "propose", "write"), false, false],
    ["one that may only read, even in a trusted root", caller("read"), true, false],
    ["one that may only read, in another", caller("read"), false, false],
    ["one that may do nothing", caller(), true, false],
  ])("%s", (_, who, trusted, allowed) => {
    const decision = decideExecution(who, trusted);
    expect(decision.allowed).toBe(allowed);
    expect(decision.why).toMatch(/^exec /);
  });

  test("what is missing is told: trust or an option for one, nothing that helps for a reader", () => {
    expect(decideExecution(caller("read", "control"), false).why).toBe("exec needs a trusted root or --allow-exec");
    expect(decideExecution(caller("read"), false).why).toBe("exec is not allowed for this mcp caller");
  });
});

describe("effects", () => {
  test("every class has to be allowed, and what declares none is denied", () => {
    const decided = (effectClasses: readonly EffectClass[], who: Caller): Decision =>
      decideAll(policy, { caller: who, operation: "start_lsp" }, effectClasses);
    expect(decided(["read", "control"], caller("read", "control")).allowed).toBe(true);
    expect(decided(["read", "control"], caller("read"))).toEqual({
      allowed: false,
      rule: "effect.not_granted",
      why: "control is not allowed for this mcp caller",
      version: policy.version,
    });
    expect(decided([], caller("read", "control", "exec", "write"))).toMatchObject({
      allowed: false,
      rule: "effect.undeclared",
    });
  });
});

const writer: Caller = { door: "mcp", allowed: ["read", "propose", "write"] };

test.each([
  ".git/hooks/pre-commit",
  "packages/a/.git/config",
  ".GIT/config",
  ".github/workflows/ci.yml",
  ".mcp.json",
  ".claude/settings.json",
  "AGENTS.md",
  ".vscode/tasks.json",
  "lefthook.yml",
  ".devcontainer/devcontainer.json",
  ".cargo/config.toml",
  ".npmrc",
  ".sightline/lsp.json",
  "Jenkinsfile",
  ".aider.conf.yml",
  ".aider.model.settings.yml",
  ".clinerules",
  ".clinerules/a.md",
  ".clinerules-code",
  ".roorules",
  ".github/copilot-instructions.md",
  ".github/instructions/a.instructions.md",
  ".github/prompts/x.prompt.md",
  ".github/agents/x.agent.md",
  ".github/chatmodes/x.chatmode.md",
  "AGENTS.override.md",
  "packages/a/Agents.Override.md",
  ".roomodes",
  ".roo/mcp.json",
  ".rules",
  ".kilocode/mcp.json",
  ".kilocodemodes",
  ".amazonq/mcp.json",
  ".qwen/settings.json",
  "QWEN.md",
  ".goosehints",
  ".augment-guidelines",
  ".trae/rules/a.md",
  ".agents/skills/x/SKILL.md",
  ".copilot/mcp-config.json",
  "crush.json",
  ".cursorignore",
  ".cirrus.yml",
  ".cirrus.star",
  ".build.yml",
  ".builds/a.yml",
  ".semaphore/semaphore.yml",
  ".azure-pipelines/a.yml",
  ".exrc",
  ".nvim.lua",
  ".nvimrc",
  ".dir-locals.el",
  ".mise/config.toml",
  ".config/mise/config.toml",
  "mise.toml",
  ".mise.toml",
  "mise.local.toml",
  "lefthook-local.yml",
  ".lefthook.toml",
  "lefthook.json",
  ".yarn/releases/yarn-4.cjs",
  ".yarn/plugins/a.cjs",
  ".pnp.cjs",
  ".pnp.loader.mjs",
  ".claude-plugin/plugin.json",
  ".vs/tasks.vs.json",
  ".fleet/run.json",
  ".gitattributes",
  ".github/dependabot.yml",
  ".github/CODEOWNERS",
  ".github/README.md",
  ".github/ISSUE_TEMPLATE/bug.md",
  "CODEOWNERS",
  "renovate.json",
  ...[".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".kshrc", ".config/fish/config.fish", ".inputrc"],
  ...[".screenrc", ".tmux.conf", ".config/systemd/user/a.service", ".config/autostart/a.desktop", ".xinitrc"],
  ...[".ssh/authorized_keys", ".ssh/config", "authorized_keys", ".gnupg/gpg.conf", ".netrc", ".curlrc", ".wgetrc"],
  ...[".gitconfig", ".config/git/config", ".config/git/hooks/pre-commit", ".git-credentials", ".config/gh/hosts.yml"],
  ...[".gdbinit", ".lldbinit", ".pdbrc", ".pdbrc.py", ".Rprofile", ".Renviron", ".irbrc", ".pryrc", ".ghci", ".psqlrc"],
  ...[".ipython/profile_default/startup/a.py", ".jupyter/jupyter_server_config.py", ".emacs", ".emacs.d/init.el"],
  ...[".vim/plugin/a.vim", ".config/nvim/init.lua", ".local/bin/ls", ".local/lib/python3.12/site-packages/a.py"],
  ...[".mvn/maven.config", ".mvn/jvm.config", ".mvn/extensions.xml", ".mvn/wrapper/maven-wrapper.properties"],
  ...["gradle/wrapper/gradle-wrapper.properties", ".gradle/init.d/a.gradle", ".m2/settings.xml", ".sbtopts"],
  ...["rust-toolchain", "rust-toolchain.toml", ".cargo/credentials.toml", ".bazelrc", ".buckconfig", ".bundle/config"],
  ...["pip.conf", "pip.ini", ".pip/pip.conf", ".config/pip/pip.conf", ".pypirc", "sitecustomize.py", "lib/a.pth"],
  ...["usercustomize.py", "NuGet.Config", ".condarc", ".gemrc", ".docker/config.json", ".kube/config"],
  ...[".aws/credentials", ".aws/config", ".cline/mcp.json", "mcp.json", ".vscode/extensions.json", "WARP.md"],
  ...[".agent/rules/a.md", "mcp_config.json", "claude_desktop_config.json", "AGENT.md"],
])("%s is protected, unless the operator lets a caller change it [S18]", (path) => {
  const files = [{ names: ["src/a.ts"] }, { names: [path] }];
  expect(decideWrite(writer, files)).toMatchObject({ allowed: false });
  expect(decideWrite({ ...writer, writable: [path] }, files)).toMatchObject({ allowed: true });
});

test.each([
  "src/git/config.ts",
  ".gitignore",
  "docs/hooks/use.md",
  "src/agents.ts",
  ".yarn/cache/a.zip",
  "src/mise/a.ts",
  "docs/renovate.md",
  "src/build.yml",
  "docs/rules",
  "lib/prompts/x.md",
  "Makefile",
  "conftest.py",
  "build.gradle",
  "gradlew",
  "src/profile.ts",
  "src/ssh/config.ts",
  "docs/bashrc.md",
  "src/mcp/server.json",
  ".config/app.json",
  "pom.xml",
  "tests/docker/config.json",
  "toolchain.toml",
  ".eslintrc.json",
])("%s is not", (path) => expect(decideWrite(writer, [{ names: [path] }])).toMatchObject({ allowed: true }));

test("a root may protect more, and a caller that may not write writes nothing [BRG-55]", () => {
  expect(decideWrite(writer, [{ names: ["db/schema.sql"] }], ["db/**"])).toMatchObject({ allowed: false });
  const proposer: Caller = { door: "mcp", allowed: ["read", "propose"] };
  expect(decideWrite(proposer, [{ names: ["src/a.ts"] }])).toMatchObject({ allowed: false });
});

test("a file is judged by each of its names, and opened by any", () => {
  const file = { names: ["workflows/ci.yml", ".github/workflows/ci.yml"] };
  expect(decideWrite(writer, [file])).toMatchObject({ allowed: false });
  expect(decideWrite(writer, [{ names: ["lib/a.c", "vendor/lib/a.c"] }], ["vendor/**"])).toMatchObject({
    allowed: false,
  });
  for (const name of file.names)
    expect(decideWrite({ ...writer, writable: [name] }, [file])).toMatchObject({ allowed: true });
});

test("the refusal of a file that only another name of it protects tells of both", () => {
  const { why } = decideWrite(writer, [{ names: ["docs/a.md"] }, { names: ["CLAUDE.md"], leadsTo: "docs/a.md" }]);
  expect(why).toMatch(/^CLAUDE\.md, which links to docs\/a\.md, is protected/);
});

test.each([
  [false, writer, false],
  [false, { ...writer, allowed: [...writer.allowed, "exec"] } as Caller, true],
  [true, writer, true],
])("a file becomes a program at a new path only where code may be run: trusted %s", (trusted, who, allowed) => {
  const decision = decideWrite(who, [{ names: ["evil/bin/rustc"], arms: { trusted } }]);
  expect(decision.allowed).toBe(allowed);
  expect(decideWrite({ ...who, writable: ["**"] }, [{ names: ["a"], arms: { trusted } }]).allowed).toBe(allowed);
});

test("what is guarded needs the operator's word whatever it is called", () => {
  const file = { names: [".bare/config"], isGuarded: true };
  expect(decideWrite(writer, [file])).toMatchObject({
    allowed: false,
    why: expect.stringContaining(".bare/config") as string,
  });
  expect(decideWrite({ ...writer, writable: [".bare/*"] }, [file])).toMatchObject({ allowed: true });
});

test.each([
  [".claude/worktrees/x/src/a.ts", true],
  ["pkg/.claude/worktrees/x/src/a.ts", true],
  [".claude/worktrees/x/.github/workflows/ci.yml", false],
  [".claude/worktrees/x/CLAUDE.md", false],
  [".git/.claude/worktrees/x/a", false],
  [".git/worktrees/x/config.worktree", false],
  [".claude/worktrees/x", false],
])("a worktree that an agent keeps is judged like any other: %s, allowed %s", (path, allowed) => {
  expect(decideWrite(writer, [{ names: [path] }]).allowed).toBe(allowed);
});

const agent: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };
const reader: Caller = { door: "mcp", allowed: ["read"] };
const everything: Caller = { door: "cli", allowed: ["read", "control", "propose", "write", "exec", "network"] };

test("this machine may be connected to, but not by a caller that may only read", () => {
  for (const host of ["localhost", "127.0.0.1", "::1"]) {
    expect(decideConnection(agent, host, []).allowed).toBe(true);
    expect(decideConnection(reader, host, []).allowed).toBe(false);
    expect(decideConnection({ ...agent, allowed: [] }, host, [host]).allowed).toBe(false);
  }
});

test("another host is allowed only where the operator names it, whatever the caller may do besides", () => {
  for (const host of ["devbox", "10.0.0.7", "0.0.0.0", "127.1", "::ffff:127.0.0.1", "2130706433"]) {
    expect(decideConnection(everything, host, [])).toMatchObject({
      allowed: false,
      why: expect.stringContaining(host) as string,
    });
    expect(decideConnection(everything, host, ["other"]).allowed).toBe(false);
    expect(decideConnection(agent, host, [host.toUpperCase()])).toMatchObject({ allowed: true });
    expect(decideConnection(reader, host, [host]).allowed).toBe(false);
    expect(decisions.isReachable(host, [])).toBe(false);
  }
});
