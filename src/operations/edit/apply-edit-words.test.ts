// What an edit of the protocol is said to have done: each file was edited, created, deleted or moved.

import { expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { applyEdit } from "./apply-edit.ts";

const uri = (file: string): string => `file:///project/${file}`;
const edited = {
  textDocument: { uri: uri("a.toy"), version: null },
  edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "# " }],
};
const created = { kind: "create", uri: uri("c.toy") };
const deleted = { kind: "delete", uri: uri("b.toy") };
const moved = { kind: "rename", oldUri: uri("b.toy"), newUri: uri("d.toy") };

test.each([
  ["Edit", "Edited a.toy (1 file).", [edited]],
  ["Create", "Created c.toy (1 file).", [created]],
  ["Delete", "Deleted b.toy (1 file).", [deleted]],
  ["Move", "Moved b.toy to d.toy (1 file).", [moved]],
  ["Change", "Changed a.toy, b.toy (2 files).", [edited, deleted]],
])("%s: %s", async (would, head, documentChanges) => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef a\n-- b.toy --\ndef b\n" });
  const input = { workspace_edit: { documentChanges } };
  const shown = await perform(kit, applyEdit, { ...input, dry_run: true });
  const files = documentChanges.length === 1 ? "1 file" : `${documentChanges.length} files`;
  expect(shown.toText({ characters: 4_000 })).toMatch(
    new RegExp(`^${would} [^\\n]*: would change ${files}\\. Nothing was changed\\.\\n`),
  );
  const done = await perform(kit, applyEdit, input);
  expect(done.toText({ characters: 4_000 }).split("\n")[0]).toBe(head);
});
