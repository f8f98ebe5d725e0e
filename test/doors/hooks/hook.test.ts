// Hooks through the built executable and a daemon, as an agent runs them.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../../src/doors/cli/run.ts";
import type { HookStart } from "../../../src/context/changes/hook-start.ts";
import type { Doors, Terminal } from "../../../src/doors/cli/terminal.ts";
import type { Shared } from "../../support/daemons.ts";
import { daemonProcesses, on, shared } from "../../support/daemons.ts";
import { toyProgram } from "../../support/made-up-server.ts";
import type { Ran } from "../../support/sightline.ts";
import { bin, environment, sightline } from "../../support/sightline.ts";

const three = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse apple\n";

function toys(): Shared {
  return shared(toyProgram(), {}, three);
}

/** A busy machine needs more than an agent would wait. */
const patient = ["--budget", "30000"];

/** Runs a hook of Claude Code, with further fields of its JSON. */
function hook(one: Shared, event: string, more: object = {}, words: readonly string[] = []): Promise<Ran> {
  const { root, options } = one.made;
  const input = { session_id: "s", cwd: root, hook_event_name: event, ...more };
  return sightline(one.made, ["hook", ...words, ...patient, ...options], root, on, JSON.stringify(input));
}

function edited(one: Shared, file: string, from: string, to: string): object {
  one.made.write(file, readFileSync(join(one.made.root, file), "utf8").replace(from, to));
  const tool_input = { file_path: join(one.made.root, file), old_string: from, new_string: to };
  return { tool_name: "Edit", tool_input };
}

function context({ out }: Ran): unknown {
  return out === "" ? "" : JSON.parse(out).hookSpecificOutput.additionalContext;
}

const silence = { code: 0, out: "", err: "" };

