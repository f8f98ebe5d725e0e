// An error as operations answer it in JSON, read back.

import type { ProblemOfFile } from "../../model/consequences.ts";
import { at, isRecord } from "../../std/json.ts";

/** Empty for whatever is no error. */
export function errorIn(file: string, answered: unknown): readonly ProblemOfFile[] {
  const { range, severity, code, message } = isRecord(answered) ? answered : {};
  if (severity !== 1) return [];
  const [line, column] = ["line", "column"].map((key) => at(range, ["start", key]));
  if (typeof line !== "number" || typeof column !== "number") return [];
  const number = typeof code === "string" || typeof code === "number" ? { code: String(code) } : {};
  return [{ file, line, column, severity: "error", ...number, message: typeof message === "string" ? message : "" }];
}
