// Differences of problems, one after the other and one without the other.

import { expect, test } from "vitest";
import type { ProblemOfFile } from "../../model/consequences.ts";
import type { ProblemDelta } from "./delta.ts";
import { beyond, followedBy, minus } from "./delta.ts";

/** `a a b` stands for two equal problems and another one. */
function problems(words: string): ProblemOfFile[] {
  return words
    .split(" ")
    .filter((word) => word !== "")
    .map((message, line) => ({ file: "/f", line, column: 1, severity: "error", message }));
}

/** `a b | c`: a and b came, c went. */
function delta(text: string): ProblemDelta {
  const [come = "", gone = ""] = text.split("|");
  return { come: problems(come), gone: problems(gone) };
}

function shown({ come, gone }: ProblemDelta): string {
  const words = (list: readonly ProblemOfFile[]): string => list.map(({ message }) => message).join(" ");
  return `${words(come)} | ${words(gone)}`;
}

test.each([
  ["a b | c", "d | e", "a b d | c e"],
  ["a | ", " | a", " | "],
  [" | a", "a | ", " | "],
  ["a a | ", " | a", "a | "],
])("%s followed by %s is %s", (first, then, both) => {
  expect(shown(followedBy(delta(first), delta(then)))).toBe(both);
});

test.each([
  ["a b | c", "a | ", "b | c"],
  ["a a | ", "a | ", "a | "],
  [" | ", "a | ", " | a"],
  ["b | c", "b | c", " | "],
  [" | ", " | c", "c | "],
])("of %s, when %s was told, %s is left to tell", (now, told, left) => {
  expect(shown(beyond(delta(now), delta(told)))).toBe(left);
});

test("equal problems are told apart by their number, not by their places", () => {
  expect(minus(problems("a b a"), problems("a")).map(({ line }) => line)).toEqual([1, 2]);
});
