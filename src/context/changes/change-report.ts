// What is told to a model of what became worse and better: facts, the most useful first, within a budget of tokens.
//
// Invariant: a text of a server or of a repository stands behind a mark of ours on one line, is inert, and closes or
// opens no element of the frame that an agent puts around what it is told.

import type { ProblemOfFile } from "../../model/consequences.ts";
import { display, filePath } from "../../model/file-path.ts";
import { inertLine } from "../../render/inert.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { counted, firstNames } from "../../std/words.ts";
import { errorLine } from "../correction-packet.ts";
import type { ProblemDelta } from "./delta.ts";

export interface ChangeReport {
  readonly root: string;
  readonly delta: ProblemDelta;
  /** The files whose change was checked, absolute. */
  readonly changed: readonly string[];
  readonly checkedFiles: number;
  /** What is offered to mend a problem that came, by its place. */
  readonly fixes: ReadonlyMap<ProblemOfFile, string>;
  /** What is not known, each as a sentence that names what it is about. */
  readonly notes: readonly string[];
  readonly maxTokens: number;
}

/** Undefined where there is nothing to tell. */
export function reportText(report: ChangeReport): string | undefined {
  const { delta, notes, root, fixes } = report;
  const { come, gone } = delta;
  if (come.length + gone.length + notes.length === 0) return undefined;
  const heads = [...(come.length + gone.length === 0 ? [] : [headOf(report)]), ...notes.map(noteLine)];
  const ordered = inOrderOfUse(report);
  const lines = [
    ...ordered.map((one) => `+ ${problemText(root, one)}${fixText(fixes.get(one))}`),
    ...gone.map((one) => `- ${problemText(root, one)}`),
  ];
  return linesWithin(heads, lines, report.maxTokens);
}

/** `src/a.ts:3:5 error 2322 …`, for whatever else lists problems. */
export function problemText(root: string, problem: ProblemOfFile): string {
  return unframed(errorLine(root, { ...problem, message: shortened(problem.message) }));
}

/** A name or a reason in a line of ours. */
export function quoted(text: string, limit = 200): string {
  return unframed(inertLine(text, limit));
}

/** The lines that fit, and how many more there are. */
export function linesWithin(heads: readonly string[], lines: readonly string[], maxTokens: number): string {
  const kept = [...heads];
  const room = maxTokens - moreTokens;
  let used = estimateTokens(kept.join("\n"));
  let left = lines.length;
  for (const line of lines) {
    used += estimateTokens(`\n${line}`);
    if (used > room) break;
    kept.push(line);
    left--;
  }
  if (left > 0) kept.push(`and ${counted(left, "more problem")}, left out: too many`);
  return kept.join("\n");
}

export function shortName(root: string, file: string): string {
  return quoted(display(filePath(root), filePath(file)));
}

// — below: private, in the order they are used —

/** What the last line costs. */
const moreTokens = 15;

function headOf({ root, delta: { come, gone }, changed, checkedFiles }: ChangeReport): string {
  const count = (severity: string, of: readonly ProblemOfFile[]): number =>
    of.filter((one) => one.severity === severity).length;
  const told = [
    ...some(count("error", come), "new error"),
    ...some(count("warning", come), "new warning"),
    ...some(count("error", gone), "error", " gone"),
    ...some(count("warning", gone), "warning", " gone"),
  ];
  const names = changed.map((file) => shortName(root, file));
  const since = names.length === 0 ? "" : ` after a change of ${firstNames(names, 3)}`;
  return `Sightline: ${told.join(", ")}${since} (${counted(checkedFiles, "file")} checked).`;
}

function some(count: number, noun: string, after = ""): string[] {
  return count === 0 ? [] : [`${counted(count, noun)}${after}`];
}

function noteLine(note: string): string {
  return `Sightline: ${note}`;
}

/** Errors before warnings, and those of the changed files first. */
function inOrderOfUse({ delta: { come }, changed }: ChangeReport): readonly ProblemOfFile[] {
  const rank = ({ severity, file }: ProblemOfFile): number =>
    (severity === "error" ? 0 : 2) + (changed.includes(file) ? 0 : 1);
  return [...come].sort((a, b) => rank(a) - rank(b));
}

function fixText(title: string | undefined): string {
  return title === undefined ? "" : ` [fix on offer: ${quoted(title, 100)}]`;
}

function shortened(message: string): string {
  return message.length > 240 ? `${message.slice(0, 240)}…` : message;
}

/** Agents put what they are told into elements such as `<system-reminder>`; types such as `Map<string, X>` stay as they are. */
function unframed(text: string): string {
  return text.replaceAll(/<(?=\/|[a-z]\w{0,40}[-_])/gi, "\\<");
}
