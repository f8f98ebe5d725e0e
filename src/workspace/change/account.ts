// The account of a change: which problems came and went, in which files, and what is not known.
//
// Invariant: every file that the change reaches is checked or unchecked in the end, and none is both.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { Consequences, FoundProblem, TextChange } from "../../model/consequences.ts";
import { afterError } from "../../model/consequences.ts";
import { diagnosticsDelta } from "../../model/diagnostics-delta.ts";
import type { RecordedProblems } from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, parentOf } from "../../model/file-path.ts";
import { sameLines } from "../../model/line-diff.ts";
import { withoutMessage } from "../../session/problems/withheld.ts";
import { counted } from "../../std/words.ts";
import type { ComparedFile } from "./analysers.ts";
import { withoutUnsought } from "./analysers.ts";
import type { ChangeBaseline, FileProblems } from "./change-baseline.ts";
import { nothing } from "./file-problems.ts";
import type { Reached } from "../reach/reach.ts";

export interface ChangeAccountContext {
  readonly changes: readonly TextChange[];
  readonly reached: Reached;
  readonly baseline: Pick<ChangeBaseline, "entryOf">;
  readonly scope: "file" | "workspace";
  readonly thorough: boolean;
  /** The state whose texts are not on disk: servers are only shown them. */
  readonly supposed: "before" | "after" | "neither";
}

/** How many problems the files that were compared have now, by severity. */
export interface Tally {
  readonly errors: number;
  readonly warnings: number;
  /** Errors of the changed files alone. */
  readonly editedErrors: number;
  /** All of these problems. */
  readonly present: readonly FoundProblem[];
  /** Problems of files whose two states could not be compared: whether they are new is not known. */
  readonly uncompared: readonly FoundProblem[];
}

export class ChangeAccount {
  readonly #context: ChangeAccountContext;
  readonly #changes: ReadonlyMap<FilePath, TextChange>;
  /** For a file that comes the one that goes, where most of its text is the same. */
  readonly #origins: ReadonlyMap<FilePath, TextChange>;
  readonly #entered = new Map<FilePath, Entry>();
  readonly #doubts = new Set<string>();
  readonly #remarks = new Set<string>();
  /** The servers that checked each file. */
  readonly #lookedBy = new Map<FilePath, readonly string[]>();
  /** Files whose diagnostics were checked again. */
  readonly #confirmed = new Set<FilePath>();
  readonly #compared = new Map<FilePath, ComparedFile>();
  /** Why messages of a file are not shown: the same of both states, so that none is shown that the other withholds. */
  readonly #withheld = new Map<FilePath, string>();
  readonly #servers = new Set<string>();
  #isLate = false;

  constructor(context: ChangeAccountContext) {
    this.#context = context;
    this.#changes = new Map(context.changes.map((change) => [change.file, change]));
    this.#origins = originsIn(context.changes);
    if (context.scope === "file") this.#doubts.add("only the changed files were checked");
  }

  /** Whether the state after the change is in no file. */
  get isSupposed(): boolean {
    return this.#context.supposed === "after";
  }

  /** Nothing more has to be known. */
  get isDecided(): boolean {
    return this.#isBroken && !this.#context.thorough && !this.#supposesGone;
  }

  get edited(): readonly FilePath[] {
    return this.#context.reached.edited;
  }

  get configurations(): Reached["configurations"] {
    return this.#context.reached.configurations;
  }

