// Where new code beside a symbol would change a neighbour: what is torn apart, counted anew or parted is refused.

import { refuse } from "../model/refusal.ts";
import type { Anchor, Side } from "./insert-symbol-anchor.ts";
import type { Extent } from "./symbol-extent.ts";
import { isCallable } from "./symbol-extent.ts";
import { hasWordsBefore, hasWordsBehind } from "./symbol-extent-head.ts";
import { groupAround } from "./symbol-extent-lines.ts";
import type { Source } from "./symbol-extent-signs.ts";
import { assignment, closingOf } from "./symbol-extent-signs.ts";

export function mustHarmNobody(anchor: Anchor, extent: Extent, fresh: Source, side: Side): void {
  mustBeWhole(anchor, extent, side);
  mustNotRecount(anchor, extent, side);
  mustNotPart(anchor, extent, fresh, side);
}

// — below: private, in the order they are used —

/** Nothing goes between words that may belong together: what a macro stands for, or the variables behind a type. */
function mustBeWhole({ source, shown, around }: Anchor, extent: Extent, side: Side): void {
  if (extent.role !== "statement") return;
  const isTorn =
    side === "before" ? hasWordsBefore(source, extent.lead) : hasWordsBehind(source, around.node.kind, extent);
  if (!isTorn) return;
  refuse({
    code: "bad_input",
    what: `What stands right ${side === "before" ? "before" : "behind"} ${shown} may be part of it.`,
    why: "The text does not tell for certain where it begins and ends.",
    next: "Edit the text with safe_apply_edit.",
  });
}

/** In a group of constants of Go those below repeat the one above them, and count the lines: they would change. */
function mustNotRecount({ source, shown }: Anchor, extent: Extent, side: Side): void {
  const { code } = source;
  const open = groupAround(source, extent)?.open;
  if (open === undefined || !/const\s*$/.test(code.slice(Math.max(0, open - 20), open))) return;
  const close = closingOf(code, open) ?? code.length;
  const rest = code.slice(side === "after" ? extent.end : extent.lead, close).trim();
  const next = /^[^;\n]*/.exec(rest)?.[0] ?? "";
  if (rest === "" || (assignment(next, 0, next.length) !== undefined && !/\biota\b/.test(rest))) return;
  refuse({
    code: "bad_input",
    what: `Code ${side} ${shown} would give the constants below another value.`,
    why: "They repeat the value above them, or count their line with iota.",
    next: "Insert it after the last one of the group, or edit the text with safe_apply_edit.",
  });
}

/** The signatures of a function of a script stand right above the one that has the body. */
function mustNotPart({ source, shown, around }: Anchor, extent: Extent, fresh: Source, side: Side): void {
  const { node, parent, siblings } = around;
  if (source.family !== "script" || !isCallable(node.kind) || parent?.kind === "interface") return;
  const { code, index } = source;
  const same = siblings.filter(({ name, kind }) => name === node.name && isCallable(kind));
  const starts = same.map(({ nameSpan }) => index.offsetOf(nameSpan.start)).sort((a, b) => a - b);
  const [from, to] =
    side === "after"
      ? [extent.start, starts.some((start) => start >= extent.end) ? extent.end : 0]
      : [starts.findLast((start) => start < extent.lead) ?? extent.lead, extent.lead];
  const isParted = from < to && !code.slice(from, to).trimEnd().endsWith("}");
  // Another signature of it may go there.
  if (!isParted || callsOf(fresh.code).includes(node.name)) return;
  refuse({
    code: "bad_input",
    what: `Code ${side} ${shown} would part a signature from its function.`,
    why: "It has several signatures, which stand together.",
    next: "Name the first of them to insert before it, or the one with the body to insert after it.",
  });
}

function callsOf(code: string): string[] {
  return [...code.matchAll(/([\w$#]+)\s*[(<]/g)].map(([, name = ""]) => name);
}
