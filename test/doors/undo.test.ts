// Whose changes can be taken back: an agent its own, a person all.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../support/project.ts";
import { callTool, connect, sightline } from "../support/sightline.ts";

test("the change of one agent process is unknown to another, by its id too; a person takes it back [S27]", async () => {
  using made = project("-- package.json --\n{}\n-- a.txt --\nold\n");
  const text = (): string => readFileSync(join(made.root, "a.txt"), "utf8");
  await using one = await connect(made, "legacy", ["mcp", "--tools", "full"]);
  await using two = await connect(made, "modern", ["mcp", "--tools", "full"]);
  const edit = { file_path: "a.txt", old_text: "old", new_text: "new" };
  const { texts } = await callTool(one, "apply_edit", edit);
  const [id = ""] = /\bt\d+-[0-9a-f]+\b/.exec(texts.join("\n")) ?? [];
  expect([id === "", text()]).toEqual([false, "new\n"]);
  for (const input of [{ id }, {}]) expect(await callTool(two, "undo_edit", input)).toMatchObject({ isError: true });
  expect((await callTool(two, "edit_history", {})).texts.join()).not.toContain(id);
  expect((await callTool(one, "edit_history", {})).texts.join()).toContain(id);
  expect(text()).toBe("new\n");
  expect(await sightline(made, ["undo", id])).toMatchObject({ code: 0 });
  expect(text()).toBe("old\n");
});
