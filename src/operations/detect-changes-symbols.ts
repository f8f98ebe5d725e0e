// From changed lines to changed symbols: the innermost declarations that the lines stand in.
//
// Invariant: a changed line that holds anything belongs to a symbol, or is told to stand in none.

import type { LineIndex } from "../model/line-index.ts";
import type { TouchedLines } from "../workspace/git.ts";
import type { DeclaredSymbol } from "./impact-outline.ts";

export interface Touched {
  readonly symbol: DeclaredSymbol;
  readonly change: "added" | "modified";
}

export interface TouchedFile {
  readonly symbols: readonly Touched[];
  /** Declarations that are gone, by the text that was removed; `line` counts in the text before. */
  readonly gone: readonly { readonly name: string; readonly line: number }[];
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
  const extents = symbols.map((symbol) => extentOf(symbol, index));
  const removed = lines.flatMap((touched) => declaredIn(touched));
  const words = new Set(
    lines.flatMap((touched) => touched.removed.flatMap((line) => line.match(/[\p{L}\p{N}_$#]+/gu) ?? [])),
  );
  const found = new Set<Extent>();
  let hasOthers = false;
  for (const touched of lines) {
    const owners = ownersOf(extents, index, touched);
    for (const owner of owners.found) found.add(owner);
    if (owners.hasOthers) hasOthers = true;
  }
  // A name that was there before, however it was declared, is not new.
  const isAdded = ({ symbol, first, last }: Extent): boolean =>
    !words.has(symbol.leaf) &&
    everyLine(first, last, (line) => lines.some((one) => one.first <= line && line <= one.last));
  const declared = new Set(symbols.map(({ leaf }) => leaf));
  return {
    symbols: extents
      .filter((extent) => found.has(extent))
      .map((extent) => ({ symbol: extent.symbol, change: isAdded(extent) ? "added" : "modified" })),
    gone: removed.filter(({ name }) => !declared.has(name)),
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

function extentOf(symbol: DeclaredSymbol, index: LineIndex): Extent {
  const { start, end } = symbol.node.span;
  // A range that ends before the first character of a line has nothing of that line.
  const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
  let top = start.line;
  while (top > 1 && aboveDeclaration.test(index.lineText(top - 1) ?? "")) top--;
  return { symbol, top, first: start.line, last };
}

function ownersOf(
  extents: readonly Extent[],
  index: LineIndex,
  { first, last, removed }: TouchedLines,
): { readonly found: readonly Extent[]; readonly hasOthers: boolean } {
  if (last < first) {
    // Lines are gone between two that are still there: it changed what holds both.
    const around = extents.filter((one) => one.top <= last && first <= one.last);
    const hasOthers = around.length === 0 && removed.some((line) => line.trim() !== "");
    return { found: innermost(around, undefined), hasOthers };
  }
  const found: Extent[] = [];
  let hasOthers = false;
  for (let line = first; line <= last; line++) {
    if ((index.lineText(line) ?? "").trim() === "" && last > first) continue;
    const holding = extents.filter((one) => one.top <= line && line <= one.last);
    if (holding.length === 0) hasOthers = true;
    found.push(...innermost(holding, line));
  }
  return { found, hasOthers };
}

/** Without those that hold another one of them; but the line that names a symbol is its own, whatever begins there too. */
function innermost(holding: readonly Extent[], line: number | undefined): Extent[] {
  return holding.filter((outer) => {
    const isHead = line !== undefined && outer.top <= line && line <= outer.symbol.node.nameSpan.end.line;
    return isHead || !holding.some(({ symbol }) => isBelow(symbol, outer.symbol));
  });
}

function isBelow(symbol: DeclaredSymbol, outer: DeclaredSymbol): boolean {
  for (let here = symbol.parent; here !== undefined; here = here.parent) if (here === outer) return true;
  return false;
}

function everyLine(first: number, last: number, holds: (line: number) => boolean): boolean {
  for (let line = first; line <= last; line++) if (!holds(line)) return false;
  return true;
}

const modifiers =
  "(?:(?:export|default|declare|async|pub(?:\\([^)]*\\))?|public|private|protected|internal|static|abstract|final|override|unsafe|extern|inline|sealed|partial|readonly)\\s+)*";
const keyword = new RegExp(
  `^(\\s*)${modifiers}(function\\*?|class|interface|type|enum|def|fn|func|struct|union|trait|record|object|const|let|var|val|static|fun|module|mod)\\s+(?:\\([^)]*\\)\\s*)?([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
  "u",
);
const method = new RegExp(
  `^\\s+${modifiers}(?:[\\w<>[\\],.?]+\\s+)?(?:get\\s+|set\\s+|\\*\\s*)?([\\p{L}_$#][\\p{L}\\p{N}_$]*)\\s*(?:<[^>]*>)?\\([^;]*\\{\\s*$`,
  "u",
);
const statements = new Set("if for while switch catch function return with else do try match new await".split(" "));
const values = new Set(["const", "let", "var", "val", "static"]);

/** Declarations among the lines that were removed, by how they are written: no server knows that text any more. */
function declaredIn({ removed, oldStart }: TouchedLines): { readonly name: string; readonly line: number }[] {
  return removed.flatMap((text, at) => {
    const [, indent = "", word = "", name] = keyword.exec(text) ?? [];
    // What is indented and holds a value is a local most of the time.
    if (name !== undefined) return indent !== "" && values.has(word) ? [] : [{ name, line: oldStart + at }];
    const own = method.exec(text)?.[1];
    return own === undefined || statements.has(own) ? [] : [{ name: own, line: oldStart + at }];
  });
}
