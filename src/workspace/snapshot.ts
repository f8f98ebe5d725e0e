// The read-only view of a workspace that one query works on.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { Diagnosis } from "../session/diagnose.ts";
import { diagnose } from "../session/diagnose.ts";
import { readDocument } from "../session/document.ts";
import type { AskOptions } from "../session/ask-host.ts";
import type { LocationMethod } from "../session/queries.ts";
import * as queries from "../session/queries.ts";
import type { Session } from "../session/session.ts";
import type { FoundSymbol, Highlight, HoverText, Location, SymbolNode } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside } from "../model/file-path.ts";
import { LineIndex } from "../model/line-index.ts";
import type { Place } from "../model/place.ts";
import { Refusal } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
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
  /** One source file for each server that the root's code needs, with the language it is in. */
  searchable(): Promise<readonly SearchPlace[]>;
}

/** Where a search of one server starts. */
export interface SearchPlace {
  readonly near: FilePath;
  readonly language: string;
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
    return this.#locations("textDocument/definition", target, patience);
  }

  typeDefinition(target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#locations("textDocument/typeDefinition", target, patience);
  }

  declaration(target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#locations("textDocument/declaration", target, patience);
  }

  /** Implementations may lie anywhere, so only a whole workspace can tell them all. */
  implementation(target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#askAll(target.file, patience, (session, options) =>
      queries.locations(session, "textDocument/implementation", target, options),
    );
  }

  highlights(target: Target, patience: Patience): Promise<Answer<Highlight[]>> {
    return this.#ask(target.file, patience, (session, options) => queries.highlights(session, target, options));
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

  /** Whether a file lies below the root, so that its text may be shown. */
  holds(file: FilePath): boolean {
    return isInside(this.root, file);
  }

  /** Symbols of the whole root: every server that its code needs is asked, at the same time. */
  async findSymbols(query: string, patience: Patience, language?: string): Promise<Answer<FoundSymbol[]>> {
    const places = (await this.#context.searchable()).filter(
      (one) => language === undefined || one.language === language,
    );
    const answers = await Promise.all(places.map((one) => this.#searched(one, query, patience)));
    return {
      value: answers.flatMap(({ value }) => value),
      standing: joinStandings(answers.map(({ standing }) => standing)),
    };
  }

  /** A server that cannot be asked leaves its language out; the others answer all the same. */
  async #searched({ near, language }: SearchPlace, query: string, patience: Patience): Promise<Answer<FoundSymbol[]>> {
    try {
      return await this.workspaceSymbols(near, query, patience);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const detail = `${language} was not searched: ${error.details.what}`;
      return { value: [], standing: standingOf([{ code: "scoped", detail }]) };
    }
  }

  /** Symbols as the server responsible for `near` knows them. */
  workspaceSymbols(near: FilePath, query: string, patience: Patience): Promise<Answer<FoundSymbol[]>> {
    return this.#askAll(near, patience, (session, options) => queries.workspaceSymbols(session, near, query, options));
  }

  diagnostics(file: FilePath, patience: Patience): Promise<Answer<Diagnosis>> {
    return this.#askBeyond(file, patience, (session, options) => diagnose(session, file, options));
  }

  #locations(method: LocationMethod, target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#askBeyond(target.file, patience, (session, options) =>
      queries.locations(session, method, target, options),
    );
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
