// What the measurement of changes rests on: that it changes what it says, and counts what it sees.

import { describe, expect, test } from "vitest";
import { parseGo, parsePyright, parseTsc } from "../../bench/edits/compilers.ts";
import { matrixOf, recallOf } from "../../bench/edits/matrix.ts";
import type { Dialect } from "../../bench/edits/mutation.ts";
import { chooseMutations, mutated, mutationsIn, placeAt, sourceOf } from "../../bench/edits/mutation.ts";
import { goMutations } from "../../bench/edits/mutations-go.ts";
import { javascriptMutations } from "../../bench/edits/mutations-javascript.ts";
import { pythonMutations } from "../../bench/edits/mutations-python.ts";
import { typescriptMutations } from "../../bench/edits/mutations-typescript.ts";
import { movedLines, newErrors } from "../../bench/edits/truth.ts";

const typescript = `import { b } from './b';

// export function commented() {}
export function first(one: string, two?: number): string {
  return "}" + one;
}

export interface Shape {
  size: number;
  name?: string;
}
`;

const javascript = `import { b } from './b';

/**
 * Adds {b} to it.
 * @param {string} one The first, "}"
 * @returns {string}
 */
export function first(one, two) {
	return "}" + one;
}
`;

const go = `package shop

// Price says "{" of a thing.
func Price(name string) int {
	return 1
}

type Thing struct {
	Name string
}
`;

const python = `import os


class Cart:
    name: str

    def total(self, count: int = 1) -> int:
        """Says
def nothing(): of it."""
        return count


def after() -> None:
    pass
`;

describe("changes of sources", () => {
  test("a deletion takes the whole declaration, whatever stands in its strings, and nothing of a comment", () => {
    expect(changed(typescriptMutations, "delete an export", typescript)).toEqual([
      typescript.replace(/^export function first[\s\S]*?^\}\n/m, ""),
      typescript.replace(/^export interface[\s\S]*/m, ""),
    ]);
    expect(changed(javascriptMutations, "delete an export", javascript)).toEqual([
      javascript.replace(/^export function[\s\S]*/m, ""),
    ]);
    expect(changed(goMutations, "delete a function", go)).toEqual([go.replace(/^func Price[\s\S]*?^\}\n/m, "")]);
    expect(changed(pythonMutations, "delete a class", python)).toEqual([python.replace(/^class[\s\S]*count\n/m, "")]);
  });

  test("a rename changes the name at the declaration alone", () => {
    expect(changed(typescriptMutations, "rename a declaration alone", typescript)[0]).toBe(
      typescript.replace("function first", "function firstRenamed"),
    );
    expect(changed(goMutations, "rename a declaration alone", go)[0]).toBe(
      go.replace("func Price", "func PriceRenamed"),
    );
    expect(changed(pythonMutations, "rename a method alone", python)).toEqual([
      python.replace("def total", "def total_renamed"),
    ]);
  });

  test("a type that is changed is replaced where it stands", () => {
    expect(changed(typescriptMutations, "change the type of a parameter", typescript)).toEqual([
      typescript.replace("one: string", "one: { readonly other: true }"),
    ]);
    expect(changed(pythonMutations, "require what was optional", python)).toEqual([python.replace(" = 1", "")]);
    expect(changed(javascriptMutations, "change the type of a parameter", javascript)).toEqual([
      javascript.replace("@param {string}", "@param {{ other: true }}"),
    ]);
    expect(changed(javascriptMutations, "remove a member", javascript)).toEqual([]);
  });

  test.each([
    ["TypeScript", typescriptMutations, typescript],
    ["JavaScript", javascriptMutations, javascript],
    ["Go", goMutations, go],
    ["Python", pythonMutations, python],
  ])("the seed decides which, and every kind has its turn before one comes again: %s", (_, dialect, text) => {
    const sources = ["a", "b", "c"].map((file) => sourceOf(dialect, file, text));
    const chosen = chooseMutations(dialect, sources, 30, 7);
    expect(chooseMutations(dialect, sources, 30, 7)).toEqual(chosen);
    expect(chooseMutations(dialect, sources, 30, 8)).not.toEqual(chosen);
    const firstAgain = chosen.findIndex(({ kind }, at) => chosen.slice(0, at).some((one) => one.kind === kind));
    const kinds = new Set(chosen.map(({ kind }) => kind));
    expect(firstAgain === -1 || firstAgain === kinds.size).toBe(true);
    for (const one of chosen) expect(mutated(text, one)).not.toBe(text);
  });

  test("places count from 1", () => {
    expect(placeAt("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(placeAt("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
  });
});

describe("the word of a compiler", () => {
  const error = { file: "a.ts", line: 5, code: "TS1", message: "no such name" };

  test("an error that only moved is not new, and a second one of the same words is", () => {
    expect(newErrors([error], [{ ...error, line: 9 }])).toEqual([]);
    expect(newErrors([error], [error, { ...error, line: 9 }])).toHaveLength(1);
    expect(newErrors([error], [{ ...error, file: "b.ts" }])).toHaveLength(1);
  });

  test("one that says the same of another type is the same on its line, where the edit has moved it", () => {
    const moved = movedLines("a.ts", "1\n2\n3\n", 2, 2, "new\nlines\n");
    expect(moved).toEqual({ file: "a.ts", from: 2, to: 2, by: 2 });
    const other = { ...error, message: "no such other name" };
    expect(newErrors([error], [{ ...other, line: 7 }], moved)).toEqual([]);
    expect(newErrors([error], [{ ...other, line: 6 }], moved)).toHaveLength(1);
  });

  test("what compilers print is read", () => {
    expect(parseTsc("a/b.ts(3,7): error TS2304: Cannot find name 'x'.\n  more\n")).toEqual([
      { file: "a/b.ts", line: 3, code: "TS2304", message: "Cannot find name 'x'." },
    ]);
    expect(parseGo("# shop\n./a.go:3:7: undefined: x\nvet: ./a.go:3:7: undefined: x\nb/c.go:1:1: other\n")).toEqual([
      { file: "a.go", line: 3, code: "go", message: "undefined: x" },
      { file: "b/c.go", line: 1, code: "go", message: "other" },
    ]);
    const one = { file: "/r/a.py", severity: "error", message: "m", rule: "reportX", range: { start: { line: 2 } } };
    const output = JSON.stringify({ generalDiagnostics: [one, { ...one, severity: "warning" }] });
    expect(parsePyright(output, "/r")).toEqual([{ file: "a.py", line: 3, code: "reportX", message: "m" }]);
  });
});

test("what is called safe and breaks is counted as that, and what is undecided as neither", () => {
  const { falseSafe, falseAlarm, undecided, breaks } = matrixOf([
    { breaks: true, verdict: "safe" },
    { breaks: true, verdict: "unsafe" },
    { breaks: false, verdict: "unsafe" },
    { breaks: false, verdict: "unknown" },
  ]);
  expect({ falseSafe, falseAlarm, undecided }).toEqual({ falseSafe: 1, falseAlarm: 1, undecided: 0.25 });
  expect(breaks).toEqual({ safe: 1, unsafe: 1, unknown: 0, refused: 0 });
  expect(recallOf(new Set(["a", "b"]), new Set(["b", "c"]))).toBe(0.5);
});

function changed(dialect: Dialect, kind: string, text: string): string[] {
  const source = sourceOf(dialect, "file", text);
  const rules = dialect.rules.filter((rule) => rule.kind === kind);
  return rules.flatMap((rule) => mutationsIn(dialect, rule, source)).map((one) => mutated(text, one));
}
