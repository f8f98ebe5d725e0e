// How far lines stand from where they were quoted, and the same for what takes their place.
//
// Invariant: lines are moved only by one piece of whitespace, the same for all; relative to each other they stay.

import type { Family } from "../family.ts";
import { openText } from "./strings.ts";
import { counted } from "../../std/words.ts";

/** Spaces and tabs only: other blanks are no indentation, and may well be meant. */
export function trimmed(line: string): string {
  return line.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");
}

/** What every line has more, or less, than it was quoted with. */
export interface Shift {
  readonly direction: "deeper" | "shallower" | "none";
  readonly by: string;
}

/** Undefined where it is not the same for all. Lines without words have no indentation. */
export function shiftBetween(quoted: readonly string[], there: readonly string[]): Shift | undefined {
  const pairs = quoted.flatMap((line, at) =>
    trimmed(line) === "" ? [] : [{ was: indentOf(line), is: indentOf(there[at] ?? "") }],
  );
  const [first] = pairs;
  if (first === undefined || pairs.every(({ was, is }) => was === is)) return { direction: "none", by: "" };
  const { was, is } = first;
  const isDeeper = is.length > was.length;
  const by = isDeeper ? is.slice(0, is.length - was.length) : was.slice(0, was.length - is.length);
  const holds = pairs.every((pair) => (isDeeper ? pair.is === by + pair.was : pair.was === by + pair.is));
  if (!holds || by === "") return undefined;
  return { direction: isDeeper ? "deeper" : "shallower", by };
}

/** The new text moved as the quoted lines have to be; refused where that could change more than the indentation. */
export function indented(
  newText: string,
  { direction, by }: Shift,
  family: Family,
): { readonly text: string } | { readonly why: string } {
  if (direction === "none") return { text: newText };
  const lines = newText.split("\n");
  if (openText(lines, family)) {
    return {
      why: "it is indented differently, and new_text contains a multi-line string, which must not be re-indented",
    };
  }
  if (direction === "deeper") {
    return { text: lines.map((line) => (isBlank(line) ? line : by + line)).join("\n") };
  }
  if (lines.some((line) => !isBlank(line) && !line.startsWith(by))) {
    return { why: "it is indented less than quoted, and new_text cannot be shifted that far left" };
  }
  return { text: lines.map((line) => (line.startsWith(by) ? line.slice(by.length) : line)).join("\n") };
}

export function shiftText({ direction, by }: Shift): string {
  if (direction === "none") return "whitespace around its lines differs";
  const what = /^ +$/.test(by) ? counted(by.length, "space") : /^\t+$/.test(by) ? tabs(by) : "tabs and spaces";
  return direction === "deeper"
    ? `it is indented by ${what} more, and new_text was shifted accordingly`
    : `it is indented by ${what} less, and new_text was shifted accordingly`;
}

// — below: private, in the order they are used —

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line);
}

function tabs(by: string): string {
  return counted(by.length, "tab");
}
