// What a script can call is the table of operations, and its help says so of each.

import { expect, test } from "vitest";
import { operations } from "../table.ts";
import { helpOf, methodNames, mustBeMethod, scriptMethods, scriptSubjectOf } from "./methods.ts";

const methods = scriptMethods(operations);

test("every operation that reads or drafts is a method under two names, and no other is", () => {
  const asked = operations.filter(({ kind }) => kind === "query" || kind === "draft");
  expect(methods.map(({ operation }) => operation.name)).toEqual(asked.map(({ name }) => name));
  const names = methodNames(methods);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, also } of methods) expect(names).toEqual(expect.arrayContaining([name, also]));
});

test("the help lists every method, and says of each what it takes", () => {
  const all = helpOf(undefined, methods, operations);
  for (const method of methods) {
    expect(all).toContain(`\n${method.name}(`);
    const own = helpOf(method.also, methods, operations);
    expect(own).toMatch(new RegExp(`^sl\\.(?:${method.name}|${method.also})\\(`));
    const { kind, key } = scriptSubjectOf(method.operation);
    // What stands first is an argument of the operation, of its own.
    const named = kind === "key" || kind === "keys" ? [key] : [];
    expect(Object.keys(method.operation.schema.shape)).toEqual(expect.arrayContaining(named));
    expect(["session_id", "format"]).not.toContain(key);
  }
});

test("what writes is refused by name, and a slip of the pen is corrected", () => {
  expect(() => mustBeMethod("rename", methods, operations)).toThrow("rename_symbol cannot be asked by a script.");
  expect(() => mustBeMethod("draftCommit", methods, operations)).toThrow("commit_session cannot be asked by a script.");
  expect(() => mustBeMethod("constructor", methods, operations)).toThrow('sl has no method "constructor".');
});
