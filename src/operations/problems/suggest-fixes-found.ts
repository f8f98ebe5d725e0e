// The answer of `suggest_fixes` as text and as data.
//
// Invariant: titles, reasons and changed lines are text of a server or a repository; each stays on its line, behind a mark of ours.

import type { Diagnostic } from "../../model/code-facts.ts";
import { severities } from "../../model/code-facts.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { OfferedAction, ProposedStep } from "../../model/offered-action.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import type { Hunk } from "../../model/text-changes.ts";
import { hunksBetween } from "../../model/text-changes.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import { problemLine } from "../../render/problem-list.ts";
import { problemJson } from "./diagnostics-found.ts";
import { counted } from "../../std/words.ts";

export interface SuggestedFix {
  readonly id: string;
  readonly action: OfferedAction;
  readonly changes: readonly ShownStep[];
}

export interface ShownStep {
  readonly step: ProposedStep;
  /** The file as a reader should see it; where it goes, for one that is renamed. */
  readonly file: string;
  readonly from?: string | undefined;
  readonly hunks: readonly Hunk[];
}

export interface SuggestedFixes {
  readonly place: string;
  /** Asked about every problem of a file, not about a place. */
  readonly isAboutFile: boolean;
  readonly problems: readonly Diagnostic[];
  readonly hasUnusedImports: boolean;
  /** The best first. */
  readonly fixes: readonly SuggestedFix[];
}

interface ChangeJson {
  readonly start: Place;
  readonly end: Place;
  readonly new_text: string;
}

interface StepJson {
  readonly file: string;
  readonly changes?: readonly ChangeJson[];
  readonly operation?: "create" | "rename" | "delete";
  readonly to?: string;
}

export interface FixJson {
  readonly id: string;
  readonly title: string;
  readonly kind?: string;
  readonly diagnostics: readonly object[];
  readonly isPreferred: boolean;
  readonly disabled?: { readonly reason: string };
  readonly edit?: readonly StepJson[];
  readonly command?: OfferedAction["command"];
  readonly fault?: string;
  readonly server: string;
}

/** Preferred ones first, then fixes, then the rest, each with what is known to change before mere commands; the unusable last. */
export function inOrderOfUse(actions: readonly OfferedAction[]): OfferedAction[] {
  const rank = ({ isPreferred, disabled, fault, kind, diagnostics, steps }: OfferedAction): number => {
    if (disabled !== undefined || fault !== undefined) return 5;
    if (isPreferred) return 0;
    const isFix = diagnostics.length > 0 || kind?.startsWith("quickfix") === true;
    return (isFix ? 1 : 3) + (steps === undefined ? 1 : 0);
  };
  return [...actions].sort((a, b) => rank(a) - rank(b));
}

export function shownStep(step: ProposedStep, shown: (file: string) => string): ShownStep {
  if (step.kind === "rename") return { step, file: shown(step.to), from: shown(step.from), hunks: [] };
  return { step, file: shown(step.file), hunks: step.kind === "edit" ? hunksBetween(step.before, step.text) : [] };
}

/** A few hundred tokens are enough to choose by, unless the caller says how much it wants. */
export function fixesText(found: SuggestedFixes, budget: Budget): string {
  const { fixes, problems } = found;
  const head = headOf(found);
  if (fixes.length === 0) return fitting([() => ({ text: head }), () => ({ text: "No suggestions." })], budget);
  const groups = groupsOf(found);
  const of = (line: Line, most: Most): string =>
    [head, ...groups.flatMap((group) => groupLines(group, line, most)), ...unmended(found)].join("\n");
  const room = budget.tokens === undefined ? { characters: Math.min(budget.characters, usualCharacters) } : budget;
  const usable = { usable: Number.POSITIVE_INFINITY, disabled: 0 };
  const brief = (count: number, leavesOut: string) => (): Rendering => {
    return { text: of(titleLine, { usable: count, disabled: 0 }), leavesOut };
  };
  return fitting(
    [
      () => ({ text: of(fullLines, { ...usable, disabled: Number.POSITIVE_INFINITY }) }),
      () => ({ text: of(fullLines, usable) }),
      () => ({ text: of(countLine, usable), leavesOut: "changed lines are left out: too many" }),
      brief(Number.POSITIVE_INFINITY, "what each changes is left out: too many"),
      brief(3, "only the first of each are listed: too many"),
      brief(1, "only the first of each is listed: too many"),
      () => ({
        text: `${counted(fixes.length, "suggestion")} for ${counted(problems.length, "problem")}; too many to list. Ask about one line.`,
      }),
    ],
    room,
  );
}

