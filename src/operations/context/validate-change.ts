// `validate_change`: what changes that are on disk did to the problems of the changed files and of all they can reach.
//
// Invariant: both states are compared by the same servers under the same conditions; the class is counted, not told.
// Invariant: a server that does not answer makes the answer `lsp_unavailable`; it is no refusal.

import { z } from "zod";
import type { Consequences, FoundProblem, TextChange, ValidationJson } from "../../model/consequences.ts";
import { classOf, countsOf, noServer } from "../../model/consequences.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { orIfRefused, refuse } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { counted, firstNames } from "../../std/words.ts";
import type { MadeChange } from "../../workspace/change/consequences.ts";
import { standingOfChange } from "../../workspace/change/consequences.ts";
import { compareMadeInParts } from "../../workspace/change/parts.ts";
import type { FormerText } from "../../workspace/git/former-texts.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { View } from "../../workspace/view.ts";
import type { Hint, QueryContext } from "../define.ts";
import { defineQuery } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import type { Validated, ValidatedFile } from "./validation-answer.ts";
import { validationJson, validationText } from "./validation-answer.ts";

/** Long enough for the files that import the changed one in most projects. */
const defaultTimeoutMs = 30_000;
/** A call may take this much longer: servers start, texts are restored. */
const slackMs = 60_000;
const maxFiles = 5_000;

const input = {
  file_paths: z.array(z.string().min(1)).max(maxFiles).optional().describe("Default: what git says changed."),
  before: z
    .array(z.strictObject({ file_path: z.string().min(1), text: z.string().optional() }))
    .max(maxFiles)
    .optional()
    .describe("Former texts, none for a new file; default: those of HEAD."),
  timeout_ms: z.int().min(1).max(600_000).optional(),
};

export const validateChange = defineQuery<"validate_change", typeof input, Validated, ValidationJson>({
  name: "validate_change",
  title: "Validate Change",
  summary: "Tell what changes on disk broke, in the changed files and in all that they reach.",
  guidance: "Classes: clean, warnings_only, new_errors, baseline_error, lsp_unavailable.",
  exposure: "full",
  passive: true,
  outsideDrafts: true,
  cli: { command: "validate", positional: "files" },
  needs: ["textDocument/diagnostic"],
  asks: ["problems"],
  input,
  limitMs: ({ timeout_ms }) => (timeout_ms ?? defaultTimeoutMs) + slackMs,
  async run(context, { file_paths = [], before = [], timeout_ms = defaultTimeoutMs }): Promise<Answer<Validated>> {
    const given = new Map(before.map(({ file_path, text }) => [file_path, text]));
    const named = [...new Set([...file_paths, ...given.keys()])];
    const changed = named.length > 0 ? await ofNamed(context, named, given) : await ofGit(context);
    return judged(context, changed, timeout_ms);
  },
  isEmpty: ({ consequences: { introduced, resolved } }) => introduced.length + resolved.length === 0,
  succeeded: (output) => output.class !== "new_errors",
  showsNothing: ({ files }) => files.length === 0,
  toText: validationText,
  toJson: validationJson,
  happened: regressionOf,
  meta: notesOf,
  hints: hintsOf,
  examples: [
    {
      title: "What a change did, beside the text that the file had before",
      input: { before: [{ file_path: "src/discount.ts", text: "export const loyal = 0.1;\n" }] },
    },
  ],
});

// — below: private, in the order they are used —

/** The changes of one root. */
interface RootChanges {
  readonly snapshot: Snapshot;
  readonly changes: readonly TextChange[];
}

interface Changed {
  readonly roots: readonly RootChanges[];
  readonly files: readonly ValidatedFile[];
  /** Changed files of which one of the texts is not known, and why. */
  readonly unknown: readonly { readonly file: FilePath; readonly why: string }[];
  readonly reasons: readonly Reason[];
}

interface NamedFile {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly after: string | undefined;
  /** What the caller says it was before; undefined where it says nothing. */
  readonly given: FormerText | undefined;
  /** Why its present text cannot be had, or is none. */
  readonly unread?: string | undefined;
}

