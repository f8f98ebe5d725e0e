// The last resort: figures in the words at the end of an output whose tool is not known.

import { plainText } from "./compiler-lines.ts";
import { tapResults } from "./tap.ts";
import type { Counts, TestResults } from "./toolchain.ts";

/** Failures are listed only where the output is TAP; else they are counted. */
export function summaryResults(text: string): TestResults {
  const plain = plainText(text);
  if (/^TAP version \d+$/m.test(plain)) return tapResults(plain);
  for (const read of readers) {
    const counts = read(plain);
    if (counts !== undefined) return { counts, failures: [], problems: [] };
  }
  return { counts: undefined, failures: [], problems: [] };
}

// — below: private, in the order they are used —

/** `Tests:  1 failed, 2 skipped, 3 passed, 6 total` of jest, `Tests  1 failed | 3 passed (4)` of vitest. */
function jestCounts(text: string): Counts | undefined {
  const [, listed] = [...text.matchAll(/^\s*Tests:?\s+((?:\d+ \w+(?: \| |, )?)+)/gm)].at(-1) ?? [];
  return listed === undefined ? undefined : countsIn(listed);
}

/** `3 passing`, `1 failing` and `2 pending` of mocha, each on its own line. */
function mochaCounts(text: string): Counts | undefined {
  const figure = (word: string): number | undefined => {
    const [, digits] = [...text.matchAll(new RegExp(`^\\s+(\\d+) ${word}\\b`, "gm"))].at(-1) ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const passed = figure("passing");
  return passed === undefined ? undefined : { passed, failed: figure("failing") ?? 0, skipped: figure("pending") ?? 0 };
}

/** `==== 1 failed, 3 passed, 1 skipped in 0.04s ====` of pytest. */
function pytestCounts(text: string): Counts | undefined {
  const [, listed] = [...text.matchAll(/^=*\s*((?:\d+ \w+(?:, )?)+) in [\d.]+s\b/gm)].at(-1) ?? [];
  return listed === undefined ? undefined : countsIn(listed);
}

/** `# PASS:  3` and its like of automake. */
function automakeCounts(text: string): Counts | undefined {
  const sum = (word: string): number =>
    [...text.matchAll(new RegExp(`^# ${word}:\\s+(\\d+)$`, "gm"))].reduce((all, [, digits]) => all + Number(digits), 0);
  if (!/^# TOTAL:\s+\d+$/m.test(text)) return undefined;
  return {
    passed: sum("PASS") + sum("XFAIL"),
    failed: sum("FAIL") + sum("ERROR") + sum("XPASS"),
    skipped: sum("SKIP"),
  };
}

/** `100% tests passed, 0 tests failed out of 12` of ctest. */
function ctestCounts(text: string): Counts | undefined {
  const [, failed, all] = [...text.matchAll(/tests passed, (\d+) tests? failed out of (\d+)/g)].at(-1) ?? [];
  return all === undefined ? undefined : { passed: Number(all) - Number(failed), failed: Number(failed), skipped: 0 };
}

const readers = [jestCounts, mochaCounts, automakeCounts, ctestCounts, pytestCounts];

function countsIn(listed: string): Counts {
  const figure = (...words: readonly string[]): number =>
    [...listed.matchAll(/(\d+) (\w+)/g)].reduce(
      (all, [, digits, word = ""]) => all + (words.includes(word) ? Number(digits) : 0),
      0,
    );
  return {
    passed: figure("passed", "xfailed", "xpassed"),
    failed: figure("failed", "error", "errors"),
    skipped: figure("skipped", "pending", "todo", "deselected"),
  };
}
