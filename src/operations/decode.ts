// From what came over a wire to an operation's input, or a refusal that names every argument that is wrong.

import type { z } from "zod";
import { Refusal } from "../model/refusal.ts";

export function decode<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
  throw new Refusal({
    code: "bad_input",
    what: "The arguments are not right.",
    why: issues.join("; "),
    next: "Correct them and call again.",
  });
}
