// The last resort: figures in the words of an output whose tool is not known.
//
// Invariant: of several summaries none is lost, so a later one that is better never hides an earlier one.

import { plainText } from "./compiler-lines.ts";
import { tapResults } from "./tap.ts";
import type { Counts, TestResults } from "../toolchain.ts";

/** Failures are listed only where the output is TAP; else they are counted. */
export function summaryResults(text: string): TestResults {
  const plain = plainText(text);
  const streams = plain.split(/^(?=TAP version \d+$)/m).filter((part) => part.startsWith("TAP version "));
  const taps = streams.map(tapResults);
  const all = [...taps.flatMap(({ counts }) => counts ?? []), ...readers.flatMap((read) => read(plain))];
  const sum = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
  const failed = sum("failed");
  const hasFailedFiles = /^[ \t]*Test (?:Files|Suites):?\s+[1-9]\d* failed\b/m.test(plain);
  return {
    counts: all.length === 0 ? undefined : { passed: sum("passed"), failed, skipped: sum("skipped") },
    failures: taps.flatMap(({ failures }) => failures),
    problems: [],
    doubt: failed > 0 || hasFailedFiles ? "its output mentions failures" : undefined,
  };
}

// — below: private, in the order they are used —

type Reader = (text: string) => readonly Counts[];

const words = "passed|failed|errors?|skipped|pending|todo|total|xfailed|xpassed|deselected|warnings?";

/** `Tests:  1 failed, 2 skipped, 3 passed, 6 total` of jest, `Tests  1 failed | 3 passed (4)` of vitest. */
const jest: Reader = (text) =>
  [...text.matchAll(new RegExp(`^[ \\t]*Tests:?[ \\t]+((?:\\d+ (?:${words})(?: \\| |, )?)+)`, "gm"))].map(
    ([, listed = ""]) => countsIn(listed),
  );

/** `==== 1 failed, 3 passed, 1 skipped in 0.04s ====` of pytest. */
const pytest: Reader = (text) =>
  [...text.matchAll(new RegExp(`^=*[ \\t]*((?:\\d+ (?:${words})(?:, )?)+) in [\\d.]+s\\b`, "gm"))].map(
    ([, listed = ""]) => countsIn(listed),
  );

/** `3 passing`, `1 failing` and `2 pending` of mocha, each on its own line. */
const mocha: Reader = (text) => {
  const figure = (word: string): number | undefined => figureIn(text, new RegExp(`^[ \\t]+(\\d+) ${word}\\b`, "gm"));
  const passed = figure("passing");
  if (passed === undefined) return [];
  return [{ passed, failed: figure("failing") ?? 0, skipped: figure("pending") ?? 0 }];
};

/** `# PASS:  3` and its like of automake. */
const automake: Reader = (text) => {
  const figure = (word: string): number => figureIn(text, new RegExp(`^# ${word}:\\s+(\\d+)$`, "gm")) ?? 0;
  if (!/^# TOTAL:\s+\d+$/m.test(text)) return [];
  return [
    {
      passed: figure("PASS") + figure("XFAIL"),
      failed: figure("FAIL") + figure("ERROR") + figure("XPASS"),
      skipped: figure("SKIP"),
    },
  ];
};

/** `100% tests passed, 0 tests failed out of 12` of ctest. */
const ctest: Reader = (text) =>
  [...text.matchAll(/tests passed, (\d+) tests? failed out of (\d+)/g)].map(([, failed, all]) => {
    return { passed: Number(all) - Number(failed), failed: Number(failed), skipped: 0 };
  });

/** `ℹ pass 3` and its like, which Node's own runner writes for people. */
const nodeSpec: Reader = (text) => {
  const figure = (word: string): number | undefined => figureIn(text, new RegExp(`^ℹ ${word} (\\d+)$`, "gm"));
  const [passed, failed] = [figure("pass"), figure("fail")];
  if (passed === undefined || failed === undefined) return [];
  const skipped = (figure("skipped") ?? 0) + (figure("todo") ?? 0);
  return [{ passed, failed: failed + (figure("cancelled") ?? 0), skipped }];
};

const readers: readonly Reader[] = [jest, mocha, automake, ctest, pytest, nodeSpec];

/** The sum of all that match; undefined where none does. */
function figureIn(text: string, pattern: RegExp): number | undefined {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? undefined : found.reduce((all, [, digits]) => all + Number(digits), 0);
}

function countsIn(listed: string): Counts {
  const figure = (...names: readonly string[]): number =>
    [...listed.matchAll(/(?<!\d)(\d+) (\w+)/g)].reduce(
      (all, [, digits, word = ""]) => all + (names.includes(word) ? Number(digits) : 0),
      0,
    );
  return {
    passed: figure("passed", "xfailed", "xpassed"),
    failed: figure("failed", "error", "errors"),
    skipped: figure("skipped", "pending", "todo", "deselected"),
  };
}
