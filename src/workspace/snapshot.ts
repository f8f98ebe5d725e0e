// The read-only view of a workspace that one query works on.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { Diagnosis } from "../session/diagnose.ts";
import { diagnose } from "../session/diagnose.ts";
import { readDocument } from "../session/document.ts";
import type { AskOptions } from "../session/ask-host.ts";
import * as queries from "../session/queries.ts";
import type { Session } from "../session/session.ts";
import type { FoundSymbol, HoverText, Location, SymbolNode } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { LineIndex } from "../model/line-index.ts";
import type { Place } from "../model/place.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { standingOf } from "../model/standing.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";
import { confine } from "./confine.ts";
import type { Projects } from "./projects.ts";

export interface SnapshotContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly settings: Settings;
  sessionFor(file: FilePath): Promise<Session>;
  readonly projects: Projects;
  readonly freshness: readonly Reason[];
}

/** How long a question may take, and how long it may wait for a complete answer. */
export interface Patience {
  readonly deadline: Deadline;
  readonly signal?: CancelSignal | undefined;
  readonly waitMs?: number | undefined;
}

export interface Target {
  readonly file: FilePath;
  readonly place: Place;
}

export class Snapshot {
  readonly #context: SnapshotContext;

  constructor(context: SnapshotContext) {
    this.#context = context;
  }

  get root(): FilePath {
    return this.#context.root;
  }

  /** A path somebody gave, as a file inside the root; refused when it is not. */
  file(raw: string): Promise<FilePath> {
    return confine(this.#context.host, this.root, raw);
  }

  /** The text of a file as a server sees it. */
  async text(file: FilePath): Promise<LineIndex> {
    return new LineIndex(
      (await readDocument(this.#context.host, file, this.#context.settings.documents.maxBytes)).text,
    );
  }

  definition(target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#ask(target.file, patience, (session, options) => queries.definition(session, target, options));
  }

  references(target: Target, includeDeclaration: boolean, patience: Patience): Promise<Answer<Location[]>> {
    return this.#askAll(target.file, patience, (session, options) =>
      queries.references(session, target, includeDeclaration, options),
    );
  }

  hover(target: Target, patience: Patience): Promise<Answer<HoverText | undefined>> {
    return this.#ask(target.file, patience, (session, options) => queries.hover(session, target, options));
  }

  documentSymbols(file: FilePath, patience: Patience): Promise<Answer<SymbolNode[]>> {
    return this.#ask(file, patience, (session, options) => queries.documentSymbols(session, file, options));
  }

  /** Symbols as the server responsible for `near` knows them. */
  workspaceSymbols(near: FilePath, query: string, patience: Patience): Promise<Answer<FoundSymbol[]>> {
    return this.#askAll(near, patience, (session, options) => queries.workspaceSymbols(session, near, query, options));
  }

  diagnostics(file: FilePath, patience: Patience): Promise<Answer<Diagnosis>> {
    return this.#ask(file, patience, (session, options) => diagnose(session, file, options));
  }

  /** A question about one place or file. */
  async #ask<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const { answer } = await this.#put(file, patience, question);
    return qualified(answer, this.#context.freshness);
  }

  /** A question about the whole workspace: only as complete as what the server has loaded. */
  async #askAll<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const { answer, session } = await this.#put(file, patience, question);
    const open = session.documents.paths().flatMap((path) => session.documents.get(path)?.project ?? []);
    const loaded = { entry: session.options.server.entry, projects: new Set(open) };
    const shortcomings = await this.#context.projects.shortcomings(file, loaded);
    return qualified(answer, [...this.#context.freshness, ...shortcomings]);
  }

  async #put<T>(
    file: FilePath,
    patience: Patience,
    question: Question<T>,
  ): Promise<{ answer: Answer<T>; session: Session }> {
    const session = await this.#context.sessionFor(file);
    const waitMs = patience.waitMs ?? this.#context.settings.ready.waitMs;
    const answer = await question(session, { deadline: patience.deadline, signal: patience.signal, waitMs });
    return { answer, session };
  }
}

type Question<T> = (session: Session, options: AskOptions) => Promise<Answer<T>>;

function qualified<T>({ value, standing }: Answer<T>, reasons: readonly Reason[]): Answer<T> {
  return { value, standing: standingOf([...standing.reasons, ...reasons], standing.evidence) };
}
