import { expect, test } from "vitest";

import { isOfKind, parseActions, parseResolved } from "./code-actions.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

test("a bare command becomes an action that carries it and has nothing to fill in; others stay, one by one [AGL-352]", () => {
  const action = {
    title: "Import",
    kind: "quickfix",
    isPreferred: true,
    data: 7,
    command: { title: "c", command: "c" },
  };
  const [bare, full] = parseActions([null, { title: "Run", command: "toy.run", arguments: [1] }, action]);
  expect(bare).toEqual({
    title: "Run",
    kind: undefined,
    diagnostics: [],
    isPreferred: false,
    disabled: undefined,
    edit: undefined,
    command: { title: "Run", command: "toy.run", arguments: [1] },
    raw: undefined,
  });
  expect(full).toMatchObject({
    kind: "quickfix",
    isPreferred: true,
    raw: action,
    command: { command: "c", arguments: [] },
  });
});

test("what it would mend and why it cannot are read, and nonsense is not", () => {
  const [first, second, third] = parseActions([
    { title: "a", kind: 7, isPreferred: "yes", disabled: { reason: "no selection" }, edit: null, command: 3 },
    { title: "b", kind: "", disabled: {}, diagnostics: [{ range, message: "m" }] },
    { title: "c", disabled: null },
  ]);
  expect(first).toMatchObject({ kind: undefined, isPreferred: false, disabled: "no selection", command: undefined });
  expect(first?.edit).toBeUndefined();
  expect(second).toMatchObject({ kind: undefined, disabled: "it does not say why", diagnostics: [{ message: "m" }] });
  expect(third?.disabled).toBeUndefined();
});

test("what an action has become is an action, or nothing", () => {
  expect(parseResolved({ title: "a", edit: { changes: {} } })).toMatchObject({ title: "a", edit: { changes: {} } });
  expect([parseResolved(null), parseResolved({ edit: {} }), parseResolved([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a kind stands for all below it, and for none beside it", () => {
  expect(isOfKind("refactor.extract.function", "refactor.extract")).toBe(true);
  expect(isOfKind("quickfix", "quickfix")).toBe(true);
  expect(isOfKind("refactoring", "refactor")).toBe(false);
  expect(isOfKind("source", "source.organizeImports")).toBe(false);
  expect(isOfKind("anything", "")).toBe(true);
});
