// One way to point at code, the same in every operation: by line and column, by quoted text with a mark, or by the
// path of a symbol with or without its file.

import { z } from "zod";
import type { LineIndex } from "../model/line-index.ts";
import type { FilePlace, Place } from "../model/place.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import type { FilePath } from "../model/file-path.ts";
import type { SymbolNode } from "../model/code-facts.ts";
import type { Reason } from "../model/standing.ts";
import { inertLine } from "../render/inert.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import type { QueryContext } from "./define.ts";
import { shownPath } from "./foreign-text.ts";
import { nodeInFile, symbolAnywhere } from "./symbols/path.ts";
import { placeOfName } from "../languages/declarations/symbol-tree.ts";

export const targetInput = {
  file_path: z.string().min(1).optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  position_pattern: z.string().optional(),
  line_scope_start: z.int().min(1).optional(),
  line_scope_end: z.int().min(1).optional(),
  symbol_path: z.string().min(1).optional(),
};

export interface TargetInput {
  readonly file_path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly position_pattern?: string | undefined;
  readonly line_scope_start?: number | undefined;
  readonly line_scope_end?: number | undefined;
  readonly symbol_path?: string | undefined;
}

export interface ResolvedTarget extends FilePlace {
  readonly snapshot: Snapshot;
  /** The file as a reader should see it. */
  readonly shown: string;
  /** The text of the line, so that a caller can see what was understood. */
  readonly lineText: string;
  /** The declaration itself, where a symbol path led to it. */
  readonly node?: SymbolNode | undefined;
  /** Why there may be another symbol with the same path, where it was searched for everywhere. */
  readonly doubts?: readonly Reason[] | undefined;
}

/** What stands for a column that is not given: nothing, or where the text of the line begins. */
export type MissingColumn = "refused" | "first text";

export async function resolveTarget(
  context: QueryContext,
  input: TargetInput,
  missingColumn: MissingColumn = "refused",
): Promise<ResolvedTarget> {
  const { file_path, symbol_path, position_pattern, line, column } = input;
  const isPlace = line !== undefined || column !== undefined;
  if ([isPlace, position_pattern !== undefined, symbol_path !== undefined].filter(Boolean).length > 1) {
    refuse({
      code: "bad_input",
      what: "The target is given in more than one way.",
      next: "Give line and column, or position_pattern, or symbol_path.",
    });
  }
  if (symbol_path !== undefined && file_path === undefined) {
    await mustNotBeFile(context, symbol_path);
    const { snapshot, file, place, node, doubts } = await symbolAnywhere(context, symbol_path);
    return { ...resolved(snapshot, file, await snapshot.text(file), place), node, doubts };
  }
  if (file_path === undefined) return noPlace("Neither file_path nor symbol_path is given.");
  const { snapshot, file } = await context.view.locate(file_path);
  const index = await snapshot.text(file);
  if (symbol_path !== undefined) {
    const node = await nodeInFile(snapshot, file, symbol_path, context.patience);
    return { ...resolved(snapshot, file, index, placeOfName(index, node)), node };
  }
  const place =
    position_pattern === undefined
      ? byPosition(index, input, missingColumn)
      : byPattern(index, input, position_pattern);
  return resolved(snapshot, file, index, place);
}

/** `path:line:column`, `path:line`, `path#Symbol.path` or `Symbol.path`: a target in one word. */
export function parseTarget(text: string): TargetInput {
  const place = /^(.+):(\d+):(\d+)$/s.exec(text);
  if (place?.[1] !== undefined) return { file_path: place[1], line: Number(place[2]), column: Number(place[3]) };
  const line = /^(.+[^:]):(\d+)$/s.exec(text);
  if (line?.[1] !== undefined) return { file_path: line[1], line: Number(line[2]) };
  // Names may begin with #, as private members do; so the first # behind an ending of a file is the mark.
  const named = /^(.*?\.[\w-]+)#(?!\/)(.+)$/s.exec(text) ?? /^(.+)#(.+)$/s.exec(text);
  if (named?.[1] !== undefined) return { file_path: named[1], symbol_path: named[2] };
  if (text === "")
    refuse({ code: "bad_input", what: "A target is empty.", next: "Write path:line:column or path#Symbol." });
  return { symbol_path: text };
}

function resolved(snapshot: Snapshot, file: FilePath, index: LineIndex, place: Place): ResolvedTarget {
  return { snapshot, file, place, shown: shownPath(snapshot.base, file), lineText: index.lineText(place.line) ?? "" };
}

/** A file alone says nothing about which of its symbols is meant; nor would a search of every server for its name. */
async function mustNotBeFile({ view }: QueryContext, path: string): Promise<void> {
  if (!/[\w-]\.\w+$/.test(path)) return;
  const place = await view.place(path).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (place?.exists !== true) return;
  const what = `${inertLine(path, 200)} is a file; which of its symbols is meant is missing.`;
  refuse({
    code: "bad_input",
    what,
    next: "Write path:line:column or path#Symbol; list_symbols shows what it declares.",
  });
}

function noPlace(why: string): never {
  return refuse({
    code: "bad_input",
    what: "No target is given.",
    why,
    next: "Give file_path with line and column, or with position_pattern (@@ before the target character), or symbol_path.",
  });
}

function byPosition(index: LineIndex, input: TargetInput, missingColumn: MissingColumn): Place {
  const { line } = input;
  const column = input.column ?? (missingColumn === "first text" ? firstText(index, line) : undefined);
  if (line === undefined || column === undefined) {
    return noPlace("file_path also needs line and column, position_pattern or symbol_path.");
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

function firstText(index: LineIndex, line: number | undefined): number {
  const text = index.lineText(line ?? 0) ?? "";
  return text.length - text.trimStart().length + 1;
}

function byPattern(index: LineIndex, input: TargetInput, pattern: string): Place {
  const [before, after, ...more] = pattern.split("@@");
  if (before === undefined || after === undefined || more.length > 0 || before + after === "") {
    return refuse({
      code: "bad_input",
      what: "position_pattern needs exactly one @@ and some text.",
      next: "Put @@ right before the target character, e.g. const @@total =.",
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
