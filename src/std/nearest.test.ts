// Slips of a few letters, beginnings and short forms are understood, other words are not.

import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const names = ["references", "find_references", "rename", "rename-file", "find", "format", "definition", "history"];

test.each([
  ["referenes", ["references"]],
  ["refernces", ["references"]],
  ["refreences", ["references"]],
  ["renmae", ["rename"]],
  ["fidn", ["find"]],
  ["rename-fil", ["rename-file"]],
  ["fnd", ["find"]],
  ["refs", ["references"]],
  ["ref", ["references"]],
  ["defs", ["definition"]],
  ["hist", ["history"]],
  ["find-references", ["find_references"]],
  ["find_refs", ["find_references"]],
  ["findref", ["find_references"]],
  ["ren", ["rename", "rename-file"]],
  ["REFS", ["references"]],
  ["r", []],
  ["zork", []],
  ["", []],
  ["something", []],
])("%j means %j", (word, meant) => {
  expect(nearest(word, names)).toEqual(meant);
});

test("of many that begin alike the first few are named", () => {
  expect(nearest("ab", ["abc", "abd", "abe", "abf", "abg"])).toEqual(["abc", "abd", "abe", "abf"]);
});
