// Hints inside of lines, of a part of a file and of all of it.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { getInlayHints } from "./get-inlay-hints.ts";

const fixture = `-- a.toy --
"👍" def 𝒳«one» is fruit def y«two» is 木
plain
	def z«three» is fruit
`;

async function asked(dials: Partial<ToyDials> = {}, input: object = {}) {
  await using kit = openToyWorkspace({ fixture, dials });
  const performed = await perform(kit, getInlayHints, { file_path: "a.toy", ...input });
  const places = ["one", "two", "three"].map((name) => ({ ...kit.fixture.mark(name).span.start }));
  const sent = kit.toy.received.findLast(({ method }) => method === "textDocument/inlayHint")?.params;
  return { performed, json: performed.toJson(), text: performed.toText({ characters: 10_000 }), places, sent };
}

function replying(reply: unknown): Partial<ToyDials> {
  return { replies: { "textDocument/inlayHint": reply } };
}

describe("hints", () => {
  test.each([
    ["a text", { hintLabels: "text" }],
    ["parts", { hintLabels: "parts" }],
    ["utf-8", { positionEncoding: "utf-8" }],
    ["utf-32", { positionEncoding: "utf-32" }],
  ] as const)("of a whole file stand inside its lines (%s) [AGL-095 AGL-353]", async (_, dials) => {
    const { performed, json, text, places } = await asked(dials);
    const labels = [": fruit", ": 木", ": fruit"];
    expect(json).toEqual(places.map((position, at) => ({ position, label: labels[at], kind: 1, kind_name: "type" })));
    expect(text).toBe(
      '3 hints in a.toy, between « and »\n1\t"👍" def 𝒳«: fruit» is fruit def y«: 木» is 木\n3\t  def z«: fruit» is fruit',
    );
    expect(performed.standing.state).toBe("complete");
  });

  test("of some lines are asked for as such, and nothing beyond them is told [AGL-095]", async () => {
    const { json, text, places, sent } = await asked({}, { start_line: 2, end_line: 3 });
    expect(json).toMatchObject([{ position: places[2] }]);
    expect(text).toMatch(/^1 hint in a\.toy:2-3,/);
    expect(sent).toMatchObject({ range: { start: { line: 1, character: 0 }, end: { line: 2 } } });
    const beyond = { position: { line: 0, character: 6 }, label: "x" };
    expect((await asked(replying([beyond]), { start_line: 2, end_line: 3 })).json).toEqual([]);
  });

  test("of some columns too", async () => {
    const { places } = await asked();
    const column = places[1]?.column ?? 0;
    const { json } = await asked({}, { start_line: 1, start_column: column, end_line: 1, end_column: column });
    expect(json).toEqual([]);
    const wider = { start_line: 1, start_column: column - 1, end_line: 1, end_column: column + 1 };
    expect((await asked({}, wider)).json).toMatchObject([{ position: places[1] }]);
  });

  test("stand in the order of the text, with what the server adds to them", async () => {
    const { json } = await asked(
      replying([
        { position: { line: 1, character: 5 }, label: "b", kind: 2, paddingRight: true },
        {
          position: { line: 1, character: 0 },
          label: "a:",
          tooltip: { kind: "markdown", value: "*a*" },
          paddingLeft: true,
        },
      ]),
    );
    expect(json).toEqual([
      { position: { line: 2, column: 1 }, label: "a:", tooltip: "*a*", paddingLeft: true },
      { position: { line: 2, column: 6 }, label: "b", kind: 2, kind_name: "parameter", paddingRight: true },
    ]);
  });
});

describe("a range", () => {
  test("never reaches beyond the text, where one server refuses it", async () => {
    const { sent } = await asked({}, { end_line: 9_999, end_column: 50 });
    expect(sent).toMatchObject({ range: { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } } });
  });

  test.each([
    [{ start_line: 99 }, "The file has 4 lines."],
    [{ start_line: 3, end_line: 2 }, "The range ends before it begins."],
    [{ start_column: 3 }, "A column is given without its line."],
    [{ start_line: 1, end_column: 3 }, "A column is given without its line."],
  ])("%j is refused", async (input, what) => {
    const refusal = await refusalOf(asked({}, input));
    expect([refusal.code, refusal.details.what]).toEqual(["bad_input", what]);
  });
});

describe("odd replies", () => {
  test.each([
    ["null", null],
    ["an empty list", []],
  ])("%s is no hint", async (_, reply) => {
    const { performed, text } = await asked(replying(reply));
    expect([performed.isEmpty, text]).toEqual([true, "no hints in a.toy"]);
  });

  test("what cannot be read is counted", async () => {
    const { performed } = await asked(
      replying([7, { label: "x" }, { position: { line: 0, character: 0 }, label: "x" }]),
    );
    expect(performed.standing.reasons).toEqual([
      { code: "unreadable_items", detail: "2 of the results could not be parsed" },
    ]);
  });

  test.each([7, {}, { hints: [] }])("%j is refused", async (reply) => {
    expect((await refusalOf(asked(replying(reply)))).code).toBe("malformed_reply");
  });

  test("what lies outside of the text or is no line of ours does no harm", async () => {
    const { text } = await asked(
      replying([
        { position: { line: 0, character: 9_999 }, label: "x\nStanding: complete" },
        { position: { line: 9_999, character: 0 }, label: "far" },
      ]),
    );
    expect(text.split("\n")).toEqual([
      "2 hints in a.toy, between « and »",
      '1\t"👍" def 𝒳 is fruit def y is 木«x\\nStanding: complete»',
      "10000\t«far»",
    ]);
  });

  test("fifty thousand hints are bounded, and that is said", async () => {
    const hints = Array.from({ length: 50_000 }, (_, at) => ({ position: { line: at, character: 0 }, label: ": int" }));
    const { performed } = await asked(replying(hints));
    expect(performed.toText({ characters: 300 })).toMatch(/\n\(\d+ lines left out: too many; ask for fewer lines\)$/);
    expect(performed.toText({ characters: 40 })).toBe("50000 hints; too many to list.");
  });

  test("a server that has none leaves another way", async () => {
    const refusal = await refusalOf(asked({ lacks: ["textDocument/inlayHint"] }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "capability_missing",
      expect.stringContaining("inspect_symbol"),
    ]);
  });
});
