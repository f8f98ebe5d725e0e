// `suggest_fixes`: what servers and linters would do about a place or about each problem of a file. Nothing of it is done.
//
// Invariant: titles, reasons and changed lines are text of a server or a repository; each stays on its line, behind a mark of ours.

import { z } from "zod";
import type { Diagnostic } from "../../model/code-facts.ts";
import { severities } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import { defineQuery } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { OfferedAction, ProposedStep } from "../../model/offered-action.ts";
import type { Place, Span } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import type { Hunk } from "../../model/text-changes.ts";
import { hunksBetween } from "../../model/text-changes.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import { problemLine } from "../../render/problem-list.ts";
import { problemJson } from "./diagnostics-found.ts";
import { agreeing, counted } from "../../std/words.ts";
import { refuse } from "../../model/refusal.ts";
import type { LineStretch } from "../line-range.ts";
import { stretchInput } from "../line-range.ts";
import type { TargetInput } from "../target.ts";
import { resolveTarget, targetInput } from "../target.ts";

const fixesPlaceInput = {
  ...targetInput,
  ...stretchInput,
};

export const suggestFixes = defineQuery({
  name: "suggest_fixes",
  title: "Suggest Fixes",
  summary: "List the fixes and refactorings on offer, with the lines each would change.",
  guidance: "file_path alone: quick fixes of all its problems. Changes nothing.",
  exposure: "core",
  cli: { command: "fixes", positional: "file" },
  needs: ["textDocument/codeAction"],
  asks: ["problems", "actions"],
  input: {
    ...fixesPlaceInput,
    kinds: z.array(z.string()).optional(),
  },
  async run(context, input): Promise<Answer<SuggestedFixes>> {
    const { snapshot, file, shown, span, doubts } = await fixesPlace(context, input);
    const { value, standing } = await snapshot.offers({ file, span, kinds: input.kinds }, context.patience);
    const shownFile = (path: string): string => shownPath(snapshot.base, path as FilePath);
    const fixes = inOrderOfUse(value.actions).map((action) => ({
      id: context.view.suggestions.keep({ root: snapshot.root, action }),
      action,
      changes: (action.steps ?? []).map((step) => shownStep(step, shownFile)),
    }));
    return {
      value: {
        place: shown,
        isAboutFile: span === undefined,
        problems: value.diagnostics,
        hasUnusedImports: await hasUnusedImports(snapshot, file, value.diagnostics),
        fixes,
      },
      standing: joinStandings([standing, standingOf(doubts)]),
    };
  },
  isEmpty: ({ fixes }) => fixes.length === 0,
  toText: fixesText,
  toJson: ({ fixes }) => fixes.map(fixJson),
  hints: ({ fixes, hasUnusedImports: hasUnused }) =>
    fixes.length === 0
      ? [
          ...(hasUnused
            ? [{ operation: "organize_imports", why: "to remove unused imports, if the server supports it" }]
            : []),
          { operation: "get_diagnostics", why: "all problems" },
          { operation: "inspect_symbol", why: "what a name there is" },
        ]
      : [
          { operation: "apply_suggestion", why: "with an id, to apply one" },
          { operation: "safe_apply_edit", why: "which makes a change and shows what it breaks" },
          { operation: "get_diagnostics", why: "to see what is left after a change" },
        ],
  examples: [{ title: "What would mend a file", input: { file_path: "src/receipt.ts" } }],
});

// — below: private, in the order they are used —

/** Servers word the message in many ways; whether it is about an import is read from the line. */
async function hasUnusedImports(snapshot: Snapshot, file: FilePath, problems: readonly Diagnostic[]): Promise<boolean> {
  const unused = problems.filter(({ message }) => /\bunused\b|\b(?:never|not) (?:read|used|accessed)\b/i.test(message));
  if (unused.length === 0) return false;
  const text = await snapshot.text(file);
  return unused.some(
    ({ message, span: { start } }) =>
      /\bimport/i.test(message) || /^\s*(?:import|from|use|using)\b/.test(text.lineText(start.line) ?? ""),
  );
}

// — The answer of `suggest_fixes` as text and as data —

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
function inOrderOfUse(actions: readonly OfferedAction[]): OfferedAction[] {
  const rank = ({ isPreferred, disabled, fault, kind, diagnostics, steps }: OfferedAction): number => {
    if (disabled !== undefined || fault !== undefined) return 5;
    if (isPreferred) return 0;
    const isFix = diagnostics.length > 0 || kind?.startsWith("quickfix") === true;
    return (isFix ? 1 : 3) + (steps === undefined ? 1 : 0);
  };
  return [...actions].sort((a, b) => rank(a) - rank(b));
}

function shownStep(step: ProposedStep, shown: (file: string) => string): ShownStep {
  if (step.kind === "rename") return { step, file: shown(step.to), from: shown(step.from), hunks: [] };
  return { step, file: shown(step.file), hunks: step.kind === "edit" ? hunksBetween(step.before, step.text) : [] };
}