export function fixJson({ id, action, changes }: SuggestedFix): FixJson {
  const { title, kind, diagnostics, isPreferred, disabled, steps, command, fault, server } = action;
  return {
    id,
    title,
    ...(kind === undefined ? {} : { kind }),
    diagnostics: diagnostics.map(problemJson),
    isPreferred,
    ...(disabled === undefined ? {} : { disabled: { reason: disabled } }),
    ...(steps === undefined ? {} : { edit: changes.map(stepJson) }),
    ...(command === undefined ? {} : { command }),
    ...(fault === undefined ? {} : { fault }),
    server,
  };
}

// — below: private, in the order they are used —

const usualCharacters = 2_400;

/** Larger changes are counted, not shown. */
const shownLines = 6;

const titleLimit = 160;
const lineLimit = 160;

function headOf({ place, isAboutFile, problems, fixes }: SuggestedFixes): string {
  if (fixes.length > 0) return `${counted(fixes.length, "suggestion")} for ${inertLine(place)}, none of them applied`;
  if (problems.length > 0) return `No suggestions for ${counted(problems.length, "problem")} in ${inertLine(place)}.`;
  return isAboutFile
    ? `No problems in ${inertLine(place)}, so there is nothing to fix.`
    : `No suggestions for ${inertLine(place)}.`;
}

interface Group {
  readonly head: string;
  readonly fixes: readonly SuggestedFix[];
}

/** Each below the gravest problem that it mends, in the order of the text; what mends none comes last. */
function groupsOf({ problems, fixes }: SuggestedFixes): Group[] {
  const inText = [...problems].sort((a, b) => comparePlaces(a.span.start, b.span.start));
  const gravest = [...inText].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const own = new Map(fixes.map((fix) => [fix, gravest.find((one) => fix.action.diagnostics.includes(one))]));
  const below = (problem: Diagnostic | undefined): SuggestedFix[] => fixes.filter((fix) => own.get(fix) === problem);
  const groups = inText.map((problem) => ({ head: problemLine(problem), fixes: below(problem) }));
  const others = { head: problems.length === 0 ? "" : "beside that", fixes: below(undefined) };
  return [...groups, others].filter((group) => group.fixes.length > 0);
}

type Line = (fix: SuggestedFix) => string[];

/** How many of a group are listed. */
interface Most {
  readonly usable: number;
  readonly disabled: number;
}

function groupLines({ head, fixes }: Group, line: Line, most: Most): string[] {
  const usable = fixes.filter(({ action }) => action.disabled === undefined);
  const disabled = fixes.filter(({ action }) => action.disabled !== undefined);
  return [
    ...(head === "" ? [] : [head]),
    ...usable.slice(0, most.usable).flatMap(line),
    ...(usable.length > most.usable ? [`  and ${usable.length - most.usable} more`] : []),
    ...disabled.slice(0, most.disabled).flatMap(line),
    ...(disabled.length > most.disabled ? [`  and ${disabled.length - most.disabled} that cannot be used here`] : []),
  ];
}

/** Which errors and warnings have no fix. A server and its compiler may both tell of one on the same line. */
function unmended({ problems, fixes }: SuggestedFixes): string[] {
  const mended = new Set(fixes.flatMap(({ action }) => action.diagnostics.map(({ span }) => span.start.line)));
  const grave = problems.filter(({ severity }) => severity === "error" || severity === "warning");
  const left = grave.filter(({ span }) => !mended.has(span.start.line));
  if (left.length === 0) return [];
  const lines = [...new Set(left.map(({ span }) => span.start.line))].sort((a, b) => a - b);
  const more = lines.length > namedLines ? " …" : "";
  const where = `line${lines.length === 1 ? "" : "s"} ${lines.slice(0, namedLines).join(", ")}${more}`;
  return [`no fix is offered for ${counted(left.length, "problem")} (${where})`];
}

