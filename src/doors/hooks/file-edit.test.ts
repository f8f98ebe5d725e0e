// The texts before and after an agent's edit, as far as the edit tells them.

import { expect, test } from "vitest";
import { editsOfPatch } from "./apply-patch.ts";
import type { FileEdit } from "./file-edit.ts";
import { textAfter, textBefore } from "./file-edit.ts";

const swap = (from: string, to: string, all = false): FileEdit => ({
  file: "a",
  steps: [{ kind: "swap", from, to, all }],
});

test.each<[string, FileEdit, string, string | undefined, string | undefined]>([
  ["one place", swap("b", "x"), "abc", "axc", "abc"],
  ["several places of which one is meant", swap("b", "x"), "abb", undefined, undefined],
  ["every place", swap("b", "x", true), "abb", "axx", undefined],
  ["a text that is removed", swap("b", ""), "abc", "ac", undefined],
  ["a text that is not there", swap("z", "x"), "abc", undefined, undefined],
  ["the whole text", { file: "a", steps: [{ kind: "whole", text: "new" }] }, "abc", "new", undefined],
  ["steps that are not known", { file: "a", steps: undefined }, "abc", undefined, undefined],
])("%s", (_, edit, before, after, taken) => {
  expect(textAfter(edit, before)).toBe(after);
  expect(textBefore(edit, after)?.text).toBe(taken);
});

test("several steps are taken back from the last to the first", () => {
  const steps = [
    { kind: "swap", from: "a", to: "b", all: false },
    { kind: "swap", from: "b", to: "c", all: false },
  ] as const;
  expect(textAfter({ file: "f", steps }, "a")).toBe("c");
  expect(textBefore({ file: "f", steps }, "c")).toEqual({ text: "a" });
});

test("the agent's own word about the former text counts first, and a new file had none", () => {
  expect(textBefore({ ...swap("b", "x"), former: "told" }, "axc")).toEqual({ text: "told" });
  expect(textBefore({ file: "a", steps: undefined, turn: "created" }, "x")).toEqual({ text: undefined });
});

const patch = `*** Begin Patch
*** Update File: src/a.ts
@@ class A
 kept
-gone
+come
 end
*** Add File: src/new.ts
+one
+two
*** Delete File: src/old.ts
*** Update File: src/from.ts
*** Move to: src/to.ts
@@
-x
+y
*** End Patch`;

test("a patch names its files and what stands where afterwards", () => {
  expect(editsOfPatch(patch)).toEqual([
    { file: "src/a.ts", steps: [{ kind: "swap", from: "kept\ngone\nend", to: "kept\ncome\nend", all: false }] },
    { file: "src/new.ts", steps: [{ kind: "whole", text: "one\ntwo\n" }], turn: "created" },
    { file: "src/old.ts", steps: undefined, turn: "deleted" },
    { file: "src/from.ts", steps: undefined, turn: "deleted" },
    { file: "src/to.ts", steps: undefined, turn: "created" },
  ]);
});

test.each(["", "no patch", "ls -la", "*** Begin Patch\n*** End Patch", "*** Begin Patch\n*** Update File: a"])(
  "%j is read without a fault",
  (text) => {
    const edits = editsOfPatch(text);
    expect(edits ?? []).toEqual(text.includes("Update") ? [{ file: "a", steps: [] }] : []);
  },
);
