// The edits that take a declaration out of its text, with its comments, decorators, comma and blank lines.
//
// Invariant: nothing of a neighbour goes along; a declaration that cannot be parted from one is refused.

import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import type { EditedSymbol } from "./symbol-edit.ts";
import type { Extent } from "../../languages/declarations/symbol-extent.ts";
import { isFirstOnLine, isLastOnLine } from "../../languages/declarations/symbol-extent.ts";
import { withDocumentation } from "../../languages/declarations/documentation.ts";
import { layoutOf } from "../../languages/declarations/layout.ts";
import { hasWordsBefore, hasWordsBehind } from "../../languages/declarations/neighbours.ts";
import { leadAbove } from "../../languages/declarations/lead.ts";
import { constantsBehind, gapAbove, gapBelow, groupAround } from "../../languages/declarations/lines.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { assignment, closingOf } from "../../languages/syntax/brackets.ts";
import { behindComments, goesOn } from "../../languages/declarations/signs.ts";
import { indentAt, lineEnd, lineStart, nextLine, trimmedEnd, trimmedStart } from "../../languages/syntax/lines.ts";

export type Doomed = Pick<EditedSymbol, "source" | "around" | "extent" | "shown">;

export interface Deletion {
  readonly edits: readonly OffsetEdit[];
  readonly remarks: readonly string[];
}

export function deletion(doomed: Doomed): Deletion {
  const { extent } = doomed;
  switch (extent.role) {
    case "part":
      return inseparable(doomed, "It is part of an expression, a signature or a pattern.");
    case "declarator":
      return { edits: [withoutDeclarator(doomed)], remarks: [] };
    case "item":
      return { edits: withoutItem(doomed), remarks: shifted(doomed) };
    case "statement":
      return withoutStatement(doomed);
  }
}

// — below: private, in the order they are used —

function inseparable({ shown }: Doomed, why: string): never {
  return refuse({
    code: "bad_input",
    what: `${shown} cannot be deleted by itself.`,
    why,
    next: "Edit the text with safe_apply_edit.",
  });
}

/** One of several variables of a script, with the comma that parts it from the next or the last one. */
function withoutDeclarator(doomed: Doomed): OffsetEdit {
  const { source, around } = doomed;
  const { code, text, index, family } = source;
  if (family !== "script") return inseparable(doomed, "It is declared together with others in one statement.");
  const start = index.offsetOf(around.node.span.start);
  const end = trimmedEnd(text, index.offsetOf(around.node.span.end), start);
  const comma = trimmedStart(code, end);
  if (code.charAt(comma) === ",") return { start, end: trimmedStart(text, comma + 1), newText: "" };
  return { start: trimmedEnd(code, start) - 1, end, newText: "" };
}

function withoutItem({ source, extent }: Doomed): OffsetEdit[] {
  const { code, text } = source;
  const end = extent.comma ?? extent.end;
  const before = trimmedEnd(code, extent.lead);
  // The last of a list that ends without a comma leaves none behind.
  const isLast = extent.comma === undefined && code.charAt(before - 1) === ",";
  if (isFirstOnLine(source, extent.lead) && isLastOnLine(source, end)) {
    const lines = wholeLines(source, { ...extent, end });
    return isLast ? [{ start: before - 1, end: before, newText: "" }, lines] : [lines];
  }
  if (isLast) return [{ start: before - 1, end: extent.end, newText: "" }];
  return [{ start: extent.lead, end: Math.min(trimmedStart(text, end), lineEnd(text, end)), newText: "" }];
}

/** Members behind it that have no value of their own get another one. */
function shifted({ source, around, extent }: Doomed): string[] {
  if (around.node.kind !== "enum member") return [];
  const { index, code } = source;
  const behind = around.siblings
    .map(({ span }) => ({ start: index.offsetOf(span.start), end: index.offsetOf(span.end) }))
    .filter(({ start }) => start >= extent.end)
    .sort((a, b) => a.start - b.start);
  const [next] = behind;
  if (next === undefined || assignment(code, next.start, next.end) !== undefined) return [];
  return ["Later members without an explicit value may get a different value."];
}

function withoutStatement(doomed: Doomed): Deletion {
  const { source } = doomed;
  const { text } = source;
  const bare = withSemicolon(source, doomed.extent);
  const extent = withDocumentation(source, doomed.around.node.kind, bare);
  if (hasWordsBefore(source, extent.lead)) inseparable(doomed, "The text right before it may belong to it.");
  if (hasWordsBehind(source, doomed.around.node.kind, extent))
    inseparable(doomed, "Variables may be declared after it.");
  const group = groupAround(source, extent);
  const remarks = [
    ...counted(doomed),
    ...numbered(doomed),
    ...(extent.end > bare.end ? ["The docstring below it was deleted too."] : []),
  ];
  const whole = group === undefined ? undefined : wholeGroup(source, extent, group);
  if (whole !== undefined) return { edits: [wholeLines(source, whole)], remarks };
  const kept = keptApart(source, extent);
  if (isFirstOnLine(source, extent.lead) && isLastOnLine(source, extent.end)) {
    if (!isOnlyOfSuite(source, extent)) return { edits: [wholeLines(source, extent), ...kept], remarks };
    const edit = { start: extent.lead, end: lineEnd(text, extent.end), newText: "pass" };
    return { edits: [edit], remarks: [...remarks, "`pass` was put in its place: a Python body must not be empty."] };
  }
  const to = Math.min(trimmedStart(text, extent.end), lineEnd(text, extent.end));
  const isRestOfLine = isLastOnLine(source, extent.end);
  const start = isRestOfLine ? trimmedEnd(text, extent.lead, lineStart(text, extent.lead)) : extent.lead;
  return { edits: [{ start, end: isRestOfLine ? extent.end : to, newText: "" }, ...kept], remarks };
}