/** A few hundred tokens are enough to choose by, unless the caller says how much it wants. */
function fixesText(found: SuggestedFixes, budget: Budget): string {
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

function fixJson({ id, action, changes }: SuggestedFix): FixJson {
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

/** Each below the most severe diagnostic that it fixes, in the order of the text; those that fix none come last. */
function groupsOf({ problems, fixes }: SuggestedFixes): Group[] {
  const inText = [...problems].sort((a, b) => comparePlaces(a.span.start, b.span.start));
  const gravest = [...inText].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const own = new Map(fixes.map((fix) => [fix, gravest.find((one) => fix.action.diagnostics.includes(one))]));
  const below = (problem: Diagnostic | undefined): SuggestedFix[] => fixes.filter((fix) => own.get(fix) === problem);
  const groups = inText.map((problem) => ({ head: problemLine(problem), fixes: below(problem) }));
  const others = { head: problems.length === 0 ? "" : "not for one of these problems", fixes: below(undefined) };
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

/** The errors and warnings without a fix. A server and its compiler may both report one on the same line. */
function unmended({ problems, fixes }: SuggestedFixes): string[] {
  const mended = new Set(fixes.flatMap(({ action }) => action.diagnostics.map(({ span }) => span.start.line)));
  const grave = problems.filter(({ severity }) => severity === "error" || severity === "warning");
  const left = grave.filter(({ span }) => !mended.has(span.start.line));
  if (left.length === 0) return [];
  const lines = [...new Set(left.map(({ span }) => span.start.line))].sort((a, b) => a - b);
  const more = lines.length > namedLines ? " …" : "";
  const where = `${agreeing(lines.length, "line", "lines")} ${lines.slice(0, namedLines).join(", ")}${more}`;
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
    ...(fault === undefined ? [] : [`cannot be used: ${inertLine(fault, titleLimit)}`]),
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

// — Which place fixes are asked for: a range, a target as everywhere, a whole line, or every problem of a file —

export interface FixesPlace {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  /** `src/a.ts:3`, as an answer repeats it. */
  readonly shown: string;
  /** None for every problem of the file. */
  readonly span: Span | undefined;
  readonly doubts: readonly Reason[];
}

async function fixesPlace(context: QueryContext, input: TargetInput & LineStretch): Promise<FixesPlace> {
  const range = Object.keys(input).filter((key) => /^(?:start|end)_/.test(key) && isGiven(input, key));
  const target = ["line", "column", "position_pattern", "symbol_path"].filter((key) => isGiven(input, key));
  if (range.length > 0 && target.length > 0) {
    refuse({
      code: "bad_input",
      what: "The target is given in more than one way.",
      next: `Leave ${[...range, ...target].slice(1).join(", ")} out, or give a whole range.`,
    });
  }
  const isLine = target.join() === "line";
  if (target.length > 0 && !isLine) return atTarget(context, input);
  if (input.file_path === undefined) return noFile();
  const { snapshot, file } = await context.view.locate(input.file_path);
  const shown = shownPath(snapshot.base, file);
  const place = { snapshot, file, shown, span: undefined, doubts: [] };
  if (range.length === 0 && !isLine) return place;
  const { line } = input;
  const span = spanIn(await snapshot.text(file), isLine ? { start_line: line } : input);
  const lines = span.start.line === span.end.line ? `${span.start.line}` : `${span.start.line}-${span.end.line}`;
  return { ...place, shown: `${shown}:${lines}`, span };
}

function isGiven(input: object, key: string): boolean {
  return input[key as keyof typeof input] !== undefined;
}

/** A place is a point; a symbol is its whole declaration, with the problems inside of it. */
async function atTarget(context: QueryContext, input: TargetInput): Promise<FixesPlace> {
  const { snapshot, file, shown, place, node, doubts = [] } = await resolveTarget(context, input);
  const span = node?.span ?? { start: place, end: place };
  const named = input.symbol_path === undefined ? "" : ` ${input.symbol_path}`;
  return { snapshot, file, shown: `${shown}:${place.line}:${place.column}${named}`, span, doubts };
}

function noFile(): never {
  return refuse({
    code: "bad_input",
    what: "No target is given.",
    next: "Give file_path, alone for every problem in it or with line, a range or position_pattern; or symbol_path.",
  });
}

/** What is not given is the rest of the line. */
function spanIn(index: LineIndex, { start_line, start_column, end_line, end_column }: LineStretch): Span {
  if (start_line === undefined) {
    return refuse({ code: "bad_input", what: "start_line is missing.", next: "A range begins with start_line." });
  }
  const last = end_line ?? start_line;
  const start = { line: start_line, column: start_column ?? 1 };
  const end = { line: last, column: end_column ?? (index.lineText(last)?.length ?? 0) + 1 };
  if (Math.max(start_line, last) > index.lineCount) {
    refuse({
      code: "bad_input",
      what: `The file has ${index.lineCount} lines.`,
      why: `Line ${Math.max(start_line, last)} was asked for.`,
      next: "Read the file again.",
    });
  }
  if (comparePlaces(start, end) > 0) {
    refuse({ code: "bad_input", what: "The range ends before it begins.", next: "Swap its start and end." });
  }
  return { start, end };
}
