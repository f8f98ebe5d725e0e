// A symbol is deleted only when provably nothing uses it; whatever is not known stands against it.

import { expect, test } from "vitest";
import { joinPath } from "../../model/file-path.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { toyRoot } from "../../testing/kits/kit.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { EditedJson } from "../edit/edited-answer.ts";
import { insertAfterSymbol } from "./insert-after-symbol.ts";
import { insertBeforeSymbol } from "./insert-before-symbol.ts";
import { replaceSymbolBody } from "./replace-symbol-body.ts";
import { safeDeleteSymbol } from "./safe-delete-symbol.ts";

async function textOf(kit: ToyWorkspace): Promise<string> {
  return new TextDecoder().decode(await kit.host.files.read(joinPath(toyRoot, "a.toy"), 1_000_000));
}

const fixture = `-- a.toy --
def fruit
# of no use
def lonely
-- b.toy --
use fruit
`;

test("what nothing uses goes with its comment, and what is used stays [AGL-136]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const done = await perform(kit, safeDeleteSymbol, { symbol_path: "lonely" });
  expect((done.toJson() as EditedJson).applied).toBe(true);
  expect(await textOf(kit)).toBe("def fruit\n");
  const { details } = await refusalOf(perform(kit, safeDeleteSymbol, { symbol_path: "fruit" }));
  expect(details).toMatchObject({
    code: "bad_input",
    what: "symbol has 1 reference; cannot safely delete fruit in a.toy",
    why: "Used at b.toy:1:5.",
  });
  expect(await textOf(kit)).toBe("def fruit\n");
});

test("without a server that tells uses, nothing is deleted [AGL-136]", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { lacks: ["textDocument/references"] } });
  const { code } = await refusalOf(perform(kit, safeDeleteSymbol, { file_path: "a.toy", symbol_path: "lonely" }));
  expect(code).toBe("capability_missing");
});

test("a use that the server does not list is found, and keeps what it uses [AGL-136]", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { replies: { "textDocument/references": [] } } });
  const { details } = await refusalOf(perform(kit, safeDeleteSymbol, { file_path: "a.toy", symbol_path: "fruit" }));
  expect(details.what).toBe("symbol has 1 reference; cannot safely delete fruit in a.toy");
});

test("what would break something stays, although nothing refers to it, even on request [AGL-136]", async () => {
  // A word that languages use for other things has no account, so that only what breaks tells of the use.
  const named = fixture.replaceAll("fruit", "self");
  await using kit = openToyWorkspace({ fixture: named, dials: { replies: { "textDocument/references": [] } } });
  const before = await textOf(kit);
  for (const accept_unknown of [false, true]) {
    const input = { file_path: "a.toy", symbol_path: "self", accept_unknown };
    const held = await perform(kit, safeDeleteSymbol, input);
    expect(held.toJson()).toMatchObject({
      applied: false,
      safe: false,
      errors_introduced: [{ file: kit.path("b.toy"), message: "unknown name self" }],
      withheld: "The change would cause a new error.",
    });
    expect(held.succeeded).toBe(false);
    expect(await textOf(kit)).toBe(before);
  }
});

test("what cannot be foreseen stays, unless that is accepted [AGL-136]", async () => {
  const errors = { "textDocument/diagnostic": { code: -32_603, message: "out of order" } };
  await using kit = openToyWorkspace({ fixture, dials: { diagnostics: "pull", errors } });
  const input = { file_path: "a.toy", symbol_path: "lonely" };
  const held = await perform(kit, safeDeleteSymbol, input);
  expect(held.toJson()).toMatchObject({ applied: false, safe: "unknown" });
  expect(await textOf(kit)).toContain("lonely");
  await perform(kit, safeDeleteSymbol, { ...input, accept_unknown: true });
  expect(await textOf(kit)).toBe("def fruit\n");
});

test("it tells where the name is left as text [AGL-136]", async () => {
  await using kit = openToyWorkspace({ fixture: `${fixture}# lonely no more\n` });
  const done = await perform(kit, safeDeleteSymbol, { file_path: "a.toy", symbol_path: "lonely", dry_run: true });
  expect(done.toText({ characters: 4_000 })).toContain("(lonely): 1 line in 1 file: b.toy:2");
});

const readiness = { kind: "progress", graceMs: 60_000, quietMs: 0, capMs: 60_000 } as const;

test("while the index is built nothing is deleted, and it says why [AGL-136]", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { slowIndex: true }, entry: { readiness } });
  const input = { file_path: "a.toy", symbol_path: "lonely" };
  const { details } = await refusalOf(perform(kit, safeDeleteSymbol, input));
  expect(details.code).toBe("request_failed");
  expect(details.why).toContain("ndex");
});

test("the four edits mean the same symbol by the same path [AGL-137]", async () => {
  await using kit = openToyWorkspace({ fixture: `${fixture}-- c.toy --\ndef lonely\n` });
  const operations = [
    [replaceSymbolBody, { new_body: "def lonely" }],
    [insertAfterSymbol, { code: "def late" }],
    [insertBeforeSymbol, { code: "def early" }],
    [safeDeleteSymbol, {}],
  ] as const;
  for (const [operation, more] of operations) {
    const asked = { symbol_path: "lonely", dry_run: true, ...more };
    const { details } = await refusalOf(perform(kit, operation, asked));
    expect(details).toMatchObject({
      code: "ambiguous_target",
      data: { candidates: ["[1] a.toy:3:5 function lonely", "[2] c.toy:1:5 function lonely"] },
    });
    const second = await perform(kit, operation, { ...asked, symbol_path: "lonely[2]" });
    const { files, applied } = second.toJson() as EditedJson;
    expect(applied).toBe(false);
    expect(files.map(({ file }) => file)).toEqual(operation === replaceSymbolBody ? [] : [joinPath(toyRoot, "c.toy")]);
    expect(await refusalOf(perform(kit, operation, { ...asked, symbol_path: "gone" }))).toMatchObject({
      code: "no_symbol",
    });
  }
});

test.each([
  ["replace_symbol_body", replaceSymbolBody, { new_body: "def lonely \0" }],
  ["insert_after_symbol", insertAfterSymbol, { code: "def late\0" }],
  ["insert_before_symbol", insertBeforeSymbol, { code: "def early\0", dry_run: true }],
] as const)("%s does not make a binary file of a text", async (_, operation, more) => {
  await using kit = openToyWorkspace({ fixture });
  const before = await textOf(kit);
  const { details } = await refusalOf(perform(kit, operation, { file_path: "a.toy", symbol_path: "lonely", ...more }));
  expect([details.code, details.what]).toEqual(["bad_input", "The new text contains a NUL character."]);
  expect(await textOf(kit)).toBe(before);
});

test("a dry run changes nothing and shows the same [AGL-133 AGL-136]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const input = { file_path: "a.toy", symbol_path: "lonely" };
  const shown = (await perform(kit, safeDeleteSymbol, { ...input, dry_run: true })).toJson() as EditedJson;
  expect(shown).toMatchObject({ applied: false, summary: "Delete lonely in a.toy" });
  expect(await textOf(kit)).toContain("lonely");
  const done = (await perform(kit, safeDeleteSymbol, input)).toJson() as EditedJson;
  expect(done.diff).toBe(shown.diff);
});
