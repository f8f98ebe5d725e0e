// Makes a server load the projects that a question about the whole workspace needs.
//
// Invariant: what counts as loaded is read off the open documents and folders, never remembered: what was closed, for
// whatever reason, is missing in the next look.
// Invariant: a server loads one batch at a time, and all questions that wait share it; one that gives up does not stop the others.
// Invariant: nothing here waits beyond the patience of its caller.

import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import type { AskOptions } from "../../session/ask-host.ts";
import { defect } from "../../session/process/running.ts";
import type { Session } from "../../session/session.ts";
import type { Deadline } from "../../std/deadline.ts";
import { Condition, met } from "../../std/verdict.ts";
import type { Anchor, Coverage, Loaded } from "../coverage/question.ts";
import { Holdings } from "./loading-holdings.ts";

/** What the loading needs to know of a root. */
interface Coverer {
  prepare(entry: Loaded["entry"]): Promise<void>;
  coverage(file: FilePath, loaded: Loaded): Promise<Coverage>;
}

export type Ask<T> = (options: AskOptions) => Promise<Answer<T>>;

export interface LoadedAnswer<T> {
  readonly answer: Answer<T>;
  /** What was not loaded when it was given. */
  readonly reasons: readonly Reason[];
}

/** Small enough to see between two of them what they cost. */
const batchSize = 8;

export class Loading {
  readonly #projects: Coverer;
  readonly #loads = new WeakMap<Session, Load>();

  constructor(projects: Coverer) {
    this.#projects = projects;
  }

  /** Asks with everything loaded that can be loaded in time. */
  ask<T>(session: Session, file: FilePath, options: AskOptions, question: Ask<T>): Promise<LoadedAnswer<T>> {
    return this.#loadOf(session).ask(file, options, question);
  }

  #loadOf(session: Session): Load {
    let load = this.#loads.get(session);
    if (load === undefined) {
      load = new Load(this.#projects, session);
      this.#loads.set(session, load);
    }
    return load;
  }
}

// — below: private, in the order they are used —

/** The loading of one session. */
class Load {
  readonly #projects: Coverer;
  readonly #session: Session;
  readonly #holdings: Holdings;
  /** Ends with the batch that is being loaded. */
  #flight: Promise<void> | undefined;
  #wasCovered = false;

  constructor(projects: Coverer, session: Session) {
    this.#projects = projects;
    this.#session = session;
    this.#holdings = new Holdings(session);
  }

  async ask<T>(file: FilePath, options: AskOptions, question: Ask<T>): Promise<LoadedAnswer<T>> {
    const { deadline, signal, waitMs } = options;
    const { entry } = this.#session.options.server;
    // Where the last check found nothing to load, this one runs while the server works.
    const isFirst = !this.#wasCovered;
    await Promise.all([this.#session.start(deadline, signal), isFirst && waitMs > 0 && this.#projects.prepare(entry)]);
    const until = deadline.within(waitMs);
    this.#holdings.touch(file);
    if (isFirst) await this.#load(file, options, until);
    for (let isLast = false; ; isLast = true) {
      await this.#holdings.freshen(file, deadline, until);
      const { answer, coverage } = await this.#askOnce(file, { ...options, waitMs: until.remaining() }, question);
      this.#wasCovered = coverage.anchors.length === 0;
      if (isLast || this.#wasCovered || !(await this.#load(file, options, until))) {
        this.#reckon();
        return { answer, reasons: coverage.reasons };
      }
    }
  }

  /** What is opened while the server thinks is not in its answer, and what is closed meanwhile may not be. */
  async #askOnce<T>(
    file: FilePath,
    options: AskOptions,
    question: Ask<T>,
  ): Promise<{ answer: Answer<T>; coverage: Coverage }> {
    const before = this.#loaded();
    const openings = new Map([...before.open.keys()].map((path) => [path, this.#openingOf(path)]));
    const [answer] = await Promise.all([question(options), this.#projects.prepare(before.entry)]);
    const after = this.#loaded();
    const isSame = before.modules?.stamp === after.modules?.stamp;
    const coverage = await this.#projects.coverage(file, {
      ...after,
      modules: isSame ? after.modules : undefined,
      open: new Map([...after.open].filter(([path]) => this.#openingOf(path) === openings.get(path))),
      folders: after.folders.filter((folder) => before.folders.includes(folder)),
    });
    return { answer, coverage };
  }

  #openingOf(path: FilePath): number | undefined {
    return this.#session.documents.get(path)?.opening;
  }

  /** True when everything is loaded, or there was something to load, and time for it. */
  async #load(file: FilePath, options: AskOptions, until: Deadline): Promise<boolean> {
    const tried = new Set<FilePath>();
    for (let isFruitful = false; ; isFruitful = true) {
      if (until.passed) return isFruitful;
      const { anchors } = await this.#projects.coverage(file, this.#loaded());
      // What an answer was given without may be there by now.
      if (anchors.length === 0) return true;
      if (this.#flight === undefined) {
        const batch = this.#holdings
          .loadable(anchors)
          .filter(({ project }) => !tried.has(project))
          .slice(0, batchSize);
        if (batch.length === 0) return isFruitful;
        for (const { project } of batch) tried.add(project);
        this.#flight = this.#fly(batch, options, until);
      }
      await this.#landing(this.#flight, until, options);
    }
  }

  /** Not bound to the signal of the caller: others may wait for the same. */
  async #fly(batch: readonly Anchor[], { deadline }: AskOptions, until: Deadline): Promise<void> {
    try {
      await this.#holdings.take(batch, deadline, until);
    } catch (error) {
      // A server that was ended meanwhile is met again by the question, which says so.
      if (!(error instanceof Refusal)) this.#session.options.emit(defect(error, "loading projects"));
    } finally {
      this.#flight = undefined;
    }
  }

  async #landing(flight: Promise<void>, until: Deadline, { signal }: AskOptions): Promise<void> {
    let hasLanded = false;
    const landed = new Condition(this.#session.options.host.clock, () =>
      hasLanded ? met : { kind: "unmet", why: "projects are still loading" },
    );
    void flight.then(() => {
      hasLanded = true;
      landed.reconsider();
    });
    await landed.wait(until.remaining(), signal);
  }

  /** Runs in the background. */
  #reckon(): void {
    if (this.#flight !== undefined) return;
    this.#holdings.checkMemory().catch((error: unknown) => {
      this.#session.options.emit(defect(error, "memory of projects"));
    });
  }

  #loaded(): Loaded {
    const { documents, options } = this.#session;
    const open = documents.paths().flatMap((path): [FilePath, string][] => {
      const document = documents.get(path);
      return document === undefined ? [] : [[path, document.project]];
    });
    const { isOurs, server, interpreter } = options;
    const modules = this.#session.running?.plan.modules;
    const folders = this.#holdings.folders();
    return { entry: server.entry, open: new Map(open), folders, modules, interpreter, isOurs };
  }
}
