// One markdown text for the four shapes of a hover.

import { isRecord } from "../std/json.ts";

/** MarkupContent, a string, a `{language, value}` pair, or a list of the latter two. */
export function normaliseHover(contents: unknown): string {
  const parts = Array.isArray(contents) ? contents : [contents];
  return parts
    .map(onePart)
    .filter((part) => part !== "")
    .join("\n\n");
}

function onePart(part: unknown): string {
  if (typeof part === "string") return part.trim();
  if (!isRecord(part) || typeof part["value"] !== "string") return "";
  if (typeof part["language"] === "string") return fence(part["language"], part["value"]);
  return part["value"].trim();
}

/** The fence is longer than any run of backticks inside, so the text cannot close it. */
function fence(language: string, value: string): string {
  const longest = [...value.matchAll(/`+/g)].reduce((most, run) => Math.max(most, run[0].length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${value}\n${marks}`;
}
