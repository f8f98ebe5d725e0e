// What a change does to the problems of every file that it can reach.
//
// Invariant: a file that was not checked completely, before and after, is named; then nothing is called safe. For a
// file without problems after the change, the state before does not matter.
// Invariant: while an overlay is shown, only the snapshot that sees it asks the server.

import type { Patience } from "../../std/patience.ts";
import type { Consequences, TextChange } from "../../model/consequences.ts";
import { afterError } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { isNeutral } from "../../languages/change/neutral-change.ts";
import { Canceller, isCancellation, onCancel } from "../../std/cancel.ts";
import type { Deadline } from "../../std/deadline.ts";
import { pooled } from "../../std/pooled.ts";
import { counted } from "../../std/words.ts";
import { isProse } from "../../catalog/prose.ts";
import type { Reached } from "../reach/reach.ts";
import type { Snapshot } from "../snapshot.ts";
import type { SupposedSnapshot, View } from "../view.ts";
import type { Tally } from "./account.ts";
import { ChangeAccount } from "./account.ts";
import { checkConfigurations } from "./configurations.ts";
import type { FileProblems } from "./change-baseline.ts";
import { problemsIn } from "./file-problems.ts";

export interface CheckOptions {
  readonly patience: Patience;
  /** `file`: the changed files alone, which never proves that anything is safe. */
  readonly scope: "file" | "workspace";
  /** The time for both checks together, before and after; then the files that are left are named. */
  readonly budgetMs: number;
  /** Goes on after the first new error, until all of them are known. */
  readonly thorough: boolean;
}

/** The problems of every file that a change can reach, before it. */
export interface Basis {
  readonly changes: readonly TextChange[];
  readonly reached: Reached;
  /** The files that were checked in time. */
  readonly looks: ReadonlyMap<FilePath, FileProblems>;
  /** What is left of the time. */
  readonly leftMs: number;
}

export async function takeBasis(
  before: Snapshot,
  changes: readonly TextChange[],
  options: CheckOptions,
): Promise<Basis> {
  const until = endOf(options, options.budgetMs);
  const telling = tellingOf(changes);
  // Without a change that can be noticed no server has to be asked.
  if (telling.length === 0) return { changes, reached: nowhere, looks: new Map(), leftMs: until.remaining() };
  const reached = await before.baseline.reach.of(telling);
  const looks = await problemsBefore(before, changes, filesOf(reached, options), half(until), options);
  return { changes, reached, looks, leftMs: until.remaining() };
}

/** After the change. Where the former texts can be an overlay, differences in unchanged files are checked again. */
export async function judge(
  basis: Basis,
  after: Snapshot,
  options: CheckOptions,
  view?: Pick<View, "suppose">,
): Promise<Consequences> {
  const { changes, reached, looks } = basis;
  if (changes.length > 0 && tellingOf(changes).length === 0) return unnoticed;
  const account = new ChangeAccount({ ...options, changes, reached, baseline: after.baseline, supposed: "neither" });
  const until = endOf(options, basis.leftMs);
  await compare(account, after, looks, tiersOf(reached, options), until, options);
  if (view !== undefined) await recheckMade(account, basis, after, view, until, options);
  const former = new Map(changes.map(({ file, before = null }) => [file, before]));
  const states = { root: after.root, before: former, after: new Map() };
  await checkConfigurations(account, states, view, until, options.patience);
  return account.close();
}

/**
 * The same for a change that is not on disk: a preview, a dry run or a draft. The servers see its texts only while they
 * are asked.
 */
export async function evaluate(
  view: Pick<View, "suppose">,
  before: Snapshot,
  changes: readonly TextChange[],
  options: CheckOptions,
): Promise<Answer<Consequences>> {
  const value = await foresee(view, before, changes, options);
  return { value, standing: standingOfChange(value) };
}

