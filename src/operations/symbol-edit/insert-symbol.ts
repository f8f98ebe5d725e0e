// Where new code goes beside a symbol, as its sibling: with the indentation, blank lines and commas of the place.
//
// Invariant: what belongs to a neighbour stays with it: comments, decorators, commas.

import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import type { Extent } from "../../languages/declarations/symbol-extent.ts";
import { isFirstOnLine, isLastOnLine, isValue, statementOf } from "../../languages/declarations/symbol-extent.ts";
import { editRulesFor } from "../../languages/table.ts";
import { withDocumentation } from "../../languages/declarations/documentation.ts";
import { layoutOf, linesAt } from "../../languages/declarations/layout.ts";
import { leadAbove } from "../../languages/declarations/lead.ts";
import { gapAbove, gapBelow, groupAround, constantsBehind } from "../../languages/declarations/lines.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { closingOf } from "../../languages/syntax/brackets.ts";
import { indentAt, lineEnd, lineStart, trimmedEnd } from "../../languages/syntax/lines.ts";
import { sourceOf, behindComments, endOfCode, endsInLineComment, goesOn } from "../../languages/declarations/signs.ts";
import type { EditedSymbol } from "./symbol-edit.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";
import { z } from "zod";
import type { Declared, EditContext, Edited, Operation } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { hasWordsBefore, hasWordsBehind } from "../../languages/declarations/neighbours.ts";
import type { Family } from "../../languages/family.ts";

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
  mustLeaveNeighbours(anchor, extent, side);
  const layout = layoutOf(source.text, source.family);
  const indent = indentAt(source.text, isFirstOnLine(source, extent.start) ? extent.start : extent.lead);
  if (extent.role === "item")
    return besideItem(anchor, extent, linesAt(item(fresh), source.family, layout, indent), side);
  if (!isAlone(source, extent, side)) return sharesLine(shown, "Code beside a statement gets lines of its own.");
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
  return isLastOnLine(source, end) && (!editRulesFor(source.family).isIndented || isFirstOnLine(source, lead));
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

/** None between lines that belong together, and between blocks as many as the neighbours have, one or two. */
function blankLines({ source, around }: InsertionAnchor, extent: Extent, fresh: Source): number {
  const own = source.code.slice(extent.start, extent.end);
  const isBlock = /[\r\n]/.test(own.trim()) || (!isValue(around.node.kind) && own.endsWith("}"));
  if (!isBlock && !isBlockOf(fresh)) return 0;
  const gaps = [gapAbove(source, extent.lead), gapBelow(source, extent)].filter(({ hasNeighbour }) => hasNeighbour);
  if (isBlock && gaps.length > 0) return Math.min(Math.max(...gaps.map(({ blank }) => blank)), 2);
  return indentAt(source.text, extent.start) === "" ? (editRulesFor(source.family).usualBlankLines ?? 1) : 1;
}

/** Whether the code takes several lines besides its comments, or declares something with a body. */
function isBlockOf({ code }: Source): boolean {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  return (
    lines.length > 1 || /^\s*(?:\w+\s+)*(?:function|func|fn|def|class|struct|interface|enum|impl|trait)\b/.test(code)
  );
}

// — The symbol that code is inserted beside, and on which side of it —

export type Side = "before" | "after";

export type InsertionAnchor = Pick<EditedSymbol, "file" | "source" | "around" | "extent" | "shown">;

// — What `insert_after_symbol` and `insert_before_symbol` have in common: everything but the side —

const input = { ...symbolInput, code: z.string(), dry_run: dryRunInput };
type Input = typeof input;

export interface DeclaredInsertion<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly side: Side;
  readonly command: string;
}

export function defineInsertion<Name extends string>({
  name,
  title,
  side,
  command,
}: DeclaredInsertion<Name>): Operation<Name, Input, EditedJson> &
  Declared<Name, Input, Edited<AboutEdit>, EditedJson, EditContext> {
  const past = side === "after" ? "its end" : "its comments and decorators";
  return defineEdit<Name, Input, AboutEdit, EditedJson>({
    name,
    title,
    summary: `Insert code right ${side} a symbol, as its sibling.`,
    guidance: `It goes ${side === "after" ? "behind" : "above"} ${past}, with the indentation and blank lines of the place.`,
    exposure: "full",
    cli: { command, positional: "symbol" },
    needs: ["textDocument/documentSymbol"],
    input,
    applies: ({ dry_run }) => !dry_run,
    async plan(context, { file_path, symbol_path, code }) {
      const symbol = await symbolToEdit(context, { file_path, symbol_path });
      const where = `code ${side} ${symbol.shown}`;
      const about = { base: symbol.snapshot.base, done: `Inserted ${where}`, would: `Insert ${where}` };
      const plan = planOf(symbol, `insert ${where}`, insertion(symbol, code, side));
      return { value: { about, plan }, standing: symbol.standing };
    },
    isEmpty: () => false,
    toText: editedText,
    toJson: editedJson,
    hints: (edited) => hintsAfter(edited, [{ operation: "list_symbols", why: "what stands beside it" }]),
    examples: [
      {
        title: `A function ${side} another, shown and not written`,
        input: {
          file_path: "src/money.ts",
          symbol_path: "times",
          code: "export function none(currency: string): Money {\n  return { cents: 0, currency };\n}",
          dry_run: true,
        },
      },
    ],
  });
}

