// Reads TAP as Node's own test runner writes it, and any other, which says less.

import { javascriptSpot } from "./stack-spot.ts";
import type { FailedTest, Spot, TestResults } from "../toolchain.ts";

export function tapResults(output: string): TestResults {
  const points = pointsIn(output.split("\n"));
  const counts = summaryIn(output) ?? countsOf(points);
  const failures = points.filter(({ state, fields }) => state === "failed" && !isSuite(fields)).map(failedTest);
  return { counts, failures, problems: [] };
}

// — below: private, in the order they are used —

interface Point {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly fields: ReadonlyMap<string, string>;
}

function pointsIn(lines: readonly string[]): Point[] {
  const found: Point[] = [];
  for (const [at, line] of lines.entries()) {
    const [, indent, not, rest] = /^(\s*)(not )?ok\b(?: \d+)?([\s\S]*)$/.exec(line.trimEnd()) ?? [];
    if (indent === undefined || rest === undefined) continue;
    const [, name = "", directive] = /^(?: -)? ?([\s\S]*?)(?: # (SKIP|TODO)\b[\s\S]*)?$/i.exec(rest) ?? [];
    const state = directive !== undefined ? "skipped" : not === undefined ? "passed" : "failed";
    found.push({ name: name.replaceAll("\\#", "#"), state, fields: fieldsAfter(lines, at + 1, indent) });
  }
  return found;
}

/** The block of `key: value` that may follow a point; a value of several lines is taken as a whole. */
function fieldsAfter(lines: readonly string[], from: number, indent: string): Map<string, string> {
  const fields = new Map<string, string>();
  const inner = `${indent}  `;
  if (lines[from] !== `${inner}---`) return fields;
  let key = "";
  for (const line of lines.slice(from + 1, from + 400)) {
    if (line === `${inner}...`) break;
    const [, name, value = ""] = line.startsWith(`${inner} `) ? [] : (/^\s*(\w+): ?(.*)$/.exec(line) ?? []);
    if (name === undefined) fields.set(key, `${fields.get(key) ?? ""}\n${line.slice(inner.length + 2)}`);
    else fields.set(name, /^[|>]-?$/.test(value) ? "" : unquoted(value));
    key = name ?? key;
  }
  return fields;
}

function unquoted(value: string): string {
  return /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;
}

/** A suite fails with its tests, and is none itself. */
function isSuite(fields: Point["fields"]): boolean {
  return fields.get("type") === "suite" || fields.get("failureType") === "subtestsFailed";
}

/** `# pass 3` and so on, which Node writes at the end and counts better than we could. */
function summaryIn(output: string): TestResults["counts"] {
  const figure = (name: string): number | undefined => {
    const [, digits] = [...output.matchAll(new RegExp(`^# ${name} (\\d+)$`, "gm"))].at(-1) ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const [passed, failed] = [figure("pass"), figure("fail")];
  if (passed === undefined || failed === undefined) return undefined;
  return {
    passed,
    failed: failed + (figure("cancelled") ?? 0),
    skipped: (figure("skipped") ?? 0) + (figure("todo") ?? 0),
  };
}

function countsOf(points: readonly Point[]): TestResults["counts"] {
  if (points.length === 0) return undefined;
  const count = (state: Point["state"]): number =>
    points.filter((point) => point.state === state && !isSuite(point.fields)).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

function failedTest({ name, fields }: Point): FailedTest {
  const stack = fields.get("stack") ?? "";
  const message = (fields.get("error") ?? "").trim();
  return { name, spot: javascriptSpot(stack) ?? placeOf(fields.get("location")), message };
}

function placeOf(location: string | undefined): Spot | undefined {
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(location ?? "") ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}
