// Passed is said only of tests that were seen to pass, in a run that its tool calls a success.

import { expect, test } from "vitest";
import type { TestResults } from "../../toolchains/toolchain.ts";
import { endText, isPassed, verdictOf } from "./run-verdict.ts";

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped });

const usual = { hasProblems: false, writesReport: false };
type More = Partial<typeof usual> & Pick<TestResults, "saysNone" | "doubt">;

test.each([
  ["passed", 0, counts(3), {}, true],
  ["passed", 0, counts(3, 0, 2), {}, true],
  ["failed", 1, counts(3, 1), {}, false],
  ["failed, whatever the exit code says", 0, counts(3, 1), {}, false],
  ["failed, although something could not be built either", 1, counts(3, 1), { hasProblems: true }, false],
  ["failed, although the figures are in doubt", 1, counts(3, 1), { doubt: "x" }, false],
  ["no_tests where a tool calls that a success", 0, counts(0), {}, false],
  ["no_tests where a tool calls that a failure", 5, counts(0), { saysNone: true }, false],
  ["no_tests where all were skipped", 0, counts(0, 0, 4), {}, false],
  ["not_built", 2, undefined, { hasProblems: true }, false],
  ["not_built, although other tests passed", 1, counts(3), { hasProblems: true }, false],
  ["broken: it ended badly without a failed test", 1, counts(3), {}, false],
  ["broken: it ended badly, and nothing says that there are no tests", 1, counts(0), {}, false],
  ["broken: it said nothing of tests", 127, undefined, {}, false],
  ["broken: a signal ended it", null, undefined, {}, false],
  ["broken: it ended well, and left no report", 0, undefined, { writesReport: true }, false],
  ["not_known: it ended well and said nothing of tests", 0, undefined, {}, null],
  ["not_known: it ended well, and the figures are in doubt", 0, counts(3, 1), { doubt: "x" }, null],
] as const)("%s", (words, code, seen, more: More, passed) => {
  const verdict = verdictOf({ code, timedOut: false }, { counts: seen, ...more }, { ...usual, ...more });
  expect(verdict).toBe(words.split(/[ ,:]/, 1)[0]);
  expect(isPassed(verdict)).toBe(passed);
});

test("a run out of time has no other verdict, whatever came before", () => {
  for (const seen of [undefined, counts(3), counts(0, 1)]) {
    expect(verdictOf({ code: null, timedOut: true }, { counts: seen }, { ...usual, hasProblems: true })).toBe(
      "timed_out",
    );
  }
  expect(isPassed("timed_out")).toBe(false);
});

test("how a program ended", () => {
  expect([endText({ code: 3, signal: null }), endText({ code: null, signal: "SIGSEGV" })]).toEqual([
    "exit code 3",
    "signal SIGSEGV",
  ]);
});
