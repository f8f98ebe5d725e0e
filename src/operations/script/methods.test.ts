// What a script can call is the table of operations, and its help says so of each.

import { expect, test } from "vitest";
import { operations } from "../table.ts";
import { helpOf, methodNames, mustBeMethod, scriptMethods, scriptSubjectOf } from "./methods.ts";
import { resultTypes } from "./result-types.ts";

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

test("the help says what each answers, by the types of the operation table", () => {
  for (const { operation } of methods) {
    const isData = operation.name !== "script" && resultTypes.get(operation.name) !== "unknown";
    expect([operation.name, isData]).toEqual([operation.name, operation.name !== "script"]);
  }
  expect(helpOf("references", methods, operations)).toMatchInlineSnapshot(`
    "sl.references(target: Target, options?): Promise<Place[]>
      options: { wait_ms?: number; session_id?: string; include_declaration?: boolean; include_source?: boolean }
    type Place = { file: string; line: number; column: number; end_line: number; end_column: number }
    List every use of a symbol across files, as the compiler sees it. No hits in comments, strings or namesakes; renamed imports included, or said to be missing. Use it before changing or deleting anything; grep for words in prose or configuration."
  `);
  expect(helpOf("draftCheck", methods, operations)).toContain('safe: "unknown" | boolean');
});

test("what writes is refused by name, and a slip of the pen is corrected", () => {
  expect(() => mustBeMethod("rename", methods, operations)).toThrow("rename_symbol cannot be asked by a script.");
  expect(() => mustBeMethod("draftCommit", methods, operations)).toThrow("commit_session cannot be asked by a script.");
  expect(() => mustBeMethod("constructor", methods, operations)).toThrow('sl has no method "constructor".');
});
