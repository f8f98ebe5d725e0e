// The changes of one agent's session: notes which files change, checks them in the background, and tells each difference once.
//
// Invariant: what is told is the difference to what was told before; a check that a further change has overtaken is
// taken away from the next one.
// Invariant: a report comes within its budget; a check that needs longer continues, and the next report tells it.

import type { Engine, Invocation } from "../../engine/engine.ts";
import { DiskFollowing } from "../../engine/notices/stale-references.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { ProblemOfFile } from "../../model/consequences.ts";
import { isLate } from "../../std/bounded.ts";
import type { Clock } from "../../std/clock.ts";
import type { Deadline } from "../../std/deadline.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { counted, firstNames } from "../../std/words.ts";
import { filePath, isInside } from "../../model/file-path.ts";
import type { CheckContext, Checked, Found } from "./change-check.ts";
import { checkedChange, fixesFor } from "./change-check.ts";
import { reportText, shortName } from "./change-report.ts";
import type { ProblemDelta } from "./delta.ts";
import { beyond, followedBy, minus, noDelta } from "./delta.ts";
import type { KeptText } from "./kept-texts.ts";
import { KeptTexts } from "./kept-texts.ts";
import { ToldOnce } from "./told-once.ts";

export interface ChangeSessionOptions {
  readonly engine: Engine;
  readonly caller: Invocation["caller"];
  readonly clock: Clock;
  /** The text of a file now, by its absolute path; undefined where there is none, null where it cannot be read. */
  readonly read: (file: string) => Promise<string | null | undefined>;
  /** How long a check may take in the background. */
  readonly checkMs?: number;
}

export interface ReportLimits {
  /** How long the agent waits. */
  readonly budgetMs: number;
  readonly maxTokens: number;
}

/** A change that an agent tells of, with the former text where that follows from what it tells. */
export interface ToldChange {
  readonly file: string;
  readonly former?: KeptText | undefined;
  /** The text from which the former one follows. */
  readonly seen?: string | undefined;
}

/** A file that may have changed since the last check began. */
interface Noted {
  readonly former: KeptText | undefined;
  readonly seen?: string | undefined;
  /** By the agent, and not by the watcher alone: then a later edit starts from a later text. */
  readonly isTold: boolean;
}

interface Running {
  readonly files: readonly Checked[];
  readonly found: Promise<Found>;
  isToldLate: boolean;
}

export class ChangeSession {
  readonly #options: ChangeSessionOptions;
  readonly #following: DiskFollowing;
  readonly #stop: () => void;
  readonly #kept = new KeptTexts();
  readonly #changed = new Map<string, Noted>();
  /** Changed files of which the watcher told no name. */
  #unnamed = 0;
  #running: Running | undefined;
  /** What was told of files whose former texts are compared with once more. */
  #told: ProblemDelta = noDelta;
  /** The files of those checks: only a check of all of them can find that something told is gone. */
  readonly #toldOf = new Set<string>();
  /** New errors that were told and are not known to be gone. */
  #open: readonly ProblemOfFile[] = [];
  readonly #toldNotes = new ToldOnce();
  /** Reports come one after the other: agents run hooks at the same time. */
  #reporting: Promise<unknown> = Promise.resolve();

  constructor(options: ChangeSessionOptions) {
    this.#options = options;
    const { engine, caller } = options;
    this.#following = new DiskFollowing(engine, caller);
    this.#stop = engine.events((event) => this.#take(event));
  }

  /** Has servers started and the root watched, which takes its time; nothing has to wait for it. */
  async begin(): Promise<void> {
    await this.#following.begin();
  }

