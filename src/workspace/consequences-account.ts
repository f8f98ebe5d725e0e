// The account of a change: which problems came and went, in which files, and what is not known.
//
// Invariant: every file that the change reaches is checked or unchecked in the end, and none is both.

import type { Consequences, FoundProblem, TextChange } from "../model/consequences.ts";
import { afterError } from "../model/consequences.ts";
import { diagnosticsDelta } from "../model/diagnostics-delta.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, parentOf } from "../model/file-path.ts";
import { sameLines } from "../model/line-diff.ts";
import type { Grounds, Look } from "./consequences-grounds.ts";
import { nothing } from "./consequences-look.ts";
import type { Reached } from "./reach.ts";

export interface AccountContext {
  readonly changes: readonly TextChange[];
  readonly reached: Reached;
  readonly grounds: Pick<Grounds, "entryOf">;
  readonly scope: "file" | "workspace";
  readonly thorough: boolean;
  /** The texts are in no file. */
  readonly isSupposed: boolean;
}

export class Account {
  readonly #context: AccountContext;
  readonly #changes: ReadonlyMap<FilePath, TextChange>;
  /** For a file that comes the one that goes, where most of its text is the same. */
  readonly #origins: ReadonlyMap<FilePath, TextChange>;
  readonly #entered = new Map<FilePath, Entry>();
  readonly #doubts = new Set<string>();
  #isLate = false;
  #isBroken = false;

  constructor(context: AccountContext) {
    this.#context = context;
    this.#changes = new Map(context.changes.map((change) => [change.file, change]));
    this.#origins = originsIn(context.changes);
    if (context.scope === "file") this.#doubts.add("only the changed files were looked at");
  }

  get isSupposed(): boolean {
    return this.#context.isSupposed;
  }