/** What a change that is on disk already has brought, with the figures that tell how the files stand now. */
export interface MadeChange {
  readonly consequences: Consequences;
  readonly tally: Tally;
  /** The changed files that a server can be asked about. */
  readonly edited: readonly FilePath[];
  /** Those that no server can be asked about, without prose, of which no code becomes wrong. */
  readonly unserved: readonly FilePath[];
  /** Of problems that are there now it is not known whether they are new. */
  readonly isUndecided?: boolean;
}

/**
 * The same for a change that was made by another program: its former texts are shown to the servers while they are asked
 * about the state before it, and the disk is the state after it.
 */
export async function compareMade(
  view: Pick<View, "suppose">,
  after: Snapshot,
  changes: readonly TextChange[],
  options: CheckOptions,
): Promise<MadeChange> {
  const reached = await reachOfMade(after, changes);
  const account = new ChangeAccount({ ...options, changes, reached, baseline: after.baseline, supposed: "before" });
  const until = endOf(options, options.budgetMs);
  const former = new Map(changes.map(({ file, before = null }) => [file, before]));
  let supposing: SupposedSnapshot | undefined;
  const states = {
    before: async () => {
      supposing ??= await view.suppose(after.root, former);
      return supposing.snapshot;
    },
    // While an overlay is shown, no server can answer about the files without it.
    after: async () => {
      await supposing?.rest();
      return after;
    },
  };
  try {
    const looks = await problemsFormerly(states, formerOf(changes, filesOf(reached, options)), half(until), options);
    await compare(account, await states.after(), looks, tiersOf(reached, options), until, options);
    await recheck(account, states, until, options.patience);
    await supposing?.release();
    const texts = { root: after.root, before: former, after: new Map() };
    await checkConfigurations(account, texts, view, until, options.patience);
    const asked = new Set([...reached.edited, ...reached.unlookable.map(({ file }) => file)]);
    const unserved = changes.map(({ file }) => file).filter((file) => !asked.has(file) && !isProse(file));
    return { consequences: account.close(), tally: account.tally(), edited: reached.edited, unserved };
  } finally {
    await supposing?.release();
  }
}

/**
 * How what is known of a change stands, whether it was made or only evaluated: each file that was not checked to the end
 * and each doubt leaves it partial. Files that were left out after a first error leave the verdict as it is.
 */
export function standingOfChange(consequences: Consequences | undefined): Standing {
  if (consequences === undefined) return standingOf([{ code: "unchecked", detail: "the result was not checked" }]);
  const { unchecked, doubts, timedOut } = consequences;
  const open = unchecked.filter(({ why }) => why !== afterError).length;
  const unlooked: Reason = {
    code: timedOut ? "timed_out" : "unchecked",
    detail: `its effect on ${counted(open, "file")} was not checked`,
  };
  const doubtful = doubts.map((detail): Reason => ({ code: "unchecked", detail }));
  return standingOf([...(open === 0 ? [] : [unlooked]), ...doubtful]);
}

// — below: private, in the order they are used —

async function foresee(
  view: Pick<View, "suppose">,
  before: Snapshot,
  changes: readonly TextChange[],
  options: CheckOptions,
): Promise<Consequences> {
  if (changes.length > 0 && tellingOf(changes).length === 0) return unnoticed;
  const until = endOf(options, options.budgetMs);
  const supposed = new Map(changes.map(({ file, after }) => [file, after ?? null]));
  let supposing: SupposedSnapshot | undefined;
  // The same one for all stages: what has a process of its own would start another for each.
  const suppose = async (): Promise<Snapshot> => {
    supposing ??= await view.suppose(before.root, supposed);
    return supposing.snapshot;
  };
  try {
    const { reached, ahead } = await beginning(before, changes, suppose, until, options);
    const account = new ChangeAccount({ ...options, changes, reached, baseline: before.baseline, supposed: "after" });
    // While an overlay is shown, no server can answer about the files without it.
    const states = { before: async () => (await supposing?.rest(), before), after: suppose };
    for (const tiers of await stagesOf(before, reached, options)) {
      if (account.isDecided) break;
      const known = await knownProblems(before, formerOf(changes, tiers.flat()));
      const looks = known ?? (await problemsBefore(await states.before(), changes, tiers.flat(), half(until), options));
      const seen = known === undefined ? undefined : ahead;
      await compare(account, await suppose(), looks, tiers, until, options, seen);
      // Files that were skipped because of an error that was not confirmed are checked now.
      while (await recheck(account, states, until, options.patience))
        await compare(account, await suppose(), looks, tiers, until, options);
    }
    // One view at a time has the servers.
    await supposing?.release();
    const texts = { root: before.root, before: new Map(), after: supposed };
    await checkConfigurations(account, texts, view, until, options.patience);
    return account.close();
  } finally {
    await supposing?.release();
  }
}

