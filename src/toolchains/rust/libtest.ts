// Reads what cargo prints: messages of the compiler as JSON, and the words of Rust's test harness between them.

import { isRecord } from "../../std/json.ts";
import type { Counts, FailedTest, Problem, Spot, TestResults } from "../toolchain.ts";

/** The compiler's errors and warnings; what it adds to them is part of the rendered message. */
export function cargoProblems(output: string): Problem[] {
  return output.split("\n").flatMap((line) => (line.startsWith("{") ? (problemOf(line) ?? []) : []));
}

/** What cargo would have printed for people. */
export function cargoText(output: string, errors: string): string {
  const rendered = output.split("\n").flatMap((line) => {
    const text = line.startsWith("{") ? messageIn(line)?.["rendered"] : undefined;
    return typeof text === "string" ? [text] : [];
  });
  return [...rendered, errors].join("");
}

export function cargoTestResults(output: string, errors: string): TestResults {
  const text = output
    .split("\n")
    .filter((line) => !line.startsWith('{"reason":'))
    .join("\n");
  const { counts, addsUp } = talliesIn(text);
  return {
    counts,
    doubt: addsUp ? undefined : "its test counts are inconsistent",
    failures: failuresIn(text),
    problems: cargoProblems(output),
    printed: `${cargoText(output, errors)}\n${text}`,
  };
}

// — below: private, in the order they are used —

/** What one program with tests printed: how many there are to be, each result, and their sum. */
interface Tally extends Record<"ok" | "FAILED" | "ignored", number> {
  readonly expected: number;
  sums: number;
  addsUp: boolean;
}

/** A test may print whatever it likes, also a sum: only one that fits the results before it is the program's own. */
function talliesIn(text: string): { readonly counts: Counts | undefined; readonly addsUp: boolean } {
  const tallies: Tally[] = [];
  let strays = 0;
  for (const line of text.split("\n")) {
    const [, expected] = /^running (\d+) tests?$/.exec(line) ?? [];
    if (expected !== undefined) {
      tallies.push({ expected: Number(expected), ok: 0, FAILED: 0, ignored: 0, sums: 0, addsUp: false });
    }
    const tally = tallies.at(-1);
    const sum = sumIn(line);
    if (tally === undefined) strays += sum === undefined ? 0 : 1;
    else if (sum === undefined) noteResult(tally, line);
    else {
      tally.sums++;
      tally.addsUp =
        sum.passed + sum.failed + sum.ignored === tally.expected &&
        tally.ok === sum.passed &&
        tally.FAILED === sum.failed &&
        tally.ignored === sum.ignored;
    }
  }
  const total = (key: "ok" | "FAILED" | "ignored"): number => tallies.reduce((all, tally) => all + tally[key], 0);
  return {
    counts:
      tallies.length === 0 ? undefined : { passed: total("ok"), failed: total("FAILED"), skipped: total("ignored") },
    addsUp: strays === 0 && tallies.every(({ sums, addsUp }) => sums === 1 && addsUp),
  };
}

function sumIn(line: string): { passed: number; failed: number; ignored: number } | undefined {
  // Benchmarks are measured instead of passed; they are run as tests, too.
  const [, passed, failed, ignored, measured] =
    /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; \d+ filtered out/.exec(
      line,
    ) ?? [];
  return passed === undefined
    ? undefined
    : { passed: Number(passed) + Number(measured), failed: Number(failed), ignored: Number(ignored) };
}

/** A test that runs alone has its result on a line of its own behind what it printed. */
function noteResult(tally: Tally, line: string): void {
  const start = line.search(/\btest \S/);
  const named = start < 0 ? "" : line.slice(start);
  const [, found] =
    /^(ok|FAILED|ignored)(?:, [\s\S]*| <\d[^<>]*>)?$/.exec(line) ??
    /^test \S.* \.\.\. (ok|FAILED|ignored)(?:, [\s\S]*| <\d[^<>]*>)?$/.exec(named) ??
    /^test \S.* \.\.\. (bench): /.exec(named) ??
    [];
  if (found === "bench" || found === "ok") tally.ok++;
  else if (found === "FAILED" || found === "ignored") tally[found]++;
}

function problemOf(line: string): Problem | undefined {
  const message = messageIn(line);
  const { level, rendered, spans } = message ?? {};
  if (level !== "error" && level !== "warning") return undefined;
  const primary = Array.isArray(spans) ? spans.filter(isRecord).find((span) => span["is_primary"] === true) : undefined;
  // `aborting due to 2 previous errors` has no place, and is none.
  if (primary === undefined && /aborting due to|warnings? emitted/.test(String(message?.["message"]))) return undefined;
  const words = String(message?.["message"] ?? rendered);
  const label = typeof primary?.["label"] === "string" ? `: ${primary["label"]}` : "";
  const code = isRecord(message?.["code"]) ? ` [${String(message["code"]["code"])}]` : "";
  return { spot: primary && spotOf(primary), severity: level, message: `${words}${label}${code}` };
}

function messageIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const message = isRecord(value) && value["reason"] === "compiler-message" ? value["message"] : undefined;
    return isRecord(message) ? message : undefined;
  } catch (error) {
    // Not everything that begins with a brace is a message: a test may print what it likes.
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function spotOf(span: Readonly<Record<string, unknown>>): Spot {
  return {
    file: String(span["file_name"]),
    line: Number(span["line_start"]),
    column: Number(span["column_start"]),
  };
}

/** `---- name stdout ----` begins what a failed test said, up to the next, or to the list of names at the end. */
function failuresIn(text: string): FailedTest[] {
  const said = new Map<string, string>();
  for (const [, name = "", message = ""] of text.matchAll(
    /^---- (.+?) stdout ----\n([\s\S]*?)(?=^---- .+? stdout ----$|^failures:$|^test result: |(?![\s\S]))/gm,
  )) {
    said.set(name, withoutBacktrace(message));
  }
  const failed = [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. FAILED$/gm)].map(([, name = ""]) => name);
  return [...new Set([...failed, ...said.keys()])].map((name) => {
    const message = said.get(name) ?? "";
    return { name, spot: spotIn(message) ?? documented(name), message };
  });
}

function withoutBacktrace(message: string): string {
  const from = message.search(/^stack backtrace:\n/m);
  const note = from < 0 ? -1 : message.indexOf("\nnote: ", from);
  if (note < 0) return message.trim();
  const end = message.indexOf("\n", note + 1);
  return (message.slice(0, from) + (end < 0 ? "" : message.slice(end + 1))).trim();
}

function spotIn(message: string): Spot | undefined {
  const [, file, line, column] =
    /panicked at (?:'(?:(?!panicked at )[\s\S])*?', )?([^\s:]+):(\d+):(\d+)/.exec(message) ?? [];
  // Panics inside the standard library are reported with a place in its own sources.
  if (file === undefined || file.startsWith("/rustc/")) return undefined;
  return { file, line: Number(line), column: Number(column) };
}

/** `src/lib.rs - add (line 3)`: a test in the documentation has its place in its name. */
function documented(name: string): Spot | undefined {
  const [, file, line] = /^(\S+) - .*\(line (\d+)\)$/.exec(name) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}
