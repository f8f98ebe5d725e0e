// From what came over a wire to an operation's input, or a refusal that names every argument that is wrong.

import type { z } from "zod";
import { Refusal } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";
import { issueText, unknownKey } from "./decode-words.ts";

/** Arguments that other programs of the field ask for, and that are known here without being told. */
const needless = ["language_id", "workspace_root"];

export function decode<S extends z.ZodObject>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(isRecord(raw) ? withoutNeedless(schema, raw) : raw);
  const issues = [
    ...(parsed.error?.issues ?? []).map((issue) => issueText(issue, raw)),
    ...(isRecord(raw) ? unspeakable(raw) : []),
  ];
  if (parsed.success && issues.length === 0) return parsed.data;
  throw new Refusal({
    code: "bad_input",
    what: "The arguments are not right.",
    why: issues.join("; "),
    next: `It takes: ${Object.keys(schema.shape).join(", ")}.`,
  });
}

function withoutNeedless(schema: z.ZodObject, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).filter(([key]) => Object.hasOwn(schema.shape, key) || !needless.includes(key)),
  );
}

/** What the schema cannot see, or a server cannot read. */
function unspeakable(raw: Readonly<Record<string, unknown>>): string[] {
  // The schema passes over this one name, so as not to set the prototype of what it makes.
  const prototype = Object.hasOwn(raw, "__proto__") ? [`arguments: ${unknownKey("__proto__")}`] : [];
  const halves = Object.entries(raw).filter(([, value]) => hasHalfCharacter(value));
  return [...prototype, ...halves.map(([key]) => `${key}: it holds half a character (a lone surrogate)`)];
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
