// Reads the JSON that jest writes, and vitest after it; and mocha's, which is its own.

import { isRecord } from "../../std/json.ts";
import { javascriptSpot, withoutScheme } from "./stack-spot.ts";
import type { FailedTest, Spot, TestResults } from "../toolchain.ts";

/** What was printed for people is asked only for words that the report of vitest lacks. */
export function jestResults(report: string | undefined, printed = ""): TestResults {
  const value = parsed(report);
  const files = isRecord(value) ? value["testResults"] : undefined;
  if (!Array.isArray(files)) return unknown;
  const all = files.filter(isRecord).map(readTestFile);
  const tests = all.flatMap(({ tests: inner }) => inner);
  const broken = all.flatMap(({ broken: one }) => one ?? []);
  const count = (...states: readonly string[]): number => tests.filter(({ status }) => states.includes(status)).length;
  const failures = tests.flatMap(({ failure }) => (failure === undefined ? [] : [withCause(failure, printed)]));
  return {
    counts: {
      passed: count("passed"),
      failed: failures.length + broken.length,
      skipped: count("skipped", "pending", "todo", "disabled"),
    },
    failures: [...failures, ...broken],
    problems: [],
  };
}

export function mochaResults(report: string | undefined): TestResults {
  const value = parsed(report);
  const stats = isRecord(value) ? value["stats"] : undefined;
  const failed = isRecord(value) ? value["failures"] : undefined;
  if (!isRecord(stats) || !Array.isArray(failed)) return unknown;
  const failures = failed.filter(isRecord).map((one): FailedTest => {
    const error = isRecord(one["err"]) ? one["err"] : {};
    const stack = text(error["stack"]);
    const file = text(one["file"]);
    const spot = javascriptSpot(stack) ?? (file === "" ? undefined : { file });
    return { name: text(one["fullTitle"]), spot, message: text(error["message"]) || stack };
  });
  const counts = { passed: number(stats["passes"]), failed: failures.length, skipped: number(stats["pending"]) };
  return { counts, failures, problems: [] };
}

// — below: private, in the order they are used —

const unknown: TestResults = { counts: undefined, failures: [], problems: [] };

/** In its report vitest gives every timeout the message of an error that only recorded the stack. */
const placeholder = "Error: STACK_TRACE_ERROR";

function withCause(failure: FailedTest, printed: string): FailedTest {
  if (!failure.message.startsWith(placeholder)) return failure;
  const lines = printed.split("\n");
  // Several tests that failed alike are printed one below the other, and then what they have in common.
  const title = lines.findIndex(
    (line) => /^\s*FAIL\s/.test(line) && line.trimEnd().replaceAll(" > ", " ").endsWith(` ${failure.name}`),
  );
  const cause = title < 0 ? undefined : lines.slice(title).find((line) => /^Error: .* timed out in \d+ms/.test(line));
  return { ...failure, message: failure.message.replace(placeholder, cause ?? "Error: It timed out.") };
}

/** A report may stand behind words that tests printed. */
function parsed(report: string | undefined): unknown {
  if (report === undefined) return undefined;
  for (const from of [0, report.search(/^\{/m)]) {
    try {
      return JSON.parse(report.slice(Math.max(0, from)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

interface ReadFile {
  readonly tests: readonly { readonly status: string; readonly failure: FailedTest | undefined }[];
  /** A file that could not even be loaded. */
  readonly broken: FailedTest | undefined;
}

function readTestFile(file: Readonly<Record<string, unknown>>): ReadFile {
  const name = text(file["name"]);
  const results = Array.isArray(file["assertionResults"]) ? file["assertionResults"].filter(isRecord) : [];
  const tests = results.map((one) => {
    const status = text(one["status"]);
    return { status, failure: status === "failed" ? failedTest(name, one) : undefined };
  });
  const isBroken = file["status"] === "failed" && tests.every(({ failure }) => failure === undefined);
  const message = text(file["message"]);
  return { tests, broken: isBroken ? { name, spot: spotIn(name, message) ?? { file: name }, message } : undefined };
}

function failedTest(file: string, one: Readonly<Record<string, unknown>>): FailedTest {
  const messages = Array.isArray(one["failureMessages"]) ? one["failureMessages"].map(text) : [];
  const message = messages.map(withoutFrames).join("\n");
  const location = isRecord(one["location"]) ? one["location"] : undefined;
  const declared =
    location === undefined ? { file } : { file, line: number(location["line"]), column: number(location["column"]) };
  return {
    name: text(one["fullName"]) || text(one["title"]),
    spot: spotIn(file, messages.join("\n")) ?? declared,
    message,
  };
}

/** A frame in the file of the test says where it failed; one elsewhere only where it noticed. */
function spotIn(file: string, stack: string): Spot | undefined {
  const inFile = stack.split("\n").filter((line) => line.includes(file) || withoutScheme(line).includes(file));
  return javascriptSpot(inFile.join("\n"));
}

/** Drops the stack frames of tools; those of the project's code stay. */
function withoutFrames(message: string): string {
  return message
    .split("\n")
    .filter((line) => !/^\s+at /.test(line) || (!/node_modules|node:internal/.test(line) && /[/\\]/.test(line)))
    .join("\n");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
