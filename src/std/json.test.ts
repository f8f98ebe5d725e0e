import fc from "fast-check";
import { expect, test } from "vitest";

import { at, isRecord, mergeJson, textsIn, textsUnder } from "./json.ts";

test("records are joined key by key, and everything else is replaced", () => {
  const base = { python: { analysis: { mode: "open", paths: ["a"] } }, keep: 1 };
  const over = { python: { analysis: { paths: ["b"] } }, add: null };
  expect(mergeJson(base, over)).toEqual({ python: { analysis: { mode: "open", paths: ["b"] } }, keep: 1, add: null });
});

test("an absent value changes nothing, and a value of another kind wins", () => {
  expect(mergeJson({ a: 1 }, undefined)).toEqual({ a: 1 });
  expect(mergeJson({ a: { b: 1 } }, { a: undefined })).toEqual({ a: { b: 1 } });
  expect(mergeJson({ a: { b: 1 } }, { a: [1] })).toEqual({ a: [1] });
  expect(mergeJson({ a: { b: 1 } }, null)).toBeNull();
});

test.each([
  ["in the second", {}, JSON.parse('{"__proto__":{"polluted":1},"a":1}')],
  ["in the first", JSON.parse('{"__proto__":{"polluted":1},"a":1}'), {}],
  ["in both, deeper", JSON.parse('{"x":{"__proto__":{"polluted":1}}}'), JSON.parse('{"x":{"__proto__":{"q":1}}}')],
  ["as a constructor", {}, JSON.parse('{"constructor":{"prototype":{"polluted":1}}}')],
])("settings cannot reach a prototype: %s", (_, base, over) => {
  const merged = mergeJson(base, over);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(at(merged, ["polluted"])).toBeUndefined();
  expect(at(merged, ["x", "polluted"])).toBeUndefined();
  expect(Object.assign({}, merged)).not.toHaveProperty("polluted");
});

test("merging with nothing is the same again, and neither input is touched", () => {
  const settings = fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const plain = settings.filter((value) => !JSON.stringify(value).includes("__proto__"));
  fc.assert(
    fc.property(plain, plain, (base, over) => {
      const before = JSON.stringify([base, over]);
      expect(mergeJson(base, {})).toEqual({ ...base });
      expect(mergeJson({}, over)).toEqual({ ...over });
      expect(mergeJson(mergeJson(base, over), over)).toEqual(mergeJson(base, over));
      expect(JSON.stringify([base, over])).toBe(before);
    }),
  );
});

test("a walk ends where a step is missing, and never in a prototype", () => {
  const value = { a: { b: null } };
  expect(at(value, [])).toBe(value);
  expect(at(value, ["a", "b"])).toBeNull();
  expect(at(value, ["a", "b", "c"])).toBeUndefined();
  expect(at(value, ["toString"])).toBeUndefined();
  expect(at([1], ["0"])).toBeUndefined();
});

test("only plain objects are records", () => {
  expect([{}, [], null, 1, "a", undefined].map(isRecord)).toEqual([true, false, false, false, false, false]);
});

test("texts are found in their order, under the keys that are followed", () => {
  const value = { a: "1", b: ["2", { c: "3", no: "4" }, 5, null], no: ["6"], d: { e: { f: "7" } } };
  expect(textsIn(value)).toEqual(["1", "2", "3", "4", "6", "7"]);
  expect(textsIn(value, (key) => key !== "no")).toEqual(["1", "2", "3", "7"]);
  expect(textsIn("8")).toEqual(["8"]);
});

test("texts are found under a key wherever it stands", () => {
  const value = { k: "1", a: [{ k: ["2", { x: "3" }] }, { b: { k: "4" } }], c: "5" };
  expect(textsUnder(value, (key) => key === "k").sort()).toEqual(["1", "2", "3", "4"]);
});

test("texts are found in a value of any depth", () => {
  const deep = (open: string, close: string): unknown =>
    JSON.parse(`${open.repeat(100_000)}"x"${close.repeat(100_000)}`);
  expect([deep("[", "]"), deep('{"a":', "}")].map((value) => textsIn(value))).toEqual([["x"], ["x"]]);
});
