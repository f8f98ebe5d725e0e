// What apply_edit makes of a quoted text and of a workspace edit, on a disk in memory with a toy server beside it.

import { describe, expect, test } from "vitest";
import { toUri } from "../../protocol/uri.ts";
import { at } from "../../std/json.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { applyEdit } from "./apply-edit.ts";
import type { Performed } from "../define.ts";
import { getDiagnostics } from "../problems/get-diagnostics.ts";
import { undoEdit } from "./undo-edit.ts";

const fixture = `-- a.toy --
"é𝒳" def «name|apple»
  use apple
  use apple
-- b.toy --
use apple
use «gone|gone»
`;

const room = { characters: 4_000 };
const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function open(source = fixture): ToyWorkspace {
  return openToyWorkspace({ fixture: source, dials: { diagnostics: "pull" } });
}

function edit(kit: ToyWorkspace, file_path: string, old_text: string, new_text: string, more: object = {}) {
  return perform(kit, applyEdit, { file_path, old_text, new_text, ...more });
}

function unquiet(performed: Performed<unknown>): string {
  return performed.toText(room).replace(/Undo id: \S+/, "Undo id: ID");
}

describe("a quoted text", () => {
  test("is replaced on disk, with a diff, what came of it, and how to take it back [AGL-118 BRG-42 BRG-43]", async () => {
    await using kit = open();
    const performed = await edit(kit, "b.toy", "use gone", "use apple");
    expect(await kit.text("b.toy")).toBe("use apple\nuse apple\n");
    const text = unquiet(performed);
    expect(text).toContain("Edited b.toy (1 file).\n--- a/b.toy\n+++ b/b.toy\n@@");
    expect(text).toContain("\n-use gone\n+use apple\n");
    expect(text).toContain("1 error gone");
    expect(text).toMatch(/\nUndo id: ID$/);
    expect(performed.toJson()).toMatchObject({
      applied: true,
      undo_id: expect.any(String),
      files: [{ file: kit.path("b.toy"), change: "changed" }],
      errors_introduced: [],
      errors_resolved: [{ file: kit.path("b.toy"), message: "unknown name gone" }],
      net_delta: -1,
    });
    // The next question sees it at once.
    expect((await perform(kit, getDiagnostics, { file_path: "b.toy" })).isEmpty).toBe(true);
  });

  test("that brings an error elsewhere tells so at once, with its place [BRG-43]", async () => {
    await using kit = open("-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n");
    const performed = await edit(kit, "a.toy", "apple", "pear");
    expect(await kit.text("a.toy")).toBe("def pear\n");
    expect(performed.toJson()).toMatchObject({
      applied: true,
      safe: false,
      errors_introduced: [{ file: kit.path("b.toy"), message: "unknown name apple" }],
    });
    expect(performed.toText(room)).toContain("unknown name apple");
  });

  test("that is there several times is refused with the lines, and taken everywhere when asked for [AGL-118]", async () => {
    await using kit = open();
    const { details } = await refusalOf(edit(kit, "a.toy", "use apple", "use pear"));
    expect(details).toMatchObject({ code: "ambiguous_target", data: { candidates: [{ line: 2 }, { line: 3 }] } });
    expect(details.why).toBe("It begins on lines 2, 3.");
    await edit(kit, "a.toy", "use apple", "use pear", { replace_all: true });
    expect(await kit.text("a.toy")).toBe('"é𝒳" def apple\n  use pear\n  use pear\n');
  });

  test("that is not there is refused with what is most like it, inert", async () => {
    await using kit = open('-- a.toy --\ndef apple\u202e\u001b[31m "first"\n');
    const { details } = await refusalOf(edit(kit, "a.toy", 'def apple "first"', "x"));
    expect(details).toMatchObject({ code: "bad_input", what: "old_text is not in a.toy." });
    expect(details.why).toBe('Most similar: 1| def apple\\u{202e}\\u{1b}[31m "first"');
    expect((await refusalOf(edit(kit, "a.toy", "entirely different", "x"))).details.why).toBeUndefined();
  });

  test("may differ in the whitespace around its lines, which is said; what is uncertain is refused", async () => {
    await using kit = open("-- a.toy --\ndef apple\n    use apple\n    use pear\n");
    const performed = await edit(kit, "a.toy", "use apple\nuse pear\n", "use pear\n  use apple\n", { dry_run: true });
    expect(at(performed.toJson(), ["diff"])).toContain("\n     use pear\n+      use apple\n");
    expect(performed.toText(room)).toContain("it is indented by 4 spaces more, and new_text was shifted accordingly");
    const { details } = await refusalOf(edit(kit, "a.toy", "use apple\n  use pear", "x"));
    expect([details.code, details.why]).toEqual(["bad_input", expect.stringContaining("begins on line 2")]);
  });

  test("in a file with CRLF and a byte order mark leaves both as they are", async () => {
    await using kit = open();
    kit.host.files.write(kit.path("c.toy"), "\ufeffdef a\r\ndef b\r\n");
    await edit(kit, "c.toy", "def a\ndef b", "def c\ndef d");
    const bytes = (await kit.host.files.read(kit.path("c.toy"), 1_000_000)) ?? new Uint8Array();
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe("\ufeffdef c\r\ndef d\r\n");
  });

  test("is only shown in a dry run, and a change that changes nothing writes nothing", async () => {
    await using kit = open();
    const before = await kit.text("b.toy");
    const shown = await edit(kit, "b.toy", "use gone", "use apple", { dry_run: true });
    expect(shown.toText(room)).toMatch(/^Edit b\.toy: would change 1 file\. Nothing was changed\.\n/);
    expect(shown.toJson()).toMatchObject({ applied: false, diff: expect.stringContaining("+use apple") });
    const same = await edit(kit, "b.toy", "use gone", "use gone");
    expect([same.toText(room), same.isEmpty]).toEqual(["Edit b.toy: nothing to change.", true]);
    expect(await kit.text("b.toy")).toBe(before);
  });
});