// — Where new code beside a symbol would change a neighbour: what is torn apart or counted anew is refused —

function mustLeaveNeighbours(anchor: InsertionAnchor, extent: Extent, side: Side): void {
  mustBeWhole(anchor, extent, side);
  mustNotRecount(anchor, extent, side);
}

/** Nothing goes between words that may belong together: what a macro stands for, or the variables behind a type. */
function mustBeWhole({ source, shown, around }: InsertionAnchor, extent: Extent, side: Side): void {
  if (extent.role !== "statement") return;
  const isTorn =
    side === "before" ? hasWordsBefore(source, extent.lead) : hasWordsBehind(source, around.node.kind, extent);
  if (!isTorn) return;
  refuse({
    code: "bad_input",
    what: `What is right ${side === "before" ? "before" : "behind"} ${shown} may be part of it.`,
    why: "It is not certain where it begins and ends.",
    next: "Edit the text with safe_apply_edit.",
  });
}

/** In a group of constants of Go those below repeat the one above them, and count the lines: they would change. */
function mustNotRecount({ source, shown }: InsertionAnchor, extent: Extent, side: Side): void {
  const found = constantsBehind(source, extent, side === "after" ? extent.end : extent.lead);
  if (found === undefined || (!found.isRepeating && !/\biota\b/.test(found.rest))) return;
  refuse({
    code: "bad_input",
    what: `Code ${side} ${shown} would change the values of the constants below.`,
    why: "They repeat the expression above them, or use iota.",
    next: "Insert it after the last one of the group, or edit the text with safe_apply_edit.",
  });
}

// — What keeps new code apart from the code before and behind it: commas, and the semicolons of scripts —

/** What goes on the line of something else must be one line itself. */
function onlyLine({ shown, file }: InsertionAnchor, lines: readonly string[]): string {
  const [line = ""] = lines;
  const fresh = sourceOf(file, line);
  const isDirective = editRulesFor(fresh.family).directive?.test(line) === true;
  if (lines.length === 1 && !isDirective && !endsInLineComment(fresh)) return line.trim();
  return sharesLine(shown, "Several lines, or a comment, do not fit there without changing that line.");
}

/** New code with the semicolons that keep it from going on with what is above, and what is below with it. */
function keptApart(anchor: InsertionAnchor, extent: Extent, fresh: Source, side: Side): string {
  const { source } = anchor;
  const { text, code, family } = source;
  if (!editRulesFor(family).joinsLines) return fresh.text;
  const before = side === "after" ? code.slice(extent.start, extent.end) : code.slice(0, trimmedEnd(code, extent.lead));
  const isApart = side === "after" ? isEnded(before, family) : before === "" || /[;{,]$/.test(before);
  const first = fresh.text.slice(0, behindComments(fresh.text, 0));
  const opener = !isApart && goesOn.test(fresh.text.slice(first.length)) ? ";" : "";
  const next = behindComments(text, side === "after" ? extent.end : extent.lead);
  const isFollowed = goesOn.test(text.slice(next, next + 1)) && !isEnded(fresh.code, family);
  const behind = isFollowed ? endOfCode(fresh) : fresh.text.length;
  const body = fresh.text.slice(first.length, behind);
  return first + opener + body + (isFollowed ? ";" : "") + fresh.text.slice(behind);
}

/** The lines of an item with the comma behind it, before a comment at its end. */
function withComma({ file }: InsertionAnchor, lines: readonly string[]): string[] {
  const fresh = sourceOf(file, lines.join("\n"));
  const end = endOfCode(fresh);
  return `${fresh.text.slice(0, end)},${fresh.text.slice(end)}`.split("\n");
}

function insertionAt(offset: number, newText: string): OffsetEdit {
  return { start: offset, end: offset, newText };
}

function sharesLine(shown: string, why: string): never {
  return refuse({
    code: "bad_input",
    what: `${shown} shares its line with other code.`,
    why,
    next: "Edit the text with safe_apply_edit.",
  });
}

/** Whether nothing that follows on the next line can be taken for a part of it. */
function isEnded(code: string, family: Family): boolean {
  const end = trimmedEnd(code, code.length);
  if (code.charAt(end - 1) === ";") return true;
  return code.charAt(end - 1) === "}" && (editRulesFor(family).isEndedByBrace?.(code) ?? true);
}
