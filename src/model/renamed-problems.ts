// Unused names, before and after they were changed: it is the same problem, and its message follows the name.
//
// Invariant: two problems are one only where nothing of the line differs but words, and every word of the messages that
// differs was replaced so in the very text that the problem is about.

import type { Diagnostic } from "./code-facts.ts";
import type { LineMap } from "./line-diff.ts";
import { LineIndex } from "./line-index.ts";
import type { Span } from "./place.ts";

/** A text, and what is left to be said of problems in it. */
interface Left {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface StillLeft {
  readonly former: readonly Diagnostic[];
  readonly present: readonly Diagnostic[];
}

/** What stays of both when pairs that differ by replaced names alone are taken out, one for one. */
export function withoutRenamed(before: Left, after: Left, map: LineMap): StillLeft {
  const unmatched = { former: before.diagnostics, present: after.diagnostics };
  if (before.diagnostics.length === 0 || after.diagnostics.length === 0) return unmatched;
  const [was, is] = [new LineIndex(before.text), new LineIndex(after.text)];
  const stretches = stretchesOf(map, was, is);
  const taken = new Set<Diagnostic>();
  const former = before.diagnostics.filter((old) => {
    const pair = after.diagnostics.find(
      (now) => !taken.has(now) && stretches.isSameLine(old, now) && isRenamed([was, old], [is, now]),
    );
    if (pair !== undefined) taken.add(pair);
    return pair === undefined;
  });
  return { former, present: after.diagnostics.filter((now) => !taken.has(now)) };
}

// — below: private, in the order they are used —

interface Stretches {
  /** Whether two problems begin in the same line of a stretch that has as many lines as before. */
  isSameLine(old: Diagnostic, now: Diagnostic): boolean;
}

function stretchesOf(map: LineMap, was: LineIndex, is: LineIndex): Stretches {
  const before = linesByStretch(was, (line) => map.stretchBefore(line));
  const after = linesByStretch(is, (line) => map.stretchAfter(line));
  return {
    isSameLine: ({ span: { start: from } }, { span: { start: to } }) => {
      const stretch = map.stretchBefore(from.line);
      if (stretch === undefined || stretch !== map.stretchAfter(to.line)) return false;
      const [own, other] = [before.get(stretch) ?? [], after.get(stretch) ?? []];
      return own.length === other.length && own.indexOf(from.line) === other.indexOf(to.line);
    },
  };
}

function linesByStretch(index: LineIndex, stretchOf: (line: number) => number | undefined): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (let line = 1; line <= index.lineCount; line++) {
    const stretch = stretchOf(line);
    if (stretch === undefined) continue;
    const known = lines.get(stretch);
    if (known === undefined) lines.set(stretch, [line]);
    else known.push(line);
  }
  return lines;
}

type Found = readonly [LineIndex, Diagnostic];

/**
 * Messages about an unused name: only these count as the same diagnostic under another name. Any other diagnostic may
 * be caused by the new name: a change from one unknown name to another introduces a new error.
 */
const ofUnused = /\b(?:unused|never (?:read|used)|not (?:accessed|read|used))\b/i;

function isRenamed([was, old]: Found, [is, now]: Found): boolean {
  if (!ofUnused.test(old.message) || !ofUnused.test(now.message)) return false;
  if (old.severity !== now.severity || old.code !== now.code || old.source !== now.source) return false;
  const replaced = replacedWords(textAt(was, old.span), textAt(is, now.span));
  if (replaced === undefined || replaced.size === 0) return false;
  const isOnly = (pairs: ReadonlyMap<string, string> | undefined): boolean =>
    pairs !== undefined && [...pairs].every(([from, to]) => replaced.get(from) === to);
  const ahead = (index: LineIndex, { start }: Span): string =>
    (index.lineText(start.line) ?? "").slice(0, start.column - 1);
  const isThere = isOnly(replacedWords(ahead(was, old.span), ahead(is, now.span)));
  return isThere && isOnly(replacedWords(old.message, now.message));
}

function textAt(index: LineIndex, { start, end }: Span): string {
  return index.text.slice(index.offsetOf(start), index.offsetOf(end));
}

/** Which words of a text are others in another; undefined where more than words differs, or one has become two. */
function replacedWords(before: string, after: string): Map<string, string> | undefined {
  const [former, present] = [before.split(words), after.split(words)];
  if (former.length !== present.length) return undefined;
  const replaced = new Map<string, string>();
  for (const [at, word] of former.entries()) {
    const now = present[at] ?? "";
    if (word === now) continue;
    // Words have odd indices, the text between them even ones.
    if (at % 2 === 0 || (replaced.get(word) ?? now) !== now) return undefined;
    replaced.set(word, now);
  }
  return replaced;
}

const words = /([\p{ID_Start}_$][\p{ID_Continue}$]*)/u;
