// Counts in the words of unrecognised tools: all of them together, and never more than is there.

import { describe, expect, test } from "vitest";
import { summaryResults } from "./summary-text.ts";

describe("an output whose tool is not known", () => {
  test.each([
    ["Tests:       1 failed, 1 skipped, 2 todo, 3 passed, 7 total\n", { passed: 3, failed: 1, skipped: 3 }],
    ["      Tests  2 failed | 41 passed (43)\n", { passed: 41, failed: 2, skipped: 0 }],
    ["\n  3 passing (5ms)\n  1 pending\n  2 failing\n", { passed: 3, failed: 2, skipped: 1 }],
    ["=== 3 failed, 2 passed, 1 skipped, 1 error in 0.04s ===\n", { passed: 2, failed: 4, skipped: 1 }],
    ["# TOTAL: 3\n# PASS:  2\n# SKIP:  0\n# FAIL:  1\n# ERROR: 0\n", { passed: 2, failed: 1, skipped: 0 }],
    ["50% tests passed, 1 tests failed out of 2\n", { passed: 1, failed: 1, skipped: 0 }],
    ["TAP version 13\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no\n1..3\n", { passed: 1, failed: 1, skipped: 1 }],
    ["Tests: 2 failed, 5 passed, 7 total\n\nTests: 3 passed, 3 total\n", { passed: 8, failed: 2, skipped: 0 }],
    ["  5 passing (1s)\n  1 failing\n\n  2 passing (1s)\n", { passed: 7, failed: 1, skipped: 0 }],
    ["1 failed in 0.01s\n2 passed in 0.01s\n", { passed: 2, failed: 1, skipped: 0 }],
    ["TAP version 13\nnot ok 1 - a\n1..1\nTAP version 13\nok 1 - b\n1..1\n", { passed: 1, failed: 1, skipped: 0 }],
    ["ℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n", { passed: 2, failed: 1, skipped: 0 }],
    ["1 failed in 0.01s\n  Tests  3 passed (3)\n", { passed: 3, failed: 1, skipped: 0 }],
    ["12 files in 3.2s\n", undefined],
    ["Tests: 12 files\n", undefined],
    ["everything is fine, 3 passed by\n", undefined],
    ["", undefined],
  ])("%j", (text, counts) => {
    expect(summaryResults(text).counts).toEqual(counts);
  });

  test("failures in its words make a good end doubtful", () => {
    expect(summaryResults("Tests: 2 failed, 5 passed\nTests: 3 passed\n").doubt).toBeDefined();
    expect(summaryResults(" Test Files  1 failed | 2 passed (3)\n      Tests  5 passed (5)\n").doubt).toBeDefined();
    expect(summaryResults("Test Suites: 1 passed, 1 total\nTests: 3 passed\n").doubt).toBeUndefined();
  });
});