  /** Nothing more has to be known. */
  get isDecided(): boolean {
    return this.#isBroken && !this.#context.thorough;
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

  /** What was found in a file before and after; undefined for a look that nobody took. */
  enter(file: FilePath, before: Look | undefined, after: Look | undefined): void {
    const entry = this.#weigh(file, before && this.#askedAgain(before), after);
    this.#entered.set(file, entry);
    if (entry.introduced.some(({ severity }) => severity === "error")) this.#isBroken = true;
    if (entry.why !== undefined && (before?.isLate === true || after?.isLate === true)) this.#isLate = true;
    if (after !== undefined && entry.why === undefined) this.#noteDoubts(after);
  }

  close(): Consequences {
    const { reached, isSupposed } = this.#context;
    const expected = this.#context.scope === "file" ? reached.edited : allOf(reached);
    const left = expected.filter((file) => !this.#entered.has(file));
    const why = this.isDecided ? afterError : "not looked at: the time was up";
    const entries = expected.flatMap((file) => {
      const entry = this.#entered.get(file);
      return entry === undefined ? [] : [{ file, ...entry }];
    });
    const unchecked = [
      ...entries.flatMap((entry) => (entry.why === undefined ? [] : [{ file: entry.file, why: entry.why }])),
      ...left.map((file) => ({ file, why })),
      ...reached.unlookable,
    ];
    const doubts = [...reached.doubts, ...(isSupposed ? reached.doubtsUnsaved : []), ...this.#doubts];
    const isKnown = unchecked.length === 0 && doubts.length === 0;
    return {
      introduced: entries.flatMap((entry) => found(entry.file, entry.introduced)),
      resolved: entries.flatMap((entry) => found(entry.file, entry.resolved)),
      safe: this.#isBroken ? false : isKnown || "unknown",
      checked: entries.filter((entry) => entry.why === undefined).map(({ file }) => file),
      unchecked,
      doubts,
      timedOut: this.#isLate || (left.length > 0 && !this.isDecided),
    };
  }

  // — below: private, in the order they are used —

  /** Without what was found on disk by who does not look at texts that are only supposed: it neither comes nor goes. */
  #askedAgain(before: Look): Look {
    const { grounds } = this.#context;
    if (!this.isSupposed || before.servers.every((id) => grounds.entryOf(id)?.finds !== "saved")) return before;
    const isAsked = (source = ""): boolean => before.servers.includes(source);
    return { ...before, problems: before.problems.filter(({ source }) => isAsked(source)) };
  }

  #weigh(file: FilePath, before: Look | undefined, after: Look | undefined): Entry {
    const change = this.#changes.get(file);
    const isMoved = [...this.#origins.values()].some((origin) => origin.file === file);
    // What goes can break nothing in itself; and what went elsewhere is told there.
    if (after === undefined) return { ...clean, resolved: isMoved ? [] : settled(before) };
    if (after.unsettled !== undefined) return { ...clean, why: after.unsettled };
    if (after.problems.length === 0) return { ...clean, resolved: settled(before) };
    const origin = this.#origins.get(file) ?? change;
    const base = origin !== undefined && origin.before === undefined ? nothing : before;
    if (base === undefined) return { ...clean, why: "not looked at before the change: the time was up" };
    if (base.unsettled !== undefined) return { ...clean, why: `before the change: ${base.unsettled}` };
    const { introduced, resolved } = diagnosticsDelta(
      { text: origin?.before ?? base.text, diagnostics: base.problems },
      { text: change?.after ?? after.text, diagnostics: after.problems },
    );
    const unseen = this.#unseenIn(file, introduced, after.servers);
    return unseen === undefined ? { introduced, resolved, why: undefined } : { ...clean, why: unseen };
  }

  /** Why errors are no facts: who found them takes a file that comes for missing, and they tell of that. */
  #unseenIn(file: FilePath, introduced: Look["problems"], servers: readonly string[]): string | undefined {
    if (!this.isSupposed) return undefined;
    const { changes, reached, grounds } = this.#context;
    const created = changes.filter(({ before, after }) => before === undefined && after !== undefined);
    for (const id of servers) {
      const entry = grounds.entryOf(id);
      if (entry === undefined) continue;
      const isSeen = entry.quirks.supposes?.created !== undefined;
      const unseen = created.filter((one) => !isSeen || reached.inNewDirectories.includes(one.file));
      const tells = (message: string, one: FilePath): boolean =>
        one === file ? message === entry.quirks.unread : isNamed(one, message);
      const missed = unseen.find((one) => introduced.some(({ message }) => tells(message, one.file)))?.file;
      if (missed !== undefined) return `${entry.title} takes ${baseName(missed)} for missing`;
    }
    return undefined;
  }

  #noteDoubts({ doubts, servers }: Look): void {
    for (const doubt of doubts) this.#doubts.add(doubt);
    for (const id of servers) {
      const entry = this.#context.grounds.entryOf(id);
      if (entry === undefined || entry.role === "lint" || entry.finds === "all") continue;
      if (entry.finds === "saved" && !this.isSupposed) continue;
      const missing = entry.finds === "some" ? entry.misses : undefined;
      this.#doubts.add(`${entry.title} ${missing ?? finding[entry.finds ?? "unknown"]}`);
    }
  }
}

interface Entry extends Pick<ReturnType<typeof diagnosticsDelta>, "introduced" | "resolved"> {
  /** Why it is not finally known. */
  readonly why: string | undefined;
}

const clean: Entry = { introduced: [], resolved: [], why: undefined };

const finding = {
  saved: "finds some errors only in files as they are on disk",
  some: "is known to miss errors",
  unknown: "may miss errors: nobody has measured it",
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

function settled(look: Look | undefined): Look["problems"] {
  return look === undefined || look.unsettled !== undefined ? [] : look.problems;
}

function allOf({ edited, direct, rest }: Reached): FilePath[] {
  return [...edited, ...direct, ...rest];
}

function found(file: FilePath, diagnostics: Look["problems"]): FoundProblem[] {
  return diagnostics.map((diagnostic) => ({ file, diagnostic }));
}
