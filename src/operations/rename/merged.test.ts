// Several renames as one edit: what they share is replaced once, and what they do not agree on is refused.

import { describe, expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { isOfNamesAlone, mergedRenames } from "./relatives.ts";
import type { SymbolRename } from "./symbol-place.ts";

const text = "a.foo b.foo c.foo\n";

interface Replaced {
  readonly at: readonly (readonly [start: number, end: number])[];
  readonly file?: string;
  readonly before?: string;
  readonly newText?: string;
}

/** The rename that replaces these stretches of a text. */
function renameOf({ at, file = "a.py", before = text, newText = "bar" }: Replaced): SymbolRename {
  const path = `/p/${file}` as FilePath;
  const index = new LineIndex(before);
  const edits = at.map(([start, end]) => ({ start, end, newText }));
  const places = at.map(([start, end]) => ({
    file: path,
    span: { start: index.placeOf(start), end: index.placeOf(end) },
  }));
  const step = { kind: "edit", file: path, hash: before, before, text: applyEdits(before, edits) } as const;
  return { steps: [step], places, possible: places.map((location) => ({ location, why: "type unknown" })) };
}

const [first, second, third] = [[2, 5] as const, [8, 11] as const, [14, 17] as const];

describe("renames to one name become one edit", () => {
  test.each<[string, readonly Replaced[], string]>([
    ["of different places", [{ at: [first] }, { at: [third] }], "a.bar b.foo c.bar\n"],
    ["of places that both have", [{ at: [first, second] }, { at: [second, third] }], "a.bar b.bar c.bar\n"],
    ["of the same place", [{ at: [second] }, { at: [second] }], "a.foo b.bar c.foo\n"],
    ["in the order of the text", [{ at: [third] }, { at: [first] }], "a.bar b.foo c.bar\n"],
  ])("%s", (_, renames, expected) => {
    const { steps, places, possible } = mergedRenames(renames.map(renameOf), "bar");
    expect(steps).toMatchObject([{ kind: "edit", before: text, hash: text, text: expected }]);
    expect(places.length).toBe(expected.split("bar").length - 1);
    // A possible use that one of them renames is a use.
    expect(possible).toEqual([]);
  });

  test("with a step for each file, and the possible uses of all", () => {
    const uncertain = renameOf({ at: [second] }).possible;
    const renames = [renameOf({ at: [first] }), renameOf({ at: [first], file: "b.py" })];
    const { steps, possible } = mergedRenames(
      renames.map((one) => ({ ...one, possible: uncertain })),
      "bar",
    );
    expect(steps.map((step) => "file" in step && step.file)).toEqual(["/p/a.py", "/p/b.py"]);
    expect(possible).toEqual(uncertain);
  });
});

describe("renames are refused as a whole", () => {
  test.each<[string, readonly Replaced[]]>([
    ["where they overlap", [{ at: [first] }, { at: [[0, 5]], newText: "x.bar" }]],
    ["where they write different texts in one place", [{ at: [first] }, { at: [first], newText: "bar()" }]],
    ["where the text changed in between", [{ at: [first] }, { at: [second], before: `${text}more\n` }]],
  ])("%s", (_, renames) => {
    const merged = (): SymbolRename => mergedRenames(renames.map(renameOf), "bar");
    expect(merged).toThrow(expect.objectContaining({ code: "conflicting_edit" }));
  });

  test("where one moves a file or changes more than names", () => {
    const [from, to] = ["/p/foo.py" as FilePath, "/p/bar.py" as FilePath];
    const move = { kind: "rename", from, to, overwrite: false, ignoreIfExists: false } as const;
    const plain = renameOf({ at: [first] });
    const moving = { ...plain, steps: [...plain.steps, move] };
    const more = { ...plain, places: [] };
    expect([plain, moving, more].map((one) => isOfNamesAlone(one, "bar"))).toEqual([true, false, false]);
    for (const one of [moving, more])
      expect(() => mergedRenames([plain, one], "bar")).toThrow(expect.objectContaining({ code: "conflicting_edit" }));
  });
});
