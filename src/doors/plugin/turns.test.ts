// A turn of an agent whose tools are followed: what it broke goes back to its model, until it is whole again.

import { expect, test } from "vitest";
import { PluginKit } from "../../../test/support/kits/plugin-kit.ts";

test("what the tools of a turn broke goes back to the model, and the turn closes when it is mended", async () => {
  await using kit = new PluginKit();
  await kit.start();
  const packets: string[] = [];
  const turns = kit.plugin.turns({
    ask: async ({ text }) => {
      packets.push(text);
      await kit.write("b.toy", "use pear\n");
      return { kind: "changed", intent: { kind: "rename", words: "pear is used" } };
    },
    tellOperator: () => {
      throw new Error("nothing is left to tell");
    },
  });
  await kit.write("a.toy", "def pear\n", "vfs_edit");
  const closing = await kit.until(turns.close({ kind: "rename", words: "apple is called pear" }));
  expect([closing.outcome, closing.rounds.length]).toEqual(["corrected", 1]);
  expect(packets.join()).toContain("unknown name apple");
  expect((await kit.until(turns.close())).outcome).toBe("nothing_changed");
  turns.stop();
  await kit.write("a.toy", "def plum\n", "vfs_edit");
  expect((await kit.until(turns.close())).outcome).toBe("nothing_changed");
});

test("a tool of the agent runs between its hooks, and one that is forbidden does not run", async () => {
  await using kit = new PluginKit();
  const seen: string[] = [];
  const { hooks } = kit.plugin;
  hooks.on("PreToolUse", ({ tool_name }) =>
    tool_name === "rm" ? { kind: "abort", message: "rm is forbidden" } : void seen.push("before"),
  );
  hooks.on("PostToolUse", ({ output }) => void seen.push(`after ${String(output)}`));
  hooks.on("PostToolUseFailure", ({ error }) => void seen.push(`failed ${error}`));
  const use = (name: string, work: () => Promise<number>): Promise<number> => kit.plugin.useTool(name, {}, work);
  expect(await use("ls", async () => 7)).toBe(7);
  await expect(use("ls", async () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
  await expect(use("rm", async () => 1)).rejects.toThrow("rm is forbidden");
  expect(seen).toEqual(["before", "after 7", "before", "failed Error: no disk"]);
});
