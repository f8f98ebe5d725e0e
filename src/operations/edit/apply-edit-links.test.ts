// A file that a server names twice, once by itself and once through a link.

import { expect, test } from "vitest";
import { toUri } from "../../protocol/uri.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { applyEdit } from "./apply-edit.ts";

test("the same edit of a file and of a link to it is made once", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef «x|old»\n-- b.toy --\nuse old\n" });
  kit.host.files.link(kit.path("link.toy"), kit.path("a.toy"));
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 7 } };
  const edits = [{ range, newText: "new" }];
  const changes = { [toUri(kit.path("link.toy"))]: edits, [toUri(kit.path("a.toy"))]: edits };
  const performed = await perform(kit, applyEdit, { workspace_edit: { changes } });
  expect(performed.toJson()).toMatchObject({ applied: true, files: [{ file: kit.path("a.toy") }] });
});
