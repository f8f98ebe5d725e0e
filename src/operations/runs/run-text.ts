// The answers of run_build and run_tests as text: one line that says it all, then what failed, then what was printed.

import type { Base } from "../../model/file-path.ts";
import type { Budget } from "../../render/budget.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inert, inertLine } from "../../render/inert.ts";
import { nameAtStart, quotedLines, shownPath } from "../foreign-text.ts";
import type { PlacedStep } from "./run-steps.ts";

export interface ShownRun {
  readonly head: string;
  /** The head without what a very small answer has no room for. */
  readonly shortHead: string;
  readonly notes: readonly string[];
  readonly items: readonly ShownItem[];
  /** What was printed, its end first in importance; shown where the items do not say enough. */
  readonly printed: string | undefined;
}

export interface ShownItem {
  /** Its place and its name, on one line. */
  readonly title: string;
  readonly message: string;
}

/** `src/a.ts:3:5`, as a next question takes it; undefined where no place is known. */
export function placeText(base: Base, { file, line, column }: PlacedStep): string | undefined {
  if (file === undefined) return undefined;
  return [shownPath(base, file), line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(":");
}

export function titleOf(place: string | undefined, words: string): string {
  const shown = inertLine(words, 300);
  return place === undefined ? nameAtStart(shown) : `${place} ${shown}`;
}

export function runText({ head, shortHead, notes, items, printed }: ShownRun, budget: Budget): string {
  const top = [head, ...notes.map((note) => `(${inertLine(note, 300)})`)];
  const listed = (lines: number): string[] =>
    items.flatMap(({ title, message }) => [title, ...messageLines(message, lines)]);
  const ended = (lines: number): string[] => (printed === undefined ? [] : lastLines(printed, lines));
  const form = (messages: number, end: number, leavesOut?: string): (() => Rendering) => {
    const text = (): string => [...top, ...listed(messages), ...ended(end)].join("\n");
    return () => (leavesOut === undefined ? { text: text() } : { text: text(), leavesOut });
  };
  const titles = items.map(({ title }) => title);
  return fitting(
    [
      form(30, 60),
      form(8, 25, "messages shortened; raise max_tokens for the rest"),
      form(2, 8, "messages shortened; raise max_tokens for the rest"),
      () => ({ text: [head, ...titles].join("\n"), leavesOut: "messages left out: too many" }),
      () => ({
        text: firstLines(head, titles, budget, (kept) => `(${titles.length - kept} more and all messages left out)`),
      }),
      () => ({ text: head }),
      () => ({ text: shortHead }),
    ],
    budget,
  );
}

/** The end of what was printed: at most so many characters, from the beginning of a line on. */
export function tailOf(text: string, limit: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= limit) return { text, isCut: false };
  const end = text.slice(-limit);
  const line = end.indexOf("\n");
  return { text: line < 0 ? end.replace(/^[\udc00-\udfff]/, "") : end.slice(line + 1), isCut: true };
}

// — below: private, in the order they are used —

const lineLimit = 400;

function messageLines(message: string, limit: number): string[] {
  const lines = trimmed(message);
  if (lines.length === 0) return [];
  const more = lines.length > limit ? ["…"] : [];
  return quotedLines([...lines.slice(0, limit), ...more].map((line) => shown(line)).join("\n"));
}

function lastLines(printed: string, limit: number): string[] {
  const lines = trimmed(printed);
  if (lines.length === 0) return ["(nothing was printed)"];
  const kept = lines.slice(-limit);
  const rest = lines.length - kept.length;
  const head = rest > 0 ? `(the last ${kept.length} of ${lines.length} lines that were printed)` : "(what was printed)";
  return [head, ...quotedLines(kept.map((line) => shown(line)).join("\n"))];
}

function shown(line: string): string {
  return inertLine(inert(line).replaceAll("\t", "  "), lineLimit);
}

/** Without empty lines at either end. */
function trimmed(text: string): string[] {
  const lines = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  return lines === "" ? [] : lines.split("\n");
}