const namedLines = 8;

/** `  fab31 Change spelling to 'total' [quickfix, preferred]`. */
function titleText({ id, action }: SuggestedFix): string {
  const marks = [action.kind, ...(action.isPreferred ? ["preferred"] : [])].filter((mark) => mark !== undefined);
  const tags = marks.length === 0 ? "" : ` [${inertLine(marks.join(", "), 80)}]`;
  return `  ${id} ${inertLine(action.title, titleLimit)}${tags}`;
}

function titleLine(fix: SuggestedFix): string[] {
  return [titleText(fix)];
}

function countLine(fix: SuggestedFix): string[] {
  const told = [...faults(fix), ...changedText(fix), ...commandText(fix)];
  return [told.length === 0 ? titleText(fix) : `${titleText(fix)}: ${told.join("; ")}`];
}

function fullLines(fix: SuggestedFix): string[] {
  const { action, changes } = fix;
  const lines = changes.flatMap(({ hunks }) => hunks).flatMap(({ removed, added }) => [...removed, ...added]).length;
  const isPlain = changes.length > 0 && changes.every(({ step }) => step.kind === "edit");
  if (!isPlain || lines > shownLines || action.disabled !== undefined) return countLine(fix);
  const told = [...faults(fix), ...commandText(fix)];
  return [
    told.length === 0 ? titleText(fix) : `${titleText(fix)}: ${told.join("; ")}`,
    ...changes.flatMap(({ file, hunks }) => hunks.flatMap((hunk) => hunkLines(file, hunk))),
  ];
}

function hunkLines(file: string, { line, removed, added }: Hunk): string[] {
  const shown = (mark: string) => (text: string) => `    ${mark} ${inertLine(text.replaceAll("\t", "  "), lineLimit)}`;
  return [`    ${file}:${line}`, ...removed.map(shown("-")), ...added.map(shown("+"))];
}

function faults({ action: { disabled, fault } }: SuggestedFix): string[] {
  return [
    ...(disabled === undefined ? [] : [`cannot be used: ${inertLine(disabled, titleLimit)}`]),
    ...(fault === undefined ? [] : [`not usable: ${inertLine(fault, titleLimit)}`]),
  ];
}

/** `2 edits in src/a.ts`, `creates src/b.ts`. */
function changedText({ action, changes }: SuggestedFix): string[] {
  const told = changes.map(({ step, file, from, hunks }) => {
    if (step.kind === "edit") return `${counted(hunks.length, "edit")} in ${file}`;
    if (step.kind === "rename") return `renames ${from ?? ""} to ${file}`;
    return step.kind === "create" ? `creates ${file}` : `deletes ${file}`;
  });
  if (told.length > 4)
    return [`${counted(told.length, "change")} in ${counted(new Set(changes.map(({ file }) => file)).size, "file")}`];
  return told.length === 0 && action.steps !== undefined ? ["changes nothing"] : told;
}

function commandText({ action: { command, steps } }: SuggestedFix): string[] {
  if (command === undefined) return [];
  const known = steps === undefined ? ", whose effect is not known in advance" : "";
  return [`${steps === undefined ? "is" : "then"} the command ${inertLine(command.command, 80)}${known}`];
}

function stepJson({ step, hunks }: ShownStep): StepJson {
  if (step.kind === "rename") return { file: step.from, operation: "rename", to: step.to };
  if (step.kind !== "edit") return { file: step.file, operation: step.kind };
  const index = new LineIndex(step.before);
  return {
    file: step.file,
    changes: hunks.map(({ edit }) => ({
      start: index.placeOf(edit.start),
      end: index.placeOf(edit.end),
      new_text: edit.newText,
    })),
  };
}
