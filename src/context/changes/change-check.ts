// One check of changed files: what their change brought and took away, by the engine's own validation, and what would mend it.
//
// Invariant: it never rejects; what could not be found out is a note.

import type { Engine, Invocation } from "../../engine/engine.ts";
import type { ProblemOfFile, ValidationJson } from "../../model/consequences.ts";
import type { Deadline } from "../../std/deadline.ts";
import { at } from "../../std/json.ts";
import { baseName } from "../../model/file-path.ts";
import { counted, firstNames } from "../../std/words.ts";
import { quoted, shortName } from "./change-report.ts";
import type { ProblemDelta } from "./delta.ts";
import { noDelta } from "./delta.ts";
import type { KeptText } from "./kept-texts.ts";

/** A file that may have changed, before and as it was read when the check began. */
export interface Checked {
  readonly file: string;
  /** Undefined where it is not known: then the last commit is compared with. */
  readonly before: KeptText | undefined;
  /** Null where it could not be read. */
  readonly now: string | null | undefined;
}

export interface Found {
  /** The files that are not as they were. */
  readonly changed: readonly string[];
  readonly delta: ProblemDelta;
  readonly checkedFiles: number;
  readonly notes: readonly string[];
  /** Not everything was seen, so what it did not find may still be there. */
  readonly isPartial: boolean;
  /** The time was up, or nothing was answered: the same files are to be compared once more with their former texts. */
  readonly isOpen: boolean;
}

export interface CheckContext {
  readonly engine: Pick<Engine, "invoke" | "facts">;
  readonly caller: Invocation["caller"];
  /** How long the check may take in all; the model does not wait for it. */
  readonly timeoutMs: number;
}

export async function checkedChange(context: CheckContext, files: readonly Checked[]): Promise<Found> {
  const outcome = await validated(context, files);
  if (outcome.ok) return foundIn(context, files, outcome);
  if (outcome.refusal.code === "file_not_found") {
    // Most of them came and went between two events; of the others git knows nothing.
    const there = files.filter(({ before, now }) => before !== undefined || now !== undefined);
    const again = there.length === files.length || there.length === 0 ? undefined : await validated(context, there);
    if (again?.ok === true) return foundIn(context, there, again);
    if (there.length === 0) return nothing;
  }
  return {
    ...nothing,
    notes: [`a change was not checked: ${quoted(outcome.refusal.what)}`],
    isPartial: true,
    isOpen: true,
  };
}

export interface FixRequest {
  readonly engine: Pick<Engine, "invoke">;
  readonly caller: Invocation["caller"];
  readonly until: Deadline;
}

/** The title of the best fix, by problem; none where none is offered, policy forbids to ask, or the time is up. */
export async function fixesFor(
  { engine, caller, until }: FixRequest,
  problems: readonly ProblemOfFile[],
): Promise<ReadonlyMap<ProblemOfFile, string>> {
  const fixes = new Map<ProblemOfFile, string>();
  for (const problem of problems.filter(({ severity }) => severity === "error").slice(0, mostAsked)) {
    const timeoutMs = until.remaining();
    if (timeoutMs < leastMs) break;
    const { file, line, column } = problem;
    const input = { file_path: file, line, column, kinds: ["quickfix"] };
    const outcome = await engine.invoke({ operation: "suggest_fixes", input, caller, format: "json", timeoutMs });
    if (!outcome.ok) break;
    const fix: unknown = outcome.body.format === "json" && Array.isArray(outcome.body.json) ? outcome.body.json[0] : {};
    const title = at(fix, ["title"]);
    if (typeof title === "string" && at(fix, ["disabled"]) === undefined) fixes.set(problem, title);
  }
  return fixes;
}

// — below: private, in the order they are used —

const nothing: Found = { changed: [], delta: noDelta, checkedFiles: 0, notes: [], isPartial: false, isOpen: false };

type Outcome = Awaited<ReturnType<Engine["invoke"]>>;