describe("an empty quote", () => {
  test("creates a file that is not there, also below directories that are not", async () => {
    await using kit = open();
    const performed = await edit(kit, "new/deep/c.toy", "", "def pear\n");
    expect(await kit.text("new/deep/c.toy")).toBe("def pear\n");
    expect(performed.toText(room)).toMatch(/^Created new\/deep\/c\.toy \(1 file\)\./);
    expect(performed.toJson()).toMatchObject({ files: [{ change: "created" }] });
  });

  test("replaces nothing in a file that has a text", async () => {
    await using kit = open();
    expect((await refusalOf(edit(kit, "a.toy", "", "x"))).details.what).toBe("old_text is empty, and a.toy is not.");
  });

  test.each([
    ["../outside.toy", "outside_root"],
    ["a.toy/b.toy", "file_not_found"],
  ])("%s is refused", async (path, code) => {
    await using kit = open();
    const old = code === "file_not_found" ? "some" : "";
    expect((await refusalOf(edit(kit, path, old, "x"))).code).toBe(code);
  });
});

describe("a workspace edit", () => {
  const range = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  });

  test("of several files is one change: all of them or none, exact beyond the basic plane, in any order [AGL-006 AGL-118 AGL-326]", async () => {
    await using kit = open();
    const roots = new Roots(kit.workspace);
    const name = kit.fixture.mark("name").span;
    const before = [await kit.text("a.toy"), await kit.text("b.toy")];
    const workspace_edit = {
      changes: {
        // The later place first.
        [toUri(kit.path("a.toy"))]: [
          { range: range(1, 6, 11), newText: "𝒴" },
          { range: range(name.start.line - 1, name.start.column - 1, name.end.column - 1), newText: "𝒴" },
        ],
        [toUri(kit.path("b.toy"))]: [{ range: range(0, 4, 9), newText: "𝒴" }],
      },
    };
    const performed = await perform(kit, applyEdit, { workspace_edit }, roots);
    expect(performed.toJson()).toMatchObject({ applied: true, files: [{}, {}] });
    expect(await kit.text("a.toy")).toBe('"é𝒳" def 𝒴\n  use 𝒴\n  use apple\n');
    expect(await kit.text("b.toy")).toBe("use 𝒴\nuse gone\n");
    await perform(kit, undoEdit, {}, roots);
    expect([await kit.text("a.toy"), await kit.text("b.toy")]).toEqual(before);
  });

  test("makes, moves and removes files in its order [AGL-006]", async () => {
    await using kit = open();
    const uri = (file: string): string => toUri(kit.path(file));
    const documentChanges = [
      { kind: "create", uri: uri("c.toy") },
      { textDocument: { uri: uri("c.toy"), version: null }, edits: [{ range: range(0, 0, 0), newText: "def c\n" }] },
      { kind: "rename", oldUri: uri("b.toy"), newUri: uri("d.toy") },
      { kind: "delete", uri: uri("a.toy") },
    ];
    await perform(kit, applyEdit, { workspace_edit: { documentChanges } });
    const texts = await Promise.all(["a.toy", "b.toy", "c.toy", "d.toy"].map((file) => kit.text(file)));
    expect(texts).toEqual([undefined, undefined, "def c\n", "use apple\nuse gone\n"]);
  });

  test.each([
    ["gives way", { ignoreIfExists: true }, "def new\ndef apple\n"],
    ["replaces", { overwrite: true }, "def new\n"],
    ["replaces before it gives way", { overwrite: true, ignoreIfExists: true }, "def new\n"],
  ])("edits a file after a creation that %s [AGL-006]", async (_, options, text) => {
    await using kit = open("-- a.toy --\ndef apple\n");
    const uri = toUri(kit.path("a.toy"));
    const planted = { textDocument: { uri, version: null }, edits: [{ range: range(0, 0, 0), newText: "def new\n" }] };
    const documentChanges = [{ kind: "create", uri, options }, planted];
    await perform(kit, applyEdit, { workspace_edit: { documentChanges } });
    expect(await kit.text("a.toy")).toBe(text);
  });

  test("edits a file again and again on its way [AGL-006]", async () => {
    await using kit = open();
    const edit = (file: string, newText: string): object => ({
      textDocument: { uri: toUri(kit.path(file)), version: null },
      edits: [{ range: range(0, 0, 0), newText }],
    });
    const documentChanges = [
      edit("b.toy", "use one\n"),
      { kind: "rename", oldUri: toUri(kit.path("b.toy")), newUri: toUri(kit.path("c.toy")) },
      edit("c.toy", "use two\n"),
      { kind: "rename", oldUri: toUri(kit.path("c.toy")), newUri: toUri(kit.path("d.toy")) },
      edit("d.toy", "use three\n"),
    ];
    await perform(kit, applyEdit, { workspace_edit: { documentChanges } });
    expect(await kit.text("d.toy")).toBe("use three\nuse two\nuse one\nuse apple\nuse gone\n");
  });

  test("one part of which cannot be carried out leaves everything as it is [AGL-006]", async () => {
    await using kit = open();
    const before = [await kit.text("a.toy"), await kit.text("b.toy")];
    const changes = {
      [toUri(kit.path("b.toy"))]: [{ range: range(0, 0, 0), newText: "x" }],
      [toUri(kit.path("missing.toy"))]: [{ range: range(0, 0, 0), newText: "x" }],
    };
    expect((await refusalOf(perform(kit, applyEdit, { workspace_edit: { changes } }))).code).toBe("file_not_found");
    expect([await kit.text("a.toy"), await kit.text("b.toy")]).toEqual(before);
  });

  test.each([
    ["no object", 7, "bad_input"],
    ["without changes", {}, "bad_input"],
    ["that overlaps itself", { changes: { "file:///project/a.toy": [wide("x"), wide("y")] } }, "bad_input"],
    ["without ranges", { changes: { "file:///project/a.toy": [{ newText: "x" }] } }, "bad_input"],
    ["of an unknown kind", { documentChanges: [{ kind: "burn", uri: "file:///project/a.toy" }] }, "bad_input"],
    ["before the first line", { changes: { "file:///project/a.toy": [ranged([-1, 0], [0, 0])] } }, "bad_input"],
    ["before a line", { changes: { "file:///project/a.toy": [ranged([0, -1], [0, 0])] } }, "bad_input"],
    ["between two lines", { changes: { "file:///project/a.toy": [ranged([0.5, 0], [1, 0])] } }, "bad_input"],
    ["that ends beyond the end", { changes: { "file:///project/a.toy": [ranged([1, 0], [99, 0])] } }, "bad_input"],
    ["that ends behind the end", { changes: { "file:///project/a.toy": [ranged([1, 0], [4, 1])] } }, "bad_input"],
    ["outside the root", { changes: { "file:///etc/passwd": [wide("x")] } }, "outside_root"],
    ["of the web", { changes: { "https://example.org/a": [wide("x")] } }, "outside_root"],
    [
      "for a version",
      { documentChanges: [{ textDocument: { uri: "file:///project/a.toy", version: 3 }, edits: [] }] },
      "bad_input",
    ],
  ])("%s is refused, and nothing is changed", async (_, workspace_edit, code) => {
    await using kit = open();
    const before = await kit.text("a.toy");
    expect((await refusalOf(perform(kit, applyEdit, { workspace_edit }))).code).toBe(code);
    expect(await kit.text("a.toy")).toBe(before);
  });

  test("may end one line behind the last, which is the end", async () => {
    await using kit = open("-- a.toy --\ndef apple\nuse apple");
    const changes = {
      [toUri(kit.path("a.toy"))]: [ranged([1, 0], [(await kit.text("a.toy"))?.split("\n").length ?? 0, 0])],
    };
    await perform(kit, applyEdit, { workspace_edit: { changes } });
    expect(await kit.text("a.toy")).toBe("def apple\nx");
  });

  test("says what it wants confirmed", async () => {
    await using kit = open();
    const textDocument = { uri: toUri(kit.path("b.toy")), version: null };
    const workspace_edit = {
      documentChanges: [{ textDocument, edits: [{ ...wide("use"), annotationId: "asked" }] }],
      changeAnnotations: {
        asked: { label: "Danger\nahead", needsConfirmation: true },
        unused: { label: "Nothing", needsConfirmation: true },
      },
    };
    const shown = await perform(kit, applyEdit, { workspace_edit, dry_run: true });
    const [remark, ...others] = (shown.toJson() as { remarks: string[] }).remarks;
    expect([remark, others]).toEqual([expect.stringMatching(/^The edit asks for confirmation: Danger.+ahead$/), []]);
  });

  function ranged([line, character]: readonly [number, number], end: readonly [number, number]): object {
    return { range: { start: { line, character }, end: { line: end[0], character: end[1] } }, newText: "x" };
  }

  function wide(newText: string): object {
    return { range: range(0, 0, 5), newText };
  }
});

