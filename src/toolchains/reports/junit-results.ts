// Reads a report in JUnit's format as results of tests; each tool gives the place of a failure in its own way.

import type { JunitCase } from "./junit-xml.ts";
import { junitCases } from "./junit-xml.ts";
import type { Problem, Spot, TestResults } from "../toolchain.ts";

/** Of several reports those that are whole are read; without any nothing is known. Not all that is in them is a test. */
export function junitResults(
  reports: readonly (string | undefined)[],
  spotOf: (one: JunitCase) => Spot | undefined,
  problems: readonly Problem[],
  problemOf: (one: JunitCase) => Problem | undefined = () => undefined,
): TestResults {
  const read = reports.flatMap((xml) => (xml === undefined ? [] : [junitCases(xml)]));
  const whole = read.filter((cases) => cases !== undefined);
  if (whole.length === 0) return { counts: undefined, failures: [], problems };
  const [cases, found]: [JunitCase[], Problem[]] = [[], []];
  for (const one of whole.flat()) {
    const problem = problemOf(one);
    if (problem === undefined) cases.push(one);
    else found.push(problem);
  }
  const count = (outcome: JunitCase["outcome"]): number => cases.filter((one) => one.outcome === outcome).length;
  const failures = cases
    .filter(({ outcome }) => outcome === "failed")
    .map((one) => ({ name: nameOf(one), spot: spotOf(one), message: messageOf(one) }));
  return {
    counts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    failures,
    problems: found.length > 0 ? found : problems,
  };
}

// — below: private, in the order they are used —

function nameOf({ name, className }: JunitCase): string {
  return className === "" || className === name ? name : `${className}.${name}`;
}

/** In full where there is more to say than in short. */
function messageOf({ message, details, output }: JunitCase): string {
  if (details !== "") return details.includes(message.split("\n", 1)[0] ?? "") ? details : `${message}\n${details}`;
  return [message, output].filter((text) => text !== "").join("\n");
}
