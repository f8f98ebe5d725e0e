// The imports of a file are organized by the one offer of that kind that says what it would change.

import { expect, test } from "vitest";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { organizeImports } from "./organize-imports.ts";

const before = "use b\nuse a\ndef a\ndef b\n";
const uri = "file:///project/a.toy";
const room = { characters: 4_000 };

function offering(...actions: readonly object[]): ToyWorkspace {
  const dials = { diagnostics: "pull", replies: { "textDocument/codeAction": actions } } as const;
  return openToyWorkspace({ fixture: `-- a.toy --\n${before}`, dials });
}

const lines = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };

function sorting(newText: string, more: object = {}): object {
  const edit = { changes: { [uri]: [{ range: lines, newText }] } };
  return { title: "Sort", kind: "source.organizeImports.toy", edit, ...more };
}

test("what the server would make of them is made, or only shown", async () => {
  await using kit = offering({ title: "Other", kind: "source.fixAll", edit: {} }, sorting("use a\nuse b\n"));
  const shown = await perform(kit, organizeImports, { file_path: "a.toy", dry_run: true });
  expect(shown.toText(room)).toMatch(/^Organize the imports of a\.toy: would change 1 file\. Nothing was changed\.\n/);
  expect(await kit.text("a.toy")).toBe(before);
  await perform(kit, organizeImports, { file_path: "a.toy" });
  expect(await kit.text("a.toy")).toBe("use a\nuse b\ndef a\ndef b\n");
  expect(kit.toy.server.paramsOf("textDocument/codeAction")).toMatchObject([
    { context: { only: ["source.organizeImports"] } },
    { context: { only: ["source.organizeImports"] } },
  ]);
});

test.each([
  ["an offer that changes nothing", [sorting("use b\nuse a\n")]],
  ["no offer", []],
])("%s is nothing to change", async (_, actions) => {
  await using kit = offering(...actions);
  const performed = await perform(kit, organizeImports, { file_path: "a.toy" });
  expect([performed.isEmpty, performed.toText(room)]).toEqual([
    true,
    "Organize the imports of a.toy: nothing to change.",
  ]);
});

test("an offer that is only a command is refused, and names it", async () => {
  const command = { title: "Sort", command: "toy.sort", arguments: [uri] };
  await using kit = offering({ title: "Sort", kind: "source.organizeImports", command });
  const { details } = await refusalOf(perform(kit, organizeImports, { file_path: "a.toy" }));
  expect([details.code, details.next]).toEqual(["capability_missing", expect.stringContaining('"toy.sort"')]);
  expect(await kit.text("a.toy")).toBe(before);
});

test("a server without such actions is not asked", async () => {
  await using kit = openToyWorkspace({ fixture: `-- a.toy --\n${before}`, dials: { fixes: "none" } });
  const refused = await refusalOf(perform(kit, organizeImports, { file_path: "a.toy" }));
  expect(refused.code).toBe("capability_missing");
  expect(kit.toy.server.methods).not.toContain("textDocument/codeAction");
});

/** One that organizes by a command that it does not declare, and asks for the edit beside answering with it. */
function commanded(reply: unknown): ToyWorkspace {
  const dials = {
    diagnostics: "pull",
    commands: ["toy.other"],
    replies: { "workspace/executeCommand": reply },
  } as const;
  const quirks = { ...toyEntry.quirks, organizesBy: "toy.organize" };
  return openToyWorkspace({ fixture: `-- a.toy --\n${before}`, dials, entry: { quirks } });
}

test("a server that only has a command for it is asked by that, and what it answers is the plan", async () => {
  await using kit = commanded({ changes: { [uri]: [{ range: lines, newText: "use a\nuse b\n" }] } });
  const shown = await perform(kit, organizeImports, { file_path: "a.toy", dry_run: true });
  expect([shown.isEmpty, await kit.text("a.toy")]).toEqual([false, before]);
  expect((await perform(kit, organizeImports, { file_path: "a.toy" })).toJson()).toMatchObject({ applied: true });
  expect(await kit.text("a.toy")).toBe("use a\nuse b\ndef a\ndef b\n");
  const asked = { command: "toy.organize", arguments: [uri] };
  expect(kit.toy.server.paramsOf("workspace/executeCommand")).toEqual([asked, asked]);
});

test("such a server that answers nothing has nothing to change, and one that fails is refused", async () => {
  await using kit = commanded(null);
  expect((await perform(kit, organizeImports, { file_path: "a.toy" })).isEmpty).toBe(true);
  await using wrong = commanded({ changes: { "file:///elsewhere/a.toy": [{ range: lines, newText: "" }] } });
  expect((await refusalOf(perform(wrong, organizeImports, { file_path: "a.toy" }))).code).toBe("capability_missing");
});
