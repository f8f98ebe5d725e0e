// One way to point at code, the same in every operation: by line and column, or by quoted text with a mark.

import { z } from "zod";
import type { LineIndex } from "../model/line-index.ts";
import type { Place } from "../model/place.ts";
import { refuse } from "../model/refusal.ts";
import type { Snapshot, Target } from "../workspace/snapshot.ts";

export const targetInput = {
  file_path: z.string().min(1).describe("File, relative to the root."),
  line: z.int().optional().describe("Line, from 1."),
  column: z.int().optional().describe("Column, from 1, in UTF-16 units as editors count."),
  position_pattern: z
    .string()
    .optional()
    .describe("Instead of line and column: text around the place, with @@ before the character meant."),
  line_scope_start: z.int().optional().describe("First line to search for the pattern."),
  line_scope_end: z.int().optional().describe("Last line to search for the pattern."),
};

const targetSchema = z.object(targetInput);
export type TargetInput = z.output<typeof targetSchema>;

export interface ResolvedTarget extends Target {
  /** The text of the line, so that a caller can see what was understood. */
  readonly lineText: string;
}

export async function resolveTarget(snapshot: Snapshot, input: TargetInput): Promise<ResolvedTarget> {
  const file = await snapshot.file(input.file_path);
  const index = await snapshot.text(file);
  const place =
    input.position_pattern === undefined ? byPosition(index, input) : byPattern(index, input, input.position_pattern);
  return { file, place, lineText: index.lineText(place.line) ?? "" };
}

function byPosition(index: LineIndex, input: TargetInput): Place {
  const { line, column } = input;
  if (line === undefined || column === undefined) {
    return refuse({
      code: "bad_input",
      what: "A place is missing.",
      why: "Neither line and column nor position_pattern are given.",
      next: "Give line and column, or position_pattern with @@ before the character meant.",
    });
  }
  if (line < 1) refuse({ code: "bad_input", what: "line must be >= 1", next: "Lines count from 1." });
  if (column < 1) refuse({ code: "bad_input", what: "column must be >= 1", next: "Columns count from 1." });
  const text = index.lineText(line);
  if (text === undefined) {
    return refuse({
      code: "bad_input",
      what: `The file has ${index.lineCount} lines.`,
      why: `Line ${line} was asked for.`,
      next: "Read the file again.",
    });
  }
  if (column > text.length + 1) {
    refuse({
      code: "bad_input",
      what: `Line ${line} has ${text.length} columns.`,
      why: `Column ${column} was asked for.`,
      next: "Count columns from 1 in UTF-16 units, or quote the text where position_pattern can be given.",
    });
  }
  return { line, column };
}

function byPattern(index: LineIndex, input: TargetInput, pattern: string): Place {
  const [before, after, ...more] = pattern.split("@@");
  if (before === undefined || after === undefined || more.length > 0 || before + after === "") {
    return refuse({
      code: "bad_input",
      what: "position_pattern needs exactly one @@ and some text.",
      next: "Put @@ right before the character meant, e.g. const @@total =.",
    });
  }
  const from = index.offsetOf({ line: input.line_scope_start ?? 1, column: 1 });
  const to =
    input.line_scope_end === undefined
      ? index.text.length
      : index.offsetOf({ line: input.line_scope_end + 1, column: 1 });
  const found: Place[] = [];
  for (
    let at = index.text.indexOf(before + after, from);
    at !== -1 && at < to && found.length < 10;
    at = index.text.indexOf(before + after, at + 1)
  ) {
    found.push(index.placeOf(at + before.length));
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  return refuse(
    found.length === 0
      ? {
          code: "bad_input",
          what: "position_pattern was not found.",
          next: "Copy the text exactly from the file, or widen the line scope.",
        }
      : {
          code: "ambiguous_target",
          what: `position_pattern matches ${found.length === 10 ? "10 or more" : found.length} places.`,
          why: `On lines ${found.map((place) => place.line).join(", ")}.`,
          next: "Narrow it with line_scope_start and line_scope_end, or quote more text.",
          data: { candidates: found },
        },
  );
}
