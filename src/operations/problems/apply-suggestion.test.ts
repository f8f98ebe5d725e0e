// A suggestion is carried out by its id: what was shown, to the texts it was shown for, and no command.

import { expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { applySuggestion } from "./apply-suggestion.ts";
import type { FixJson } from "./suggest-fixes.ts";
import { suggestFixes } from "./suggest-fixes.ts";

const before = "def apple\nuse gone\n";
const room = { characters: 4_000 };

async function open(input: object = { file_path: "a.toy" }) {
  const kit = openToyWorkspace({ fixture: `-- a.toy --\n${before}`, dials: { diagnostics: "pull" } });
  const roots = new Roots(kit.workspace);
  const offered = (await perform(kit, suggestFixes, input, roots)).toJson() as readonly FixJson[];
  const idOf = (title: string): string => offered.find((one) => one.title === title)?.id ?? title;
  return { kit, roots, apply: (title: string, more: object = {}) => applied(kit, roots, idOf(title), more) };
}

function applied(kit: ToyWorkspace, roots: Roots, id: string, more: object) {
  return perform(kit, applySuggestion, { id, ...more }, roots);
}

test("does what was shown, as one change with a receipt, and only then [BRG-53 BRG-54]", async () => {
  const { kit, apply } = await open();
  await using _ = kit;
  expect(await kit.text("a.toy")).toBe(before);
  const shown = await apply("Define gone", { dry_run: true });
  expect(shown.toText(room)).toMatch(/^Apply "Define gone": would change 1 file\. Nothing was changed\.\n/);
  expect(await kit.text("a.toy")).toBe(before);
  const done = await apply("Define gone");
  expect(await kit.text("a.toy")).toBe(`def gone\n${before}`);
  expect(done.toJson()).toMatchObject({
    applied: true,
    undo_id: expect.any(String),
    errors_resolved: [{ message: "unknown name gone" }],
  });
});

test("carries out the making of files and several edits as a whole [BRG-54]", async () => {
  const { kit, apply } = await open({ file_path: "a.toy", line: 1 });
  await using _ = kit;
  await apply("Move everything to moved.toy");
  expect([await kit.text("a.toy"), await kit.text("moved.toy")]).toEqual(["", before]);
});

test("is refused when a file is no longer what it was made from [BRG-54]", async () => {
  const { kit, apply } = await open();
  await using _ = kit;
  kit.host.files.write(kit.path("a.toy"), `${before}# more\n`);
  const refused = await refusalOf(apply("Define gone"));
  expect([refused.code, refused.details.what]).toEqual([
    "stale_document",
    "a.toy has changed since the suggestion was made.",
  ]);
  expect(await kit.text("a.toy")).toBe(`${before}# more\n`);
});

test("never runs a command: it says which, and what allows it [BRG-53 S15]", async () => {
  const { kit, apply } = await open();
  await using _ = kit;
  const { details } = await refusalOf(apply("Explain gone"));
  expect(details).toMatchObject({ code: "policy_denied", data: { command: "toy.explain" } });
  expect(details.next).toContain("commands.allow");
  expect(kit.toy.server.methods).not.toContain("workspace/executeCommand");
});

test.each([
  ["Inline", "bad_input", "nothing is selected"],
  ["Write elsewhere", "malformed_reply", "outside the root"],
  ["f0nothing", "bad_input", "half an hour"],
])("%s is refused as %s, and says why", async (title, code, why) => {
  const { kit, apply } = await open({ file_path: "a.toy", line: 1 });
  await using _ = kit;
  const { details } = await refusalOf(apply(title));
  expect([details.code, details.why]).toEqual([code, expect.stringContaining(why)]);
});
