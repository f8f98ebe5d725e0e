// Changes of files as a unified diff, the form that people, agents and `git apply` read alike.

import { hunksBetween } from "../model/text-changes.ts";

export interface DiffedFile {
  /** As a reader should see them; undefined where there is no file. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly before: string;
  readonly after: string;
}

export interface DiffForm {
  /** Unchanged lines around each change. */
  readonly context: number;
  /** How a line of a file is shown; as it is, where a program reads it. */
  readonly line: (text: string) => string;
}

export function unifiedDiff(files: readonly DiffedFile[], form: DiffForm): string {
  return files.map((file) => fileDiff(file, form)).join("");
}

/** `3 +2 -1` of a file: how many lines came and went. */
export function lineCounts({ before, after }: Pick<DiffedFile, "before" | "after">): {
  added: number;
  removed: number;
} {
  const hunks = hunksBetween(before, after);
  return {
    added: hunks.reduce((sum, { added }) => sum + added.length, 0),
    removed: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}

// — below: private, in the order they are used —

function fileDiff({ from, to, before, after }: DiffedFile, form: DiffForm): string {
  const head = `--- ${from === undefined ? "/dev/null" : `a/${from}`}\n+++ ${to === undefined ? "/dev/null" : `b/${to}`}\n`;
  const old = linesOf(before);
  const isOpenEnded = { before: before !== "" && !endsLine(before), after: after !== "" && !endsLine(after) };
  return (
    head +
    stretches(before, after, form.context)
      .map((one) => stretchText(one, old, isOpenEnded, form))
      .join("")
  );
}

interface Change {
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface Stretch {
  /** The first and the last line of the former text in it, counted from 0, the last not included. */
  readonly from: number;
  readonly to: number;
  /** How many lines the changes before it have added. */
  readonly shift: number;
  readonly changes: readonly Change[];
  readonly isLast: boolean;
}

/** Changes so near to each other that their surroundings meet are shown together. */
function stretches(before: string, after: string, context: number): Stretch[] {
  const count = linesOf(before).length;
  const groups: Change[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { line, removed, added } of hunksBetween(before, after)) {
    const change = { start: line - 1, removed, added };
    if (change.start - reached <= 2 * context) groups.at(-1)?.push(change);
    else groups.push([change]);
    reached = change.start + removed.length;
  }
  let shift = 0;
  return groups.map((changes) => {
    const [first, last] = [changes[0], changes.at(-1)];
    const from = Math.max(0, (first?.start ?? 0) - context);
    const to = Math.min(count, (last?.start ?? 0) + (last?.removed.length ?? 0) + context);
    const stretch = { from, to, shift, changes, isLast: to === count };
    shift += changes.reduce((sum, { added, removed }) => sum + added.length - removed.length, 0);
    return stretch;
  });
}

function stretchText(
  { from, to, shift, changes, isLast }: Stretch,
  old: readonly string[],
  isOpenEnded: { readonly before: boolean; readonly after: boolean },
  { line }: DiffForm,
): string {
  const body: { readonly mark: " " | "-" | "+"; readonly text: string }[] = [];
  const keep = (until: number, here: number): void => {
    for (const text of old.slice(here, until)) body.push({ mark: " ", text });
  };
  let here = from;
  for (const { start, removed, added } of changes) {
    keep(start, here);
    for (const text of removed) body.push({ mark: "-", text });
    for (const text of added) body.push({ mark: "+", text });
    here = start + removed.length;
  }
  keep(to, here);
  const grown = changes.reduce((sum, { added, removed }) => sum + added.length - removed.length, 0);
  const head = `@@ -${range(from, to - from)} +${range(from + shift, to - from + grown)} @@`;
  const lastOld = isLast && isOpenEnded.before ? body.findLastIndex(({ mark }) => mark !== "+") : -1;
  const lastNew = isLast && isOpenEnded.after ? body.findLastIndex(({ mark }) => mark !== "-") : -1;
  const lines = body.flatMap(({ mark, text }, index) => [
    mark + line(text),
    ...(index === lastOld || index === lastNew ? ["\\ No newline at end of file"] : []),
  ]);
  return [head, ...lines].map((one) => `${one}\n`).join("");
}

/** Counted from 1; where there is no line, the one before it is named. */
function range(from: number, count: number): string {
  const start = count === 0 ? from : from + 1;
  return count === 1 ? `${start}` : `${start},${count}`;
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (endsLine(text)) lines.pop();
  return lines;
}

function endsLine(text: string): boolean {
  return text.endsWith("\n") || text.endsWith("\r");
}