async function ofNamed(
  context: QueryContext,
  named: readonly string[],
  given: ReadonlyMap<string, string | undefined>,
): Promise<Changed> {
  const files = new Map<FilePath, NamedFile>();
  for (const raw of named) {
    const { snapshot, file, exists } = await context.view.place(raw);
    // A file that was written by two of its names: its first text is the one before the change.
    const known = files.get(file)?.given ?? (given.has(raw) ? formerOf(given.get(raw)) : undefined);
    files.set(file, { snapshot, file, given: known, ...(await present(snapshot, file, exists)) });
  }
  return changesOf(context, [...files.values()], []);
}

/** The text on disk. A file that cannot be read is no refusal: the others are compared all the same. */
async function present(
  snapshot: Snapshot,
  file: FilePath,
  exists: boolean,
): Promise<Pick<NamedFile, "after" | "unread">> {
  if (!exists) return { after: undefined };
  return orIfRefused(
    ({ details }) => ({ after: undefined, unread: details.why ?? details.what }),
    async () => ({ after: (await snapshot.text(file)).text }),
  );
}

function formerOf(text: string | undefined): FormerText {
  return text === undefined ? { kind: "absent" } : { kind: "text", text };
}

/** Every file of the main root that git says is not as in the last commit. */
async function ofGit(context: QueryContext): Promise<Changed> {
  const { view, patience } = context;
  const { snapshot } = await view.locate(view.root);
  const changes = await snapshot.gitChanges(view.root, { scope: "all" }, patience);
  const texts = changes.files.filter(({ kind }) => kind === "text");
  const others = changes.files.flatMap(({ file, kind }): NamedFile[] =>
    kind === "text" ? [] : [{ snapshot, file, after: undefined, given: undefined, unread: notText[kind] }],
  );
  if (changes.files.length > maxFiles) tooMany(changes.files.length);
  const paths = new Set(texts.flatMap(({ file, before }) => (before === undefined ? [file] : [before, file])));
  const files = [...paths].map((file) => listed(view, snapshot, file));
  const reasons = [...changes.reasons, ...elsewhere(view, changes.outside)];
  return changesOf(context, [...(await Promise.all(files)), ...others], reasons);
}

/** Of a file that git lists and that may not be read here, the others are compared all the same. */
function listed(view: View, snapshot: Snapshot, file: FilePath): Promise<NamedFile> {
  const own = { snapshot, file, given: undefined };
  return orIfRefused(
    ({ details: { what, why = what } }): NamedFile => ({ ...own, after: undefined, unread: why.replace(/\.$/, "") }),
    async () => ({ ...own, ...(await present(snapshot, file, (await view.place(file)).exists)) }),
  );
}

const notText = { binary: "it is not text", link: "it is a link", submodule: "it is a submodule" } as const;

function elsewhere(view: View, outside: number): Reason[] {
  const others = view.folders().length - 1;
  return [
    ...(others > 0
      ? [{ code: "scoped", detail: `only the main root was checked; name the files of ${others} others` } as const]
      : []),
    ...(outside > 0 ? [{ code: "scoped", detail: `${outside} changed files are outside the root` } as const] : []),
  ];
}

function tooMany(count: number): never {
  return refuse({
    code: "too_large",
    what: `${count} files differ from the last commit, which is too many for one call.`,
    next: "Name the files of the change as file_paths.",
  });
}

async function changesOf(
  { patience }: QueryContext,
  files: readonly NamedFile[],
  reasons: readonly Reason[],
): Promise<Changed> {
  const former = new Map<FilePath, FormerText>();
  for (const [snapshot, some] of byRoot(files.filter(({ given, unread }) => (given ?? unread) === undefined))) {
    const paths = some.map(({ file }) => file);
    const texts = await orIfRefused(
      ({ details }) => new Map(paths.map((file) => [file, { kind: "unknown", why: details.what } as FormerText])),
      () => snapshot.committedTexts(paths, patience),
    );
    for (const [file, text] of texts) former.set(file, text);
  }
  const states = files.map((one) => ({ ...one, before: stateBefore(one, former.get(one.file)) }));
  for (const { snapshot, file, given, unread, before, after } of states)
    if ((given ?? unread ?? after) === undefined && before.kind !== "text") nowhere(shownPath(snapshot.base, file));
  const told = states.filter(({ before, after }) => !isSame(before, after));
  const known = told.filter(({ before }) => before.kind !== "unknown");
  const roots = [...byRoot(known)].map(([snapshot, some]) => ({
    snapshot,
    changes: some.map(({ file, before, after }) => ({ file, before: textIn(before), after })),
  }));
  return {
    roots,
    files: told.map(({ snapshot, file, given, before }) => ({
      file,
      shown: shownPath(snapshot.base, file),
      source: before.kind === "unknown" ? "unknown" : given === undefined ? "HEAD" : "caller",
    })),
    unknown: told.flatMap(({ file, before }) => (before.kind === "unknown" ? [{ file, why: before.why }] : [])),
    reasons,
  };
}

