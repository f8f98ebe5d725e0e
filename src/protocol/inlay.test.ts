// Hints of either shape, and what is none.

import { expect, test } from "vitest";
import { normaliseInlayHints } from "./inlay.ts";

const position = { line: 1, character: 2 };
const plain = { position, label: ": int", paddingLeft: false, paddingRight: false };

test.each([
  ["a text", { position, label: ": int" }, plain],
  ["parts", { position, label: [{ value: ": " }, { value: "int", location: {} }] }, plain],
  ["a type", { position, label: ": int", kind: 1, tooltip: "why" }, { ...plain, kind: "type", tooltip: "why" }],
  [
    "a parameter",
    { position, label: ": int", kind: 2, paddingRight: true },
    { ...plain, kind: "parameter", paddingRight: true },
  ],
  ["an unknown kind", { position, label: ": int", kind: 9, paddingLeft: 1 }, plain],
])("%s", (_, hint, expected) => {
  expect(normaliseInlayHints([hint])).toEqual({ hints: [expected], unreadable: 0 });
});

test("what is no hint is counted", () => {
  const odd = [
    null,
    7,
    {},
    { label: "x" },
    { position, label: [{ value: 7 }] },
    { position: { line: "1" }, label: "x" },
  ];
  expect(normaliseInlayHints([...odd, plain])).toEqual({ hints: [plain], unreadable: odd.length });
  expect(normaliseInlayHints(null)).toEqual({ hints: [], unreadable: 0 });
});
