// The words about what comes of a change: nothing is said twice, and nothing superfluous.

import { describe, expect, test } from "vitest";
import type { Consequences } from "../../model/consequences.ts";
import { afterError } from "../../model/consequences.ts";
import { baseName, filePath } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { consequencesLines } from "./edited-answer.ts";

const clean: Consequences = {
  introduced: [],
  resolved: [],
  safe: "unknown",
  checked: [filePath("/r/a.ts")],
  unchecked: [],
  doubts: [],
  timedOut: false,
};
const left = (count: number, why: string): Consequences["unchecked"] =>
  Array.from({ length: count }, (_, at) => ({ file: filePath(`/r/${at}.ts`), why }));

describe("what is unknown", () => {
  const doubts = ["another configuration covers it", "packages are missing"];

  test("a doubt that the standing tells is not told again", () => {
    const standing = standingOf(doubts.map((detail) => ({ code: "unchecked", detail })));
    expect(consequencesLines({ ...clean, doubts }, baseName, { standing })).toEqual([
      "Safe: unknown: see the standing. So far no new error (1 file checked).",
    ]);
    const first = standingOf([{ code: "unchecked", detail: "another configuration covers it" }]);
    expect(consequencesLines({ ...clean, doubts }, baseName, { standing: first })).toEqual([
      "Safe: unknown: packages are missing; see the standing. So far no new error (1 file checked).",
    ]);
  });

  test("a doubt that the standing tells by its number is not told again", () => {
    const counted = { count: 1, thing: "package", trouble: "without node_modules" };
    const standing = standingOf([{ code: "dependencies_missing", detail: "packages are missing", counted }]);
    expect(consequencesLines({ ...clean, doubts: ["packages are missing"] }, baseName, { standing })).toEqual([
      "Safe: unknown: see the standing. So far no new error (1 file checked).",
    ]);
  });

  test("doubts that the standing only counts are told, the first few by their words", () => {
    const many = Array.from({ length: 9 }, (_, at) => `doubt ${at}`);
    const standing = standingOf(many.map((detail) => ({ code: "unchecked", detail })));
    expect(consequencesLines({ ...clean, doubts: many }, baseName, { standing })).toEqual([
      "Safe: unknown: doubt 3; doubt 4; doubt 5; and 3 more doubts; see the standing. So far no new error (1 file checked).",
    ]);
  });

  test("files that an error made needless to look at are one line", () => {
    const consequences: Consequences = { ...clean, safe: false, unchecked: left(64, afterError) };
    expect(consequencesLines(consequences, baseName, { canExhaust: true }).slice(1)).toEqual([
      "64 more files were not checked, because an error was found; exhaustive: true checks all.",
    ]);
    const both = { ...consequences, unchecked: [...left(1, "no server"), ...left(1, afterError)] };
    expect(consequencesLines(both, baseName).slice(1)).toEqual([
      "Not checked: 1 file",
      "  0.ts (no server)",
      "1 more file was not checked, because an error was found.",
    ]);
  });
});
