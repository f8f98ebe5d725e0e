import { expect, test } from "vitest";

import { normaliseCodeActions, normaliseCompletions } from "./lists.ts";

const item = { label: "forEach", kind: 2 };

const none = { isIncomplete: false, items: [], unreadable: 0 };
const one = { isIncomplete: false, items: [item], unreadable: 0 };

test.each([
  ["an array", [item], one],
  ["a list", { isIncomplete: true, items: [item] }, { ...one, isIncomplete: true }],
  ["a list that does not say", { items: [item] }, one],
  ["a list with rubbish", { isIncomplete: 1, items: [null, 7, {}, item] }, { ...one, unreadable: 3 }],
  ["an object without items", { isIncomplete: true }, none],
  ["null", null, none],
])("completions as %s become a list; the field `items` decides [AGL-351]", (_, result, expected) => {
  expect(normaliseCompletions(result)).toEqual(expected);
});

test("what holds for all items of a list holds for each that says nothing else", () => {
  const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } };
  const itemDefaults = { editRange: range, insertTextFormat: 2, data: 7 };
  const own = { label: "b", insertTextFormat: 1, data: 8, textEdit: { newText: "B", range } };
  const { items } = normaliseCompletions({ itemDefaults, items: [{ label: "a", textEditText: "A" }, own] });
  expect(items).toEqual([
    { label: "a", textEditText: "A", insertTextFormat: 2, data: 7, textEdit: { newText: "A", range } },
    own,
  ]);
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