  /** To be awaited before the files are written, where an agent tells of that; it says whether they may have been by now. */
  async beforeWrite(files: readonly string[], isBefore: () => boolean = () => true): Promise<void> {
    for (const file of files.filter((one) => this.#isOurs(one))) {
      const text = this.#kept.of(file) === undefined ? await this.#options.read(file) : null;
      if (text !== null && isBefore()) this.#kept.keep(file, text);
    }
  }

  /** Undefined where there is nothing new to tell. */
  report(changes: readonly ToldChange[], limits: ReportLimits): Promise<string | undefined> {
    for (const change of changes) if (this.#isOurs(change.file)) this.#note(change);
    const until = deadlineIn(this.#options.clock, limits.budgetMs);
    const report = this.#reporting.then(() => this.#report(until, limits));
    this.#reporting = Promise.allSettled([report]);
    return report;
  }

  /** New errors that were told and are still there, as far as is known; undefined while a check is under way. */
  get openErrors(): readonly ProblemOfFile[] | undefined {
    return this.#running === undefined ? this.#open : undefined;
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#options.engine.close();
  }

  // — below: private, in the order they are used —

  #isOurs(file: string): boolean {
    return isInside(filePath(this.#options.engine.facts.root), filePath(file));
  }

  #note({ file, former, seen }: ToldChange): void {
    const noted = this.#changed.get(file);
    if (noted?.isTold !== true) this.#changed.set(file, { former, seen, isTold: true });
    // Both edits were made before either was told, so neither former text is the first.
    else if (seen !== undefined && noted.seen === seen && noted.former?.text !== former?.text) {
      this.#changed.set(file, { former: undefined, isTold: true });
    }
  }

  #take(event: BridgeEvent): void {
    if (event.type !== "files.changed") return;
    const { created, changed, deleted, paths } = event;
    for (const path of paths) {
      if (this.#isOurs(path) && !this.#changed.has(path)) this.#changed.set(path, { former: undefined, isTold: false });
    }
    this.#unnamed += created + changed + deleted - paths.length;
  }

  async #report(until: Deadline, { maxTokens }: ReportLimits): Promise<string | undefined> {
    const { engine, clock } = this.#options;
    const notes: string[] = [];
    const changed = new Set<string>();
    let delta = noDelta;
    let checkedFiles = 0;
    if (await isLate(clock, until.remaining(), this.#following.settle(filePath(engine.facts.root)))) {
      notes.push(lateNote("the files that changed"));
    }
    // What changed while a check ran is checked after it; agents do not wait for more than that.
    for (let round = 0; round < mostRounds && !until.passed; round++) {
      this.#running ??= await this.#begun(notes);
      const running = this.#running;
      if (running === undefined) break;
      if (await isLate(clock, until.remaining(), running.found)) {
        if (!running.isToldLate) notes.push(lateNote(this.#names(running)));
        running.isToldLate = true;
        break;
      }
      const found = await running.found;
      delta = followedBy(delta, await this.#absorbed(running, found));
      checkedFiles = Math.max(checkedFiles, found.checkedFiles);
      for (const file of found.changed) changed.add(file);
      notes.push(...found.notes);
      this.#running = undefined;
    }
    const told = notes.filter((note) => isLateNote(note) || this.#toldNotes.isNew(note));
    this.#count(delta);
    const fixes = await fixesFor({ ...this.#options, until }, delta.come);
    const { root } = engine.facts;
    return reportText({ root, delta, changed: [...changed], checkedFiles, fixes, notes: told, maxTokens });
  }

  /** A check of all that may have changed; undefined where nothing did. */
  async #begun(notes: string[]): Promise<Running | undefined> {
    const { engine, caller, read, checkMs = defaultCheckMs } = this.#options;
    if (this.#unnamed > 0) notes.push(`${counted(this.#unnamed, "changed file")} beyond the limit were not compared`);
    this.#unnamed = 0;
    const taken = [...this.#changed].slice(0, mostFiles);
    for (const [file] of taken) this.#changed.delete(file);
    const files: Checked[] = [];
    for (const [file, { former }] of taken) {
      const before = this.#kept.of(file) ?? former;
      const now = await read(file);
      if (before === undefined || before.text !== now) files.push({ file, before, now });
    }
    if (files.length === 0) return undefined;
    const context: CheckContext = { engine, caller, timeoutMs: checkMs };
    return { files, found: checkedChange(context, files), isToldLate: false };
  }

  /** What of it is new. Where the files have changed again meanwhile, their former texts stay what they are compared with. */
  async #absorbed({ files }: Running, found: Found): Promise<ProblemDelta> {
    const checked = new Set(files.map(({ file }) => file));
    const isWhole = !found.isPartial && [...this.#toldOf].every((file) => checked.has(file));
    const fresh = isWhole ? beyond(found.delta, this.#told) : newIn(found.delta, this.#told);
    const texts = await Promise.all(files.map(({ file }) => this.#options.read(file)));
    const isOvertaken = files.some(({ now }, index) => texts[index] !== now);
    if (!isOvertaken && !found.isOpen) {
      for (const { file, now } of files) if (now !== null) this.#kept.keep(file, now);
      for (const file of checked) this.#toldOf.delete(file);
      this.#told = this.#toldOf.size === 0 ? noDelta : followedBy(this.#told, fresh);
      return fresh;
    }
    this.#told = followedBy(this.#told, fresh);
    for (const { file, before } of files) {
      this.#toldOf.add(file);
      if (before !== undefined) this.#kept.keep(file, before.text);
      if (isOvertaken) this.#changed.set(file, { former: before, isTold: true });
    }
    return fresh;
  }

  #count({ come, gone }: ProblemDelta): void {
    this.#open = [...minus(this.#open, gone), ...come.filter(({ severity }) => severity === "error")];
  }

  #names({ files }: Running): string {
    const { root } = this.#options.engine.facts;
    return firstNames(
      files.map(({ file }) => shortName(root, file)),
      3,
    );
  }
}

/** What was not found again by a check that did not see everything is not gone. */
function newIn(found: ProblemDelta, told: ProblemDelta): ProblemDelta {
  return { come: minus(found.come, told.come), gone: minus(found.gone, told.gone) };
}

const defaultCheckMs = 30_000;
/** One check and what changed meanwhile. */
const mostRounds = 3;
const mostFiles = 200;

function lateNote(what: string): string {
  return `not checked in time: ${what}; the result comes with a later event.`;
}

function isLateNote(note: string): boolean {
  return note.startsWith("not checked in time");
}
