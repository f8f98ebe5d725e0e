// What a script returned, as text: a list of like records as a table, everything else as compact JSON.

import { firstLines } from "../../render/first-lines.ts";
import type { Budget } from "../../render/budget.ts";
import { holds, without } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import { isRecord } from "../../std/json.ts";
import { counted } from "../../std/words.ts";
import { nameAtStart, quotedLines } from "../foreign-text.ts";
import type { ScriptTally } from "./calls.ts";

export interface ScriptOutput {
  readonly result: unknown;
  /** It returned something, be it null. */
  readonly hasResult: boolean;
  readonly printed: readonly string[];
  readonly tally: ScriptTally;
}

export function resultText({ result, hasResult, printed, tally }: ScriptOutput, budget: Budget): string {
  const { answers, complete } = tally;
  const head = `${complete === answers ? counted(answers, "answer") : `${complete} of ${counted(answers, "answer")}`} complete`;
  const lines = printed.flatMap((text) => text.split("\n")).flatMap((line) => quotedLines(inertLine(line)));
  const isLong = !holds(
    { ...budget, characters: budget.characters / 4, tokens: budget.tokens && budget.tokens / 4 },
    lines.join("\n"),
  );
  const told = isLong
    ? [firstLines("printed:", lines, quarter(budget), (kept) => `(${lines.length - kept} printed lines left out)`)]
    : lines;
  const before = [head, ...told].join("\n");
  if (!hasResult) return `${before}\nIt returned nothing.`;
  return `${before}\n${valueText(result, without(budget, `${before}\n`))}`;
}

// — below: private, in the order they are used —

function quarter({ characters, tokens }: Budget): Budget {
  return { characters: Math.floor(characters / 4), tokens: tokens === undefined ? undefined : Math.floor(tokens / 4) };
}

function valueText(value: unknown, budget: Budget): string {
  if (Array.isArray(value) && value.length > 0) return listText(value, budget);
  if (typeof value === "string" && value.includes("\n")) return linesText(value.split("\n"), budget);
  const text = typeof value === "string" ? nameAtStart(cellText(value)) : inertLine(JSON.stringify(value));
  return holds(budget, text) ? text : `The result is left out: it has ${text.length} characters. Return less.`;
}

/** A text of several lines is a quotation. */
function linesText(lines: readonly string[], budget: Budget): string {
  const quoted = lines.map((line) => `| ${inertLine(line)}`);
  const whole = quoted.join("\n");
  if (holds(budget, whole)) return whole;
  return firstLines(
    counted(lines.length, "line"),
    quoted,
    budget,
    (kept) => `(${lines.length - kept} more left out: too many)`,
  );
}

function listText(items: readonly unknown[], budget: Budget): string {
  const columns = columnsOf(items);
  const titles = columns?.map((key) => inertLine(key, 60)).join("\t") ?? "";
  const keys = holds(budget, titles) ? columns : undefined;
  const head = keys === undefined ? `${counted(items.length, "item")}:` : `${counted(items.length, "row")}: ${titles}`;
  const lines = items.map((item) =>
    nameAtStart(
      keys === undefined ? cellText(item) : keys.map((key) => cellText(isRecord(item) ? item[key] : item)).join("\t"),
    ),
  );
  const whole = [head, ...lines].join("\n");
  if (holds(budget, whole)) return whole;
  return firstLines(head, lines, budget, (kept) => `(${lines.length - kept} more left out: too many)`);
}

/** The common keys of records that hold only plain values; undefined where a table would not show them as they are. */
function columnsOf(items: readonly unknown[]): readonly string[] | undefined {
  const [first] = items;
  if (items.length < 2 || !isRecord(first)) return undefined;
  const keys = Object.keys(first);
  const isLike = (item: unknown): boolean =>
    isRecord(item) &&
    Object.keys(item).join("\n") === keys.join("\n") &&
    Object.values(item).every((value) => typeof value !== "object" || value === null);
  return keys.length > 0 && items.every(isLike) ? keys : undefined;
}

/** A text as it is, unless it could be read as something else. */
function cellText(value: unknown): string {
  const isPlain =
    typeof value === "string" && /^[^\s"[{][^\t\n\r]*$/.test(value) && !/^(?:-?\d|true$|false$|null$)/.test(value);
  return inertLine(isPlain ? value : (JSON.stringify(value) ?? "null"));
}
