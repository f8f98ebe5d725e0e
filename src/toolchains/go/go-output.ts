// Reads what `go test -json` prints: one event a line, from the tests and from the build before them.

import type { FilePath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { isRecord } from "../../std/json.ts";
import { compilerProblems } from "../reports/compiler-lines.ts";
import type { FailedTest, Spot, TestResults } from "../toolchain.ts";

/** `directoryOf` knows where a package lies: tests name their files without it. */
export function goTestResults(
  output: string,
  errors: string,
  directoryOf: (importPath: string) => FilePath | undefined,
): TestResults {
  const log = readEvents(output);
  const tests = [...log.tests.values()];
  const wholes = new Set(tests.flatMap(wholesOf));
  const failedWholes = new Set(tests.filter(({ state }) => state === "fail" || state === "run").flatMap(wholesOf));
  // A test with parts fails with each of them; only one that fails by itself counts beside them.
  const counted = tests.filter(
    (one) => !wholes.has(keyOf(one)) || (one.state === "fail" && !failedWholes.has(keyOf(one))),
  );
  const count = (state: Test["state"]): number => counted.filter((one) => one.state === state).length;
  const failed = counted.filter(({ state }) => state === "fail" || state === "run");
  const alone = [...log.packages].filter(
    ([name, { state }]) => state === "fail" && !log.unbuilt.has(name) && !failed.some((test) => test.package === name),
  );
  const failures: FailedTest[] = [
    ...failed.map((test) => failedTest(test, directoryOf(test.package))),
    ...alone.map(([name, { output: said }]) => ({ name, spot: undefined, message: said.trim() })),
  ];
  const counts = { passed: count("pass"), failed: failures.length, skipped: count("skip") };
  return {
    counts: log.packages.size === 0 && tests.length === 0 ? undefined : counts,
    failures,
    problems: compilerProblems(`${log.build}\n${errors}`),
    printed: `${log.printed}${errors}`,
    reasons: brokenOff(log, tests),
  };
}

// — below: private, in the order they are used —

interface Test {
  readonly package: string;
  readonly name: string;
  /** `run` when it was begun and its end was not reported. */
  state: "run" | "pass" | "fail" | "skip";
  output: string;
}

interface Package {
  state: string;
  output: string;
  /** It said by itself how it ended, which it does when all of its tests have ended. */
  hasEnded: boolean;
}

interface Log {
  readonly tests: Map<string, Test>;
  readonly packages: Map<string, Package>;
  /** Packages that could not be built. */
  readonly unbuilt: Set<string>;
  build: string;
  printed: string;
}

function readEvents(output: string): Log {
  const log: Log = { tests: new Map(), packages: new Map(), unbuilt: new Set(), build: "", printed: "" };
  for (const line of output.split("\n")) {
    const event = parseLine(line);
    if (event === undefined) continue;
    log.printed += event.output;
    if (event.action === "build-output") log.build += event.output;
    if (event.package === undefined) continue;
    if (event.unbuilt) log.unbuilt.add(event.package);
    if (event.test === undefined) noteOfPackage(log, event.package, event);
    else noteOfTest(log, event.package, event.test, event);
  }
  return log;
}

interface Event {
  readonly action: string;
  readonly package: string | undefined;
  readonly test: string | undefined;
  readonly output: string;
  readonly unbuilt: boolean;
}

/** Undefined for whatever is no event: a cut in the middle, words of the tool itself. */
function parseLine(line: string): Event | undefined {
  if (!line.startsWith("{")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
  if (!isRecord(value) || typeof value["Action"] !== "string") return undefined;
  const text = (key: string): string | undefined => (typeof value[key] === "string" ? value[key] : undefined);
  const output = text("Output") ?? "";
  return {
    action: value["Action"],
    package: text("Package"),
    test: text("Test"),
    output,
    unbuilt: text("FailedBuild") !== undefined || /^FAIL\t\S+ \[(?:build|setup) failed\]/.test(output),
  };
}

function keyOf({ package: name, name: test }: Pick<Test, "package" | "name">): string {
  return `${name} ${test}`;
}

function noteOfPackage(log: Log, name: string, { action, output }: Event): void {
  const known = log.packages.get(name) ?? { state: "", output: "", hasEnded: false };
  log.packages.set(name, known);
  known.output += output;
  if (output === "FAIL\n" || output === "PASS\n") known.hasEnded = true;
  if (action === "fail" || action === "pass" || action === "skip") known.state = action;
}

function noteOfTest(log: Log, name: string, test: string, { action, output }: Event): void {
  const key = keyOf({ package: name, name: test });
  const known: Test = log.tests.get(key) ?? { package: name, name: test, state: "run", output: "" };
  log.tests.set(key, known);
  known.output += output;
  if (action === "fail" || action === "pass" || action === "skip") known.state = action;
}

/** The tests that a test is a part of. */
function wholesOf({ package: name, name: test }: Test): string[] {
  const parts = test.split("/");
  return parts.slice(1).map((_, at) => keyOf({ package: name, name: parts.slice(0, at + 1).join("/") }));
}

function failedTest(test: Test, from: FilePath | undefined): FailedTest {
  const said = test.output
    .split("\n")
    .filter((line) => !/^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP):)/.test(line))
    .join("\n")
    // Frames of the test runner: the function, and below it where it is.
    .replaceAll(/^\S.*\n\t\S*\/src\/(?:testing|runtime)\/\S+(?: \+0x[0-9a-f]+)?\n?/gm, "")
    .trim();
  const message = test.state === "run" ? `It did not end. ${said}`.trim() : said;
  return { name: test.name, spot: spotIn(said, from), message };
}

/** Where it panicked, else the last line that a test wrote: what ends a test comes last. */
function spotIn(said: string, from: FilePath | undefined): Spot | undefined {
  const [frame] = /^panic: /m.test(said) ? said.matchAll(/^\t(\S+\.go):(\d+)(?: \+0x|$)/gm) : [];
  const [, file, line] = frame ?? [...said.matchAll(/^[ \t]*(\S+\.go):(\d+): /gm)].at(-1) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), from: from && [from] };
}

/** A panic, and whatever else ends the program of a package, takes the tests with it that were to come. */
function brokenOff({ packages, unbuilt }: Log, tests: readonly Test[]): Reason[] {
  const broken = [...packages].filter(([name, one]) => one.state === "fail" && !one.hasEnded && !unbuilt.has(name));
  return broken.map(([name]) => {
    const own = tests.filter((test) => test.package === name);
    const last = own.findLast(({ output }) => /^(?:panic|fatal error): /m.test(output)) ?? own.at(-1);
    const detail =
      last === undefined
        ? `the run of ${name} ended before any test`
        : `the run ended at ${last.name}; tests of its package after it did not run`;
    return { code: "unchecked", detail };
  });
}
