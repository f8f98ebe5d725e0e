// A safe edit is made where nothing new is wrong anywhere, and never because something else was mended.

import { describe, expect, test } from "vitest";
import { at } from "../../std/json.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { safeApplyEdit } from "./safe-apply-edit.ts";
import { safeEdit } from "./safe-edit.ts";

const fixture = `-- a.toy --
def apple
use gone
use lost
-- b.toy --
use apple
`;

const room = { characters: 4_000 };

function open(dials: Partial<ToyDials> = {}): ToyWorkspace {
  return openToyWorkspace({ fixture, dials: { diagnostics: "pull", ...dials } });
}

describe.each([safeApplyEdit, safeEdit])("$name", (operation) => {
  const edit = (kit: ToyWorkspace, old_text: string, new_text: string, more: object = {}) =>
    perform(kit, operation, { file_path: "a.toy", old_text, new_text, ...more });

  test("makes what brings no new error, and says what came of it [AGL-216]", async () => {
    await using kit = open();
    const performed = await edit(kit, "use gone", "use apple");
    expect(await kit.text("a.toy")).toBe("def apple\nuse apple\nuse lost\n");
    expect(performed.toJson()).toMatchObject({
      applied: true,
      safe: true,
      errors_introduced: [],
      errors_resolved: [{ message: "unknown name gone" }],
      net_delta: -1,
      timeout: false,
    });
    expect(performed.succeeded).toBe(true);
    expect(performed.toText(room)).toMatch(/^Edited a\.toy \(1 file\)\.[\s\S]*\nSafe: [\s\S]*\nUndo id: \S+$/);
  });

  test("changes nothing where another file would break, though more is mended than broken [AGL-216]", async () => {
    await using kit = open();
    const before = await kit.text("a.toy");
    const performed = await edit(kit, "def apple\nuse gone\nuse lost\n", "def pear\n");
    expect(await kit.text("a.toy")).toBe(before);
    expect(performed.toJson()).toMatchObject({
      applied: false,
      safe: false,
      errors_introduced: [{ file: kit.path("b.toy"), message: "unknown name apple" }],
      withheld: "The change would cause a new error.",
    });
    expect(performed.succeeded).toBe(false);
    const text = performed.toText(room);
    expect(text).toMatch(/^Nothing was changed\. The change would cause a new error\.\n/);
    expect(text).toContain("unknown name apple");
    // No server is left with what was only tried.
    const texts = kit.toy.server.documents.map(({ index }) => index.text);
    expect(texts.filter((one) => one.includes("pear"))).toEqual([]);
  });

  test("changes nothing where that is not known, unless it is told to", async () => {
    await using kit = open({ errors: { "textDocument/diagnostic": { code: -32_603, message: "out of order" } } });
    const withheld = await edit(kit, "use gone", "use apple");
    expect(withheld.toJson()).toMatchObject({ applied: false, safe: "unknown" });
    expect(at(withheld.toJson(), ["withheld"])).toContain("could not be checked");
    expect(withheld.standing.state).not.toBe("complete");
    expect(await kit.text("a.toy")).toContain("use gone");
    const made = await edit(kit, "use gone", "use apple", { accept_unknown: true });
    expect(made.toJson()).toMatchObject({ applied: true, safe: "unknown" });
    expect(await kit.text("a.toy")).not.toContain("use gone");
  });

  test("is not told to make what is known to break", async () => {
    await using kit = open();
    const performed = await edit(kit, "def apple", "def pear", { accept_unknown: true });
    expect(performed.toJson()).toMatchObject({ applied: false, safe: false });
    expect(await kit.text("a.toy")).toContain("def apple");
  });

  test("refuses what it cannot find, and says where nothing is to be done", async () => {
    await using kit = open();
    expect((await refusalOf(edit(kit, "use nothing", "x"))).code).toBe("bad_input");
    const same = await edit(kit, "use gone", "use gone");
    expect([same.isEmpty, same.succeeded]).toEqual([true, true]);
    expect(same.toText(room)).toContain("nothing to change");
  });
});