test("from the start of a session to its end: what is served, what an edit broke, once, that the agent may not stop, and what mended it", async () => {
  await using one = toys();
  expect(context(await hook(one, "SessionStart"))).toMatch(/^Sightline serves .*root: toy \(toy/);
  const breaking = edited(one, "a.toy", "apple", "pear");
  expect(context(await hook(one, "PostToolUse", breaking))).toMatch(
    /^Sightline: 1 new error after a change of a\.toy \(\d files checked\)\.\n\+ b\.toy:1:5 error unknown unknown name apple/,
  );
  expect(await hook(one, "PostToolUse", breaking)).toEqual(silence);
  expect(await hook(one, "Stop", {})).toEqual(silence);
  const blocked = JSON.parse((await hook(one, "Stop", {}, ["--block-stop"])).out);
  expect(blocked).toEqual({ decision: "block", reason: expect.stringContaining("b.toy:1:5 error") });
  expect(await hook(one, "Stop", {}, ["--block-stop"])).toEqual(silence);
  expect(await hook(one, "Stop", { stop_hook_active: true }, ["--block-stop"])).toEqual(silence);
  expect(context(await hook(one, "PostToolUse", edited(one, "b.toy", "apple", "pear")))).toContain("1 error gone");
  expect(await hook(one, "SessionEnd")).toEqual(silence);
  expect(one.daemons()).toHaveLength(1);
});

test("sessions do not take each other's news, and the former text follows from the edit where nothing was kept", async () => {
  await using one = toys();
  await one.run();
  const breaking = edited(one, "a.toy", "apple", "pear");
  for (const session_id of ["first", "second"]) {
    expect(context(await hook(one, "PostToolUse", { ...breaking, session_id }))).toContain("1 new error");
  }
});

test("a write is refused only where that is asked for: one that brings errors, and one of a protected file", async () => {
  await using one = toys();
  const writing = (file: string, content: string, words: readonly string[]): Promise<Ran> => {
    const tool_input = { file_path: join(one.made.root, file), content };
    return hook(one, "PreToolUse", { tool_name: "Write", tool_input }, words);
  };
  expect(await writing("a.toy", "def pear\n", [])).toEqual(silence);
  const refuse = ["--refuse-writes"];
  const [breaking, guarded] = [await writing("a.toy", "def pear\n", refuse), await writing(".envrc", "x", refuse)];
  expect([breaking, guarded].map(({ out }) => JSON.parse(out).hookSpecificOutput)).toEqual([
    {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("b.toy:1:5 error"),
    },
    {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("is not to be written"),
    },
  ]);
  expect(await writing("a.toy", "def apple\ndef pear\n", refuse)).toEqual(silence);
});

describe("is never in the agent's way", () => {
  test.each<[string, string]>([
    ["nothing", ""],
    ["garbage", "\u0000{]"],
    ["a list", "[1]"],
    ["an event that is not ours", '{"hook_event_name":"Notification"}'],
    ["a great deal", "x".repeat(20_000_000)],
  ])("%s on standard input", async (_, input) => {
    await using one = toys();
    expect(await sightline(one.made, ["hook"], one.made.root, on, input)).toEqual(silence);
    expect(await daemonProcesses(one.made)).toEqual([]);
  });

  test("a directory that is no project starts nothing", async () => {
    await using one = toys();
    const cwd = join(dirname(one.made.root), "nothing");
    mkdirSync(cwd);
    const input = JSON.stringify({ session_id: "s", cwd, hook_event_name: "SessionStart" });
    expect(await sightline(one.made, ["hook"], cwd, on, input)).toEqual(silence);
    expect(await daemonProcesses(one.made)).toEqual([]);
  });

  test("a directory that is gone", async () => {
    await using one = toys();
    const cwd = join(dirname(one.made.root), "gone");
    mkdirSync(cwd);
    const input = JSON.stringify({ session_id: "s", cwd, hook_event_name: "PostToolUse" });
    const words = ["-c", 'rmdir "$1" && exec "$2" "$3" hook', "sh", cwd, process.execPath, bin];
    const env = { ...environment(one.made), ...on };
    expect(spawnSync("/bin/sh", words, { cwd, env, input }).status).toBe(0);
    expect(existsSync(cwd)).toBe(false);
  });

  test("without a daemon, by the operator's word", async () => {
    await using one = toys();
    const input = JSON.stringify({ session_id: "s", cwd: one.made.root, hook_event_name: "SessionStart" });
    const words = ["hook", ...one.made.options];
    expect(await sightline(one.made, words, one.made.root, { SIGHTLINE_DAEMON: "off" }, input)).toEqual(silence);
  });

  test("without a daemon, by an option: none is started either", async () => {
    await using one = toys();
    expect(await hook(one, "SessionStart", {}, ["--no-daemon"])).toEqual(silence);
    expect(await daemonProcesses(one.made)).toEqual([]);
  });

  test.each([
    ["with a value", ["--root", "."]],
    ["that is wrong", ["--zork"]],
    ["that is a switch", ["--trust"]],
  ])("options before the command, one %s", async (_, words) => {
    await using one = toys();
    const input = JSON.stringify({ session_id: "s", cwd: one.made.root, hook_event_name: "SessionStart" });
    const ran = await sightline(one.made, [...words, "hook", "--zork"], one.made.root, on, input);
    expect(ran).toMatchObject({ code: 0, out: "" });
  });

  test("a daemon that stands still", async () => {
    await using one = toys();
    await one.run();
    const [daemon] = one.daemons();
    process.kill(daemon?.pid ?? 0, "SIGSTOP");
    try {
      expect(await hook(one, "SessionStart", {}, ["--budget", "1"])).toEqual(silence);
    } finally {
      process.kill(daemon?.pid ?? 0, "SIGCONT");
    }
  });

  test("wrong options end with 0 too, for another code would block the agent", async () => {
    await using one = toys();
    expect(await hook(one, "SessionStart", {}, ["--zork"])).toMatchObject({ code: 0, out: "" });
  });
});

test("the configuration of hooks grants no trust: the option has no effect", async () => {
  const given: HookStart[] = [];
  const unused = (): never => {
    throw new TypeError("only the hook is needed");
  };
  const terminal: Terminal = {
    ...{ out: unused, err: unused, cwd: "/", env: {}, piped: true, screen: { out: false, err: false }, ask: undefined },
    out: () => {},
    read: async () => new Uint8Array(),
  };
  const none = { open: unused, openShared: unused, daemons: unused, serveDaemon: unused, openTrace: unused };
  const hook: Doors["hook"] = async (start) => (given.push(start), "");
  const doors: Doors = { ...none, serveMcp: unused, serveHttp: unused, desk: unused, version: "0", hook };
  expect(await runCommandLine(["hook", "--trust"], terminal, doors)).toBe(0);
  expect(given[0]?.optionsFor("/")).not.toHaveProperty("trusted");
});

test("a root that is reached by a link is the same root", async () => {
  await using one = toys();
  await hook(one, "SessionStart");
  const link = join(dirname(one.made.root), "link");
  symlinkSync(one.made.root, link);
  writeFileSync(join(link, "a.toy"), "def pear\n");
  const edit = { file_path: join(link, "a.toy"), old_string: "apple", new_string: "pear" };
  const told = await hook(one, "PostToolUse", { cwd: link, tool_name: "Edit", tool_input: edit });
  expect(context(told)).toContain("1 new error");
  expect(one.daemons()).toHaveLength(1);
});

test("an agent that has gone to another directory is in the same session", async () => {
  await using one = toys();
  const { root } = one.made;
  one.made.write("package.json", "{}\n");
  await one.run();
  const inner = join(root, "inner");
  mkdirSync(inner);
  const breaking = { session_id: "s", hook_event_name: "PostToolUse", ...edited(one, "a.toy", "apple", "pear") };
  const words = ["hook", ...patient, "--config", join(dirname(root), "servers.json")];
  const from = (cwd: string): Promise<Ran> => sightline(one.made, words, cwd, on, JSON.stringify({ ...breaking, cwd }));
  expect(context(await from(root))).toContain("1 new error");
  expect(await from(inner)).toEqual(silence);
  expect(one.daemons()).toHaveLength(1);
});
