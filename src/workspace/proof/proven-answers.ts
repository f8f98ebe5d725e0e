// Answers that outlive the process: given again without a server while it is proven that a fresh one would give the same.
//
// Invariant: an answer is kept only if it was complete, and only for a state of the root that it was given in: nothing that
// it rests on was changed since before the question, and nothing that the server could not hear of since it was started.
// Invariant: an answer is given again only in the state that it was kept for, found out anew for the call that asks.
// Invariant: no question fails or waits for the store; what is kept is kept after the answer has been given.

import type { Emit } from "../../model/event.ts";
import type { FileChange } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, isInside, joinPath, relativeTo } from "../../model/file-path.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { FoundProgram } from "../../session/process/launch.ts";
import type { Running } from "../../session/process/running.ts";
import { racyStampMs } from "../../session/limits.ts";
import { isLate } from "../../std/bounded.ts";
import type { Timer } from "../../std/clock.ts";
import type { AnswerStore, KeptAnswer } from "../../store/cache/answer-store.ts";
import { proofHash } from "./outside.ts";
import type { ProverContext, RootState } from "./prover.ts";
import { Prover } from "./prover.ts";

export interface ProvenContext extends ProverContext {
  readonly emit: Emit;
  /** Undefined where nothing is kept. */
  store(): Promise<AnswerStore | undefined>;
  /** The first server of a file that is on this machine and may run here; nothing is started. */
  server(file: FilePath): Promise<FoundProgram | undefined>;
  /** The incarnation of a server that runs. */
  running(server: string): Running | undefined;
  /** Why a server may read what lies outside of the root because of what a file of the language says. */
  leadsOutside(file: FilePath): Promise<string | undefined>;
}

export interface ProvenQuestion {
  readonly kind: string;
  readonly file: FilePath;
  readonly about: readonly unknown[];
  /** Where the symbol stands, and what it is called, where it is about one. */
  readonly line?: number;
  readonly name: string;
}

/** What one call finds out of the root; calls that follow look again. */
export class ProofMoment {
  readonly states = new Map<string, KnownState>();
}

interface KnownState {
  /** Before it was found out, by both clocks. */
  readonly at: { readonly wall: number; readonly now: number };
  readonly state: Promise<RootState>;
}

export class ProvenAnswers {
  readonly #context: ProvenContext;
  readonly #prover: Prover;
  /** When the watch reported a file for the last time. */
  readonly #reported = new Map<FilePath, number>();
  #lastReport = 0;
  #overflowedAt = 0;
  #pending: Pending[] = [];
  #timer: Timer | undefined;
  #keeping: Promise<void> = Promise.resolve();
  /** States in which nothing leads outside of the root, and those in which something does. */
  readonly #closed = new Map<string, string | undefined>();
  #isClosed = false;
  /** Requests whose answers are kept for the present state, and servers of which none can be; until the watch reports a change. */
  readonly #known = new Set<string>();
  /** Once it was opened. */
  #store: AnswerStore | undefined;

  constructor(context: ProvenContext) {
    this.#context = context;
    this.#prover = new Prover(context);
  }

