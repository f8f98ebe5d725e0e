// A stretch of a file as a caller names it: lines, with columns where they matter, or the whole file.

import { z } from "zod";
import type { FilePath } from "../model/file-path.ts";
import type { LineIndex } from "../model/line-index.ts";
import type { Span } from "../model/place.ts";
import { comparePlaces } from "../model/place.ts";
import { refuse } from "../model/refusal.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import type { QueryContext } from "./define.ts";
import { shownPath } from "./foreign-text.ts";

export const stretchInput = {
  start_line: z.int().min(1).optional(),
  start_column: z.int().min(1).optional(),
  end_line: z.int().min(1).optional(),
  end_column: z.int().min(1).optional(),
};

export const rangeInput = { file_path: z.string().min(1), ...stretchInput };

export interface LineStretch {
  readonly start_line?: number | undefined;
  readonly start_column?: number | undefined;
  readonly end_line?: number | undefined;
  readonly end_column?: number | undefined;
}

export interface RangeInput extends LineStretch {
  readonly file_path: string;
}

export interface ResolvedRange {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly index: LineIndex;
  /** The file as a reader should see it, with the lines that were asked for. */
  readonly shown: string;
  /** Undefined for the whole file. */
  readonly span: Span | undefined;
}

export async function resolveRange({ view }: QueryContext, input: RangeInput): Promise<ResolvedRange> {
  const { snapshot, file } = await view.locate(input.file_path);
  const index = await snapshot.text(file);
  const span = spanOf(index, input);
  const path = shownPath(snapshot.base, file);
  const shown = span === undefined ? path : `${path}:${span.start.line}-${span.end.line}`;
  return { snapshot, file, index, shown, span };
}

/** What reaches beyond the end of the text ends with it. */
function spanOf(index: LineIndex, input: RangeInput): Span | undefined {
  const { start_line, start_column, end_line, end_column } = input;
  if ([start_line, start_column, end_line, end_column].every((one) => one === undefined)) return undefined;
  if (
    (start_column !== undefined && start_line === undefined) ||
    (end_column !== undefined && end_line === undefined)
  ) {
    refuse({ code: "bad_input", what: "A column is given without its line.", next: "Give start_line and end_line." });
  }
  const line = start_line ?? 1;
  if (line > index.lineCount) {
    refuse({
      code: "bad_input",
      what: `The file has ${index.lineCount} lines.`,
      why: `Line ${line} was asked for.`,
      next: "Read the file again.",
    });
  }
  const start = { line, column: start_column ?? 1 };
  const last = Math.min(end_line ?? index.lineCount, index.lineCount);
  const lastText = index.lineText(last) ?? "";
  const end = { line: last, column: Math.min(end_column ?? lastText.length + 1, lastText.length + 1) };
  if (comparePlaces(start, end) > 0) {
    refuse({ code: "bad_input", what: "The range ends before it begins.", next: "Give the smaller line first." });
  }
  return { start, end };
}
