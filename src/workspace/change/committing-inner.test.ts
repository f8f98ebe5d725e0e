// What was changed in a checkout inside a root is remembered and taken back, whether or not it is open just now.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import { joinPath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { Edits } from "./edits.ts";
import { Roots } from "../roots.ts";

/** More than are open at the same time. */
const names = Array.from({ length: 10 }, (_, index) => `sub${index}`);
const fixture = names.map((name) => `-- ${name}/.git --\ngitdir: x\n-- ${name}/a.toy --\ndef apple\n`).join("");

function editsOf(roots: Roots, caller = "mcp", call?: string): Edits {
  return roots.edits({
    operation: "apply_edit",
    caller,
    call,
    connection: `${caller} 1`,
    sees: "its door's",
    allow: () => {},
  });
}

async function change(kit: ToyWorkspace, edits: Edits, name: string): Promise<string> {
  const root = kit.path(name);
  const file = joinPath(root, "a.toy");
  const hash = kit.host.files.hash((await kit.host.files.read(file, 1_000_000)) ?? new Uint8Array());
  const steps: Plan["steps"] = [{ kind: "edit", file, hash, before: "def apple\n", text: "def pear\n" }];
  return (await kit.clock.until(edits.commit({ root, why: "rename it", steps }, kit.patience()))).value.id;
}

test("one that had to make room for others is found, and taken back by its last change or an id [S27]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const closed: string[] = [];
  const emit = (event: BridgeEvent): unknown => event.type === "root.closed" && closed.push(event.root);
  const roots = new Roots(kit.workspace, { emit: (event) => void emit(event) });
  const edits = editsOf(roots);
  const id = await change(kit, edits, "sub0");
  for (const name of names.slice(1)) {
    const view = roots.view();
    await kit.clock.until(view.locate(kit.path(`${name}/a.toy`)).finally(() => view.release()));
  }
  expect(closed).toContain(kit.path("sub0"));
  expect(await kit.clock.until(edits.history())).toMatchObject([{ id, root: kit.path("sub0") }]);
  await kit.clock.until(edits.undo(undefined, kit.patience()));
  expect(await kit.text("sub0/a.toy")).toBe("def apple\n");
  expect((await kit.clock.until(edits.history())).map(({ outcome }) => outcome).sort()).toEqual([
    "committed",
    "undone",
  ]);
});

test("another process finds it too, and only for whom it was made [S27]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const id = await change(kit, editsOf(new Roots(kit.workspace)), "sub0");
  const later = new Roots(kit.workspace);
  expect(await kit.clock.until(editsOf(later, "http").history())).toEqual([]);
  expect((await refusalOf(kit.clock.until(editsOf(later, "http").undo(id, kit.patience())))).code).toBe("bad_input");
  expect(await kit.clock.until(editsOf(later).history())).toMatchObject([{ id }]);
  await kit.clock.until(editsOf(later).undo(id, kit.patience()));
  expect(await kit.text("sub0/a.toy")).toBe("def apple\n");
});

test("what a call wrote there is found by its name in an engine that has not opened it [S27]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const id = await change(kit, editsOf(new Roots(kit.workspace), "mcp", "the lost call"), "sub0");
  const later = new Roots(kit.workspace);
  expect(await kit.clock.until(later.changesOf("the lost call"))).toMatchObject([{ id, outcome: "committed" }]);
  expect(await kit.clock.until(later.changesOf("another call"))).toEqual([]);
});

test("what is no checkout of its own any more tells nothing there", async () => {
  await using kit = openToyWorkspace({ fixture });
  await change(kit, editsOf(new Roots(kit.workspace)), "sub0");
  kit.host.files.remove(kit.path("sub0/.git"));
  expect(await kit.clock.until(editsOf(new Roots(kit.workspace)).history())).toEqual([]);
});
