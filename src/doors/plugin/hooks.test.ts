// Hooks run in order and within their time, for the tools they are meant for.

import { describe, expect, test } from "vitest";
import { FakeClock } from "../../testing/fake-clock.ts";
import { StepClock } from "../../testing/step-clock.ts";
import type { HookContexts, HookPoint } from "./hooks.ts";
import { goOn, HookRegistry } from "./hooks.ts";
import { matchesTool } from "./tool-glob.ts";

const contexts: HookContexts = {
  PreToolUse: { tool_name: "vfs_edit", arguments: {} },
  PostToolUse: { tool_name: "vfs_edit", arguments: {}, output: 1 },
  PostToolUseFailure: { tool_name: "vfs_edit", arguments: {}, error: "no" },
  Notification: { level: "info", message: "x" },
  SubagentStart: { agent_name: "a" },
  SubagentStop: { agent_name: "a", reason: "done" },
  PreCompact: { message_count: 1, token_count: 2 },
  PostCompact: { message_count: 1, token_count: 2 },
  SessionStart: { session_id: "1", resumed: false },
  SessionEnd: { session_id: "1", reason: "done" },
};
const points = Object.keys(contexts) as HookPoint[];

function open() {
  const warnings: string[] = [];
  const hooks = new HookRegistry(new FakeClock(), (message) => warnings.push(message));
  return { hooks, warnings };
}

describe.each(points)("%s", (point) => {
  test("runs its hooks in their order, with what happened", async () => {
    const { hooks } = open();
    const seen: unknown[] = [];
    for (const name of ["one", "two"]) hooks.on(point, (context) => void seen.push([name, context]));
    expect(await hooks.run(point, contexts[point])).toEqual(goOn);
    expect(seen).toEqual([
      ["one", contexts[point]],
      ["two", contexts[point]],
    ]);
  });

  test("ends at the first abort, except that a notification is only watched", async () => {
    const { hooks } = open();
    const seen: string[] = [];
    hooks.on(point, () => ({ kind: "abort", message: "no" }));
    hooks.on(point, () => void seen.push("later"));
    const isWatched = point === "Notification";
    expect(await hooks.run(point, contexts[point])).toEqual(isWatched ? goOn : { kind: "abort", message: "no" });
    expect(seen).toEqual(isWatched ? ["later"] : []);
  });
});

describe("a hook", () => {
  test("is run for the tools of its pattern, and not once it is taken back", async () => {
    const { hooks } = open();
    const seen: string[] = [];
    const stop = hooks.on("PostToolUse", ({ tool_name }) => void seen.push(tool_name), { tool: "vfs_*" });
    for (const tool_name of ["vfs_edit", "bash", "vfs_rm"])
      await hooks.run("PostToolUse", { tool_name, arguments: {} });
    stop();
    await hooks.run("PostToolUse", { tool_name: "vfs_edit", arguments: {} });
    expect(seen).toEqual(["vfs_edit", "vfs_rm"]);
  });

  test.each([
    [
      "past its own time",
      50,
      { timeoutMs: 50, name: "Slow" },
      "Slow was skipped at SessionStart: it took longer than 50 ms.",
    ],
    ["past 30 s", 30_000, {}, "A hook was skipped at SessionStart: it took longer than 30000 ms."],
  ])("%s is skipped with a warning, and the next is run", async (_, ms, matcher, warning) => {
    const clock = new StepClock();
    const warnings: string[] = [];
    const hooks = new HookRegistry(clock, (message) => warnings.push(message));
    hooks.on("SessionStart", () => new Promise<void>(() => {}), matcher);
    hooks.on("SessionStart", () => ({ kind: "abort", message: "the next" }));
    const began = clock.now();
    expect(await clock.until(hooks.run("SessionStart", contexts.SessionStart))).toMatchObject({ message: "the next" });
    expect([clock.now() - began, warnings]).toEqual([ms, [warning]]);
  });

  test("that throws counts as one that lets go on, with a warning", async () => {
    const { hooks, warnings } = open();
    hooks.on("PreToolUse", () => {
      throw new Error("a bad day");
    });
    expect(await hooks.run("PreToolUse", contexts.PreToolUse)).toEqual(goOn);
    expect(warnings).toEqual(["A hook was skipped at PreToolUse: a bad day."]);
  });
});

test.each([
  ["*", "any", true],
  ["write_*", "write_file", true],
  ["write_*", "read_file", false],
  ["*_file", "read_file", true],
  ["*_file", "read_files", false],
  ["exact", "exact", true],
  ["exact", "exactly", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["**", "", true],
  ["", "x", false],
  ["a.c", "abc", false],
])("the pattern %j and the name %j: %s", (pattern, name, isMatch) => {
  expect(matchesTool(pattern, name)).toBe(isMatch);
});
