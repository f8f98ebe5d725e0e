// Which place fixes are asked for: a range, a target as everywhere, a whole line, or every problem of a file.

import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Span } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { refuse } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import type { LineStretch } from "../line-range.ts";
import { stretchInput } from "../line-range.ts";
import type { TargetInput } from "../target.ts";
import { resolveTarget, targetInput } from "../target.ts";

export const fixesPlaceInput = {
  ...targetInput,
  ...stretchInput,
};

export interface FixesPlace {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  /** `src/a.ts:3`, as an answer repeats it. */
  readonly shown: string;
  /** None for every problem of the file. */
  readonly span: Span | undefined;
  readonly doubts: readonly Reason[];
}

export async function fixesPlace(context: QueryContext, input: TargetInput & LineStretch): Promise<FixesPlace> {
  const range = Object.keys(input).filter((key) => /^(?:start|end)_/.test(key) && isGiven(input, key));
  const target = ["line", "column", "position_pattern", "symbol_path"].filter((key) => isGiven(input, key));
  if (range.length > 0 && target.length > 0) {
    refuse({
      code: "bad_input",
      what: "The target is given in more than one way.",
      next: `Leave ${[...range, ...target].slice(1).join(", ")} out, or give a whole range.`,
    });
  }
  const isLine = target.join() === "line";
  if (target.length > 0 && !isLine) return atTarget(context, input);
  if (input.file_path === undefined) return noFile();
  const { snapshot, file } = await context.view.locate(input.file_path);
  const shown = shownPath(snapshot.base, file);
  const place = { snapshot, file, shown, span: undefined, doubts: [] };
  if (range.length === 0 && !isLine) return place;
  const { line } = input;
  const span = spanIn(await snapshot.text(file), isLine ? { start_line: line } : input);
  const lines = span.start.line === span.end.line ? `${span.start.line}` : `${span.start.line}-${span.end.line}`;
  return { ...place, shown: `${shown}:${lines}`, span };
}

// — below: private, in the order they are used —

function isGiven(input: object, key: string): boolean {
  return input[key as keyof typeof input] !== undefined;
}

/** A place is a point; a symbol is its whole declaration, with the problems inside of it. */
async function atTarget(context: QueryContext, input: TargetInput): Promise<FixesPlace> {
  const { snapshot, file, shown, place, node, doubts = [] } = await resolveTarget(context, input);
  const span = node?.span ?? { start: place, end: place };
  const named = input.symbol_path === undefined ? "" : ` ${input.symbol_path}`;
  return { snapshot, file, shown: `${shown}:${place.line}:${place.column}${named}`, span, doubts };
}

function noFile(): never {
  return refuse({
    code: "bad_input",
    what: "No target is given.",
    next: "Give file_path, alone for every problem in it or with line, a range or position_pattern; or symbol_path.",
  });
}

/** What is not given is the rest of the line. */
function spanIn(index: LineIndex, { start_line, start_column, end_line, end_column }: LineStretch): Span {
  if (start_line === undefined) {
    return refuse({ code: "bad_input", what: "start_line is missing.", next: "A range begins with start_line." });
  }
  const last = end_line ?? start_line;
  const start = { line: start_line, column: start_column ?? 1 };
  const end = { line: last, column: end_column ?? (index.lineText(last)?.length ?? 0) + 1 };
  if (Math.max(start_line, last) > index.lineCount) {
    refuse({
      code: "bad_input",
      what: `The file has ${index.lineCount} lines.`,
      why: `Line ${Math.max(start_line, last)} was asked for.`,
      next: "Read the file again.",
    });
  }
  if (comparePlaces(start, end) > 0) {
    refuse({ code: "bad_input", what: "The range ends before it begins.", next: "Swap its start and end." });
  }
  return { start, end };
}
