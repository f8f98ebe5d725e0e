// Reads what cargo prints: messages of the compiler as JSON, and the words of Rust's test harness between them.

import { isRecord } from "../std/json.ts";
import type { FailedTest, Problem, Spot, TestResults } from "./toolchain.ts";

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
  const sums = [...text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)];
  const sum = (group: number): number => sums.reduce((total, match) => total + Number(match[group]), 0);
  return {
    counts: sums.length === 0 ? undefined : { passed: sum(1), failed: sum(2), skipped: sum(3) },
    failures: failuresIn(text),
    problems: cargoProblems(output),
    printed: `${cargoText(output, errors)}\n${text}`,
  };
}

// — below: private, in the order they are used —

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
  return message.replace(/^stack backtrace:\n(?:.*\n)*?note: .*\n?/m, "").trim();
}

function spotIn(message: string): Spot | undefined {
  const [, file, line, column] = /panicked at (?:'[\s\S]*?', )?([^\s:]+):(\d+):(\d+)/.exec(message) ?? [];
  // Panics inside of the standard library are told with a place in its own sources.
  if (file === undefined || file.startsWith("/rustc/")) return undefined;
  return { file, line: Number(line), column: Number(column) };
}

/** `src/lib.rs - add (line 3)`: a test in the documentation has its place in its name. */
function documented(name: string): Spot | undefined {
  const [, file, line] = /^(\S+) - .*\(line (\d+)\)$/.exec(name) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}