/** So many files are looked at at the same time, and so many when answers come. */
const atOnce = 64;
const mostAtOnce = 256;
/** Of so few files that are checked together all are awaited, whatever is found in one of them. */
const few = 16;
/** So many documents stay open in a server. */
const stayOpen = 200;
/** With so many files the first stage of checking an unmade change ends: what breaks mostly breaks there. */
const firstFiles = 24;
/** The check ends this long before the call's deadline, so that there is time to answer. */
const marginMs = 1_000;

/** The changes that a compiler can notice. */
function tellingOf(changes: readonly TextChange[]): readonly TextChange[] {
  return changes.filter((change) => {
    const known = neutral.get(change) ?? isNeutral(change);
    neutral.set(change, known);
    return !known;
  });
}

const neutral = new WeakMap<TextChange, boolean>();

/** What comes of a change that no compiler can notice. */
const unnoticed: Consequences = {
  introduced: [],
  resolved: [],
  safe: true,
  checked: [],
  unchecked: [],
  doubts: [],
  remarks: ["only comments and whitespace differ, so nothing had to be checked"],
  timedOut: false,
};

const nowhere: Reached = {
  edited: [],
  direct: [],
  rest: [],
  unlookable: [],
  doubts: [],
  configurations: [],
  doubtsUnsaved: [],
  inNewDirectories: [],
  remarks: [],
};

function endOf({ patience: { deadline } }: CheckOptions, budgetMs: number): Deadline {
  return deadline.within(Math.max(0, Math.min(budgetMs, deadline.remaining() - marginMs)));
}

/** The check before the change gets half of the time: it is useless without the one after. */
function half(until: Deadline): Deadline {
  return until.within(until.remaining() / 2);
}

function tiersOf({ edited, direct, rest }: Reached, { scope }: CheckOptions): readonly (readonly FilePath[])[] {
  return scope === "file" ? [edited] : [edited, direct, rest];
}

/** Supposes the former texts, to ask for them in the same order as for the present ones. */
async function recheckMade(
  account: ChangeAccount,
  { changes }: Basis,
  after: Snapshot,
  view: Pick<View, "suppose">,
  until: Deadline,
  { patience }: CheckOptions,
): Promise<void> {
  // Not every server forgets a file that is only supposed to be gone, or finds in supposed texts what it finds on disk.
  if (!account.findsSupposed || changes.some((change) => change.before === undefined || change.after === undefined))
    return;
  const former = new Map(changes.map(({ file, before = null }) => [file, before]));
  let supposing: SupposedSnapshot | undefined;
  const states = {
    before: async () => {
      supposing = await view.suppose(after.root, former);
      return supposing.snapshot;
    },
    after: async () => {
      await supposing?.release();
      return after;
    },
  };
  try {
    await recheck(account, states, until, patience);
  } finally {
    await supposing?.release();
  }
}

/** The reach; meanwhile the first changed file is checked, where its state before is not needed from a server. */
async function beginning(
  before: Snapshot,
  changes: readonly TextChange[],
  suppose: () => Promise<Snapshot>,
  until: Deadline,
  { patience }: CheckOptions,
): Promise<{ readonly reached: Reached; readonly ahead: ReadonlyMap<FilePath, FileProblems> }> {
  const first = tellingOf(changes).find((change) => change.before !== undefined && change.after !== undefined)?.file;
  const isKnown = first !== undefined && (await knownProblems(before, [first])) !== undefined;
  const shown = isKnown ? await suppose() : undefined;
  const looking = first && shown && problemsIn(shown, first, { ...patience, deadline: until });
  const reaching = before.baseline.reach.of(tellingOf(changes));
  // Neither is left behind when the other fails.
  await Promise.allSettled([reaching, looking]);
  const look = await looking;
  return { reached: await reaching, ahead: new Map(first && look && [[first, look]]) };
}