/** Of a file without a present text the former one is of no use. */
function stateBefore({ given, unread }: NamedFile, former: FormerText = notAsked): FormerText {
  if (unread !== undefined) return { kind: "unknown", why: unread };
  const before = given ?? former;
  return before.kind === "unknown" ? { ...before, why: `its former text is not known: ${before.why}` } : before;
}

function nowhere(shown: string): never {
  return refuse({
    code: "file_not_found",
    what: `${shown} is not on disk, nor, as far as is known, in the last commit.`,
    next: "Check the path; for a file that was deleted since, give its former text as before.",
  });
}

const notAsked: FormerText = { kind: "unknown", why: "git was not asked" };

function byRoot<F extends NamedFile>(files: readonly F[]): ReadonlyMap<Snapshot, readonly F[]> {
  const roots = new Map<Snapshot, F[]>();
  for (const one of files) {
    const known = roots.get(one.snapshot);
    if (known === undefined) roots.set(one.snapshot, [one]);
    else known.push(one);
  }
  return roots;
}

function textIn(former: FormerText): string | undefined {
  return former.kind === "text" ? former.text : undefined;
}

/** One that was neither there before nor is there now has not changed either. */
function isSame(before: FormerText, after: string | undefined): boolean {
  return before.kind !== "unknown" && textIn(before) === after;
}

async function judged(context: QueryContext, changed: Changed, budgetMs: number): Promise<Answer<Validated>> {
  const made: MadeChange[] = [];
  for (const { snapshot, changes } of changed.roots) made.push(await compared(context, snapshot, changes, budgetMs));
  const consequences = joined(made, changed.unknown);
  const open = new Set(consequences.unchecked.map(({ file }) => file));
  const edited = made.flatMap((one) => one.edited);
  // Where no server can be asked about any changed file, nothing was validated.
  const isAsked = edited.length > 0 || changed.files.length === 0;
  const missed = changed.files.filter(({ file }) => open.has(file));
  const now = {
    errors: sum(made.map(({ tally }) => tally.errors)),
    warnings: sum(made.map(({ tally }) => tally.warnings)),
    editedErrors: sum(made.map(({ tally }) => tally.editedErrors)),
  };
  const isDecided = made.every((one) => one.isUndecided !== true);
  const verdict = classOf({ consequences, now, isCompared: isAsked && isDecided && missed.length === 0 });
  const why = verdict === "lsp_unavailable" ? [unavailable(missed, consequences)] : [];
  const [first] = changed.roots;
  return {
    value: {
      class: verdict,
      counts: countsOf({ consequences, now }),
      files: changed.files,
      consequences,
      uncertain: made.flatMap(({ tally }) => tally.uncompared),
      shown: (file) => shownPath(first?.snapshot.base ?? context.view.base, file),
    },
    // What decides the class comes first.
    standing: joinStandings([standingOf(why), standingOfChange(consequences), standingOf(changed.reasons)]),
  };
}

/** A refusal of what is asked to compare is no refusal of the call: then nothing is known. */
async function compared(
  { view, patience }: QueryContext,
  snapshot: Snapshot,
  changes: readonly TextChange[],
  budgetMs: number,
): Promise<MadeChange> {
  return orIfRefused(
    ({ details, code }) => notCompared(changes, details.what, code === "timed_out"),
    () => compareMadeInParts(view, snapshot, changes, { patience, scope: "workspace", budgetMs, thorough: true }),
  );
}

function notCompared(changes: readonly TextChange[], why: string, timedOut: boolean): MadeChange {
  const unchecked = changes.map(({ file }) => ({ file, why }));
  const consequences = { ...nothingFound, unchecked, timedOut };
  const tally = { errors: 0, warnings: 0, editedErrors: 0, present: [], uncompared: [] };
  return { consequences, tally, edited: changes.map(({ file }) => file), unserved: [] };
}

