// What a call asks about, in a few words, for the record of how it ended.

import { isRecord } from "../std/json.ts";

/** As far as its arguments name it. */
export function subjectOf(input: unknown): string {
  const named = isRecord(input) ? input : {};
  const parts = ["file_path", "line", "column", "symbol_path", "symbol", "query", "path"].map((key) => named[key]);
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" ");
}
