// Compares the diagnostics of a file at two times: which are new, which are gone, which merely moved.
//
// Invariant: a diagnostic that moved with its line is neither new nor gone; nor is one that follows a changed name.

import type { Diagnostic } from "./code-facts.ts";
import { lineMap } from "./line-diff.ts";
import { withoutRenamed } from "./renamed-problems.ts";

/** What was found in a text. */
export interface TextDiagnostics {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DiagnosticsDelta {
  readonly introduced: readonly Diagnostic[];
  /** At the places they had in the former text. */
  readonly resolved: readonly Diagnostic[];
  readonly kept: number;
}

export function diagnosticsDelta(before: TextDiagnostics, after: TextDiagnostics): DiagnosticsDelta {
  const map = lineMap(before.text, after.text);
  // Exactly where their line went first; then anywhere in the stretch whose lines were changed.
  const moved = matched(
    before.diagnostics,
    after.diagnostics,
    ({ span: { start } }) => placeKey(map.lineAfter(start.line), start.column),
    ({ span: { start } }) => placeKey(start.line, start.column),
  );
  const rewritten = matched(
    moved.former,
    moved.present,
    ({ span: { start } }) => stretchKey(map.stretchBefore(start.line)),
    ({ span: { start } }) => stretchKey(map.stretchAfter(start.line)),
  );
  const left = withoutRenamed(
    { text: before.text, diagnostics: rewritten.former },
    { text: after.text, diagnostics: rewritten.present },
    map,
  );
  const kept = before.diagnostics.length - left.former.length;
  return { introduced: left.present, resolved: left.former, kept };
}

// — below: private, in the order they are used —

/** What stays of both lists when pairs that are alike and have the same key are taken out, one for one. */
function matched(
  former: readonly Diagnostic[],
  present: readonly Diagnostic[],
  keyBefore: (old: Diagnostic) => string | undefined,
  keyAfter: (now: Diagnostic) => string | undefined,
): { readonly former: readonly Diagnostic[]; readonly present: readonly Diagnostic[] } {
  const waiting = new Map<string, Diagnostic[]>();
  for (const now of present) {
    const key = keyAfter(now);
    if (key === undefined) continue;
    const alike = waiting.get(key + likeness(now));
    if (alike === undefined) waiting.set(key + likeness(now), [now]);
    else alike.push(now);
  }
  const taken = new Set<Diagnostic>();
  const left = former.filter((old) => {
    const key = keyBefore(old);
    const pair = key === undefined ? undefined : waiting.get(key + likeness(old))?.shift();
    if (pair !== undefined) taken.add(pair);
    return pair === undefined;
  });
  return { former: left, present: present.filter((now) => !taken.has(now)) };
}

function likeness({ severity, code, source, message }: Diagnostic): string {
  return JSON.stringify([severity, code, source, message]);
}

function placeKey(line: number | undefined, column: number): string | undefined {
  return line === undefined ? undefined : `${line}:${column} `;
}

function stretchKey(stretch: number | undefined): string | undefined {
  return stretch === undefined ? undefined : `${stretch} `;
}