function filesOf(reached: Reached, options: CheckOptions): readonly FilePath[] {
  return tiersOf(reached, options).flat();
}

/**
 * The stages of files that are checked together. Other callers wait while servers see the overlay, so the likely files
 * come first and alone, unless the former diagnostics of all files are known.
 */
async function stagesOf(
  before: Snapshot,
  reached: Reached,
  options: CheckOptions,
): Promise<readonly (readonly (readonly FilePath[])[])[]> {
  const [edited = [], direct = [], rest = []] = tiersOf(reached, options);
  const later = [...direct.slice(firstFiles), ...rest];
  if ((await knownProblems(before, later)) !== undefined) return [[edited, [...direct, ...rest]]];
  return [[edited, direct.slice(0, firstFiles)], [later]];
}

/** The known diagnostics of all these files since the last change; undefined when those of one are not known. */
async function knownProblems(
  before: Snapshot,
  files: readonly FilePath[],
): Promise<ReadonlyMap<FilePath, FileProblems> | undefined> {
  const { baseline } = before;
  await baseline.generation();
  const looks = new Map<FilePath, FileProblems>();
  for (const file of files) {
    const look = before.isFollowed ? baseline.memoized(file) : undefined;
    if (look === undefined) return undefined;
    looks.set(file, look);
  }
  return looks;
}

/** Those that there were before the change. */
function formerOf(changes: readonly TextChange[], files: readonly FilePath[]): readonly FilePath[] {
  const created = new Set(changes.filter((change) => change.before === undefined).map(({ file }) => file));
  return files.filter((file) => !created.has(file));
}

/** The diagnostics of files before the change; known ones are reused if nothing has changed since. */
async function problemsBefore(
  before: Snapshot,
  changes: readonly TextChange[],
  files: readonly FilePath[],
  until: Deadline,
  { patience }: CheckOptions,
): Promise<Map<FilePath, FileProblems>> {
  const { baseline } = before;
  const looks = new Map<FilePath, FileProblems>();
  const one = async (file: FilePath): Promise<void> => {
    const since = await baseline.generation();
    const known = before.isFollowed ? baseline.memoized(file) : undefined;
    if (known === undefined && until.passed) return;
    const look = known ?? (await problemsIn(before, file, { ...patience, deadline: until }));
    looks.set(file, look);
    if (known === undefined) await baseline.memoize(file, look, since);
  };
  const [first, ...others] = formerOf(changes, files);
  // The first one alone: it may start the server, and results from before that could not be remembered.
  if (first !== undefined) await one(first);
  await pooled(orderOf(baseline, others), atOnce, one);
  return looks;
}

/** Every changed file, also where only comments differ, and what can notice the other changes. */
async function reachOfMade({ baseline }: Snapshot, changes: readonly TextChange[]): Promise<Reached> {
  const telling = tellingOf(changes);
  const reached = telling.length === 0 ? nowhere : await baseline.reach.of(telling, true);
  const silent = changes.filter((change) => !telling.includes(change));
  if (silent.length === 0) return reached;
  const { edited } = await baseline.reach.of(silent, true);
  const isOther = (file: FilePath): boolean => !edited.includes(file);
  const { direct, rest } = reached;
  return {
    ...reached,
    edited: [...reached.edited, ...edited],
    direct: direct.filter(isOther),
    rest: rest.filter(isOther),
  };
}

