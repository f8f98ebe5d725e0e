// From changed lines to changed symbols: the innermost declarations that the lines stand in.
//
// Invariant: a changed line that holds anything belongs to a symbol, or is told to stand in none.

import type { LineIndex } from "../../model/line-index.ts";
import type { TouchedLines } from "../../workspace/git/git.ts";
import type { GoneDeclaration } from "./detect-changes-gone.ts";
import { goneDeclarations } from "./detect-changes-gone.ts";
import type { DeclaredSymbol } from "./outline.ts";

export interface Touched {
  readonly symbol: DeclaredSymbol;
  readonly change: "added" | "modified";
}

export interface TouchedFile {
  readonly symbols: readonly Touched[];
  /** Declarations that are gone, by the text that was removed; `line` counts in the text before. */
  readonly gone: readonly GoneDeclaration[];
  /** Whether lines changed that stand in no declaration, as imports do. */
  readonly hasOthers: boolean;
}

/** What the lines of a file touch; `all` of a new file is everything that it declares. */
export function touchedSymbols(
  symbols: readonly DeclaredSymbol[],
  index: LineIndex,
  lines: readonly TouchedLines[] | "all",
): TouchedFile {
  if (lines === "all") {
    return { symbols: symbols.map((symbol) => ({ symbol, change: "added" })), gone: [], hasOthers: false };
  }
  const extents = extentsOf(symbols, index);
  const words = new Set(
    lines.flatMap((touched) => touched.removed.flatMap((line) => line.match(/[\p{L}\p{N}_$#]+/gu) ?? [])),
  );
  const { found, hasOthers } = ownersOf(extents, spotsIn(lines, index));
  const touchedUntil = runningCount(lines, index.lineCount);
  // A name that was there before, however it was declared, is not new.
  const isAdded = ({ symbol, first, last }: Extent): boolean =>
    !words.has(symbol.leaf) && (touchedUntil[last] ?? 0) - (touchedUntil[first - 1] ?? 0) === last - first + 1;
  return {
    symbols: extents
      .filter((extent) => found.has(extent))
      .map((extent) => ({ symbol: extent.symbol, change: isAdded(extent) ? "added" : "modified" })),
    gone: goneDeclarations(symbols, index, lines),
    hasOthers,
  };
}

// — below: private, in the order they are used —

/** The lines of a symbol, with the comment and the attributes above it. */
interface Extent {
  readonly symbol: DeclaredSymbol;
  readonly top: number;
  /** Of the declaration itself. */
  readonly first: number;
  readonly last: number;
}

const aboveDeclaration =
  /^\s*(?:\/\/|\/\*|\*|@|#(?!\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma)\b)|--|;;)/;

function extentsOf(symbols: readonly DeclaredSymbol[], index: LineIndex): Extent[] {
  // Many may begin on one line.
  const tops = new Map<number, number>();
  return symbols.map((symbol) => {
    const { start, end } = symbol.node.span;
    const top = tops.get(start.line) ?? topOf(start.line, index);
    tops.set(start.line, top);
    // A range that ends before the first character of a line has nothing of that line.
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
    return { symbol, top, first: start.line, last };
  });
}

function topOf(line: number, index: LineIndex): number {
  let top = line;
  while (top > 1 && aboveDeclaration.test(index.lineText(top - 1) ?? "")) top--;
  return top;
}

/** A line that changed; or, with `isGap`, the end of a line behind which others are gone. */
interface Spot {
  readonly line: number;
  readonly isGap: boolean;
  /** Nothing but blanks is gone there. */
  readonly isBlank: boolean;
}

/** In the order of the text. */
function spotsIn(lines: readonly TouchedLines[], index: LineIndex): Spot[] {
  const spots: Spot[] = [];
  for (const { first, last, removed } of lines) {
    if (last < first) spots.push({ line: last, isGap: true, isBlank: removed.every((line) => line.trim() === "") });
    for (let line = first; line <= last; line++) {
      if (last > first && (index.lineText(line) ?? "").trim() === "") continue;
      spots.push({ line, isGap: false, isBlank: false });
    }
  }
  return spots.sort((a, b) => a.line - b.line);
}

/** Goes once through the text, with those at hand that hold the line. */
function ownersOf(
  extents: readonly Extent[],
  spots: readonly Spot[],
): { readonly found: ReadonlySet<Extent>; readonly hasOthers: boolean } {
  const waiting = [...extents].sort((a, b) => b.top - a.top);
  const found = new Set<Extent>();
  let holding: Extent[] = [];
  let hasOthers = false;
  for (const { line, isGap, isBlank } of spots) {
    for (let next = waiting.at(-1); next !== undefined && next.top <= line; next = waiting.at(-1)) {
      holding.push(next);
      waiting.pop();
    }
    holding = holding.filter(({ last }) => line <= last);
    // Lines are gone between two that are still there: it changed what holds both.
    const around = isGap ? holding.filter(({ last }) => line < last) : holding;
    if (around.length === 0 && !isBlank) hasOthers = true;
    for (const one of innermost(around, isGap ? undefined : line)) found.add(one);
  }
  return { found, hasOthers };
}

/** Without those that hold another one of them; but the line that names a symbol is its own, whatever begins there too. */
function innermost(holding: readonly Extent[], line: number | undefined): Extent[] {
  const outer = new Set<DeclaredSymbol>();
  for (const { symbol } of holding) {
    for (let here = symbol.parent; here !== undefined && !outer.has(here); here = here.parent) outer.add(here);
  }
  return holding.filter(({ symbol, top }) => {
    const isHead = line !== undefined && top <= line && line <= symbol.node.nameSpan.end.line;
    return isHead || !outer.has(symbol);
  });
}

/** How many lines changed, up to and with each. */
function runningCount(lines: readonly TouchedLines[], lineCount: number): Uint32Array {
  const counts = new Uint32Array(lineCount + 1);
  for (const { first, last } of lines) counts.fill(1, first, last + 1);
  for (let line = 1; line <= lineCount; line++) counts[line] = (counts[line] ?? 0) + (counts[line - 1] ?? 0);
  return counts;
}
