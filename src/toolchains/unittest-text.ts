// Reads what Python's own unittest prints.

import { pythonSpot } from "./stack-spot.ts";
import type { FailedTest, TestResults } from "./toolchain.ts";

export function unittestResults(text: string): TestResults {
  const [, ran] = [...text.matchAll(/^Ran (\d+) tests? in /gm)].at(-1) ?? [];
  if (ran === undefined) return { counts: undefined, failures: [], problems: [] };
  const [, listed = ""] = [...text.matchAll(/^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm)].at(-1) ?? [];
  const figure = (name: string): number => Number(new RegExp(`(?:^|, )${name}=(\\d+)`).exec(listed)?.[1] ?? 0);
  const failures = failuresIn(text);
  const failed = figure("failures") + figure("errors") + figure("unexpected successes");
  const skipped = figure("skipped");
  // Parts of one test fail one by one, and yet it ran once.
  const unsuccessful = new Set(failures.map(({ name }) => name.replace(/ \(\w+=.*\)$/, ""))).size;
  return {
    counts: { passed: Math.max(0, Number(ran) - Math.min(failed, unsuccessful) - skipped), failed, skipped },
    failures,
    problems: [],
  };
}

// — below: private, in the order they are used —

function failuresIn(text: string): FailedTest[] {
  const blocks = text.split(/^={70}$/m).slice(1);
  return blocks.flatMap((block) => {
    const [, name] = /^\n?(?:FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/m.exec(block) ?? [];
    if (name === undefined) return [];
    const [, said = ""] = /\n-{70}\n([\s\S]*?)(?:\n-{70}\n[\s\S]*)?$/.exec(block) ?? [];
    return [{ name, spot: pythonSpot(said), message: said.trim() }];
  });
}