function validated({ engine, caller, timeoutMs }: CheckContext, files: readonly Checked[]): Promise<Outcome> {
  const input = {
    file_paths: files.map(({ file }) => file),
    before: files.flatMap(({ file, before }) =>
      before === undefined ? [] : [{ file_path: file, ...(before.text === undefined ? {} : { text: before.text }) }],
    ),
    timeout_ms: timeoutMs,
  };
  const call = { operation: "validate_change", input, caller, once: true };
  return engine.invoke({ ...call, format: "json", maxCharacters: Number.POSITIVE_INFINITY });
}

function foundIn(
  { engine }: CheckContext,
  files: readonly Checked[],
  { body, standing }: Extract<Outcome, { readonly ok: true }>,
): Found {
  const validation = (body.format === "json" ? body.json : undefined) as ValidationJson;
  const isOfUse = ({ severity }: { readonly severity: string }): boolean =>
    severity === "error" || severity === "warning";
  const { introduced, resolved, checked_files: checkedFiles } = validation;
  return {
    changed: validation.files.map(({ file }) => file),
    delta: { come: introduced.filter(isOfUse), gone: resolved.filter(isOfUse) },
    checkedFiles,
    notes: notesOf(engine.facts.root, validation, standing, files),
    isPartial: validation.timeout || validation.unchecked_files.length > 0 || validation.class === "lsp_unavailable",
    isOpen: validation.timeout,
  };
}

/** What a reader would otherwise take for checked. */
function notesOf(
  root: string,
  { files, unchecked_files: unchecked, introduced, resolved, class: verdict, doubts }: ValidationJson,
  { reasons }: Extract<Outcome, { readonly ok: true }>["standing"],
  all: readonly Checked[],
): string[] {
  const names = (paths: readonly string[]): string =>
    firstNames(
      paths.map((file) => shortName(root, file)),
      3,
    );
  const notes: string[] = [];
  const open = unchecked.filter(({ reason }) => !unserved.test(reason));
  const others = unchecked.filter(({ reason }) => unserved.test(reason)).map(({ file }) => file);
  const [first] = open;
  if (first !== undefined) {
    const count = open.length === 1 ? "" : `${counted(open.length, "file")}: `;
    notes.push(`not checked: ${count}${names(open.map(({ file }) => file))} (${quoted(first.reason)})`);
  }
  // Once for each kind of file: what no server serves is not worth a line at each of its changes.
  if (others.length > 0) notes.push(unservedNote(others));
  if (unchecked.length === 0 && verdict === "lsp_unavailable") {
    const paths = files.map(({ file }) => file);
    const why = reasons.find(({ code }) => code === "nothing_received")?.detail ?? "no server answered";
    notes.push(unserved.test(why) ? unservedNote(paths) : `not checked: ${names(paths)} (${quoted(why)})`);
  }
  for (const doubt of doubts.filter((one) => !unserved.test(one)).slice(0, 2))
    notes.push(`not certain: ${quoted(doubt)}`);
  const given = new Set(all.filter(({ before }) => before !== undefined).map(({ file }) => file));
  const committed = files.filter(({ file, before }) => before === "HEAD" && !given.has(file));
  if (committed.length > 0 && introduced.length + resolved.length > 0) {
    const which = names(committed.map(({ file }) => file));
    notes.push(`compared with the last commit, because its text before the change is not known: ${which}`);
  }
  return notes;
}

function unservedNote(paths: readonly string[]): string {
  return `not checked: files of the kind ${[...new Set(paths.map(kindOf))].join(", ")}, which no server serves`;
}

/** What the validation says of files of other kinds than its servers handle. */
const unserved = /no server (?:serves these files|can check )/;

/** `.md`, or the whole name of a file without an ending. */
function kindOf(file: string): string {
  const name = baseName(file);
  const dot = name.lastIndexOf(".");
  return quoted(dot > 0 ? name.slice(dot) : name, 40);
}

/** Errors whose fixes are asked for, and the least time that such a question is worth. */
const mostAsked = 3;
const leastMs = 100;