  /** The kept answer where it is proven to hold still, or the one that `ask` gets. */
  async of<T>(moment: ProofMoment, question: ProvenQuestion, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const store = await this.#context.store();
    this.#store = store;
    const found = store && (await this.#context.server(question.file));
    if (store === undefined || found === undefined || found.entry.restsOn === undefined) return ask();
    const request = this.#requestOf(question, found);
    if (this.#context.running(found.entry.id) === undefined) {
      const kept = await this.#lookUp<T>(moment, question, { store, found, request });
      if (kept !== undefined) return kept;
    }
    const { clock } = this.#context.host;
    const began = { wall: clock.wall(), now: clock.now() };
    const answer = await ask();
    this.#note({ store, found, request, question, answer, began });
    return answer;
  }

  filesChanged(changes: readonly FileChange[]): void {
    const now = this.#context.host.clock.wall();
    this.#lastReport = now;
    this.#known.clear();
    if (this.#reported.size + changes.length > mostReported) {
      this.#reported.clear();
      this.#overflowedAt = now;
    }
    for (const { path } of changes) this.#reported.set(filePath(path), now);
  }

  /** What is kept when this resolves is all that can be. */
  async settled(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#keep();
    await this.#keeping;
  }

  async close(): Promise<void> {
    // What takes longer than a person waits for a program to end is found out again.
    await isLate(this.#context.host.clock, endingMs, this.settled());
    this.#isClosed = true;
    this.#store?.close();
  }

  // — below: private, in the order they are used —

  #requestOf({ kind, file, about }: ProvenQuestion, { entry }: FoundProgram): string {
    const { host, root } = this.#context;
    return proofHash(host, [kind, entry.id, relativeTo(root, file) ?? ".", about]);
  }

  async #lookUp<T>(
    moment: ProofMoment,
    question: ProvenQuestion,
    { store, found, request }: Sought,
  ): Promise<Answer<T> | undefined> {
    const kept = store.answersTo(request);
    if (kept.length === 0) return this.#missed(question, store.fault ?? "it was not asked before");
    const { at, state: reading } = this.#stateIn(moment, found, store);
    const state = await reading;
    if (state.unproven !== undefined) return this.#missed(question, state.unproven);
    const { watched, unwatched } = state.changedAt;
    // What is changed while it is read may make a state of which no moment ever was.
    if (Math.max(watched, unwatched) >= at.wall - racyStampMs)
      return this.#missed(question, "a file was changed just now");
    const hit = kept.find((one) => one.state === state.digest);
    if (hit === undefined) return this.#missed(question, this.#changed(store, kept, state));
    store.used(hit);
    const proven = new Date(hit.cachedAt).toISOString();
    this.#tell("hit", question, `answered ${proven}, and nothing that it rests on has changed`);
    const { entry, version } = found;
    const evidence = { server: entry.id, ...(version === undefined ? {} : { version }), proven };
    return { value: fromKept<T>(this.#context.root, hit.value), standing: standingOf([], [evidence]) };
  }

  #stateIn(moment: ProofMoment, found: FoundProgram, store: AnswerStore): KnownState {
    const { clock } = this.#context.host;
    const at = { wall: clock.wall(), now: clock.now() };
    const known = moment.states.get(found.entry.id);
    if (known !== undefined && at.now - known.at.now < momentMs) return known;
    const made = { at, state: this.#prover.stateFor(found, store) };
    moment.states.set(found.entry.id, made);
    return made;
  }

  #changed(store: AnswerStore, kept: readonly KeptAnswer[], state: RootState): string {
    const before = kept[0] && store.partsOf(kept[0].state);
    const names = Object.keys(state.parts).filter((name) => before?.[name] !== state.parts[name]);
    return `changed since it was asked: ${names.join(", ")}`;
  }

  #missed(question: ProvenQuestion, why: string): undefined {
    this.#tell("miss", question, why);
  }

