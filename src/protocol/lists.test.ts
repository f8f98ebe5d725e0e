import { expect, test } from "vitest";

import { normaliseCodeActions, normaliseCompletions } from "./lists.ts";

const item = { label: "forEach", kind: 2 };

test.each([
  ["an array", [item], { isIncomplete: false, items: [item] }],
  ["a list", { isIncomplete: true, items: [item] }, { isIncomplete: true, items: [item] }],
  ["a list that does not say", { items: [item] }, { isIncomplete: false, items: [item] }],
  ["a list with rubbish", { isIncomplete: 1, items: [null, 7, {}, item] }, { isIncomplete: false, items: [item] }],
  ["an object without items", { isIncomplete: true }, { isIncomplete: false, items: [] }],
  ["null", null, { isIncomplete: false, items: [] }],
])("completions as %s become a list; the field `items` decides [AGL-351]", (_, result, expected) => {
  expect(normaliseCompletions(result)).toEqual(expected);
});

test("a bare command becomes an action that carries it, others stay as they are, one by one [AGL-352]", () => {
  const bare = { title: "Fix", command: "server.fix", arguments: [1, { a: 2 }] };
  const action = {
    title: "Import x",
    kind: "quickfix",
    edit: { changes: {} },
    command: { title: "run", command: "c" },
    data: 7,
  };
  expect(normaliseCodeActions([bare, action, { title: "Plain", command: "server.plain" }])).toEqual([
    { title: "Fix", command: bare },
    action,
    { title: "Plain", command: { title: "Plain", command: "server.plain" } },
  ]);
});

test("an action without a title gets one, and what is no action is left out", () => {
  expect(normaliseCodeActions([null, 7, "x", { kind: "quickfix" }, { command: "c" }])).toEqual([
    { kind: "quickfix", title: "(untitled)" },
    { title: "(untitled)", command: { title: "(untitled)", command: "c" } },
  ]);
  expect([normaliseCodeActions(null), normaliseCodeActions({ title: "x" })]).toEqual([[], []]);
});
