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
    return this.#askBeyond(target.file, patience, (session, options) => queries.definition(session, target, options));
  }

  references(target: Target, includeDeclaration: boolean, patience: Patience): Promise<Answer<Location[]>> {
    return this.#askAll(target.file, patience, (session, options) =>
      queries.references(session, target, includeDeclaration, options),
    );
  }

  hover(target: Target, patience: Patience): Promise<Answer<HoverText | undefined>> {
    return this.#askBeyond(target.file, patience, (session, options) => queries.hover(session, target, options));
  }

  documentSymbols(file: FilePath, patience: Patience): Promise<Answer<SymbolNode[]>> {
    return this.#ask(file, patience, (session, options) => queries.documentSymbols(session, file, options));
  }

  /** Symbols as the server responsible for `near` knows them. */
  workspaceSymbols(near: FilePath, query: string, patience: Patience): Promise<Answer<FoundSymbol[]>> {
    return this.#askAll(near, patience, (session, options) => queries.workspaceSymbols(session, near, query, options));
  }

  diagnostics(file: FilePath, patience: Patience): Promise<Answer<Diagnosis>> {
    return this.#askBeyond(file, patience, (session, options) => diagnose(session, file, options));
  }

  /** A question about one place or file. */
  async #ask<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const session = await this.#context.sessionFor(file);
    return qualified(await this.#put(session, patience, question), this.#context.freshness);
  }

  /** A question about one place or file, whose answer may lie in a package. */
  async #askBeyond<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const session = await this.#context.sessionFor(file);
    const answer = await this.#put(session, patience, question);
    const missing = await this.#context.projects.dependencies(file, session.options.server.entry);
    return qualified(answer, [...this.#context.freshness, ...missing]);
  }

  /** A question about the whole workspace: only as complete as what the server has loaded. */
  async #askAll<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const session = await this.#context.sessionFor(file);
    const { entry } = session.options.server;
    const { projects, freshness } = this.#context;
    // What is opened while the server thinks is not in its answer, and what is closed meanwhile may not be.
    const before = openDocuments(session);
    const [answer] = await Promise.all([this.#put(session, patience, question), projects.look(entry)]);
    const after = openDocuments(session);
    const open = new Map([...before].filter(([path]) => after.has(path)));
    const shortcomings = await projects.shortcomings(file, { entry, open });
    return qualified(answer, [...freshness, ...shortcomings, ...(await projects.dependencies(file, entry))]);
  }

  #put<T>(session: Session, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const waitMs = patience.waitMs ?? this.#context.settings.ready.waitMs;
    return question(session, { deadline: patience.deadline, signal: patience.signal, waitMs });
  }
}

type Question<T> = (session: Session, options: AskOptions) => Promise<Answer<T>>;

/** Each open document with its project. */
function openDocuments({ documents }: Session): Map<FilePath, string> {
  return new Map(
    documents.paths().flatMap((path) => {
      const document = documents.get(path);
      return document === undefined ? [] : [[path, document.project]];
    }),
  );
}

function qualified<T>({ value, standing }: Answer<T>, reasons: readonly Reason[]): Answer<T> {
  return { value, standing: standingOf([...standing.reasons, ...reasons], standing.evidence) };
}
