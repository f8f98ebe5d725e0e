import { expect, test } from "vitest";

import { hunksBetween } from "./text-changes.ts";
import { applyEdits } from "./text-edit.ts";

const texts: readonly [string, string][] = [
  ["one\ntwo\nthree\n", "one\n2\nthree\n"],
  ["a", "a\nb"],
  ["a\nb", "a"],
  ["", "new\n"],
  ["gone\n", ""],
  ["a\r\nb\r\n", "a\nb\r\n"],
  ["x 😀 y\n", "x 😁 y\n"],
  ["same\n", "same\n"],
  ["a\nb\nc\nd\ne\n", "z\nb\nc\nd\ny\n"],
];

test.each(texts)("what turns %j into %j does so", (before, after) => {
  const edits = hunksBetween(before, after).map(({ edit }) => edit);
  expect(applyEdits(before, edits)).toBe(after);
});

test("a change within a line is no larger than it is, and its lines are told whole", () => {
  expect(hunksBetween("keep\nlet totl = 1;\nkeep\n", "keep\nlet total = 1;\nkeep\n")).toEqual([
    { line: 2, removed: ["let totl = 1;"], added: ["let total = 1;"], edit: { start: 12, end: 12, newText: "a" } },
  ]);
});

test("changes that lie apart are told apart", () => {
  const hunks = hunksBetween("a\nb\nc\nd\ne\n", "z\nb\nc\nd\ny\n");
  expect(hunks.map(({ line, removed, added }) => [line, removed, added])).toEqual([
    [1, ["a"], ["z"]],
    [5, ["e"], ["y"]],
  ]);
});

test("no edit goes through a character or the end of a line", () => {
  const [smile] = hunksBetween("😀", "😁");
  expect(smile?.edit).toEqual({ start: 0, end: 2, newText: "😁" });
  const [end] = hunksBetween("a\r\nb", "a\nb");
  expect(end?.edit).toEqual({ start: 1, end: 3, newText: "\n" });
});
