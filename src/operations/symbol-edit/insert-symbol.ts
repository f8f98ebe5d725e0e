// Where new code goes beside a symbol, as its sibling: with the indentation, blank lines and commas of the place.
//
// Invariant: what belongs to a neighbour stays with it: comments, decorators, commas.

import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import type { InsertionAnchor, Side } from "./insert-symbol-anchor.ts";
import { mustHarmNobody } from "./insert-symbol-harm.ts";
import { insertionAt, keptApart, onItsLine, onlyLine, withComma } from "./insert-symbol-line.ts";
import type { Extent } from "../../languages/declarations/symbol-extent.ts";
import {
  isCallable,
  isFirstOnLine,
  isLastOnLine,
  isValue,
  statementOf,
} from "../../languages/declarations/symbol-extent.ts";
import { withDocumentation } from "../../languages/declarations/documentation.ts";
import { layoutOf, linesAt } from "../../languages/declarations/layout.ts";
import { leadAbove } from "../../languages/declarations/lead.ts";
import { gapAbove, gapBelow, groupAround } from "../../languages/declarations/lines.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { closingOf } from "../../languages/syntax/brackets.ts";
import { indentAt, lineEnd, lineStart, trimmedEnd } from "../../languages/syntax/lines.ts";
import { sourceOf } from "../../languages/declarations/signs.ts";

export function insertion(anchor: InsertionAnchor, code: string, side: Side): OffsetEdit[] {
  const { source, file, shown } = anchor;
  const fresh = sourceOf(file, code.replaceAll(/\r\n?/g, "\n"));
  if (fresh.text.trim() === "") refuse({ code: "bad_input", what: "code is empty.", next: "Give the code to insert." });
  const extent = withDocumentation(source, anchor.around.node.kind, placeOf(anchor, fresh));
  if (extent.role === "part") {
    return refuse({
      code: "bad_input",
      what: `Nothing can be inserted beside ${shown}.`,
      why: "It is part of an expression, a signature or a pattern.",
      next: "Name the declaration that it is in, or edit the text with safe_apply_edit.",
    });
  }
  mustHarmNobody(anchor, extent, fresh, side);
  const layout = layoutOf(source.text, source.family);
  const indent = indentAt(source.text, isFirstOnLine(source, extent.start) ? extent.start : extent.lead);
  if (extent.role === "item")
    return besideItem(anchor, extent, linesAt(item(fresh), source.family, layout, indent), side);
  if (!isAlone(source, extent, side)) {
    return [onItsLine(anchor, extent, linesAt(fresh.text, source.family, layout, indent), side)];
  }
  const lines = linesAt(keptApart(anchor, extent, fresh, side), source.family, layout, indent);
  return [side === "after" ? below(anchor, extent, lines, fresh) : above(anchor, extent, lines, fresh)];
}

// — below: private, in the order they are used —

/** The whole statement of one of several variables; the whole group in Go, unless the code is a member of it. */
function placeOf({ source, around, extent }: InsertionAnchor, fresh: Source): Extent {
  const statement = statementOf(source, around, extent);
  const group = groupAround(source, statement);
  if (group === undefined || !/^(?:func|var|const|type)\b/m.test(fresh.code)) return statement;
  const parts = leadAbove(source, group.start);
  const end = (closingOf(source.code, group.open) ?? statement.end) + 1;
  return { ...statement, lead: parts[0]?.start ?? group.start, parts, start: group.start, end };
}

/** Whether a line of its own can begin there; in Python the line of a one-line body is all there is of it. */
function isAlone(source: Source, { lead, end }: Extent, side: Side): boolean {
  if (side === "before") return isFirstOnLine(source, lead);
  return isLastOnLine(source, end) && (source.family !== "python" || isFirstOnLine(source, lead));
}

/** Without the comma at its end, which the list gives it where one belongs. */
function item({ text, code }: Source): string {
  const end = trimmedEnd(code, code.length);
  return code.charAt(end - 1) === "," ? text.slice(0, end - 1) + text.slice(end) : text;
}

