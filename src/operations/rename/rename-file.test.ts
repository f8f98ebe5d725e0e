// A file that moves in a toy workspace: what goes with it, what is refused, and what is told of it.

import { describe, expect, test } from "vitest";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { renameFile } from "./rename-file.ts";

const fixture = `-- cart.toy --
def cart
-- b.toy --
use cart
# cart
-- sub/c.toy --
use cart
-- notes.txt --
cart
`;

const asked: Partial<ToyDials> = { movedFiles: ["**/*.toy"] };

async function moved(dials: Partial<ToyDials>, input: object, look?: (kit: ToyWorkspace) => unknown) {
  await using kit = openToyWorkspace({ fixture, dials });
  const performed = await perform(kit, renameFile, {
    file_path: "cart.toy",
    new_path: "deep/down/basket.toy",
    ...input,
  });
  const looked = await look?.(kit);
  return { performed, json: performed.toJson(), text: performed.toText({ characters: 4_000 }), looked };
}

async function read(kit: ToyWorkspace, file: string): Promise<string | undefined> {
  const path = kit.path(file);
  return (await kit.host.files.stat(path)) === undefined
    ? undefined
    : new TextDecoder().decode(await kit.host.files.read(path, 1_000_000));
}

describe("a file that others import, without a server that updates imports", () => {
  const language = { id: "python" };
  const quirks = { ...toyEntry.quirks, supposes: { created: "open", deleted: "tell" } } as const;
  const input = { file_path: "cart.toy", new_path: "basket.toy" };

  test("stays where it is while it is unknown whether something breaks, unless that is wanted", async () => {
    await using kit = openToyWorkspace({ fixture, language });
    const held = await perform(kit, renameFile, input);
    expect(held.toJson()).toMatchObject({
      applied: false,
      safe: "unknown",
      withheld: expect.stringMatching(/^Imports of it would stay as they are \(.*accept_partial: true moves it/),
    });
    expect([held.succeeded, await read(kit, "cart.toy")]).toEqual([false, "def cart\n"]);
    const moved = await perform(kit, renameFile, { ...input, accept_partial: true });
    expect(moved.toJson()).toMatchObject({ applied: true });
  });

  test("moves where nothing is seen to break", async () => {
    await using kit = openToyWorkspace({ fixture, language, entry: { quirks } });
    expect((await perform(kit, renameFile, input)).toJson()).toMatchObject({ applied: true, safe: true });
  });
});

describe("a file moves", () => {
  test("and what names it is changed with it, in one transaction", async () => {
    const { performed, looked } = await moved(asked, {}, (kit) =>
      Promise.all(["cart.toy", "deep/down/basket.toy", "b.toy", "sub/c.toy"].map((file) => read(kit, file))),
    );
    expect(looked).toEqual([undefined, "def basket\n", "use basket\n# cart\n", "use basket\n"]);
    expect(performed.toJson()).toMatchObject({ applied: true, summary: "Moved cart.toy to deep/down/basket.toy" });
  });

  test("and a preview changes nothing", async () => {
    const { json, text, looked } = await moved(asked, { dry_run: true }, (kit) => read(kit, "cart.toy"));
    expect(looked).toBe("def cart\n");
    expect(json).toMatchObject({ applied: false });
    expect(text).toContain("Move cart.toy to deep/down/basket.toy: would change 3 files. Nothing was changed.\n");
  });

  test("and its server is asked before and told after", async () => {
    const { looked } = await moved(asked, {}, (kit) => {
      const files = [
        { oldUri: `file://${kit.path("cart.toy")}`, newUri: `file://${kit.path("deep/down/basket.toy")}` },
      ];
      const about = kit.toy.received.filter(({ method }) => method.endsWith("RenameFiles"));
      expect(about).toEqual([
        { method: "workspace/willRenameFiles", params: { files } },
        { method: "workspace/didRenameFiles", params: { files } },
      ]);
      return true;
    });
    expect(looked).toBe(true);
  });

  test.each([
    ["by its new path", (kit: ToyWorkspace) => kit.path("deep/down/basket.toy")],
    ["by its old path", (kit: ToyWorkspace) => kit.path("cart.toy")],
  ])("and an edit may address it %s, and move it itself", async (_, address) => {
    await using kit = openToyWorkspace({ fixture });
    const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 8 } };
    const reply = {
      documentChanges: [
        { textDocument: { uri: `file://${address(kit)}`, version: null }, edits: [{ range, newText: "basket" }] },
        {
          kind: "rename",
          oldUri: `file://${kit.path("cart.toy")}`,
          newUri: `file://${kit.path("deep/down/basket.toy")}`,
        },
      ],
    };
    const dials = { ...asked, replies: { "workspace/willRenameFiles": reply } };
    const { looked } = await moved(dials, {}, (there) => read(there, "deep/down/basket.toy"));
    expect(looked).toBe("def basket\n");
  });

  test.each([
    ["its server does not want to be asked", {}],
    ["its server wants to be asked about others", { movedFiles: ["**/*.other"] }],
  ])("alone where %s, and who may still mean it is told", async (_, dials) => {
    const { performed, text, looked } = await moved(dials, {}, (kit) => read(kit, "deep/down/basket.toy"));
    expect(looked).toBe("def cart\n");
    expect(text).toContain("Imports were not updated: no server here supports it.");
    expect(text).toContain(
      "Other files that contain the word cart: 4 lines in 3 files: b.toy:1, b.toy:2, sub/c.toy:1, notes.txt:1",
    );
    expect(performed.standing.reasons.map(({ code }) => code)).toContain("unchecked");
  });

  test("also one that is no code", async () => {
    const input = { file_path: "notes.txt", new_path: "doc/notes.txt" };
    const { looked } = await moved(asked, input, (kit) => read(kit, "doc/notes.txt"));
    expect(looked).toBe("cart\n");
  });

  test("to where it is, and there is nothing to change", async () => {
    const { performed } = await moved(asked, { new_path: "./cart.toy" });
    expect(performed.isEmpty).toBe(true);
    expect(performed.hints.map(({ operation }) => operation)).not.toContain("rename_file");
  });
});

describe("a move is refused", () => {
  test.each([
    ["onto a file that is there", { new_path: "b.toy" }, "bad_input", /already/],
    ["onto a directory", { new_path: "sub" }, "bad_input", /already/],
    ["to what ends like a directory", { new_path: "new/" }, "bad_input", /names a directory/],
    ["out of the root", { new_path: "../x.toy" }, "outside_root", /path traversal/],
    ["of a directory", { file_path: "sub", new_path: "other" }, "not_a_file", /is a directory/],
    ["of nothing", { file_path: "gone.toy" }, "file_not_found", /not found/],
  ])("%s", async (_, input, code, what) => {
    const refusal = await refusalOf(moved(asked, input));
    expect([refusal.code, refusal.details.what]).toEqual([code, expect.stringMatching(what)]);
  });

  test("of a link, whose target would go", async () => {
    await using kit = openToyWorkspace({ fixture, dials: asked });
    kit.host.files.link(kit.path("link.toy"), kit.path("cart.toy"));
    const refusal = await refusalOf(perform(kit, renameFile, { file_path: "link.toy", new_path: "x.toy" }));
    expect([refusal.code, refusal.details.what]).toEqual(["bad_input", "link.toy is a link."]);
  });

  test("whose edit leaves the root, as a whole", async () => {
    const reply = { changes: { "file:///elsewhere/a.toy": [] } };
    const dials = { ...asked, replies: { "workspace/willRenameFiles": reply } };
    expect((await refusalOf(moved(dials, {}))).code).toBe("outside_root");
  });
});
