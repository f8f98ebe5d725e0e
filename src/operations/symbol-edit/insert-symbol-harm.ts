// Where new code beside a symbol would change a neighbour: what is torn apart, counted anew or parted is refused.

import type { SymbolNode } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import type { InsertionAnchor, Side } from "./insert-symbol-anchor.ts";
import type { Extent } from "../../languages/declarations/symbol-extent.ts";
import { extentOf, isCallable } from "../../languages/declarations/symbol-extent.ts";
import { bodyOf } from "../../languages/declarations/body.ts";
import { hasWordsBefore, hasWordsBehind } from "../../languages/declarations/neighbours.ts";
import { constantsBehind } from "../../languages/declarations/lines.ts";
import type { Source } from "../../languages/declarations/source.ts";

export function mustHarmNobody(anchor: InsertionAnchor, extent: Extent, fresh: Source, side: Side): void {
  mustBeWhole(anchor, extent, side);
  mustNotRecount(anchor, extent, side);
  mustNotPart(anchor, extent, fresh, side);
}

// — below: private, in the order they are used —

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

/** The signatures of a function of a script stand right above the one that has the body. */
function mustNotPart(anchor: InsertionAnchor, extent: Extent, fresh: Source, side: Side): void {
  const { source, shown, around } = anchor;
  const { node, parent, siblings } = around;
  if (source.family !== "script" || !isCallable(node.kind) || parent?.kind === "interface") return;
  const start = ({ nameSpan }: SymbolNode): number => source.index.offsetOf(nameSpan.start);
  const same = siblings
    .filter(({ name, kind }) => name === node.name && isCallable(kind))
    .sort((a, b) => start(a) - start(b));
  const isFollowed = same.some((one) => start(one) >= extent.end);
  const upper = side === "before" ? same.findLast((one) => start(one) < extent.lead) : isFollowed ? node : undefined;
  if (upper === undefined || !isSignature(anchor, upper) || isAnother(anchor, fresh)) return;
  refuse({
    code: "bad_input",
    what: `Code ${side} ${shown} would separate a signature from its function.`,
    why: "It has several overload signatures, which must be adjacent.",
    next: "Name the first of them to insert before it, or the one with the body to insert after it.",
  });
}

/** Where nothing has a body, signatures need not stand together. */
function isSignature({ source, around, file }: InsertionAnchor, node: SymbolNode): boolean {
  const its = { ...around, node };
  const extent = extentOf(source, its);
  const isAmbient = /\.d\.(?:\w+\.)?[cm]?ts$/.test(file) || /\bdeclare\b/.test(headOf(source, extent));
  return !isAmbient && bodyOf(source, its, extent) === undefined;
}

function headOf({ code }: Source, { start, name }: Extent): string {
  return code.slice(start, name);
}

const declared =
  /^[\s*]*((?:(?:export|default|declare|async|public|private|protected|static|abstract|override|function)\b[\s*]+)*)([\p{L}\p{N}_$#]+)(?:\s*\?)?\s*[(<]/u;

/** Whether code begins with another signature of the same function; a call of it is none. */
function isAnother({ source, around, extent }: InsertionAnchor, fresh: Source): boolean {
  const [, words = "", name] = declared.exec(fresh.code) ?? [];
  const isFunction = (head: string): boolean => /\bfunction\b/.test(head);
  return name === around.node.name && isFunction(words) === isFunction(headOf(source, extent));
}
