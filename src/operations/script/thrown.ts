// What a script threw, for its author: in words that are safe to show, with its line and column.

import type { RefusalDetails } from "../../model/refusal.ts";
import { inertLine } from "../../render/inert.ts";
import { isRecord, parsedJson } from "../../std/json.ts";

export interface Thrown {
  /** ` at line 3, column 5`; empty where that is not known. */
  readonly where: string;
  readonly what: string;
  /** What a question of the script was refused with, if that is what it threw. */
  readonly refusal: Pick<RefusalDetails, "why" | "next"> | undefined;
}

/** `text` is what the sandbox says: a value that a hostile script may have made. */
export function whatWasThrown(text: string, code: string): Thrown {
  const said = parsed(text);
  const { name, message, stack, refusal } = said;
  const { code: no, what } = isRecord(refusal) ? refusal : {};
  const words = [wordOf(no ?? name), wordOf(what ?? message)].filter((word) => word !== "").join(": ");
  return {
    where: whereIn(stack, code),
    what: inertLine(words, 500) || "an error without a message",
    refusal: isRecord(refusal) ? { ...partOf(refusal, "why"), ...partOf(refusal, "next") } : undefined,
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const said = parsedJson(text);
  return isRecord(said) ? said : {};
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The first place of the script itself; its first line follows one of ours. */
function whereIn(stack: unknown, code: string): string {
  const found = /\bscript\.js:(\d{1,7})(?::(\d{1,7}))?/.exec(wordOf(stack).slice(0, 10_000));
  if (found === null) return "";
  const line = Math.min(Math.max(1, Number(found[1]) - 1), code.split("\n").length);
  return ` at line ${line}${found[2] === undefined ? "" : `, column ${found[2]}`}`;
}

function partOf(
  refusal: Readonly<Record<string, unknown>>,
  key: "why" | "next",
): Partial<Record<"why" | "next", string>> {
  const value = refusal[key];
  return typeof value === "string" ? { [key]: inertLine(value, 500) } : {};
}