/** The diagnostics of files as they were; nothing of it is memoized, because it is not what the disk holds. */
async function problemsFormerly(
  states: BothStates,
  files: readonly FilePath[],
  until: Deadline,
  { patience }: CheckOptions,
): Promise<ReadonlyMap<FilePath, FileProblems>> {
  const looks = new Map<FilePath, FileProblems>();
  if (files.length === 0) return looks;
  const before = await states.before();
  const asking = { ...patience, deadline: until };
  await pooled(orderOf(before.baseline, files), atOnce, async (file) => {
    if (!until.passed) looks.set(file, await problemsIn(before, file, asking));
  });
  return looks;
}

/** The same before and after, for what is found may depend on it, unless more documents are opened than can stay so. */
function orderOf(baseline: Snapshot["baseline"], files: readonly FilePath[]): readonly FilePath[] {
  return files.length <= stayOpen ? files : baseline.byRecency(files);
}

/** Checks the files after the change, likely ones first, until the time is up or the verdict is decided. */
async function compare(
  account: ChangeAccount,
  after: Snapshot,
  looks: ReadonlyMap<FilePath, FileProblems>,
  tiers: readonly (readonly FilePath[])[],
  until: Deadline,
  { patience }: CheckOptions,
  ahead: ReadonlyMap<FilePath, FileProblems> = new Map(),
): Promise<void> {
  const { baseline } = after;
  // Once the verdict is decided, pending requests are cancelled; with few files all are awaited, to report every error.
  const enough = new Canceller();
  let isMany = false;
  const unlisten = onCancel(patience.signal, () => enough.cancel(patience.signal?.reason));
  const asking = { ...patience, deadline: until, signal: enough };
  const one = async (file: FilePath): Promise<void> => {
    if (account.isDecided || until.passed) return;
    const since = account.isSupposed ? undefined : await baseline.generation();
    const look = account.isGone(file) ? undefined : (ahead.get(file) ?? (await problemsIn(after, file, asking)));
    account.enter(file, looks.get(account.formerly(file)), look);
    if (account.isDecided && isMany) enough.cancel();
    if (since !== undefined && look !== undefined) await baseline.memoize(file, look, since);
  };
  const unlessEnough = async (file: FilePath): Promise<void> => {
    try {
      await one(file);
    } catch (error) {
      if (!isCancellation(error) || !account.isDecided || patience.signal?.aborted === true) throw error;
    }
  };
  try {
    for (const tier of tiers) {
      isMany = tier.length > few;
      const left = tier.filter((file) => !account.isEntered(file));
      await pooled(orderOf(baseline, left), atOnce, unlessEnough, mostAtOnce);
    }
  } finally {
    unlisten();
  }
}

// Checks differences in files that were not changed a second time: some servers find problems in one order of requests
// and not in another.
//
// Invariant: both states are asked for the same files in the same order, one after the other.

/** The two states of a root; each is what servers see from when it is taken until the other one is. */
interface BothStates {
  before(): Promise<Snapshot>;
  after(): Promise<Snapshot>;
}

/** Whether anything turned out to be otherwise. */
async function recheck(
  account: ChangeAccount,
  states: BothStates,
  until: Deadline,
  patience: Patience,
): Promise<boolean> {
  const suspects = account.takeSuspects().slice(0, most);
  if (suspects.length === 0 || until.passed) return false;
  const asking = { ...patience, deadline: until };
  const order = [...account.edited, ...suspects];
  const before = await problemsOfAll(
    await states.before(),
    order.filter((file) => !account.isNew(file)),
    asking,
  );
  const after = await problemsOfAll(
    await states.after(),
    order.filter((file) => !account.isGone(file)),
    asking,
  );
  let isOtherwise = false;
  for (const file of suspects) {
    if (account.enterAgain(file, before.get(file), after.get(file))) isOtherwise = true;
  }
  return isOtherwise;
}

/** A change that breaks more files than these breaks some for certain. */
const most = 12;

async function problemsOfAll(
  snapshot: Snapshot,
  files: readonly FilePath[],
  patience: Patience,
): Promise<ReadonlyMap<FilePath, FileProblems>> {
  const looks = new Map<FilePath, FileProblems>();
  for (const file of files) if (!patience.deadline.passed) looks.set(file, await problemsIn(snapshot, file, patience));
  return looks;
}
