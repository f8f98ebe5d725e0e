// What is wrong with an argument, in our own words for the usual kinds; the rest is said as the schema says it.

import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** `raw` is the input; the issue says only what the schema expected. */
export function issueText(issue: Issue, raw: unknown): string {
  const where = issue.path.map(String).join(".") || "arguments";
  return `${where}: ${wordsOf(issue, raw)}`;
}

/** As for a key that the schema itself passes over. */
export function unknownKey(key: string): string {
  return `there is no argument ${JSON.stringify(key)}`;
}

// — below: private, in the order they are used —

function wordsOf(issue: Issue, raw: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, given(raw, issue.path));
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "invalid_value":
      return `${given(raw, issue.path) === undefined ? "it is missing; " : ""}it must be ${oneOf(issue.values)}`;
    case "unrecognized_keys":
      return issue.keys.map(unknownKey).join(", ");
    case "invalid_union":
      return "it has none of the accepted forms";
    default:
      return issue.message;
  }
}

function given(raw: unknown, path: readonly PropertyKey[]): unknown {
  let here = raw;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = here[step as keyof typeof here];
  }
  return here;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function wrongType(expected: string, value: unknown): string {
  if (value === undefined) return "it is missing";
  const wanted = kinds[expected] ?? expected;
  const found = value === null ? "null" : Array.isArray(value) ? "a list" : (kinds[typeof value] ?? typeof value);
  return wanted === "a whole number" && found === "a number"
    ? "it must be a whole number"
    : `it must be ${wanted}, not ${found}`;
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === "string" || origin === "array" || origin === "set") {
    return minimum <= 1 ? "it is empty" : `it needs at least ${unitsOf(origin, minimum)}`;
  }
  return `it must be at least ${minimum}`;
}

function tooBig(origin: string, maximum: number): string {
  if (origin === "string" || origin === "array" || origin === "set") {
    return `it has more than ${unitsOf(origin, maximum)}`;
  }
  return `it must be at most ${maximum}`;
}

function unitsOf(origin: string, count: number): string {
  const [one, many] = origin === "string" ? ["character", "characters"] : ["entry", "entries"];
  return `${count} ${count === 1 ? one : many}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;
}
