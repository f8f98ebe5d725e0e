// A daemon that is killed while it writes: what the caller is told, and what the disk and the journal say.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onlyOne, shared } from "../support/daemons.ts";
import type { Shared } from "../support/daemons.ts";
import { gone, soon } from "../support/fault-session.ts";
import { callTool } from "../support/sightline.ts";

async function killDaemon({ daemons, servers }: Shared): Promise<void> {
  const { pid } = onlyOne(daemons());
  const orphans = servers();
  process.kill(pid, "SIGKILL");
  expect(await gone(pid, ...orphans)).toBe(true);
}

test("while a change is written, the caller is told what the disk and the journal say, and nothing is repeated [F66]", async () => {
  const users = Array.from({ length: 100 }, (_, index) => `u${index}.toy`);
  const fixture = `-- a.toy --\ndef «^»apple\n${users.map((name) => `-- ${name} --\nuse apple\n`).join("")}`;
  await using one = shared(undefined, {}, fixture);
  await using agent = await one.agent(["--tools", "full"]);
  const textOf = (name: string): string => {
    try {
      return readFileSync(join(one.made.root, name), "utf8");
    } catch {
      // It is being replaced.
      return "";
    }
  };
  const renamed = callTool(agent, "rename_symbol", { ...one.made.at, new_name: "pear" });
  await soon(() => users.some((name) => textOf(name) !== "use apple\n"));
  await killDaemon(one);
  const { isError, texts } = await renamed;
  const said = texts.join("\n");
  expect(new Set(users.map(textOf))).toEqual(new Set([isError ? "use apple\n" : "use pear\n"]));
  expect(said).toMatch(isError ? /No file was changed\./ : /undo id|undo_id/);
  const undone = await callTool(agent, "undo_edit", {});
  expect([undone.isError, new Set(users.map(textOf))]).toEqual([isError, new Set(["use apple\n"])]);
  expect(readdirSync(one.made.root).filter((name) => name.startsWith(".sightline-"))).toEqual([]);
});