  /** Whether every server that was asked finds as much in texts that are only supposed as in those on disk. */
  get findsSupposed(): boolean {
    return [...this.#servers].every((id) => this.#context.baseline.entryOf(id)?.finds === "all");
  }

  isEntered(file: FilePath): boolean {
    return this.#entered.has(file);
  }

  /** Whether there is no such file before the change. */
  isNew(file: FilePath): boolean {
    const change = this.#changes.get(file);
    return change !== undefined && change.before === undefined;
  }

  /** Whether there is no such file after the change. */
  isGone(file: FilePath): boolean {
    const change = this.#changes.get(file);
    return change !== undefined && change.after === undefined;
  }

  /** The file whose problems before are those of a file after. */
  formerly(file: FilePath): FilePath {
    return this.#origins.get(file)?.file ?? file;
  }

  /** What was found in a file before and after; undefined for a check that was not made. */
  enter(file: FilePath, before: FileProblems | undefined, after: FileProblems | undefined): void {
    const entry = this.#weigh(file, this.#alike(before, "before"), this.#alike(after, "after"));
    this.#entered.set(file, entry);
    this.#compared.set(file, { file, before: before?.problems ?? [], after: after?.problems ?? [] });
    for (const server of after?.servers ?? []) this.#servers.add(server);
    if (after !== undefined) this.#lookedBy.set(file, after.servers);
    if (entry.why !== undefined && (before?.isLate === true || after?.isLate === true)) this.#isLate = true;
    if (after !== undefined && entry.why === undefined) this.#noteDoubts(after);
    // What is wrong with the former state matters where there are problems now: they may be taken for old or for new.
    const isWeighed =
      this.#context.supposed === "before" && entry.why === undefined && (after?.problems.length ?? 0) > 0;
    if (before !== undefined && isWeighed) this.#noteDoubts(before);
  }

  /** Files that did not change and have other problems, those with new errors first; each is named once. */
  takeSuspects(): FilePath[] {
    const found = [...this.#entered].filter(
      ([file, { introduced, resolved }]) =>
        !this.#changes.has(file) && !this.#confirmed.has(file) && introduced.length + resolved.length > 0,
    );
    const files = found.sort(([, a], [, b]) => errorsIn(b.introduced) - errorsIn(a.introduced)).map(([file]) => file);
    for (const file of files) this.#confirmed.add(file);
    return files;
  }

  /** What was found when both states were asked in the same order; true where that is something else. */
  enterAgain(file: FilePath, before: FileProblems | undefined, after: FileProblems | undefined): boolean {
    const first = this.#entered.get(file);
    if (first === undefined || before === undefined || after === undefined) return false;
    if (before.unsettled !== undefined || after.unsettled !== undefined) return false;
    const entry = this.#weigh(file, this.#alike(before, "before"), this.#alike(after, "after"));
    const isSame = isAlike(first.introduced, entry.introduced) && isAlike(first.resolved, entry.resolved);
    if (isSame) return false;
    const isStill = (one: FileProblems["problems"][number]): boolean =>
      after.problems.some((other) => isLike(one, other));
    const isLost = first.introduced.some((one) => one.severity === "error" && !isStill(one));
    const isUnsure = isLost && errorsIn(entry.introduced) === 0;
    this.#entered.set(file, isUnsure ? { ...clean, why: dependsOnOrder } : entry);
    this.#compared.set(file, { file, before: before.problems, after: after.problems });
    return true;
  }

  /** The servers whose word on these files decides. */
  judgesOf(files: readonly FilePath[]): readonly ServerEntry[] {
    const ids = new Set(files.flatMap((file) => this.#lookedBy.get(file) ?? []));
    return [...ids].flatMap((id) => this.#context.baseline.entryOf(id) ?? []).filter(({ role }) => role !== "lint");
  }

  /** Errors that a file has under another configuration; false where that is not known. */
  enterUnder(configuration: string, file: FilePath, before: FileProblems | undefined, after: FileProblems): boolean {
    const { introduced, why } = this.#weigh(file, before, after);
    if (why !== undefined) return false;
    const known = this.#entered.get(file) ?? clean;
    const fresh = introduced.filter(
      (one) => one.severity === "error" && !known.introduced.some((other) => isLike(one, other)),
    );
    if (fresh.length === 0) return true;
    this.#entered.set(file, { ...known, introduced: [...known.introduced, ...fresh] });
    this.#remarks.add(`${counted(fresh.length, "error")} only under ${configuration}`);
    return true;
  }

  doubt(what: string): void {
    this.#doubts.add(what);
  }

  /** What is there now, as far as it was checked. */
  tally(): Tally {
    const known = [...this.#compared.values()].filter(({ file }) => this.#entered.get(file)?.why === undefined);
    const unknown = [...this.#compared.values()].filter(({ file }) => this.#entered.get(file)?.why !== undefined);
    const of = (files: readonly ComparedFile[], severity: "error" | "warning"): number =>
      files.flatMap(({ after }) => after).filter((one) => one.severity === severity).length;
    const edited = known.filter(({ file }) => this.#changes.has(file));
    return {
      errors: of(known, "error"),
      warnings: of(known, "warning"),
      editedErrors: of(edited, "error"),
      present: known.flatMap(({ file, after }) => found(file, after)).map((one) => this.#shown(one)),
      uncompared: unknown.flatMap(({ file, after }) => found(file, after)).map((one) => this.#shown(one)),
    };
  }

  close(): Consequences {
    const { reached, supposed } = this.#context;
    const expected = this.#context.scope === "file" ? reached.edited : allOf(reached);
    const left = expected.filter((file) => !this.#entered.has(file));
    const why = this.isDecided ? afterError : "not checked: the time was up";
    const entries = expected.flatMap((file) => {
      const entry = this.#entered.get(file);
      return entry === undefined ? [] : [{ file, ...entry }];
    });
    const unchecked = [
      ...entries.flatMap((entry) => (entry.why === undefined ? [] : [{ file: entry.file, why: entry.why }])),
      ...left.map((file) => ({ file, why })),
      ...reached.unlookable,
    ];
    const doubts = [...reached.doubts, ...(supposed === "neither" ? [] : reached.doubtsUnsaved), ...this.#doubts];
    const { introduced, resolved, ...unsought } = this.#told(entries);
    const all = [...doubts, ...unsought.doubts];
    const remarks = [...reached.remarks, ...unsought.remarks, ...this.#remarks];
    const isBroken = introduced.some(({ diagnostic }) => diagnostic.severity === "error");
    return {
      introduced: introduced.map((one) => this.#shown(one)),
      resolved: resolved.map((one) => this.#shown(one)),
      safe: isBroken ? this.#breaks(all) : (unchecked.length === 0 && all.length === 0) || "unknown",
      checked: entries.filter((entry) => entry.why === undefined).map(({ file }) => file),
      unchecked,
      doubts: all,
      ...(remarks.length === 0 ? {} : { remarks }),
      timedOut: this.#isLate || (left.length > 0 && !this.isDecided),
      totals: this.#totals(),
    };
  }

  // — below: private, in the order they are used —

  #told(entries: readonly (Entry & { readonly file: FilePath })[]): ReturnType<typeof withoutUnsought> {
    const delta = {
      introduced: entries.flatMap((entry) => found(entry.file, entry.introduced)),
      resolved: entries.flatMap((entry) => found(entry.file, entry.resolved)),
    };
    const servers = [...this.#servers].flatMap((id) => this.#context.baseline.entryOf(id) ?? []);
    return withoutUnsought(delta, [...this.#compared.values()], this.#changes, servers);
  }

  #totals(): NonNullable<Consequences["totals"]> {
    const compared = [...this.#compared.values()].filter(({ file }) => this.#entered.get(file)?.why === undefined);
    const count = (problems: FileProblems["problems"], severity: string): number =>
      problems.filter((one) => one.severity === severity).length;
    const of = (state: "before" | "after"): RecordedProblems => {
      const problems = compared.flatMap((one) => one[state]);
      return { errors: count(problems, "error"), warnings: count(problems, "warning") };
    };
    return { before: of("before"), after: of("after") };
  }

  /** A server that goes on reading a file which is only supposed to be gone finds errors that there will not be. */
  #breaks(doubts: readonly string[]): false | "unknown" {
    return this.#supposesGone && doubts.length > 0 ? "unknown" : false;
  }

  #shown({ file, diagnostic }: FoundProblem): FoundProblem {
    const why = this.#withheld.get(file);
    return { file, diagnostic: why === undefined ? diagnostic : withoutMessage(diagnostic, why) };
  }

  /** Whether a file is only supposed to be gone: then an error decides only if nothing is doubtful. */
  get #supposesGone(): boolean {
    return this.isSupposed && this.#context.changes.some(({ after }) => after === undefined);
  }

  get #isBroken(): boolean {
    for (const { introduced } of this.#entered.values()) if (errorsIn(introduced) > 0) return true;
    return false;
  }

  /**
   * Of the state on disk only what the other one can have as well: what a server's check of saved files has found is
   * left out, because an overlay neither adds nor removes that.
   */
  #alike(look: FileProblems | undefined, state: "before" | "after"): FileProblems | undefined {
    const { baseline, supposed } = this.#context;
    if (look === undefined || supposed === "neither" || supposed === state) return look;
    if (look.servers.every((id) => baseline.entryOf(id)?.finds !== "saved")) return look;
    const isAsked = (source = ""): boolean => look.servers.includes(source);
    return { ...look, problems: look.problems.filter(({ source }) => isAsked(source)) };
  }

  #weigh(file: FilePath, before: FileProblems | undefined, after: FileProblems | undefined): Entry {
    const withheld = before?.withheld ?? after?.withheld;
    if (withheld !== undefined) this.#withheld.set(file, withheld);
    const change = this.#changes.get(file);
    const isMoved = [...this.#origins.values()].some((origin) => origin.file === file);
    // A deleted file has no errors of its own, and a moved one is compared at its new path.
    if (after === undefined) return { ...clean, resolved: isMoved ? [] : settled(before) };
    if (after.unsettled !== undefined) return { ...clean, why: after.unsettled };
    if (after.problems.length === 0) return { ...clean, resolved: settled(before) };
    const origin = this.#origins.get(file) ?? change;
    const base = origin !== undefined && origin.before === undefined ? nothing : before;
    if (base === undefined) return { ...clean, why: "not checked before the change: the time was up" };
    if (base.unsettled !== undefined) return { ...clean, why: `before the change: ${base.unsettled}` };
    const { introduced, resolved } = diagnosticsDelta(
      { text: origin?.before ?? base.text, diagnostics: base.problems },
      { text: change?.after ?? after.text, diagnostics: after.problems },
    );
    const unseen =
      this.#context.supposed === "before"
        ? this.#unseenIn(file, base.problems, base.servers)
        : this.#unseenIn(file, introduced, after.servers);
    return unseen === undefined ? { introduced, resolved, why: undefined } : { ...clean, why: unseen };
  }

  /**
   * Why errors of the supposed state do not count: the server does not see a file that is only supposed to be there,
   * and they report it as missing.
   */
  #unseenIn(file: FilePath, problems: FileProblems["problems"], servers: readonly string[]): string | undefined {
    const { changes, reached, baseline, supposed } = this.#context;
    if (supposed === "neither") return undefined;
    const other = supposed === "after" ? "before" : "after";
    const created = changes.filter((change) => change[other] === undefined && change[supposed] !== undefined);
    for (const id of servers) {
      const entry = baseline.entryOf(id);
      if (entry === undefined) continue;
      const isSeen = entry.quirks.supposes?.created !== undefined;
      const unseen = created.filter((one) => !isSeen || reached.inNewDirectories.includes(one.file));
      const tells = (message: string, one: FilePath): boolean =>
        one === file ? message === entry.quirks.unread : isNamed(one, message);
      const missed = unseen.find((one) => problems.some(({ message }) => tells(message, one.file)))?.file;
      if (missed !== undefined) return `${entry.title} considers ${baseName(missed)} missing`;
    }
    return undefined;
  }

  #noteDoubts({ doubts, remarks, servers }: FileProblems): void {
    for (const doubt of doubts) this.#doubts.add(doubt);
    for (const remark of remarks) this.#remarks.add(remark);
    for (const id of servers) {
      const entry = this.#context.baseline.entryOf(id);
      if (entry === undefined || entry.role === "lint" || entry.finds === "all") continue;
      if (entry.finds === "saved" && this.#context.supposed === "neither") continue;
      const missing = entry.finds === "some" ? entry.misses : undefined;
      this.#doubts.add(`${entry.title} ${missing ?? finding[entry.finds ?? "unknown"]}`);
    }
  }
}

interface Entry extends Pick<ReturnType<typeof diagnosticsDelta>, "introduced" | "resolved"> {
  /** Why it is not finally known. */
  readonly why: string | undefined;
}

const dependsOnOrder = "its errors depend on the order in which files are checked";

function errorsIn(problems: FileProblems["problems"]): number {
  return problems.filter(({ severity }) => severity === "error").length;
}

function isAlike(some: FileProblems["problems"], others: FileProblems["problems"]): boolean {
  return some.length === others.length && some.every((one) => others.some((other) => isLike(one, other)));
}

function isLike(one: FileProblems["problems"][number], other: FileProblems["problems"][number]): boolean {
  const isPlaced = one.span.start.line === other.span.start.line && one.span.start.column === other.span.start.column;
  return isPlaced && one.message === other.message && one.code === other.code;
}

const clean: Entry = { introduced: [], resolved: [], why: undefined };

const finding = {
  saved: "finds some errors only in files on disk",
  some: "is known to miss errors",
  unknown: "may miss errors: it is untested",
} as const;

/** So much of a text has to be found again in another for the two to be one file that moved. */
const shareOfOrigin = 0.5;

function originsIn(changes: readonly TextChange[]): Map<FilePath, TextChange> {
  const gone = changes.filter(({ before, after }) => before !== undefined && after === undefined);
  const origins = new Map<FilePath, TextChange>();
  for (const { file, before, after } of changes) {
    if (before !== undefined || after === undefined) continue;
    const taken = new Set(origins.values());
    const origin = gone.find((one) => !taken.has(one) && isMostly(one.before ?? "", after));
    if (origin !== undefined) origins.set(file, origin);
  }
  return origins;
}

function isMostly(before: string, after: string): boolean {
  const [former, present] = [before.split("\n"), after.split("\n")];
  const same = sameLines(former, present).reduce((sum, { count }) => sum + count, 0);
  return same >= shareOfOrigin * Math.max(former.length, present.length);
}

/** Whether a message has the name of a file in quotes, as imports spell it or with its ending. */
function isNamed(file: FilePath, message: string): boolean {
  const [stem = ""] = baseName(file).split(".", 1);
  const name = /^(?:__init__|index|mod)$/.test(stem) ? baseName(parentOf(file) ?? file) : stem;
  const quoted = [...message.matchAll(/(["'`])([^"'`\n]+)\1/g)].flatMap((match) => match[2] ?? []);
  return quoted.some((text) => text.split(/[./\\:]+/).includes(name));
}

function settled(look: FileProblems | undefined): FileProblems["problems"] {
  return look === undefined || look.unsettled !== undefined ? [] : look.problems;
}

function allOf({ edited, direct, rest }: Reached): FilePath[] {
  return [...edited, ...direct, ...rest];
}

function found(file: FilePath, diagnostics: FileProblems["problems"]): FoundProblem[] {
  return diagnostics.map((diagnostic) => ({ file, diagnostic }));
}
