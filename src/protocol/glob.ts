// LSP glob patterns as predicates on paths.
//
// Spec: LSP 3.18 "Pattern": `*` and `?` within a segment, `**` over any number of segments, `{a,b}`, `[a-z]`, `[!a-z]`.
// Why not: regular expressions. Patterns come from servers, and one with many stars makes a backtracking matcher stand still.

import { expandBraces } from "../std/braces.ts";
import type { Segment } from "../std/path-pattern.ts";
import { compilePattern, followPattern } from "../std/path-pattern.ts";

/** No path is longer, and a longer pattern only costs time. */
const maxPatternLength = 4_096;

/** A pattern that is none, such as `a[`, matches nothing. */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.length > maxPatternLength) return () => false;
  const alternatives = expandBraces(pattern.replace(/^\.\//, "")).flatMap(spellings).flatMap(segmentsOf);
  return (path) => {
    const parts = path.split("/");
    return alternatives.some((segments) => followPattern(segments, parts).isWhole);
  };
}

/** `**` beside other characters (`**.ts`) is not in the specification; it is taken to cross segments or not, as it can. */
function spellings(pattern: string): string[] {
  const within = pattern.replace(/(?<=[^/*])\*{2,}|(?<!\*)\*{2,}(?=[^/*])/g, "*");
  if (within === pattern) return [pattern];
  return [within, pattern.replace(/(?<=[^/*])\*{2,}/g, "*/**").replace(/(?<!\*)\*{2,}(?=[^/*])/g, "**/*")];
}

function segmentsOf(pattern: string): (readonly Segment[])[] {
  const segments = compilePattern(pattern);
  if (segments === undefined) return [];
  // At its end `**` means everything inside, so at least one part.
  return [segments.at(-1) === "**" ? [...segments, ...(compilePattern("*") ?? [])] : segments];
}
