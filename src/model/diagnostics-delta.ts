// What became of diagnostics between two looks at a file: which are new, which have gone, which merely moved.
//
// Invariant: a diagnostic that moved with its line is neither new nor gone.

import type { Diagnostic } from "./code-facts.ts";
import type { LineMap } from "./line-diff.ts";
import { lineMap } from "./line-diff.ts";

/** What was found in a text. */
export interface Looked {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DiagnosticsDelta {
  readonly introduced: readonly Diagnostic[];
  /** At the places they had in the former text. */
  readonly resolved: readonly Diagnostic[];
  readonly kept: number;
}

export function diagnosticsDelta(before: Looked, after: Looked): DiagnosticsDelta {
  const map = lineMap(before.text, after.text);
  const former = [...before.diagnostics];
  const present = [...after.diagnostics];
  // Exactly where their line went first; then anywhere in the stretch whose lines were changed.
  const moved = matched(former, present, (old, now) => isMoved(map, old, now));
  const rewritten = matched(former, present, (old, now) => isRewritten(map, old, now));
  return { introduced: present, resolved: former, kept: moved + rewritten };
}

// — below: private, in the order they are used —

/** Takes pairs out of both lists, one for one. */
function matched(
  former: Diagnostic[],
  present: Diagnostic[],
  fits: (old: Diagnostic, now: Diagnostic) => boolean,
): number {
  let count = 0;
  for (let at = 0; at < former.length; ) {
    const old = former[at];
    const there = old === undefined ? -1 : present.findIndex((now) => isAlike(old, now) && fits(old, now));
    if (there === -1) at++;
    else {
      former.splice(at, 1);
      present.splice(there, 1);
      count++;
    }
  }
  return count;
}

function isAlike(a: Diagnostic, b: Diagnostic): boolean {
  return a.severity === b.severity && a.code === b.code && a.source === b.source && a.message === b.message;
}

function isMoved(map: LineMap, old: Diagnostic, now: Diagnostic): boolean {
  const { start } = old.span;
  return map.lineAfter(start.line) === now.span.start.line && start.column === now.span.start.column;
}

function isRewritten(map: LineMap, old: Diagnostic, now: Diagnostic): boolean {
  const stretch = map.stretchBefore(old.span.start.line);
  return stretch !== undefined && stretch === map.stretchAfter(now.span.start.line);
}
