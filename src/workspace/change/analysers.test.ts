// Problems that analysers find, beside errors that come and go.

import { expect, test } from "vitest";
import type { Diagnostic } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { withoutUnsought } from "./analysers.ts";

const edited = filePath("/r/a.go");
const other = filePath("/r/b.go");
const entry = { ...toyEntry, quirks: { buildErrors: { by: ["printf"], from: "hint" as const } } };
const changes = new Map([[edited, { file: edited, before: "one\ntwo\n", after: "one\nthree\n" }]]);

const wrong = found("compiler", "error", 2);
const old = found("unusedparams", "warning", 1);
const vetted = found("printf", "error", 1);

test("warnings that show when errors go are not new, and those on changed lines are", () => {
  const fresh = found("unusedparams", "warning", 2);
  const told = withoutUnsought(
    { introduced: [at(other, old), at(edited, old), at(edited, fresh)], resolved: [at(edited, wrong)] },
    [
      { file: edited, before: [wrong], after: [old, fresh] },
      { file: other, before: [], after: [old] },
    ],
    changes,
    [entry],
  );
  expect(told).toMatchObject({ introduced: [at(edited, fresh)], resolved: [at(edited, wrong)], doubts: [] });
  expect(told.remarks).toEqual([
    "2 problems could not be found before, because analysers do not run while there are errors",
  ]);
});

test("an error of an analyser that shows when others go is a doubt", () => {
  const told = withoutUnsought(
    { introduced: [at(other, vetted)], resolved: [at(edited, wrong)] },
    [{ file: edited, before: [wrong], after: [] }],
    changes,
    [entry],
  );
  expect(told.introduced).toEqual([]);
  expect(told.doubts).toHaveLength(1);
});

test("warnings that are not looked for any more have not gone", () => {
  const told = withoutUnsought(
    { introduced: [at(edited, wrong)], resolved: [at(other, old)] },
    [{ file: edited, before: [], after: [wrong] }],
    changes,
    [entry],
  );
  expect(told).toMatchObject({ introduced: [at(edited, wrong)], resolved: [] });
});

test("without errors all is as it seems", () => {
  const delta = { introduced: [at(other, old), at(other, vetted)], resolved: [] };
  expect(withoutUnsought(delta, [{ file: other, before: [], after: [old, vetted] }], changes, [entry])).toEqual({
    ...delta,
    remarks: [],
    doubts: [],
  });
});

function found(source: string, severity: Diagnostic["severity"], line: number): Diagnostic {
  const place = { line, column: 1 };
  return { span: { start: place, end: place }, severity, message: `of ${source}`, source } as Diagnostic;
}

function at(file: FilePath, diagnostic: Diagnostic): { file: FilePath; diagnostic: Diagnostic } {
  return { file, diagnostic };
}
