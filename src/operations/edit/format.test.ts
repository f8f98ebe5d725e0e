// Formatting: the server's edits as a plan, shown by default and carried out on request; refused where no server formats.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { formatDocument } from "./format-document.ts";
import { formatRange } from "./format-range.ts";

const fixture = `-- a.toy --
def «one|é𝒳»
\tuse é𝒳  
«two»\t\tuse é𝒳
`;

const room = { characters: 4_000 };

function open(dials: Partial<ToyDials> = { formats: ["document", "range"] }, source = fixture): ToyWorkspace {
  return openToyWorkspace({ fixture: source, dials });
}

describe("format_document", () => {
  test.each(["utf-16", "utf-8", "utf-32"] as const)(
    "shows what would change and changes nothing (%s) [AGL-121]",
    async (positionEncoding) => {
      await using kit = open({ formats: ["document"], positionEncoding });
      const before = await kit.text("a.toy");
      const performed = await perform(kit, formatDocument, { file_path: "a.toy", tab_size: 4 });
      expect(await kit.text("a.toy")).toBe(before);
      expect(performed.toText(room)).toMatch(/^Format a\.toy: would change 1 file\. Nothing was changed\.\n/);
      expect(performed.toJson()).toMatchObject({
        applied: false,
        diff: expect.stringContaining("+    use é𝒳\n+        use é𝒳\n"),
        // Places count from 1.
        edits: [
          { range: { start: { line: 2, column: 1 }, end: { line: 2 } }, new_text: "    use é𝒳" },
          { range: { start: kit.fixture.mark("two").span.start }, new_text: "        use é𝒳" },
        ],
      });
    },
  );

  test.each([
    ["-- biome.json --\n{}\n", /^The project formats with Biome \(biome\.json\)/m],
    ['-- package.json --\n{\n  "prettier": { "semi": false }\n}\n', /with Prettier \(package\.json\)/],
    ['-- package.json --\n{\n  "prettier": "^3.0.0"\n}\n', /^(?!.*Prettier)/s],
  ])("says where the project formats by another tool: %j", async (config, expected) => {
    const language = { extensions: [".ts"] };
    const fixtureOf = `-- a.ts --\ndef x\n\tuse x  \n${config}`;
    await using kit = openToyWorkspace({
      fixture: fixtureOf,
      language,
      dials: { formats: ["document"], extension: ".ts" },
    });
    const performed = await perform(kit, formatDocument, { file_path: "a.ts", tab_size: 4 });
    expect(performed.toText(room)).toMatch(expected);
  });

  test("does it when told to, as one change that can be undone [AGL-121]", async () => {
    await using kit = open();
    const performed = await perform(kit, formatDocument, { file_path: "a.toy", tab_size: 2, apply: true });
    expect(await kit.text("a.toy")).toBe("def é𝒳\n  use é𝒳\n    use é𝒳\n");
    expect(performed.toJson()).toMatchObject({ applied: true, undo_id: expect.any(String) });
    const again = await perform(kit, formatDocument, { file_path: "a.toy", apply: true });
    expect([again.isEmpty, again.toText(room)]).toEqual([true, "Format a.toy: nothing to change."]);
  });

  test.each([
    ["as the file is indented", {}, { tabSize: 4, insertSpaces: false }],
    ["in spaces where a size is given", { tab_size: 8 }, { tabSize: 8, insertSpaces: true }],
    ["as it is told", { tab_size: 3, insert_spaces: false }, { tabSize: 3, insertSpaces: false }],
  ])("asks %s", async (_, choice, options) => {
    await using kit = open();
    await perform(kit, formatDocument, { file_path: "a.toy", ...choice });
    expect(kit.toy.server.paramsOf("textDocument/formatting")).toMatchObject([{ options }]);
  });
});

