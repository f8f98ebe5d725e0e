// Where a quoted text is in a file: exactly, or as whole lines whose outer whitespace differs.
//
// Invariant: a text that is there more than once is never chosen from.
// Invariant: a replacement is indented anew only where every quoted line is off by the same piece of whitespace; anything
// else could change what the code means.

import type { Family } from "../family.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { indented, shiftBetween, shiftText, trimmed } from "./indent.ts";
import type { QuotedLine } from "./near.ts";
import { nearLines } from "./near.ts";
import { openText, withinText } from "./strings.ts";

export interface QuotedReplacement {
  readonly oldText: string;
  readonly newText: string;
  /** Every place where it stands exactly, not only one. */
  readonly all: boolean;
  /** How strings are marked in the file. */
  readonly family: Family;
}

export type TextMatch =
  | {
      readonly kind: "found";
      readonly edits: readonly OffsetEdit[];
      /** What was not as it was quoted, in a clause. */
      readonly despite: string | undefined;
    }
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] }
  /** The place is found, but how the new text would have to be indented there is not certain. */
  | { readonly kind: "unclear"; readonly line: number; readonly why: string }
  | { readonly kind: "absent"; readonly near: readonly QuotedLine[] };

/** `oldText` is not empty. */
export function matchText(text: string, wanted: QuotedReplacement): TextMatch {
  const index = new LineIndex(text);
  return (
    exactly(index, wanted) ??
    byLineEnds(index, wanted) ??
    byLines(index, wanted) ?? { kind: "absent", near: nearLines(index, plainEnds(wanted.oldText).split("\n")) }
  );
}

// — below: private, in the order they are used —

function exactly(index: LineIndex, { oldText, newText, all }: QuotedReplacement): TextMatch | undefined {
  const { text } = index;
  const splits = (at: number): boolean => text.charAt(at - 1) === "\r" && text.charAt(at) === "\n";
  // What would go through the end of a line is quoted with other line ends.
  const starts = occurrences(text, oldText, all).filter((at) => !splits(at) && !splits(at + oldText.length));
  return among(index, starts, all, undefined, (start) => {
    const end = start + oldText.length;
    // An edit that changes only line ends is taken literally.
    const isAboutEnds = plainEnds(oldText) === plainEnds(newText);
    return { start, end, newText: isAboutEnds ? newText : withEndsOf(index, start, end, newText) };
  });
}

/** The same with every line end taken for the same. */
function byLineEnds(index: LineIndex, { oldText, newText, all }: QuotedReplacement): TextMatch | undefined {
  const { plain, offsets } = flattened(index.text);
  const sought = plainEnds(oldText);
  if (plain === index.text && sought === oldText) return undefined;
  const at = (offset: number): number => offsets[offset] ?? index.text.length;
  const spans = new Map(
    occurrences(plain, sought, all).map((start) => [at(start), at(start + sought.length)] as const),
  );
  return among(index, [...spans.keys()], all, "its line endings differ", (start) => {
    const end = spans.get(start) ?? start;
    return { start, end, newText: withEndsOf(index, start, end, newText) };
  });
}

/** Where it begins; without `all` also those that overlap, for they make it ambiguous too. */
function occurrences(text: string, sought: string, all: boolean): number[] {
  const starts: number[] = [];
  const step = all ? sought.length : 1;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + step)) starts.push(at);
  return starts;
}

function among(
  index: LineIndex,
  starts: readonly number[],
  all: boolean,
  despite: string | undefined,
  edit: (start: number) => OffsetEdit,
): TextMatch | undefined {
  if (starts.length === 0) return undefined;
  if (starts.length > 1 && !all) {
    return { kind: "ambiguous", lines: starts.map((start) => index.placeOf(start).line) };
  }
  return { kind: "found", edits: starts.map(edit), despite };
}

function plainEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** The text with plain line ends, and where each of its characters was; what ends a line ends where it did. */
function flattened(text: string): { readonly plain: string; readonly offsets: Uint32Array } {
  const plain = plainEnds(text);
  const offsets = new Uint32Array(plain.length + 1);
  let from = 0;
  for (let at = 0; at < plain.length; at++) {
    offsets[at] = from;
    from += text.startsWith("\r\n", from) ? 2 : 1;
  }
  offsets[plain.length] = from;
  return { plain, offsets };
}

/** Line ends as they are at the place: inside of it, else behind it, else before it. */
function withEndsOf(index: LineIndex, start: number, end: number, newText: string): string {
  const { text } = index;
  const here = /\r\n?|\n/.exec(text.slice(start, end)) ?? /\r\n?|\n/.exec(text.slice(end));
  const before = here === null ? /(?:\r\n?|\n)(?=[^\r\n]*$)/.exec(text.slice(0, start)) : null;
  const lineEnd = here?.[0] ?? before?.[0];
  return lineEnd === undefined ? newText : newText.replaceAll(/\r\n|\n/g, lineEnd);
}

/** As whole lines, without what stands before and after the words of each. */
function byLines(index: LineIndex, { oldText, newText, family }: QuotedReplacement): TextMatch | undefined {
  const { lines: quoted, isEnded } = quotedLines(oldText);
  if (quoted.every((line) => trimmed(line) === "")) return undefined;
  const first = linesLike(index, quoted);
  if (first.length > 1) return { kind: "ambiguous", lines: first };
  const [line] = first;
  if (line === undefined) return undefined;
  const there = quoted.map((_, at) => index.lineText(line + at) ?? "");
  const shift = shiftBetween(quoted, there);
  if (shift === undefined) {
    return { kind: "unclear", line, why: "its lines are indented differently, and not all by the same amount" };
  }
  if (openText(there, family) || withinText(index.text, line, quoted.length, family)) {
    return { kind: "unclear", line, why: "it may contain a multi-line string, whose whitespace is significant" };
  }
  const moved = indented(newText, shift, family);
  if ("why" in moved) return { kind: "unclear", line, why: moved.why };
  const last = line + quoted.length - 1;
  const start = index.offsetOf({ line, column: 1 });
  const hasEnd = last < index.lineCount;
  const end = isEnded && hasEnd ? index.offsetOf({ line: last + 1, column: 1 }) : endOfLine(index, last);
  // A line end that is quoted but not there is not added either.
  const wanted = isEnded && !hasEnd ? moved.text.replace(/\r?\n$/, "") : moved.text;
  const edit = { start, end, newText: withEndsOf(index, start, end, wanted) };
  return { kind: "found", edits: [edit], despite: shiftText(shift) };
}

function quotedLines(text: string): { readonly lines: readonly string[]; readonly isEnded: boolean } {
  const lines = plainEnds(text).split("\n");
  const isEnded = lines.length > 1 && lines.at(-1) === "";
  return { lines: isEnded ? lines.slice(0, -1) : lines, isEnded };
}

function linesLike(index: LineIndex, quoted: readonly string[]): number[] {
  const sought = quoted.map(trimmed);
  const own = Array.from({ length: index.lineCount }, (_, at) => trimmed(index.lineText(at + 1) ?? ""));
  const found: number[] = [];
  for (let at = 0; at + sought.length <= own.length; at++) {
    if (sought.every((line, offset) => own[at + offset] === line)) found.push(at + 1);
  }
  return found;
}

function endOfLine(index: LineIndex, line: number): number {
  return index.offsetOf({ line, column: (index.lineText(line)?.length ?? 0) + 1 });
}
