// One edit of one file as a caller writes it: a range and its new text, or the old text and the new one.
//
// Invariant: what does not fit the text exactly is refused; nothing is moved to where it might have been meant.

import { z } from "zod";
import { LineIndex } from "../../model/line-index.ts";
import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { missingFile, quotedEdits } from "./apply-edit-texts.ts";
import type { LineStretch } from "../line-range.ts";
import { stretchInput } from "../line-range.ts";

export const rangeEditInput = {
  ...stretchInput,
  old_text: z.string().min(1).optional(),
  new_text: z.string(),
};

export interface RangeEdit extends LineStretch {
  readonly old_text?: string | undefined;
  readonly new_text: string;
}

/**
 * The text with the edit made; without a range and an old text the whole file is meant. `text` is undefined where there
 * is no file, and `file` is as a reader should see it.
 */
export function withEdit(text: string | undefined, edit: RangeEdit, file: string): string {
  const { old_text, start_line } = edit;
  if (text === undefined && (old_text !== undefined || start_line !== undefined)) missingFile(file);
  return applyEdits(text ?? "", editsOf(new LineIndex(text ?? ""), edit, file));
}

// — below: private, in the order they are used —

function editsOf(index: LineIndex, edit: RangeEdit, file: string): readonly OffsetEdit[] {
  const { start_line, start_column, end_line, end_column, old_text, new_text } = edit;
  const isRange = [start_line, start_column, end_line, end_column].some((one) => one !== undefined);
  if (old_text !== undefined) {
    if (isRange) twoWays();
    // The same as what would carry it out finds.
    return quotedEdits(index.text, { oldText: old_text, newText: new_text, all: false }, file).edits;
  }
  if (!isRange) return [{ start: 0, end: index.text.length, newText: new_text }];
  if (start_line === undefined) {
    return refuse({ code: "bad_input", what: "A range needs start_line.", next: "Lines and columns count from 1." });
  }
  const start = offsetAt(index, start_line, start_column ?? 1);
  const lastLine = end_line ?? start_line;
  const lastColumn = end_column ?? (index.lineText(lastLine)?.length ?? 0) + 1;
  const end = offsetAt(index, lastLine, lastColumn);
  if (end < start) {
    refuse({ code: "bad_input", what: "The range ends before it begins.", next: "Give the earlier position first." });
  }
  return [{ start, end, newText: new_text }];
}

function twoWays(): never {
  return refuse({
    code: "bad_input",
    what: "The edit is given in two ways.",
    next: "Give old_text, or a range from start_line to end_column.",
  });
}

function offsetAt(index: LineIndex, line: number, column: number): number {
  const text = index.lineText(line);
  // One line beyond the last is where a text can be added.
  if (text === undefined && line === index.lineCount + 1 && column === 1) return index.text.length;
  if (text === undefined) {
    return refuse({
      code: "bad_input",
      what: `The text has ${index.lineCount} lines.`,
      why: `Line ${line} was named.`,
      next: "Read it again; lines count from 1.",
    });
  }
  if (column > text.length + 1) {
    refuse({
      code: "bad_input",
      what: `Line ${line} has ${text.length} columns.`,
      why: `Column ${column} was named.`,
      next: "Columns count from 1 in UTF-16 units; or quote old_text.",
    });
  }
  return index.offsetOf({ line, column });
}
