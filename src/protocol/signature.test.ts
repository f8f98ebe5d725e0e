// Signatures of calls, however their parameters are labelled.

import { describe, expect, test } from "vitest";
import { normaliseSignatureHelp } from "./signature.ts";

function parametersOf(label: string, labels: readonly unknown[]): unknown {
  const { help } = normaliseSignatureHelp({
    signatures: [{ label, parameters: labels.map((one) => ({ label: one })) }],
  });
  return help.signatures[0]?.parameters.map((parameter) => [parameter.label, parameter.at?.start]);
}

describe("parameters", () => {
  test.each([
    [
      "offsets",
      "f(a, b)",
      [
        [2, 3],
        [5, 6],
      ],
      [
        ["a", 2],
        ["b", 5],
      ],
    ],
    [
      "offsets behind a surrogate pair",
      "𝒳(é, 👍b)",
      [
        [3, 4],
        [6, 9],
      ],
      [
        ["é", 3],
        ["👍b", 6],
      ],
    ],
    [
      "texts",
      "f(a: int, b)",
      ["a: int", "b"],
      [
        ["a: int", 2],
        ["b", 10],
      ],
    ],
    [
      "texts that occur before",
      "area(a, r)",
      ["a", "r"],
      [
        ["a", 5],
        ["r", 8],
      ],
    ],
    ["a text that does not occur", "f(a)", ["x"], [["x", undefined]]],
    ["offsets beyond the label", "f(a)", [[2, 99]], [["?", undefined]]],
    [
      "offsets that are none",
      "f(a)",
      [[3, 2], [-1, 1], [0.5, 1], ["a", "b"], []],
      [1, 2, 3, 4, 5].map(() => ["?", undefined]),
    ],
    ["nothing", "f(a)", [undefined, null, 7, ""], [1, 2, 3, 4].map(() => ["?", undefined])],
  ])("as %s", (_, label, labels, expected) => {
    expect(parametersOf(label, labels)).toEqual(expected);
  });

  test("that cannot be read are counted", () => {
    const signatures = [{ label: "f(a)", parameters: [{ label: [2, 9] }, { label: "a" }] }, 7, { label: 7 }];
    expect(normaliseSignatureHelp({ signatures })).toMatchObject({
      unreadable: 3,
      help: { signatures: { length: 1 } },
    });
  });
});

describe("the active parameter", () => {
  const parameters = [{ label: "a" }, { label: "b" }];
  test.each([
    ["told by the list", { activeParameter: 1 }, {}, 1],
    ["told by the signature", { activeParameter: 0 }, { activeParameter: 1 }, 1],
    ["not told", {}, {}, 0],
    ["none, as the signature says", { activeParameter: 1 }, { activeParameter: null }, undefined],
    ["one too many", { activeParameter: 2 }, {}, undefined],
    ["no number", { activeParameter: "1" }, {}, undefined],
  ])("%s", (_, list, signature, expected) => {
    const { help } = normaliseSignatureHelp({ signatures: [{ label: "f(a, b)", parameters, ...signature }], ...list });
    expect(help.signatures[0]?.activeParameter).toBe(expected);
  });

  test("a signature without parameters has none", () => {
    expect(normaliseSignatureHelp({ signatures: [{ label: "f()" }] }).help.signatures).toEqual([
      { label: "f()", parameters: [] },
    ]);
  });
});

test.each([
  [{ activeSignature: 1 }, 1],
  [{ activeSignature: 5 }, 0],
  [{ activeSignature: null }, 0],
  [{}, 0],
])("of two overloads with %j the active one is %i", (told, expected) => {
  const signatures = [{ label: "f()" }, { label: "f(a)" }];
  expect(normaliseSignatureHelp({ signatures, ...told }).help.activeSignature).toBe(expected);
});

test("the active one stays the same where one before it cannot be read", () => {
  const { help } = normaliseSignatureHelp({
    signatures: [null, { label: "f()" }, { label: "f(a)" }],
    activeSignature: 2,
  });
  expect(help.signatures[help.activeSignature]?.label).toBe("f(a)");
});

test.each([null, undefined, 7, {}, { signatures: "f" }, []])("%j is no call", (result) => {
  expect(normaliseSignatureHelp(result)).toEqual({ help: { signatures: [], activeSignature: 0 }, unreadable: 0 });
});
