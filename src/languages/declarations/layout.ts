// New text as its place wants it: its lines moved to the indentation there, with the line ends and tabs of the file.
//
// Invariant: lines of a string that goes over several lines stay as they are; their blanks are part of its value.

import type { Family } from "../family.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { languageFor } from "../table.ts";
import { inString } from "./signs.ts";

export interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** Whether a text is all that a block holds, so that a string at its beginning is documentation. */
export type LayoutPlace = "block" | "beside";

export function layoutOf(text: string, family: Family): Layout {
  return {
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    unit: unitOf(text.split(/\r\n?|\n/)) ?? languageFor(family).indentation,
  };
}

/** The lines of a text without blank ones around it, each moved from where the text has it to an indentation. */
export function linesAt(
  text: string,
  family: Family,
  layout: Layout,
  indent: string,
  place: LayoutPlace = "beside",
): string[] {
  const lines = withoutBlankEnds(text.split(/\r\n?|\n/));
  const isFixed = fixedLines(lines, family, place);
  const own = lines.filter((line, at) => line.trim() !== "" && !isFixed[at]);
  const rest = own.slice(1).map(widthOf);
  const first = widthOf(own[0] ?? "");
  const least = Math.min(...rest, Number.MAX_SAFE_INTEGER);
  const isHung = rest.length > 0 && first < least;
  const unit = isHung ? hangingUnit(own, layout, least - first) : undefined;
  const cut = unit === undefined ? Math.min(first, least) : first + hangingBy(own, family, unit, least - first);
  const step = unit ?? unitOf(lines);
  return lines.map((line, at) => {
    if (isFixed[at] === true || line.trim() === "") return isFixed[at] === true ? line : "";
    const kept = line.slice(Math.min(at === 0 ? first : cut, widthOf(line)));
    return indent + inSteps(kept, step, layout.unit);
  });
}

// — below: private, in the order they are used —

/** A tab where lines begin with tabs, else the step by which lines are most often indented deeper. */
function unitOf(lines: readonly string[]): string | undefined {
  const indented = lines.filter((line) => /^[ \t]+\S/.test(line) && !/^\s+\*/.test(line));
  const tabs = indented.filter((line) => line.startsWith("\t")).length;
  if (tabs * 2 > indented.length) return "\t";
  const steps = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    if (line.trim() === "" || /^\s*\*/.test(line)) continue;
    const width = widthOf(line);
    if (width - before > 1) steps.set(width - before, (steps.get(width - before) ?? 0) + 1);
    before = width;
  }
  const [most] = [...steps].sort(([a, m], [b, n]) => n - m || a - b);
  return most === undefined || most[0] > 8 ? undefined : " ".repeat(most[0]);
}

function widthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  const to = lines.findLastIndex((line) => line.trim() !== "");
  return from < 0
    ? []
    : lines.slice(from, to + 1).map((line, at, all) => (at === all.length - 1 ? line.trimEnd() : line));
}

/** Which lines begin inside of a string; comments and the documentation of Python move with the code. */
function fixedLines(lines: readonly string[], family: Family, place: LayoutPlace): boolean[] {
  // A sign in front of each line tells what the line begins inside of.
  const code = maskCommentsAndStrings(lines.map((line) => `;${line}`).join("\n"), family, inString).split("\n");
  const isInString = (at: number): boolean => code[at]?.startsWith(inString) === true;
  let opener = 0;
  return lines.map((_, at) => {
    if (!isInString(at)) opener = at;
    return (
      isInString(at) &&
      !(languageFor(family).declarations?.hasDocStrings === true && isDocumentation(lines, code, opener, place))
    );
  });
}

/** A string that is the first statement of a block, and nothing besides. */
function isDocumentation(
  lines: readonly string[],
  code: readonly string[],
  opener: number,
  place: LayoutPlace,
): boolean {
  if (!/^\s*[rRuU]?(?:"""|''')/.test(lines[opener] ?? "")) return false;
  const after = code.findIndex((line, at) => at > opener && !line.startsWith(inString));
  const last = code[(after < 0 ? code.length : after) - 1] ?? "";
  if (last.replaceAll(inString, "").trim() !== "") return false;
  const before = code.slice(0, opener).filter((line) => line.slice(1).trim() !== "");
  const head = before.at(-1);
  return head === undefined ? place === "block" : head.trimEnd().endsWith(":") && isClosed(before.join("\n"));
}

function isClosed(code: string): boolean {
  return code.replaceAll(/[^([{]/g, "").length === code.replaceAll(/[^)\]}]/g, "").length;
}

/** One step of a text whose first line tells nothing: its own tab, or as many blanks as the file has. */
function hangingUnit(lines: readonly string[], { unit }: Layout, least: number): string {
  if (lines.some((line) => line.startsWith("\t"))) return "\t";
  return unit === "\t" ? " ".repeat(least % 4 === 0 ? 4 : 2) : unit;
}

/** How much deeper than its first line a text stands whose first line was cut out without its indentation. */
function hangingBy(lines: readonly string[], family: Family, unit: string, least: number): number {
  const [first = "", second = ""] = lines.map((line) => maskCommentsAndStrings(line, family).trim());
  const last = lines.at(-1)?.trim() ?? "";
  const isOpen = /(?:[{([:,=\\+\-*/|&?<]|=>|\b(?:and|or|where))$/.test(first) || /^[.?:&|+)\]}]/.test(second);
  // A line that comes back from the depth of the second is on the level of the first.
  const isBack = widthOf(lines[1] ?? "") - widthOf(lines[0] ?? "") > least;
  if (!isOpen || isBack) return least;
  if (/^(?:[)\]}]|end\b)/.test(last)) return Math.min(least, widthOf(lines.at(-1) ?? "") - widthOf(lines[0] ?? ""));
  return Math.max(0, least - unit.length);
}

function inSteps(line: string, step: string | undefined, unit: string): string {
  const width = widthOf(line);
  const [blank, rest] = [line.slice(0, width), line.slice(width)];
  if (width === 0 || step === undefined || blank.includes("\t") === unit.includes("\t")) return line;
  const size = step === "\t" ? 1 : step.length;
  return unit.repeat(Math.floor(width / size)) + " ".repeat(step === "\t" ? 0 : width % size) + rest;
}
