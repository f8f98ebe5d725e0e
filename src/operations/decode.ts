// From what came over a wire to an operation's input, or a refusal that names every argument that is wrong.

import type { z } from "zod";
import { ZodDefault, ZodNumber, ZodOptional } from "zod";
import { Refusal } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";
import { issueText, unknownKey } from "./decode-words.ts";

/** Arguments that other programs of the field require, and that are known here without them. */
const needless = ["language_id", "workspace_root", "language"];

/** No operation takes a longer list, and a schema checks each element before it checks how many there are. */
const longestList = 10_000;
/** A caller fixes the first of them; more do not help. */
const mostIssues = 20;

/** What is ignored with a remark, by name. */
export type Ignores = Readonly<Record<string, string>>;

export function decode<S extends z.ZodObject>(schema: S, raw: unknown, ignores: Ignores = {}): z.output<S> {
  const long = isRecord(raw) ? tooLong(raw) : [];
  if (long.length > 0) return refused(schema, long);
  const parsed = schema.safeParse(isRecord(raw) ? asNumbers(schema, withoutNeedless(schema, raw, ignores)) : raw);
  const found = parsed.error?.issues ?? [];
  const more = found.length > mostIssues ? [`and ${found.length - mostIssues} more`] : [];
  const issues = [
    ...found.slice(0, mostIssues).map((issue) => issueText(issue, raw)),
    ...more,
    ...(isRecord(raw) ? unspeakable(raw) : []),
  ];
  return parsed.success && issues.length === 0 ? parsed.data : refused(schema, issues);
}

/** Of the arguments that a call has, those that change nothing, and why. */
export function ignoredIn(raw: unknown, ignores: Ignores): string[] {
  if (!isRecord(raw)) return [];
  return Object.entries(ignores).flatMap(([key, why]) => (Object.hasOwn(raw, key) ? [`${key} (${why})`] : []));
}

// — below: private, in the order they are used —

function tooLong(raw: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(raw).flatMap(([key, value]) =>
    Array.isArray(value) && value.length > longestList
      ? [`${key}: it has ${value.length} elements, and a list may have at most ${longestList}`]
      : [],
  );
}

function refused(schema: z.ZodObject, issues: readonly string[]): never {
  throw new Refusal({
    code: "bad_input",
    what: "The arguments are invalid.",
    why: issues.join("; "),
    next: `It takes: ${Object.keys(schema.shape).join(", ")}.`,
  });
}

function withoutNeedless(
  schema: z.ZodObject,
  raw: Readonly<Record<string, unknown>>,
  ignores: Ignores,
): Record<string, unknown> {
  const isOwn = (key: string): boolean => Object.hasOwn(schema.shape, key);
  const isIgnored = (key: string): boolean => needless.includes(key) || Object.hasOwn(ignores, key);
  return Object.fromEntries(Object.entries(raw).filter(([key]) => isOwn(key) || !isIgnored(key)));
}

/** Models write `"line": "12"` now and then; where only a number can be meant, it is one. */
function asNumbers(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const isMeant = typeof value === "string" && /^-?\d{1,15}$/.test(value) && isNumber(schema.shape[key]);
      return [key, isMeant ? Number(value) : value];
    }),
  );
}

function isNumber(argument: z.core.$ZodType | undefined): boolean {
  if (argument instanceof ZodOptional || argument instanceof ZodDefault) return isNumber(argument.unwrap());
  return argument instanceof ZodNumber;
}

/** What the schema cannot see, or a server cannot read. */
function unspeakable(raw: Readonly<Record<string, unknown>>): string[] {
  // The schema passes over this one name, so as not to set the prototype of what it makes.
  const prototype = Object.hasOwn(raw, "__proto__") ? [`arguments: ${unknownKey("__proto__")}`] : [];
  const halves = Object.entries(raw).filter(([, value]) => hasHalfCharacter(value));
  return [...prototype, ...halves.map(([key]) => `${key}: it contains half a character (a lone surrogate)`)];
}

function hasHalfCharacter(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string" && /\p{Surrogate}/u.test(one)) return true;
    if (typeof one !== "object" || one === null) continue;
    for (const [key, inner] of Object.entries(one)) waiting.push(key, inner);
  }
  return false;
}
