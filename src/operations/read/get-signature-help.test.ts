// What a call takes, which argument is being written, and what is said outside of calls.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { getSignatureHelp } from "./get-signature-help.ts";

const fixture = `-- a.toy --
def add(𝒳, second)
-- b.toy --
"👍" use add(«first»1, «^»2)
«outside»
`;

async function asked(dials: Partial<ToyDials> = {}, mark?: string) {
  await using kit = openToyWorkspace({ fixture, dials });
  const { file, span } = mark === undefined ? kit.fixture.cursor : kit.fixture.mark(mark);
  const performed = await perform(kit, getSignatureHelp, { file_path: file, ...span.start });
  return { performed, json: performed.toJson(), text: performed.toText({ characters: 10_000 }) };
}

function replying(reply: unknown): Partial<ToyDials> {
  return { replies: { "textDocument/signatureHelp": reply } };
}

describe("a call", () => {
  test.each([
    ["offsets", { parameterLabels: "offsets" }],
    ["texts", { parameterLabels: "texts" }],
    ["utf-8", { positionEncoding: "utf-8" }],
    ["utf-32", { positionEncoding: "utf-32" }],
  ] as const)("tells its signature and the parameter at the place (%s) [AGL-090]", async (_, dials) => {
    const second = await asked(dials);
    const signature = {
      label: "add(𝒳, second)",
      documentation: "Calls add.",
      parameters: [{ label: "𝒳" }, { label: "second" }],
    };
    expect(second.json).toEqual({
      signatures: [{ ...signature, activeParameter: 1 }],
      activeSignature: 0,
      activeParameter: 1,
    });
    expect(second.text).toMatch(/^b\.toy:1:17 .*\n\* add\(𝒳, «second»\)\n\| Calls add\.$/);
    expect((await asked(dials, "first")).text).toContain("\n* add(«𝒳», second)\n");
    expect(second.performed.standing.state).toBe("complete");
  });

  test("with overloads tells all, the active one first", async () => {
    const signatures = [{ label: "f()" }, { label: "f(a)", parameters: [{ label: "a", documentation: "An *a*." }] }];
    const { json, text } = await asked(replying({ signatures, activeSignature: 1, activeParameter: 0 }));
    expect(json).toMatchObject({ activeSignature: 1, activeParameter: 0, signatures: { length: 2 } });
    expect(text.split("\n").slice(1)).toEqual(["* f(«a»)", "- f()", "| a: An *a*."]);
  });

  test("with an argument too many marks none", async () => {
    const { json, text } = await asked(
      replying({ signatures: [{ label: "f(a)", parameters: [{ label: "a" }] }], activeParameter: 3 }),
    );
    expect(json).toMatchObject({ activeParameter: null });
    expect(text).toContain("\n* f(a)");
  });
});

test("outside of a call the answer is empty, with its standing", async () => {
  const { performed, json, text } = await asked({}, "outside");
  expect([performed.isEmpty, performed.standing.state]).toEqual([true, "complete"]);
  expect(json).toEqual({ signatures: [], activeSignature: 0, activeParameter: null });
  expect(text).toMatch(/^no call around b\.toy:2:1/);
});

describe("odd replies", () => {
  test("what cannot be read is counted", async () => {
    const signatures = [7, { label: "f(a)", parameters: [{ label: [3, 99] }] }];
    const { performed } = await asked(replying({ signatures }));
    expect(performed.standing.reasons).toEqual([
      { code: "unreadable_items", detail: "2 of the results could not be parsed" },
    ]);
  });

  test.each([7, [], { label: "f" }, { signatures: null }])("%j is refused", async (reply) => {
    expect((await refusalOf(asked(replying(reply)))).code).toBe("malformed_reply");
  });

  test("fifty thousand overloads are bounded, and that is said", async () => {
    const signatures = Array.from({ length: 50_000 }, (_, at) => ({ label: `f(a${at}: int)` }));
    const { performed } = await asked(replying({ signatures }));
    expect(performed.toText({ characters: 300 })).toMatch(/\n\(49\d\d\d lines left out: too long\)$/);
    expect(performed.toText({ characters: 50 })).toBe("50000 signatures; too long to list.");
  });

  test("a server that has none leaves another way", async () => {
    const refusal = await refusalOf(asked({ lacks: ["textDocument/signatureHelp"] }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "capability_missing",
      expect.stringContaining("inspect_symbol"),
    ]);
  });
});