test.each([
  [{ file_path: "a.toy", old_text: "x" }],
  [{}],
  [{ file_path: "a.toy", old_text: "x", new_text: "y", workspace_edit: { changes: {} } }],
])("%j is no whole edit", async (input) => {
  await using kit = open();
  expect((await refusalOf(perform(kit, applyEdit, input))).code).toBe("bad_input");
});

test.each([
  [{ file_path: "a.toy", old_text: "apple", new_text: "\0", replace_all: true }],
  [{ file_path: "a.toy", old_text: "def apple", new_text: "\0", dry_run: true }],
  [{ file_path: "new.toy", old_text: "", new_text: "def a\0" }],
  [{ workspace_edit: { changes: { "file:///project/a.toy": [{ range: nowhere, newText: "a\0b" }] } } }],
])("%j would make a binary file of a text", async (input) => {
  await using kit = open();
  const before = await kit.text("a.toy");
  const { details } = await refusalOf(perform(kit, applyEdit, input));
  expect([details.code, details.what]).toEqual(["bad_input", "The new text contains a NUL character."]);
  expect([await kit.text("a.toy"), await kit.text("new.toy")]).toEqual([before, undefined]);
});

test("every answer fits, whatever room there is", async () => {
  await using kit = open();
  const performed = await edit(kit, "b.toy", "use gone", `${"use apple\n".repeat(300)}`, { dry_run: true });
  for (const tokens of [50, 80, 200])
    expect(performed.toText({ characters: 32_000, tokens }).length).toBeLessThan(tokens * 6);
});