  #tell(outcome: "hit" | "miss" | "kept" | "not kept", { kind, file }: ProvenQuestion, why: string): void {
    this.#context.emit({ type: "answer.kept", outcome, question: kind, file, why });
  }

  #note<T>({ answer, ...asked }: Sought & Asked & { readonly answer: Answer<T> }): void {
    const { question, found } = asked;
    const running = this.#context.running(found.entry.id);
    const isOwn = answer.standing.evidence.every(({ server }) => server === found.entry.id);
    // To read the root again would find out the same.
    if (this.#known.has(asked.request) || this.#known.has(found.entry.id)) return;
    if (answer.standing.state !== "complete" || running === undefined || !isOwn || this.#isClosed) return;
    const value = toKept(this.#context.root, answer.value);
    if (value === undefined)
      return this.#tell("not kept", question, "it names what lies outside the root, or quotes a text");
    if (this.#pending.length >= mostPending) return;
    this.#pending.push({ ...asked, value, running });
    // Answers that come together are proven together.
    this.#timer ??= this.#context.host.clock.after(keepAfterMs, () => {
      this.#timer = undefined;
      this.#keep();
    });
  }

  #keep(): void {
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length === 0) return;
    const keep = (): Promise<void> => this.#prove(pending);
    this.#keeping = this.#keeping.then(keep, keep).catch((error: unknown) => {
      this.#context.emit({ type: "defect", where: "keeping an answer", message: String(error) });
    });
  }

  async #prove(pending: readonly Pending[]): Promise<void> {
    for (const id of new Set(pending.map(({ found }) => found.entry.id))) {
      const own = pending.filter(({ found }) => found.entry.id === id);
      const [first] = own;
      if (first === undefined) continue;
      const state = await this.#prover.stateFor(first.found, first.store);
      const why = state.unproven ?? (await this.#leadsOutside(first.question.file, state));
      if (why !== undefined) this.#known.add(first.found.entry.id);
      const proven: KeptAnswer[] = [];
      for (const one of own) {
        const doubt = why ?? this.#doubtOf(one, state);
        if (doubt === undefined) this.#known.add(one.request);
        if (doubt === undefined) proven.push(await this.#keptOf(one, state));
        this.#tell(doubt === undefined ? "kept" : "not kept", one.question, doubt ?? "for later calls");
      }
      if (!this.#isClosed) first.store.keep(proven, state.parts);
    }
  }

  async #leadsOutside(file: FilePath, { digest }: RootState): Promise<string | undefined> {
    if (this.#closed.has(digest)) return this.#closed.get(digest);
    const why = await this.#context.leadsOutside(file);
    this.#closed.clear();
    this.#closed.set(digest, why);
    return why;
  }

  /** Why the state may not be the one in which the answer was given. */
  #doubtOf({ began, running }: Pending, { changedAt, changes }: RootState): string | undefined {
    const { clock } = this.#context.host;
    const drift = Math.abs(clock.wall() - began.wall - (clock.now() - began.now));
    if (drift > mostDriftMs) return "the clock was set while it was asked";
    if (Math.max(changedAt.watched, this.#lastReport) >= began.wall - racyStampMs)
      return "a file was changed meanwhile";
    const unheard = running.since - (running.plan.modules === undefined ? racyStampMs : planningMs);
    if (changedAt.unwatched >= unheard) return "what is not watched was changed since the server was started";
    if (this.#overflowedAt >= running.since) return "too many files were changed since the server was started";
    for (const [file, at] of changes) {
      if (at >= running.since && (this.#reported.get(file) ?? 0) < at) return `${file} was changed without a report`;
    }
    return undefined;
  }

  async #keptOf({ request, question, value, began }: Pending, state: RootState): Promise<KeptAnswer> {
    const { host, root } = this.#context;
    const { kind, file, line = 0, name } = question;
    const bytes = await host.files.read(file, largestHashed);
    return {
      request,
      state: state.digest,
      kind,
      filePath: relativeTo(root, file) ?? ".",
      fileHash: bytes === undefined ? "" : host.files.hash(bytes),
      symbolName: name,
      symbolLine: line,
      value,
      cachedAt: Math.round(began.wall),
    };
  }
}

interface Sought {
  readonly store: AnswerStore;
  readonly found: FoundProgram;
  readonly request: string;
}

interface Asked {
  readonly question: ProvenQuestion;
  /** Before the server was asked, by both clocks. */
  readonly began: { readonly wall: number; readonly now: number };
}

interface Pending extends Sought, Asked {
  readonly value: string;
  readonly running: Running;
}

/** What was found out of the root serves the questions of one call so long. */
const momentMs = 2_000;
/** Answers are kept so long after the first of them was given. */
const keepAfterMs = 300;
/** Keeping is given up at the end of the process after this. */
const endingMs = 3_000;
const mostPending = 2_000;
const mostReported = 50_000;
/** The wall clock and the one that never jumps may differ by so much while a question is asked. */
const mostDriftMs = 100;
/** The search paths of a server that is told them are found out before it is started. */
const planningMs = 10_000;
const largestHashed = 64 * 1024 * 1024;

/**
 * The answer as text, with paths from the root. Undefined where it names something outside the root: that may be something
 * else on another machine.
 */
function toKept(root: FilePath, value: unknown): string | undefined {
  let isOutside = false;
  const text = JSON.stringify(value, (key, one: unknown) => {
    // A signature that a server gives beside a name is text of a file.
    if (key === "detail" && typeof one === "string" && one !== "") isOutside = true;
    if (key !== "file") return one;
    if (typeof one !== "string" || !isInside(root, one as FilePath)) isOutside = true;
    return typeof one === "string" ? (relativeTo(root, one as FilePath) ?? ".") : one;
  });
  return isOutside || text === undefined ? undefined : text;
}

/** The value has the shape that it had: what is kept carries our seal. */
function fromKept<T>(root: FilePath, text: string): T {
  return JSON.parse(text, (key, one: unknown) =>
    key === "file" && typeof one === "string" ? joinPath(root, one) : one,
  ) as T;
}