function besideItem(anchor: InsertionAnchor, extent: Extent, lines: readonly string[], side: Side): OffsetEdit[] {
  const { source } = anchor;
  const { eol } = layoutOf(source.text, source.family);
  if (side === "before") {
    if (!isFirstOnLine(source, extent.lead)) return [insertionAt(extent.lead, `${onlyLine(anchor, lines)}, `)];
    return [insertionAt(lineStart(source.text, extent.lead), withComma(anchor, lines).join(eol) + eol)];
  }
  const end = extent.comma ?? extent.end;
  const isLast = isLastOnLine(source, end);
  if (extent.comma !== undefined) {
    return isLast
      ? [insertionAt(lineEnd(source.text, end), eol + withComma(anchor, lines).join(eol))]
      : [insertionAt(end, ` ${onlyLine(anchor, lines)},`)];
  }
  if (!isLast) return [insertionAt(end, `, ${onlyLine(anchor, lines)}`)];
  return [insertionAt(end, ","), insertionAt(lineEnd(source.text, end), `${eol}${lines.join(eol)}`)];
}

function below(anchor: InsertionAnchor, extent: Extent, lines: readonly string[], fresh: Source): OffsetEdit {
  const { text } = anchor.source;
  const { eol } = layoutOf(text, anchor.source.family);
  const gap = gapBelow(anchor.source, extent);
  const wanted = blankLines(anchor, extent, fresh);
  const missing = gap.hasNeighbour ? Math.max(0, wanted - gap.blank) : 0;
  const newText = eol.repeat(1 + wanted) + lines.join(eol) + eol.repeat(missing);
  return insertionAt(lineEnd(text, extent.end), newText);
}

function above(anchor: InsertionAnchor, extent: Extent, lines: readonly string[], fresh: Source): OffsetEdit {
  const { text } = anchor.source;
  const { eol } = layoutOf(text, anchor.source.family);
  const gap = gapAbove(anchor.source, extent.lead);
  const wanted = blankLines(anchor, extent, fresh);
  const missing = gap.hasNeighbour ? Math.max(0, wanted - gap.blank) : 0;
  const newText = eol.repeat(missing) + lines.join(eol) + eol.repeat(1 + wanted);
  return insertionAt(lineStart(text, extent.lead), newText);
}

/** As the neighbours have it: none between lines that belong together, one or two between blocks. */
function blankLines({ source, around }: InsertionAnchor, extent: Extent, fresh: Source): number {
  const { kind } = around.node;
  const own = source.code.slice(extent.start, extent.end);
  const isBraced = !isValue(kind) && (own.endsWith("}") || (source.family === "python" && isCallable(kind)));
  const isBlock = /[\r\n]/.test(own.trim()) || isBraced;
  const isLines = !isBlock && !isBlockOf(fresh);
  const [before, behind] = [gapAbove(source, extent.lead), gapBelow(source, extent)];
  const [previous, next] = besides(source, around, extent);
  const found = [
    ...(before.hasNeighbour && (!isLines || previous) ? [before.blank] : []),
    ...(behind.hasNeighbour && (!isLines || next) ? [behind.blank] : []),
  ];
  if (isLines) return found.length === 0 ? 0 : Math.min(...found, 2);
  const usual = source.family === "python" && indentAt(source.text, extent.start) === "" ? 2 : 1;
  return isBlock && found.length > 0 ? Math.min(Math.max(...found), 2) : usual;
}

/** Whether the symbols next to it, above and below, are mere values too. */
function besides(
  { index }: Source,
  { siblings }: InsertionAnchor["around"],
  { lead, end }: Extent,
): [boolean, boolean] {
  const placed = siblings
    .map(({ kind, nameSpan }) => ({ kind, at: index.offsetOf(nameSpan.start) }))
    .sort((a, b) => a.at - b.at);
  const previous = placed.findLast(({ at: name }) => name < lead);
  const next = placed.find(({ at: name }) => name >= end);
  return [previous !== undefined && isValue(previous.kind), next !== undefined && isValue(next.kind)];
}

/** Whether the code takes several lines besides its comments, or declares something with a body. */
function isBlockOf({ code }: Source): boolean {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  return (
    lines.length > 1 || /^\s*(?:\w+\s+)*(?:function|func|fn|def|class|struct|interface|enum|impl|trait)\b/.test(code)
  );
}
