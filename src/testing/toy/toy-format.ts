// How the toy lays out a text: two blanks or a tab in front of a line are one step, and nothing stands behind its words.

import type { LineAndUnit, PositionEncoding } from "../../model/line-index.ts";
import { at } from "../../std/json.ts";
import type { ToyDocument } from "./toy-texts.ts";

interface Range {
  readonly start: LineAndUnit;
  readonly end: LineAndUnit;
}

/** One edit for each line that is not as it should be, the last first, which is as good as any other order. */
export function toyFormatting(document: ToyDocument, params: unknown, encoding: PositionEncoding): object[] {
  const { index } = document;
  const range = at(params, ["range"]) as Range | undefined;
  const width = Number(at(params, ["options", "tabSize"]));
  const step = at(params, ["options", "insertSpaces"]) === true ? " ".repeat(width) : "\t";
  const edits: object[] = [];
  for (let line = index.lineCount; line >= 1; line--) {
    if (range !== undefined && (line - 1 < range.start.line || line - 1 > range.end.line)) continue;
    const text = index.lineText(line) ?? "";
    const indent = /^[ \t]*/.exec(text)?.[0] ?? "";
    const newText = `${step.repeat([...indent.matchAll(/\t| {2}/g)].length)}${text.trim()}`.trimEnd();
    if (newText === text) continue;
    const start = index.offsetOf({ line, column: 1 });
    edits.push({
      range: { start: index.unitsOf(start, encoding), end: index.unitsOf(start + text.length, encoding) },
      newText,
    });
  }
  return edits;
}
