// Slips of a few letters are understood, other words are not.

import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const names = ["references", "rename", "rename-file", "find", "format"];

test.each([
  ["referenes", "references"],
  ["refernces", "references"],
  ["refreences", "references"],
  ["renmae", "rename"],
  ["fidn", "find"],
  ["rename-fil", "rename-file"],
  ["fnd", undefined],
  ["zork", undefined],
  ["", undefined],
  ["something", undefined],
])("%j means %j", (word, meant) => {
  expect(nearest(word, names)).toBe(meant);
});
