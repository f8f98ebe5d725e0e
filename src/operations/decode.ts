// From what came over a wire to an operation's input, or a refusal that names every argument that is wrong.

import type { z } from "zod";
import { Refusal } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";

/** Arguments that other programs of the field ask for, and that are known here without being told. */
const needless = ["language_id", "workspace_root"];

export function decode<S extends z.ZodObject>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(isRecord(raw) ? withoutNeedless(schema, raw) : raw);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "arguments"}: ${issue.message}`);
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
