// Python's own unittest, run by a few lines of ours that leave its results in a file: what tests print is no result.

import { isRecord, parsedJson } from "../../std/json.ts";
import { pythonSpot } from "../reports/stack-spot.ts";
import type { FailedTest, TestResults } from "../toolchain.ts";

/** Given to the interpreter with the file to write and the words of `unittest`; without an end it leaves nothing. */
export const unittestScript = `# runs unittest, and leaves its results in a file
import json
import sys
import unittest

__unittest = True


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.passed += 1


class Runner(unittest.TextTestRunner):
    resultclass = Result


def owner(test):
    return id(getattr(test, "test_case", test))


def main():
    report, words = sys.argv[1], sys.argv[2:]
    del sys.argv[1:]
    result = unittest.main(module=None, argv=["unittest", *words], testRunner=Runner, exit=False).result
    failed = [(str(test), said, owner(test)) for test, said in result.errors + result.failures]
    failed += [(str(test), "It was expected to fail, and passed.", owner(test)) for test in result.unexpectedSuccesses]
    skipped = {owner(test) for test, _ in result.skipped} - {one for _, _, one in failed}
    with open(report, "w") as file:
        json.dump({"passed": result.passed, "skipped": len(skipped), "failed": failed}, file)
    return 0 if result.wasSuccessful() else 1


sys.exit(main())
`;

/** Undefined figures where nothing was left, or half of it. */
export function unittestResults(report: string | undefined): TestResults {
  const value = parsedJson(report);
  const { passed, skipped, failed } = isRecord(value) ? value : {};
  if (typeof passed !== "number" || typeof skipped !== "number" || !Array.isArray(failed)) {
    return { counts: undefined, failures: [], problems: [] };
  }
  const byTest = new Map<string, Entry[]>();
  for (const one of failed) {
    const [name = "", said = "", test = name] = Array.isArray(one) ? one.map(String) : [];
    byTest.set(test, [...(byTest.get(test) ?? []), { name, said: said.trim() }]);
  }
  const failures = [...byTest.values()].map(failedTest);
  return { counts: { passed, failed: failures.length, skipped }, failures, problems: [] };
}

// — below: private, in the order they are used —

interface Entry {
  readonly name: string;
  readonly said: string;
}

/** One test, however many of its parts failed: the names of those go on where its own ends. */
function failedTest(entries: readonly Entry[]): FailedTest {
  const [first = { name: "", said: "" }, ...more] = entries;
  const spot = pythonSpot(first.said);
  if (more.length === 0) return { name: first.name, spot, message: first.said };
  const name = /^[^()]*\([^()]*\)/.exec(first.name)?.[0] ?? first.name;
  const parts = entries.map((one) => `${one.name.slice(name.length).trim() || "the test itself"}:\n${one.said}`);
  return { name, spot, message: [`It failed in ${entries.length} parts.`, ...parts].join("\n") };
}
