// A server that wants files to be changed: heard only while an operation has asked it to, and through the one road of changes.

import { describe, expect, test } from "vitest";
import { Refusal } from "../../src/model/refusal.ts";
import { toUri } from "../../src/protocol/uri.ts";
import { executeCommand } from "../../src/operations/serving/execute-command.ts";
import { openDocument } from "../../src/operations/serving/open-document.ts";
import { undoEdit } from "../../src/operations/edit/undo-edit.ts";
import { at } from "../../src/std/json.ts";
import { callContext, noGates, perform } from "../support/kits/perform.ts";
import type { ToyWorkspace } from "../support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../support/kits/workspace-kit.ts";
import { Roots } from "../../src/workspace/roots.ts";

const commands = ["toy.explain", "toy.edit"];
const before = "def apple\n";

function open(): ToyWorkspace {
  return openToyWorkspace({
    fixture: `-- a.toy --\n${before}-- b.toy --\nuse apple\n`,
    dials: { commands },
    settings: { commands: { allow: { toy: commands } } },
  });
}

const start = { line: 0, character: 0 };
const planted = [{ range: { start, end: start }, newText: "def planted\n" }];

function changing(kit: ToyWorkspace, file: string): object {
  return { changes: { [toUri(kit.path(file))]: planted } };
}

function ofVersion(kit: ToyWorkspace, version: number): object {
  return { documentChanges: [{ textDocument: { uri: toUri(kit.path("a.toy")), version }, edits: planted }] };
}

/** Has the toy ask for an edit while it runs a command of ours. */
function asking(kit: ToyWorkspace, edit: unknown, roots?: Roots) {
  const input = { command: "toy.edit", file_path: "a.toy", arguments: [edit] };
  return perform(kit, executeCommand, input, roots);
}

const refused = { result: { applied: false, failureReason: expect.any(String) }, edits: [], refused_edits: 1 };

describe("an edit without a request is not made", () => {
  test("before any operation, and during one that is about something else [S16]", async () => {
    await using kit = open();
    await perform(kit, openDocument, { file_path: "a.toy" });
    const asked = kit.toy.server.ask("workspace/applyEdit", { edit: changing(kit, "a.toy") });
    expect(await kit.clock.until(asked)).toMatchObject({ applied: false });
    expect(await kit.text("a.toy")).toBe(before);
  });

  test("after the operation that had asked for one [S16]", async () => {
    await using kit = open();
    expect((await asking(kit, changing(kit, "b.toy"))).toJson()).toMatchObject({ result: { applied: true } });
    const asked = kit.toy.server.ask("workspace/applyEdit", { edit: changing(kit, "a.toy") });
    expect(await kit.clock.until(asked)).toMatchObject({ applied: false });
    expect(await kit.text("a.toy")).toBe(before);
  });
});

describe("an edit that an operation has asked for is judged like every plan", () => {
  test.each([
    ["no object", 7],
    ["null", null],
    ["a document without edits", { documentChanges: [{ textDocument: { uri: "file:///project/a.toy" } }] }],
    ["an edit without a range", { changes: { "file:///project/a.toy": [{ newText: "x" }] } }],
    ["a part of an unknown kind", { documentChanges: [{ kind: "burn", uri: "file:///project/a.toy" }] }],
    ["edits that overlap", { changes: { "file:///project/a.toy": [wide("x"), wide("y")] } }],
    ["a file outside the root", { changes: { "file:///elsewhere/a.toy": planted } }],
    ["a file outside the root that it would create", { documentChanges: [{ kind: "create", uri: "file:///etc/x" }] }],
    ["something that is no file", { changes: { "https://example.org/a.toy": planted } }],
  ])("%s is refused, and the server is told [S16]", async (_, edit) => {
    await using kit = open();
    expect((await asking(kit, edit)).toJson()).toMatchObject(refused);
    expect([await kit.text("a.toy"), await kit.text("b.toy")]).toEqual([before, "use apple\n"]);
  });

  test("one for another version of a document is refused, one for the present one is made [S16]", async () => {
    await using kit = open();
    expect((await asking(kit, ofVersion(kit, 77))).toJson()).toMatchObject(refused);
    const version = kit.toy.server.documents.find(({ uri }) => uri.endsWith("a.toy"))?.version ?? 0;
    expect((await asking(kit, ofVersion(kit, version))).toJson()).toMatchObject({ result: { applied: true } });
    expect(await kit.text("a.toy")).toBe(`def planted\n${before}`);
  });

  test("what policy forbids is not written, and the server hears the rule [S16 S18]", async () => {
    await using kit = open();
    const roots = new Roots(kit.workspace);
    const allow = (): never => {
      throw new Refusal({ code: "policy_denied", what: "It is not allowed.", why: "a.toy is protected." });
    };
    const edits = roots.edits({
      operation: "execute_command",
      caller: "test",
      connection: "test",
      sees: "its door's",
      allow,
    });
    const view = roots.view(noGates);
    const call = executeCommand.decode({ command: "toy.edit", file_path: "a.toy" });
    const performed = await kit.clock.until(call.run({ ...callContext(roots, kit.patience(), view), edits }));
    await view.release();
    expect(performed.toJson()).toMatchObject(refused);
    expect(at(performed.toJson(), ["result", "failureReason"])).toContain("a.toy is protected");
    expect(await kit.text("a.toy")).toBe(before);
  });

  test("all of it is one transaction, which the server sees and which can be taken back [S16]", async () => {
    await using kit = open();
    const roots = new Roots(kit.workspace);
    const both = {
      changes: {
        ...(at(changing(kit, "a.toy"), ["changes"]) as object),
        ...(at(changing(kit, "b.toy"), ["changes"]) as object),
      },
    };
    const done = (await asking(kit, both, roots)).toJson();
    expect(done).toMatchObject({
      result: { applied: true },
      edits: [{ files: [kit.path("a.toy"), kit.path("b.toy")] }],
    });
    expect(kit.toy.server.documents.find(({ uri }) => uri.endsWith("a.toy"))?.index.text).toBe(
      `def planted\n${before}`,
    );
    await perform(kit, undoEdit, { id: at(done, ["edits", "0", "undo_id"]) }, roots);
    expect([await kit.text("a.toy"), await kit.text("b.toy")]).toEqual([before, "use apple\n"]);
  });
});

function wide(newText: string): object {
  return { range: { start, end: { line: 0, character: 5 } }, newText };
}
