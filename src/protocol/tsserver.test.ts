import { expect, test } from "vitest";

import { fromTsserver } from "./tsserver.ts";

const span = { start: { line: 2, offset: 5 }, end: { line: 2, offset: 9 } };
const range = { start: { line: 1, character: 4 }, end: { line: 1, character: 8 } };

test("places count from 1 at tsserver and from 0 on the wire, and categories become severities", () => {
  const body = [
    { ...span, text: "Type 'a' is wrong.", code: 2322, category: "error" },
    { ...span, text: "Unused.", code: 6133, category: "suggestion", source: "plugin" },
  ];
  const found = fromTsserver({ success: true, body }) ?? [];
  expect(found.map((one) => ({ ...one, raw: undefined }))).toEqual([
    { range, severity: "error", code: "2322", source: "typescript", message: "Type 'a' is wrong." },
    { range, severity: "hint", code: "6133", source: "plugin", message: "Unused." },
  ]);
  // As it would have been published: with numbers, by which its fixes are found.
  expect(found.map(({ raw }) => raw)).toEqual([
    { range, severity: 1, code: 2322, source: "typescript", message: "Type 'a' is wrong." },
    { range, severity: 4, code: 6133, source: "plugin", message: "Unused." },
  ]);
});

test("an empty body is an answer, and no body is none", () => {
  expect(fromTsserver({ success: true, body: [] })).toEqual([]);
  expect(fromTsserver({ success: false, message: "No Project." })).toBeUndefined();
  expect(fromTsserver(null)).toBeUndefined();
});

test("what has no place is left out, and an unknown category is not made smaller than an error", () => {
  const global = { text: "about the whole project", category: "error" };
  const odd = { ...span, text: "?", category: "worse" };
  expect(fromTsserver({ body: [global, odd] })).toMatchObject([
    { range, severity: "error", source: "typescript", message: "?" },
  ]);
});