const nothingFound: Consequences = {
  introduced: [],
  resolved: [],
  safe: "unknown",
  checked: [],
  unchecked: [],
  doubts: [],
  timedOut: false,
};

function joined(made: readonly MadeChange[], unknown: Changed["unknown"]): Consequences {
  const all = made.map(({ consequences }) => consequences);
  const unserved = made.flatMap((one) => one.unserved).map((file) => ({ file, why: noServer }));
  const told = new Set(unknown.map(({ file }) => file));
  const reached = all.flatMap((one) => one.unchecked).filter(({ file }) => !told.has(file));
  const unchecked = [...unknown, ...unserved, ...reached];
  return {
    introduced: all.flatMap(({ introduced }) => introduced),
    resolved: all.flatMap(({ resolved }) => resolved),
    safe: all.some(({ safe }) => safe === false)
      ? false
      : (all.every(({ safe }) => safe === true) && unchecked.length === 0) || "unknown",
    checked: all.flatMap(({ checked }) => checked).filter((file) => !told.has(file)),
    unchecked,
    doubts: all.flatMap(({ doubts }) => doubts),
    remarks: all.flatMap(({ remarks = [] }) => remarks),
    timedOut: all.some(({ timedOut }) => timedOut),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function unavailable(missed: readonly ValidatedFile[], { unchecked, doubts }: Consequences): Reason {
  const [first] = missed;
  const why = unchecked.find(({ file }) => file === first?.file)?.why ?? doubts[0] ?? "no server serves these files";
  const which =
    missed.length === 0
      ? "the changed files"
      : firstNames(
          missed.map(({ shown }) => shown),
          3,
        );
  return { code: "nothing_received", detail: `${which} could not be compared: ${why}` };
}

type Regression = Extract<BridgeEvent, { readonly type: "diagnostic_regression" }>;

/** The event that a host and the operator hear when a change brought errors. */
function regressionOf({ class: verdict, counts, files, consequences }: Validated): readonly Regression[] {
  if (verdict !== "new_errors") return [];
  const errors = consequences.introduced.filter(({ diagnostic }) => diagnostic.severity === "error");
  return [
    {
      type: "diagnostic_regression",
      files: files.map(({ file }) => file),
      errors: counts.errors,
      introduced: errors.slice(0, reported),
    },
  ];
}

/** What is recorded of a verdict: files by name, errors by place and code, and no text of a file. */
function notesOf(output: Validated): Readonly<Record<string, unknown>> {
  const { class: verdict, counts, files, consequences, shown } = output;
  const names = files.map((one) => one.shown);
  const { checked, unchecked } = consequences;
  const looked = { checked_files: checked.length, unchecked_files: unchecked.length };
  return {
    validation: { class: verdict, files: names.slice(0, reported), changed_files: names.length, ...counts, ...looked },
    ...Object.fromEntries(
      regressionOf(output).map(({ type, errors, introduced }) => [
        type,
        { files: names.slice(0, reported), errors, introduced: introduced.map((one) => placeOf(one, shown)) },
      ]),
    ),
  };
}

/** A message may quote the file, so it is left out. */
function placeOf({ file, diagnostic }: FoundProblem, shown: Validated["shown"]): object {
  const { span, code, source } = diagnostic;
  const name = { ...(code === undefined ? {} : { code: String(code) }), ...(source === undefined ? {} : { source }) };
  return { file: shown(file), ...span.start, ...name };
}

/** So many errors and files are in an event and in a record. */
const reported = 20;

function hintsOf({ class: verdict, files }: Validated): readonly Hint[] {
  switch (verdict) {
    case "new_errors":
      return [
        { operation: "suggest_fixes", why: "what the server would do about one of them" },
        { operation: "inspect_symbol", why: "what a name in a message is" },
      ];
    case "lsp_unavailable":
      return [
        { operation: "detect_lsp_servers", why: "which servers there are for these files" },
        { operation: "run_build", why: "to check without a server" },
      ];
    case "baseline_error":
    case "warnings_only":
      return [{ operation: "get_diagnostics", why: `all problems of the ${counted(files.length, "file")}` }];
    case "clean":
      return [{ operation: "get_tests_for_file", why: "which tests cover the change" }];
  }
}
