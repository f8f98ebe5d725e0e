// What keeps new code apart from the code before and behind it: the sign between two on one line, and in scripts the
// semicolon without which a line goes on with the one above.

import type { Family } from "../../languages/family.ts";
import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import type { InsertionAnchor, Side } from "./insert-symbol-anchor.ts";
import type { Extent } from "../../languages/declarations/symbol-extent.ts";
import { isValue } from "../../languages/declarations/symbol-extent.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { assignment, openingOf } from "../../languages/syntax/brackets.ts";
import { behindComments, endOfCode, endsInLineComment, goesOn, sourceOf } from "../../languages/declarations/signs.ts";
import { lineEnd, trimmedEnd, trimmedStart } from "../../languages/syntax/lines.ts";

/** What goes on the line of something else must be one line itself. */
export function onlyLine({ shown, file }: InsertionAnchor, lines: readonly string[]): string {
  const [line = ""] = lines;
  const fresh = sourceOf(file, line);
  const isDirective = (fresh.family === "c" || fresh.family === "csharp") && /^\s*#/.test(line);
  if (lines.length === 1 && !isDirective && !endsInLineComment(fresh)) return line.trim();
  return sharesLine(shown, "Several lines, or a comment, do not fit there without changing that line.");
}

export function onItsLine(anchor: InsertionAnchor, extent: Extent, lines: readonly string[], side: Side): OffsetEdit {
  const { source, file } = anchor;
  const { family } = source;
  const line = onlyLine(anchor, lines);
  const fresh = sourceOf(file, line);
  if (family === "python") return besideSimple(anchor, extent, line, side);
  const ended = isEnded(fresh.code, family) ? line : `${line};`;
  if (side === "before") return insertionAt(extent.lead, `${ended} `);
  const own = source.code.slice(extent.start, extent.end);
  const next = source.code.charAt(trimmedStart(source.code, extent.end, lineEnd(source.code, extent.end)));
  if (!/[;}]\s*$/.test(own) && !")]}".includes(next)) sharesLine(anchor.shown, "Nothing separates the two.");
  const isLast = ")]}".includes(next) && (family === "script" || family === "go");
  return insertionAt(extent.end, `${isEnded(own, family) ? " " : "; "}${isLast ? line : ended}`);
}

/** New code with the semicolons that keep it from going on with what is above, and what is below with it. */
export function keptApart(anchor: InsertionAnchor, extent: Extent, fresh: Source, side: Side): string {
  const { source } = anchor;
  const { text, code, family } = source;
  if (family !== "script") return fresh.text;
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
export function withComma({ file }: InsertionAnchor, lines: readonly string[]): string[] {
  const fresh = sourceOf(file, lines.join("\n"));
  const end = endOfCode(fresh);
  return `${fresh.text.slice(0, end)},${fresh.text.slice(end)}`.split("\n");
}

export function insertionAt(offset: number, newText: string): OffsetEdit {
  return { start: offset, end: offset, newText };
}

// — below: private, in the order they are used —

function sharesLine(shown: string, why: string): never {
  return refuse({
    code: "bad_input",
    what: `${shown} shares its line with other code.`,
    why,
    next: "Give the code on one line without a comment, or edit the text with safe_apply_edit.",
  });
}

/** `match` is a name too. */
const compound = /^(?:@|(?:async|def|class|if|for|while|with|try)\b|match\s[^=]*:$)/;

/** In Python only what has no block of its own can stand beside something else. */
function besideSimple({ around, shown }: InsertionAnchor, extent: Extent, line: string, side: Side): OffsetEdit {
  if (!isValue(around.node.kind) || compound.test(line)) {
    return sharesLine(shown, "A statement with a block does not fit there.");
  }
  const simple = line.endsWith(";") ? line.slice(0, -1).trimEnd() : line;
  return side === "before" ? insertionAt(extent.lead, `${simple}; `) : insertionAt(extent.end, `; ${simple}`);
}

/** Whether nothing that follows on the same line, or in scripts on the next, can be taken for a part of it. */
function isEnded(code: string, family: Family): boolean {
  const end = trimmedEnd(code, code.length);
  if (code.charAt(end - 1) === ";") return true;
  if (code.charAt(end - 1) !== "}" || family === "go") return false;
  if (family !== "script") return true;
  if (declares.test(code)) return true;
  const head = code.slice(0, trimmedEnd(code, openingOf(code, end - 1) ?? 0));
  return head.endsWith(")") && assignment(code, 0, end) === undefined;
}

const declares =
  /^\s*(?:(?:export|default|declare|abstract|async)\s+)*(?:function|class|interface|enum|namespace|module)\b(?!\s*[=:(?!])/;
