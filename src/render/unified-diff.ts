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
  /** With git's headers, whose paths begin at the top of a checkout and which can express a move. */
  readonly git?: boolean;
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

function fileDiff(file: DiffedFile, form: DiffForm): string {
  const { from, to, before, after } = file;
  const plain = `--- ${from === undefined ? "/dev/null" : `a/${from}`}\n+++ ${to === undefined ? "/dev/null" : `b/${to}`}\n`;
  const head = form.git === true ? gitHead(file) : plain;
  const lines = { before: linesOf(before), after: linesOf(after) };
  const isOpenEnded = { before: before !== "" && !endsLine(before), after: after !== "" && !endsLine(after) };
  return (
    head +
    stretches(before, after, form.context)
      .map((one) => stretchText(one, lines, isOpenEnded, form))
      .join("")
  );
}

/** Spec: git-diff(1), "Generating patch text with -p". A file without lines that come or go has no lines of names. */
function gitHead({ from, to, before, after }: DiffedFile): string {
  const [old, now] = [from ?? to ?? "", to ?? from ?? ""];
  const isMoved = from !== undefined && to !== undefined && from !== to;
  return [
    `diff --git ${gitName(`a/${old}`)} ${gitName(`b/${now}`)}`,
    ...(from === undefined ? ["new file mode 100644"] : []),
    ...(to === undefined ? ["deleted file mode 100644"] : []),
    ...(isMoved ? [`rename from ${gitName(old)}`, `rename to ${gitName(now)}`] : []),
    ...(before === after
      ? []
      : [
          `--- ${from === undefined ? "/dev/null" : ended(gitName(`a/${old}`))}`,
          `+++ ${to === undefined ? "/dev/null" : ended(gitName(`b/${now}`))}`,
        ]),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** A name that a line could not hold as it is stands in quotes, as in C. */
function gitName(name: string): string {
  const isPlain = !/[\p{Cc}"\\]/u.test(name);
  return isPlain ? name : `"${name.replaceAll(/[\p{Cc}"\\]/gu, inC)}"`;
}

/** The control characters beyond ASCII are two bytes each. */
function inC(sign: string): string {
  if (sign === '"' || sign === "\\") return `\\${sign}`;
  const code = sign.charCodeAt(0);
  return `${code < 0x80 ? "" : "\\302"}\\${code.toString(8).padStart(3, "0")}`;
}

/** Where a blank does not end it, a tabulator does. */
function ended(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

interface Change {
  /** Its first line in the former text and in the new one, counted from 0. */
  readonly start: number;
  readonly now: number;
  readonly removed: number;
  readonly added: number;
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
  let grown = 0;
  for (const { line, removed: gone, added: come } of hunksBetween(before, after)) {
    const [removed, added] = [gone.length, come.length];
    const change = { start: line - 1, now: line - 1 + grown, removed, added };
    grown += added - removed;
    if (change.start - reached <= 2 * context) groups.at(-1)?.push(change);
    else groups.push([change]);
    reached = change.start + removed;
  }
  let shift = 0;
  return groups.map((changes) => {
    const [first, last] = [changes[0], changes.at(-1)];
    const from = Math.max(0, (first?.start ?? 0) - context);
    const to = Math.min(count, (last?.start ?? 0) + (last?.removed ?? 0) + context);
    const stretch = { from, to, shift, changes, isLast: to === count };
    shift += changes.reduce((sum, { added, removed }) => sum + added - removed, 0);
    return stretch;
  });
}

function stretchText(
  { from, to, shift, changes, isLast }: Stretch,
  { before: old, after: fresh }: { readonly before: readonly string[]; readonly after: readonly string[] },
  isOpenEnded: { readonly before: boolean; readonly after: boolean },
  { line }: DiffForm,
): string {
  const body: { readonly mark: " " | "-" | "+"; readonly text: string }[] = [];
  const keep = (until: number, here: number): void => {
    for (const text of old.slice(here, until)) body.push({ mark: " ", text });
  };
  let here = from;
  for (const { start, now, removed, added } of changes) {
    keep(start, here);
    for (const text of old.slice(start, start + removed)) body.push({ mark: "-", text });
    for (const text of fresh.slice(now, now + added)) body.push({ mark: "+", text });
    here = start + removed;
  }
  keep(to, here);
  const grown = changes.reduce((sum, { added, removed }) => sum + added - removed, 0);
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

/** Without the line feed that a diff ends each line with itself; what else stands at its end is a part of it. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n|\r(?!\n))/).map((line) => line.replace(/\n$/, ""));
}

function endsLine(text: string): boolean {
  return text.endsWith("\n") || text.endsWith("\r");
}
