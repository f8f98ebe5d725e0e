// Whether a name can be changed, in each way in which servers say so, and nothing is changed.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { prepareRename } from "./prepare-rename.ts";

const fixture = `-- a.toy --
"👍" def «name|gr«^»öße» = 7
«nothing»# prose
`;

async function asked(dials: Partial<ToyDials> = {}, mark?: string) {
  await using kit = openToyWorkspace({ fixture, dials });
  const { file, span } = mark === undefined ? kit.fixture.cursor : kit.fixture.mark(mark);
  const performed = await perform(kit, prepareRename, { file_path: file, ...span.start });
  const range = kit.fixture.mark("name").span;
  const sent = kit.toy.received.map(({ method }) => method);
  return {
    performed,
    json: performed.toJson(),
    text: performed.toText({ characters: 1_000 }),
    range,
    file: kit.path(file),
    sent,
  };
}

function failing(code: number, message: string): Partial<ToyDials> {
  return { errors: { "textDocument/prepareRename": { code, message } } };
}

describe("a name that can be changed", () => {
  test.each([
    ["a range and a placeholder", { prepareRename: "placeholder" }],
    ["a range", { prepareRename: "range" }],
    ["the word at the place", { prepareRename: "word" }],
    ["utf-8", { positionEncoding: "utf-8" }],
    ["utf-32", { positionEncoding: "utf-32" }],
  ] as const)("is told with its range (%s) [AGL-084 AGL-353]", async (_, dials) => {
    const { performed, json, text, range, file, sent } = await asked(dials);
    expect(json).toEqual({ file, can_rename: "yes", name: "größe", range, placeholder: "größe" });
    expect(text).toBe(`größe can be renamed\na.toy:1:${range.start.column}-${range.end.column}`);
    expect([performed.isEmpty, performed.standing.state]).toEqual([false, "complete"]);
    expect(sent).not.toContain("textDocument/rename");
  });

  test("with another proposal tells both", async () => {
    const range = { start: { line: 0, character: 9 }, end: { line: 0, character: 14 } };
    const { json, text } = await asked({ replies: { "textDocument/prepareRename": { range, placeholder: "size" } } });
    expect(json).toMatchObject({ name: "größe", placeholder: "size" });
    expect(text).toMatch(/^größe can be renamed \(proposed: size\)\n/);
  });
});

describe("a place where nothing can be renamed is an answer", () => {
  test("without a word of the server [AGL-084]", async () => {
    const { performed, json, text, file } = await asked({}, "nothing");
    expect(json).toEqual({ file, can_rename: "no" });
    expect(text).toMatch(/^What is here cannot be renamed here\na\.toy:2:1 /);
    expect([performed.isEmpty, performed.standing.state]).toEqual([true, "complete"]);
  });

  test.each([
    [-32803, "You cannot rename this element.", "You cannot rename this element.", []],
    [-32602, "No references found at position", "No references found at position", []],
    [-32603, "Request textDocument/prepareRename failed with message: not here", "not here", []],
    [-32603, "panicked", "panicked", ["server_unwell"]],
  ])("with the reason that it gives by an error (%i %s) [AGL-084]", async (code, message, reason, codes) => {
    const { performed, json, text } = await asked(failing(code, message));
    expect(json).toMatchObject({ can_rename: "no", name: "größe", reason });
    expect(text).toMatch(`größe cannot be renamed here: ${reason}\n`);
    expect(performed.standing.reasons.map((one) => one.code)).toEqual(codes);
  });

  test("where the server leaves it to the word and there is none", async () => {
    const reply = { "textDocument/prepareRename": { defaultBehavior: true } };
    const { json } = await asked({ replies: reply }, "nothing");
    expect(json).toMatchObject({ can_rename: "no", reason: "there is no name here" });
  });
});

describe("a server that cannot be asked beforehand", () => {
  test("but renames: it can probably be done, and that is no more than likely [AGL-084]", async () => {
    const { performed, json, text, range, sent } = await asked({ prepareRename: "none" });
    expect(json).toMatchObject({ can_rename: "probably", name: "größe", range });
    expect(text).toMatch(/^größe can probably be renamed\n/);
    expect(performed.standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "unchecked", detail: "Toy cannot check in advance whether a name can be changed" }],
    });
    expect(sent).not.toContain("textDocument/prepareRename");
  });

  test("and does not rename is refused, with another way", async () => {
    const refusal = await refusalOf(asked({ lacks: ["textDocument/rename"] }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "capability_missing",
      expect.stringContaining("find_references"),
    ]);
  });
});

test.each([7, "yes", []])("%j as an answer is refused", async (reply) => {
  expect((await refusalOf(asked({ replies: { "textDocument/prepareRename": reply } }))).code).toBe("malformed_reply");
});

test("the shortest form fits everywhere", async () => {
  const { performed } = await asked(failing(-32803, "x".repeat(400)));
  expect(performed.toText({ characters: 30 })).toBe("It cannot be renamed.");
});
