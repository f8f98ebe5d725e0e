// What a change that is only shown would break: said by every operation, and the same as when it is made.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { applyEdit } from "./apply-edit.ts";
import { commitSession } from "../drafts/commit-session.ts";
import { createSimulationSession } from "../drafts/create-simulation-session.ts";
import type { Operation, Performed } from "../define.ts";
import type { EditedJson } from "./edited-answer.ts";
import { insertBeforeSymbol } from "../symbol-edit/insert-before-symbol.ts";
import { previewEdit } from "./preview-edit.ts";
import { simulateEdit } from "../drafts/simulate-edit.ts";

const shop = `-- a.toy --
def apple
def pear
-- b.toy --
use apple
`;

type Ask = (operation: Operation, input: object) => Promise<Performed<unknown>>;

/** One that believes in files which are only in our word. */
async function inShop<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const quirks = { ...toyEntry.quirks, supposes: { created: "open", deleted: "tell" } } as const;
  const dials = { diagnostics: "pull" } as const;
  await using kit = openToyWorkspace({ fixture: shop, dials, entry: { diagnostics: "pull", quirks } });
  const roots = new Roots(kit.workspace);
  return await work((operation, input) => perform(kit, operation, input, roots));
}

function edited(performed: Performed<unknown>): EditedJson {
  return performed.toJson() as EditedJson;
}

const cherry = { file_path: "a.toy", old_text: "def apple", new_text: "def cherry" };

const breaking: readonly (readonly [string, Operation, object, object])[] = [
  ["apply_edit", applyEdit, { ...cherry, dry_run: true }, cherry],
  [
    "insert_before_symbol",
    insertBeforeSymbol,
    { file_path: "a.toy", symbol_path: "pear", code: "use plum", dry_run: true },
    { file_path: "a.toy", symbol_path: "pear", code: "use plum" },
  ],
];

test.each(breaking)("%s tells before what it tells after", async (_, operation, shown, done) => {
  await inShop(async (ask) => {
    const before = await ask(operation, shown);
    expect(edited(before)).toMatchObject({ applied: false, safe: false, net_delta: 1 });
    expect(before.toText({ characters: 4_000 })).toMatch(/Nothing was changed\.\n[\s\S]*\nBreaks: 1 new error/);
    const after = edited(await ask(operation, done));
    expect(after).toMatchObject({ applied: true, safe: false });
    expect(edited(before).errors_introduced).toEqual(after.errors_introduced);
  });
});

test("a draft that is shown tells what committing it would break", async () => {
  await inShop(async (ask) => {
    const { session_id } = (await ask(createSimulationSession, {})).toJson() as { readonly session_id: string };
    await ask(simulateEdit, { session_id, ...cherry });
    const shown = await ask(commitSession, { session_id });
    expect(edited(shown)).toMatchObject({ applied: false, safe: false, net_delta: 1 });
    expect(shown.hints[0]).toMatchObject({ operation: "simulate_edit" });
    await ask(simulateEdit, { session_id, file_path: "b.toy", old_text: "use apple", new_text: "use cherry" });
    // Who has seen that it is safe is not sent back to see that.
    const [next] = (await ask(commitSession, { session_id })).hints;
    expect(next).toEqual({ operation: "commit_session", why: expect.stringContaining("apply: true") });
  });
});

const unknown = {
  introduced: [],
  resolved: [],
  checked: [],
  unchecked: [],
  doubts: ["it is unknown"],
  timedOut: false,
};

test.each([
  ["breaks nothing", "workspace", { safe: true }, "safe_apply_edit", "to make it"],
  ["is not known", "workspace", {}, "safe_apply_edit", "accept_unknown: true"],
  ["was not known in time", "workspace", { timedOut: true }, "preview_edit", "timeout_ms"],
  ["was looked at in its file alone", "file", {}, "preview_edit", "scope workspace"],
] as const)("a preview that %s leads to what helps", (_, scope, found, operation, why) => {
  const consequences = { ...unknown, safe: "unknown" as const, ...found };
  const [hint] = previewEdit.hints({ session: undefined, base: filePath("/project"), scope, consequences, ms: 1 });
  expect(hint).toEqual({ operation, why: expect.stringContaining(why) });
});

test("what breaks nothing is said to be safe, and what changes nothing is not looked at", async () => {
  await inShop(async (ask) => {
    const plum = { file_path: "a.toy", old_text: "def pear", new_text: "def plum", dry_run: true };
    expect(edited(await ask(applyEdit, plum))).toMatchObject({ applied: false, safe: true });
    const same = edited(await ask(applyEdit, { ...plum, new_text: "def pear" }));
    expect([same.applied, same.safe]).toEqual([false, undefined]);
  });
});
