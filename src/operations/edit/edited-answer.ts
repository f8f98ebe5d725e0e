// The answer of every operation that changes files, as text and as data: what was done or would be, and what comes of it.
//
// Invariant: lines of files and messages of servers stay on their lines, behind a mark of ours.

import type { Consequences, FoundProblem } from "../../model/consequences.ts";
import { afterError } from "../../model/consequences.ts";
import type { Base, FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { proposedFiles } from "../../model/plan.ts";
import type { ChangedFile } from "../../model/receipt.ts";
import type { Standing } from "../../model/standing.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { codeLine, inertLine } from "../../render/inert.ts";
import { countText, problemCounts, problemsByFile } from "../../render/problem-list.ts";
import { standingText } from "../../render/standing-text.ts";
import type { DiffedFile, DiffForm } from "../../render/unified-diff.ts";
import { lineCounts, unifiedDiff } from "../../render/unified-diff.ts";
import type { Edited, Hint } from "../define.ts";
import type { ProblemInFileJson } from "../problems/diagnostics-found.ts";
import { problemJson } from "../problems/diagnostics-found.ts";
import { shownPath } from "../foreign-text.ts";
import { counted } from "../../std/words.ts";

/** What is known of every change besides its plan. */
export interface AboutEdit {
  /** Where relative paths start. */
  readonly base: Base;
  /** What it does, in the past and as a proposal: "Renamed a to b" and "Rename a to b". */
  readonly done: string;
  readonly would: string;
  /** Lines that belong under the head, inert: what was left alone, what else was found. */
  readonly remarks?: readonly string[] | undefined;
}

export interface ConsequencesJson {
  readonly errors_introduced: readonly ProblemInFileJson[];
  readonly errors_resolved: readonly ProblemInFileJson[];
  readonly net_delta: number;
  readonly safe: boolean | "unknown";
  readonly checked_files: number;
  readonly unchecked_files: readonly { readonly file: string; readonly reason: string }[];
  readonly doubts: readonly string[];
  readonly timeout: boolean;
  readonly remarks?: readonly string[];
}

export interface EditedJson extends Partial<ConsequencesJson> {
  readonly applied: boolean;
  readonly summary: string;
  readonly undo_id?: string;
  readonly files: readonly { readonly file: string; readonly change: string; readonly from?: string }[];
  readonly diff: string;
  readonly withheld?: string;
  /** Why it would not be done, of what was only shown. */
  readonly would_be_withheld?: string;
  readonly notes?: readonly string[];
  /** What was left alone, and what else was found, in words. */
  readonly remarks?: readonly string[];
}

/** Where to go from a change that was made; from one that was only shown, `otherwise`. */
export function hintsAfter({ receipt }: Edited<AboutEdit>, otherwise: readonly Hint[]): readonly Hint[] {
  if (receipt === undefined) return otherwise;
  const undo = { operation: "undo_edit", why: "to undo it" };
  return receipt.consequences?.safe === true
    ? [undo]
    : [{ operation: "get_diagnostics", why: "what is wrong now" }, undo];
}

/** Whether what was only shown would be done if it were asked for. */
export function canBeDone<A>({ plan, withheld, held, foreseen }: Edited<A>): boolean {
  return plan.steps.length > 0 && withheld === undefined && held === undefined && foreseen?.safe !== false;
}

export function editedText<A extends AboutEdit>(edited: Edited<A>, budget: Budget, standing?: Standing): string {
  const { about, receipt, withheld, foreseen } = edited;
  const files = filesOf(edited);
  const shown = (file: FilePath): string => shownPath(about.base, file);
  const head = [headOf(edited, files.length), ...(about.remarks ?? [])];
  const consequences = receipt?.consequences ?? foreseen;
  const after = consequences === undefined ? [] : consequencesLines(consequences, shown, { standing });
  const brief = consequences === undefined ? [] : consequencesBrief(consequences, shown, { standing });
  const notes = (receipt?.notes ?? []).map((note) => `Note: ${inertLine(note, 400)}`);
  const undo = receipt === undefined ? [] : [`Undo id: ${receipt.id}`];
  const of = (...parts: readonly (readonly string[])[]): string => parts.flat().join("\n");
  const list = files.map((file) => fileLine(file, shown));
  const diff = (context: number): string[] => [
    unifiedDiff(diffed(files, inPatch(about.base)), shownDiff(context, about.base)).trimEnd(),
  ];
  const renderings: (() => Rendering)[] = [
    () => ({ text: of(head, diff(3), after, notes, undo) }),
    () => ({ text: of(head, diff(0), after, notes, undo) }),
    () => ({ text: of(head, list, after, notes, undo), leavesOut: "changed lines left out: too many" }),
    () => ({ text: of(head, list, brief, notes, undo), leavesOut: "changed lines left out: too many" }),
    () => ({ text: of(head.slice(0, 1), brief.slice(0, 1), undo), leavesOut: "files and lines left out" }),
    () => ({
      text: of([withheld === undefined ? (receipt === undefined ? "Proposed." : "Done.") : "Not done."], undo),
    }),
  ];
  const empty: (() => Rendering)[] = [() => ({ text: of(head, notes, undo) }), ...renderings.slice(4)];
  return fitting(files.length === 0 ? empty : renderings, budget);
}

export function editedJson<A extends AboutEdit>(edited: Edited<A>): EditedJson {
  const { about, receipt, withheld, held, foreseen } = edited;
  const files = filesOf(edited);
  const consequences = receipt?.consequences ?? foreseen;
  return {
    applied: receipt !== undefined,
    summary: receipt === undefined ? about.would : about.done,
    ...(receipt === undefined ? {} : { undo_id: receipt.id }),
    ...(withheld === undefined ? {} : { withheld }),
    ...(held === undefined ? {} : { would_be_withheld: held }),
    files: files.map((file) => ({
      file: file.file,
      change: changeOf(file),
      ...(file.from === undefined ? {} : { from: file.from }),
    })),
    diff: unifiedDiff(diffed(files, inPatch(about.base, true)), {
      context: 3,
      line: (text) => text,
      git: isGits(about.base),
    }),
    ...(consequences === undefined ? {} : consequencesJson(consequences)),
    ...(receipt === undefined || receipt.notes.length === 0 ? {} : { notes: receipt.notes }),
    ...remarksJson([...(about.remarks ?? []), ...(consequences?.remarks ?? [])]),
  };
}

/** What the words about a change can rely on. */
interface EditNotes {
  /** It is shown beside them. */
  readonly standing?: Standing | undefined;
  /** The operation has an option to list all new errors. */
  readonly canExhaust?: boolean;
}

/** What comes of a change, in words: whether it is safe, what is new, what is gone, what is unknown. */
export function consequencesLines(
  consequences: Consequences,
  shown: (file: FilePath) => string,
  told: EditNotes = {},
): string[] {
  const { introduced, resolved } = consequences;
  return [
    verdictLine(consequences, told),
    ...(introduced.length === 0 ? [] : ["New:", problemsByFile(byFile(introduced, shown), "  + ")]),
    ...(resolved.length === 0 ? [] : ["Gone:", problemsByFile(byFile(resolved, shown), "  - ")]),
    ...uncheckedLines(consequences, shown, told),
    ...remarkLines(consequences),
  ];
}

export function consequencesBrief(
  consequences: Consequences,
  shown: (file: FilePath) => string,
  told: EditNotes = {},
): string[] {
  const { introduced } = consequences;
  const counts = introduced.length === 0 ? [] : [problemCounts(byFile(introduced, shown))];
  return [verdictLine(consequences, told), ...counts];
}

export function consequencesJson(consequences: Consequences): ConsequencesJson {
  const { introduced, resolved, safe, checked, unchecked, doubts, timedOut, remarks = [] } = consequences;
  return {
    errors_introduced: introduced.map(inFileJson),
    errors_resolved: resolved.map(inFileJson),
    net_delta: introduced.length - resolved.length,
    safe,
    checked_files: checked.length,
    unchecked_files: unchecked.map(({ file, why }) => ({ file, reason: why })),
    doubts,
    timeout: timedOut,
    ...remarksJson(remarks),
  };
}

// — below: private, in the order they are used —

function remarksJson(remarks: readonly string[]): { readonly remarks?: readonly string[] } {
  return remarks.length === 0 ? {} : { remarks };
}

function filesOf<A>({ receipt, plan }: Edited<A>): readonly ChangedFile[] {
  const files =
    receipt?.files ?? proposedFiles(plan).filter(({ before, after, from }) => before !== after || from !== undefined);
  // Servers name them in any order, and another one each time.
  return [...files].sort((a, b) => (a.file < b.file ? -1 : 1));
}

function headOf<A extends AboutEdit>({ about, receipt, withheld, held }: Edited<A>, count: number): string {
  if (count === 0) return `${inertLine(about.would, 400)}: nothing to change.`;
  const files = count === 1 ? "1 file" : `${count} files`;
  if (receipt !== undefined) return `${inertLine(about.done, 400)} (${files}).`;
  const why = withheld === undefined ? "" : ` ${inertLine(withheld, 400)}`;
  const heldText = held === undefined ? "" : ` It would be withheld: ${inertLine(held, 400)}`;
  return withheld === undefined
    ? `${inertLine(about.would, 400)}: would change ${files}. Nothing was changed.${heldText}`
    : `Nothing was changed.${why}`;
}

function shownDiff(context: number, base: Base): DiffForm {
  return { context, line: (text) => codeLine(text.replace(/\r$/, "")), git: isGits(base) };
}

/** A person may hand the patch on to git, which counts from the top of the checkout wherever they stand. */
function isGits(base: Base): boolean {
  return typeof base !== "string";
}

function inPatch(base: Base, isExact = false): (file: FilePath) => string {
  if (typeof base === "string") return (file) => shownPath(base, file);
  return (file) => (isExact ? display(base.patch, file) : inertLine(display(base.patch, file)));
}

function diffed(files: readonly ChangedFile[], shown: (file: FilePath) => string): DiffedFile[] {
  return files.map(({ file, from, before, after }) => ({
    from: before === undefined && from === undefined ? undefined : shown(from ?? file),
    to: after === undefined ? undefined : shown(file),
    before: before ?? "",
    after: after ?? "",
  }));
}

function changeOf({ before, after, from }: ChangedFile): "created" | "deleted" | "renamed" | "changed" {
  if (from !== undefined) return "renamed";
  if (after === undefined) return "deleted";
  return before === undefined ? "created" : "changed";
}

function fileLine(file: ChangedFile, shown: (file: FilePath) => string): string {
  const { added, removed } = lineCounts({ before: file.before ?? "", after: file.after ?? "" });
  const from = file.from === undefined ? "" : ` from ${shown(file.from)}`;
  return `${shown(file.file)}: ${changeOf(file)}${from}, +${added} -${removed}`;
}

function verdictLine(consequences: Consequences, { standing }: EditNotes): string {
  const { safe, introduced, resolved, checked, unchecked, doubts } = consequences;
  const errors = introduced.filter(({ diagnostic }) => diagnostic.severity === "error").length;
  const looked = `${counted(checked.length, "file")} checked`;
  const gone = resolved.length === 0 ? "" : `, ${countText(resolved.map(({ diagnostic }) => diagnostic))} gone`;
  const least = unchecked.length === 0 ? "" : "at least ";
  if (safe === false) return `Breaks: ${least}${counted(errors, "new error")}${gone} (${looked}).`;
  const fresh = introduced.length === 0 ? "no new error" : countText(introduced.map(({ diagnostic }) => diagnostic));
  if (safe === true && checked.length === 0) return `Safe: ${fresh} (no file needed a check).`;
  if (safe === true) return `Safe: ${fresh}${gone} (${looked}).`;
  const line = standing === undefined ? "" : standingText(standing);
  // The standing line words a counted reason differently from the doubt.
  const counts = new Set(
    standing?.reasons.filter((one) => one.counted && line.includes(one.counted.trouble)).map(({ detail }) => detail),
  );
  const isSaid = (doubt: string): boolean => counts.has(doubt) || line.includes(inertLine(doubt, 300));
  const more = doubts.filter((doubt) => !isSaid(doubt)).map((doubt) => inertLine(doubt, 300));
  const told = [
    ...more.slice(0, shownDoubts),
    ...(more.length > shownDoubts ? [`and ${counted(more.length - shownDoubts, "more doubt")}`] : []),
  ];
  const all = more.length < doubts.length ? [...told, "see the standing"] : told;
  return `Safe: unknown${all.length === 0 ? "" : `: ${all.join("; ")}`}. So far ${fresh}${gone} (${looked}).`;
}

const shownUnchecked = 5;
const shownDoubts = 3;

function uncheckedLines(
  { unchecked, timedOut }: Consequences,
  shown: (file: FilePath) => string,
  { canExhaust = false }: EditNotes,
): string[] {
  const unknown = unchecked.filter(({ why }) => why !== afterError);
  const named = unknown.slice(0, shownUnchecked).map(({ file, why }) => `  ${shown(file)} (${inertLine(why, 120)})`);
  const more = unknown.length > named.length ? [`  and ${unknown.length - named.length} more`] : [];
  const time = timedOut ? ", the time was up" : "";
  const head = unknown.length === 0 ? [] : [`Not checked: ${counted(unknown.length, "file")}${time}`];
  return [...head, ...named, ...more, ...leftAfterError(unchecked.length - unknown.length, canExhaust)];
}

function leftAfterError(count: number, canExhaust: boolean): string[] {
  if (count === 0) return [];
  const files = count === 1 ? "1 more file was" : `${count} more files were`;
  const all = canExhaust ? "; exhaustive: true checks all" : "";
  return [`${files} not checked, because an error was found${all}.`];
}

function remarkLines({ remarks = [] }: Consequences): string[] {
  return remarks.map((remark) => `Remark: ${inertLine(remark, 300)}`);
}

function byFile(found: readonly FoundProblem[], shown: (file: FilePath) => string) {
  const files = new Map<FilePath, FoundProblem[]>();
  for (const one of found) files.set(one.file, [...(files.get(one.file) ?? []), one]);
  return [...files].map(([file, problems]) => ({
    file: shown(file),
    problems: problems.map(({ diagnostic }) => diagnostic),
  }));
}

function inFileJson({ file, diagnostic }: FoundProblem): ProblemInFileJson {
  return { file, ...problemJson(diagnostic) };
}
