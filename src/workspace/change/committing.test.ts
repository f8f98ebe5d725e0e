// The funnel that every change goes through: who may take back what, and when nothing is written any more.

import { expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { toyRoot } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { Author } from "./committing.ts";
import type { Edits } from "./edits.ts";
import { Roots } from "../roots.ts";

const shop = `-- a.toy --
def apple
-- b.toy --
use apple
`;

function authors(kit: ToyWorkspace): Record<"me" | "other" | "operator", Edits> {
  const roots = new Roots(kit.workspace);
  const of = (caller: string, sees: Author["sees"]): Edits =>
    roots.edits({ operation: "apply_edit", caller, connection: caller, sees, allow: () => {} });
  return { me: of("me", "its door's"), other: of("other", "its door's"), operator: of("cli", "all") };
}

async function planFor(kit: ToyWorkspace, file: FilePath, text: string): Promise<Plan> {
  const { text: before, hash } = await (await kit.clock.until(kit.workspace.snapshot())).editable(file);
  return { root: toyRoot, why: `make it ${text.trim()}`, steps: [{ kind: "edit", file, hash, before, text }] };
}

async function textOf(kit: ToyWorkspace, file: string): Promise<string> {
  return new TextDecoder().decode(await kit.host.files.read(kit.path(file), 1_000_000));
}

test("a caller takes back its own last change, and sees no other caller's; the operator sees all [S27]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const { me, other, operator } = authors(kit);
  const commit = async (edits: Edits, file: string, text: string): Promise<string> =>
    (await kit.clock.until(edits.commit(await planFor(kit, kit.path(file), text), kit.patience()))).value.id;
  await commit(me, "a.toy", "def apple\ndef pear\n");
  const theirs = await commit(other, "b.toy", "use pear\n");
  expect((await refusalOf(kit.clock.until(me.undo(theirs, kit.patience())))).code).toBe("bad_input");
  await kit.clock.until(me.undo(undefined, kit.patience()));
  expect([await textOf(kit, "a.toy"), await textOf(kit, "b.toy")]).toEqual(["def apple\n", "use pear\n"]);
  expect((await refusalOf(kit.clock.until(me.undo(undefined, kit.patience())))).details.what).toBe(
    "There is nothing to undo.",
  );
  expect((await operator.history()).map(({ caller }) => caller).sort()).toEqual(["me", "me", "other"]);
  await kit.clock.until(operator.undo(theirs, kit.patience()));
  expect(await textOf(kit, "b.toy")).toBe("use apple\n");
});

test("an agent takes back what its very connection wrote, here and by another process; others' ids are unknown [S27]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const of = (roots: Roots, connection: string, sees: Author["sees"] = "its own"): Edits =>
    roots.edits({ operation: "apply_edit", caller: "mcp", connection, sees, allow: () => {} });
  const here = new Roots(kit.workspace);
  // Connections are counted in each process, so those of two may be called the same.
  const [one, two, elsewhere] = [of(here, "mcp 1"), of(here, "mcp 2"), of(new Roots(kit.workspace), "mcp 1")];
  const commit = async (edits: Edits, file: string, text: string): Promise<string> =>
    (await kit.clock.until(edits.commit(await planFor(kit, kit.path(file), text), kit.patience()))).value.id;
  const undo = (edits: Edits, id?: string) => kit.clock.until(edits.undo(id, kit.patience()));
  await commit(one, "b.toy", "use pear\n");
  await commit(one, "b.toy", "use plum\n");
  const last = await commit(elsewhere, "a.toy", "def pear\n");
  const refusal = await refusalOf(undo(two));
  expect(refusal).toMatchObject({
    code: "bad_input",
    details: { next: expect.stringContaining("edit_history") as string },
  });
  await undo(one);
  expect([await textOf(kit, "a.toy"), await textOf(kit, "b.toy")]).toEqual(["def pear\n", "use pear\n"]);
  await undo(one);
  expect([await textOf(kit, "a.toy"), await textOf(kit, "b.toy")]).toEqual(["def pear\n", "use apple\n"]);
  expect((await refusalOf(undo(one))).code).toBe("bad_input");
  // For the others it is as if it had never been.
  const unknown = (id: string): object => ({ code: "bad_input", details: { what: `There is no change "${id}".` } });
  for (const agent of [one, two]) {
    expect(await refusalOf(undo(agent, last))).toMatchObject(unknown(last));
    expect(await refusalOf(undo(agent, "t99-aa"))).toMatchObject(unknown("t99-aa"));
    expect((await agent.history()).map(({ id }) => id)).not.toContain(last);
  }
  expect((await elsewhere.history()).map(({ id }) => id)).toEqual([last]);
  await undo(elsewhere, last);
  expect(await textOf(kit, "a.toy")).toBe("def apple\n");
  await commit(one, "a.toy", "def fig\n");
  await undo(of(here, "cli", "all"));
  expect(await textOf(kit, "a.toy")).toBe("def apple\n");
});

test("nothing is written for a caller that has gone, or whose time is up", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const { me } = authors(kit);
  const plan = await planFor(kit, kit.path("a.toy"), "def pear\n");
  const abort = new AbortController();
  const gone = kit.clock.until(me.commit(plan, { ...kit.patience(), signal: abort.signal }));
  abort.abort();
  await expect(gone).rejects.toMatchObject({ name: "AbortError" });
  const late = me.commit(plan, { deadline: deadlineIn(kit.clock, 0) });
  expect((await refusalOf(kit.clock.until(late))).code).toBe("timed_out");
  expect(await textOf(kit, "a.toy")).toBe("def apple\n");
});

test("what came of a change is told for files that it does not touch [D11]", async () => {
  await using kit = openToyWorkspace({ fixture: shop, dials: { diagnostics: "pull" }, entry: { diagnostics: "pull" } });
  const { me } = authors(kit);
  const plan = await planFor(kit, kit.path("a.toy"), "def pear\n");
  const { value } = await kit.clock.until(me.commit(plan, kit.patience()));
  expect(value.consequences?.introduced).toMatchObject([{ file: kit.path("b.toy") }]);
  expect(value.consequences?.safe).toBe(false);
});