describe("format_range", () => {
  test("leaves the other lines alone [AGL-122]", async () => {
    await using kit = open();
    const { line } = kit.fixture.mark("two").span.start;
    const input = { file_path: "a.toy", start_line: line, end_line: line, tab_size: 2, apply: true };
    const performed = await perform(kit, formatRange, input);
    expect(await kit.text("a.toy")).toBe("def é𝒳\n\tuse é𝒳  \n    use é𝒳\n");
    expect(performed.toText(room)).toMatch(/^Formatted a\.toy:3-3 \(1 file\)\./);
  });

  test.each([
    ["beyond the end", { start_line: 99, end_line: 99 }],
    ["backwards", { start_line: 3, end_line: 2 }],
  ])("%s is refused", async (_, range) => {
    await using kit = open();
    expect((await refusalOf(perform(kit, formatRange, { file_path: "a.toy", ...range }))).code).toBe("bad_input");
  });
});

describe("format_range by a server that formats only whole files", () => {
  const input = { file_path: "a.toy", start_line: 3, end_line: 3, tab_size: 2, apply: true };
  const all = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };

  test("changes the lines that were asked for and no other, and says how it was found [AGL-122]", async () => {
    await using kit = open({ formats: ["document"] });
    const performed = await perform(kit, formatRange, input);
    expect(await kit.text("a.toy")).toBe("def é𝒳\n\tuse é𝒳  \n    use é𝒳\n");
    expect(performed.toText(room)).toContain("The server formats only whole files");
    expect(performed.toJson()).toMatchObject({ remarks: [expect.stringContaining("only whole files")] });
    expect(kit.toy.server.methods.filter((method) => /ormatting/.test(method))).toEqual(["textDocument/formatting"]);
  });

  test("also where the server replaces the whole text by one edit", async () => {
    const source = "-- a.toy --\ndef x\nuse x  \ndef y\nuse y  \ndef z\n";
    const replies = { "textDocument/formatting": [{ range: all, newText: "def x\nuse x\ndef y\nuse y\ndef z\n" }] };
    await using kit = open({ formats: ["document"], replies }, source);
    await perform(kit, formatRange, { ...input, start_line: 4, end_line: 4 });
    expect(await kit.text("a.toy")).toBe("def x\nuse x  \ndef y\nuse y\ndef z\n");
  });

  test("leaves out what reaches beyond, and counts it", async () => {
    const source = "-- a.toy --\ndef x\nuse x  \nuse x  \n";
    const replies = { "textDocument/formatting": [{ range: all, newText: "def x\nuse x; use x\n" }] };
    await using kit = open({ formats: ["document"], replies }, source);
    const performed = await perform(kit, formatRange, { ...input, start_line: 2, end_line: 2 });
    expect(await kit.text("a.toy")).toBe("def x\nuse x  \nuse x  \n");
    expect(performed.toText(room)).toContain("1 change reaching beyond them left out");
  });
});

describe("who does not format", () => {
  test.each([
    [formatDocument, ["range"]],
    [formatRange, []],
  ] as const)("is not asked to, and what helps is named", async (operation, formats) => {
    await using kit = open({ formats: [...formats] });
    const range = operation === formatRange ? { start_line: 1, end_line: 1 } : {};
    const { details } = await refusalOf(perform(kit, operation, { file_path: "a.toy", ...range }));
    expect(details).toMatchObject({ code: "capability_missing", next: expect.stringContaining("formatter") });
    expect(kit.toy.server.methods.filter((method) => /ormatting/.test(method))).toEqual([]);
  });

  test.each([
    ["no list", { replies: { "textDocument/formatting": { edits: [] } } }],
    ["an edit without a range", { replies: { "textDocument/formatting": [{ newText: "x" }] } }],
  ])("or answers with %s is not believed", async (_, dials) => {
    await using kit = open({ formats: ["document"], ...dials });
    const refused = await refusalOf(perform(kit, formatDocument, { file_path: "a.toy", apply: true }));
    expect(refused.code).toBe("malformed_reply");
  });

  test("nor is one whose edits overlap", async () => {
    const all = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const edits = [
      { range: all, newText: "x" },
      { range: all, newText: "y" },
    ];
    await using kit = open({ formats: ["document"], replies: { "textDocument/formatting": edits } });
    const before = await kit.text("a.toy");
    const refused = await refusalOf(perform(kit, formatDocument, { file_path: "a.toy", apply: true }));
    expect([refused.code, await kit.text("a.toy")]).toEqual(["conflicting_edit", before]);
  });
});