/** With the sign that parts it from the next statement on its line, in Python. */
function withSemicolon({ code, family }: Source, extent: Extent): Extent {
  const next = trimmedStart(code, extent.end, lineEnd(code, extent.end));
  return family === "python" && code.charAt(next) === ";" ? { ...extent, end: next + 1 } : extent;
}

/** Without it, what follows would go on with what stands before: a semicolon keeps the two apart. */
function keptApart({ text, code, family }: Source, { lead, end }: Extent): OffsetEdit[] {
  if (family !== "script") return [];
  const next = behindComments(text, end);
  const before = code.charAt(trimmedEnd(code, lead) - 1);
  if (!goesOn.test(text.slice(next, next + 1)) || ";{,".includes(before)) return [];
  return [{ start: next, end: next, newText: ";" }];
}

/** In a group of constants of Go those without a value repeat the one above them, and count on. */
function counted(doomed: Doomed): string[] {
  const { source, extent } = doomed;
  const found = constantsBehind(source, extent, extent.end);
  if (found === undefined || found.rest === "") return [];
  const hasValue = assignment(source.code, extent.name, extent.end) !== undefined;
  if (found.isRepeating && hasValue) inseparable(doomed, "The constants below it in its group repeat its value.");
  return /\biota\b/.test(found.all) ? ["The iota values of the constants below it decrease by one."] : [];
}

/** In an enumeration of Python, members that number themselves go on from the one above them. */
function numbered({ source, around, extent }: Doomed): string[] {
  const { index, code, family } = source;
  if (family !== "python" || around.parent === undefined) return [];
  const isNumbered = around.siblings
    .map(({ span }) => index.offsetOf(span.start))
    .some((at) => at >= extent.end && /^[^\n=]*=\s*(?:\w+\.)?auto\(\s*\)/.test(code.slice(at, lineEnd(code, at))));
  return isNumbered ? ["Later members numbered by auto() may get a different value."] : [];
}

/** A group goes as a whole with its only member. */
function wholeGroup(source: Source, extent: Extent, group: { start: number; open: number }): Extent | undefined {
  const { code } = source;
  const close = closingOf(code, group.open);
  if (close === undefined) return undefined;
  const rest = code.slice(group.open + 1, extent.lead) + code.slice(extent.end, close);
  if (rest.trim() !== "") return undefined;
  const parts = leadAbove(source, group.start);
  return { ...extent, lead: parts[0]?.start ?? group.start, parts, start: group.start, end: close + 1 };
}

/** Whether a body of Python would be empty without it: comments are no body. */
function isOnlyOfSuite(source: Source, { lead, end }: Extent): boolean {
  const { text, code, family } = source;
  const indent = indentAt(text, lead);
  if (family !== "python" || indent === "") return false;
  const isBare = (at: number): boolean => /^\s*(?:#|$)/.test(text.slice(at, lineEnd(text, at)));
  let above = lineStart(text, lead);
  do above = lineStart(text, above - (text.startsWith("\r\n", above - 2) ? 2 : 1));
  while (above > 0 && isBare(above));
  const head = code.slice(above, lineEnd(code, above));
  const isHead = head.trimEnd().endsWith(":") || (head.trim() !== "" && indentAt(text, above).length < indent.length);
  let below = nextLine(text, end);
  while (below < text.length && isBare(below)) below = nextLine(text, below);
  return isHead && (below >= text.length || indentAt(text, below).length < indent.length);
}

/** Its lines, and the blank ones that would be too many without it. */
function wholeLines(source: Source, extent: Extent): OffsetEdit {
  const { text } = source;
  const { eol } = layoutOf(text, source.family);
  const [above, below] = [gapAbove(source, extent.lead), gapBelow(source, extent)];
  const kept = !above.hasNeighbour
    ? above.blank
    : !below.hasNeighbour
      ? below.blank
      : Math.max(above.blank, below.blank);
  const isEnd = below.edge === text.length;
  if (!isEnd) return { start: above.edge, end: below.edge, newText: eol.repeat(above.edge === 0 ? 0 : kept) };
  // The file ends as it did, with or without an empty line.
  const isOpen = !/[\r\n]$/.test(text);
  const start = isOpen ? trimmedEnd(text, above.edge) : above.edge;
  return { start, end: text.length, newText: "" };
}
