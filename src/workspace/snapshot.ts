// The read-only view of a workspace that one query works on.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { Diagnosis } from "../session/diagnose.ts";
import { diagnose, diagnoseAnew } from "../session/diagnose.ts";
import { diagnoseWorkspace } from "../session/diagnose-workspace.ts";
import type { AskOptions } from "../session/ask-host.ts";
import { expandMacro, sourceOrHeader } from "../session/beyond-protocol.ts";
import { codeActions } from "../session/code-actions.ts";
import type { OfferQuestion } from "../session/code-actions.ts";
import { callersByUse } from "../session/callers-by-use.ts";
import type { Formatted, FormattingRequest } from "../session/formatting.ts";
import { formatting } from "../session/formatting.ts";
import type { Within } from "../session/fine-queries.ts";
import * as fine from "../session/fine-queries.ts";
import type { CompletionChoice } from "../session/fine-queries-completions.ts";
import { completions } from "../session/fine-queries-completions.ts";
import { hierarchy, isAnywhere } from "../session/hierarchy.ts";
import type { LocationMethod } from "../session/queries.ts";
import * as queries from "../session/queries.ts";
import type { RenameEdit } from "../session/rename.ts";
import { rename } from "../session/rename.ts";
import type { FileMove } from "../session/rename-files.ts";
import { willRenameFile } from "../session/rename-files.ts";
import type { Session } from "../session/session.ts";
import { subtypesByImplementation } from "../session/subtypes-by-implementation.ts";
import type {
  Expansion,
  FoundSymbol,
  Hierarchy,
  HierarchyDirection,
  Highlight,
  HoverText,
  Location,
  SymbolNode,
} from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { Completions, InlayHint, RenameCheck, SemanticToken, SignatureHelp } from "../model/fine-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Offers, ProposedStep } from "../model/offered-action.ts";
import type { Place } from "../model/place.ts";
import { Refusal } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";
import { firstAble } from "./first-able.ts";
import type { ChangeRequest, GitChanges } from "./git.ts";
import { changesIn } from "./git.ts";
import { withLinters } from "./lint.ts";
import type { Projects } from "./projects.ts";
import { allOffers } from "./suggestions-offered.ts";
import type { FilesContext } from "./snapshot-files.ts";
import { SnapshotFiles } from "./snapshot-files.ts";
import type { Supposition } from "./supposition.ts";
import type { ManyUses } from "./uses-of-many.ts";
import { usesOfMany } from "./uses-of-many.ts";

export interface SnapshotContext extends FilesContext {
  /** The servers of a file that are on this machine, in order of preference; the first is refused when there is none. */
  sessionsFor(file: FilePath): AsyncIterable<Session>;
  lintersFor(file: FilePath): Promise<Linters>;
  readonly projects: Projects;
  /** One source file for each server that the root's code needs, or its code in one language. */
  searchable(language?: string): Promise<readonly SearchPlace[]>;
  /** Files as they would be, where that is what is asked about. */
  readonly supposition?: Supposition | undefined;
}

/** Where a search of one server starts. */
export interface SearchPlace {
  readonly near: FilePath;
  readonly language: string;
}

/** The linters that the project of a file is set up for. */
export interface Linters {
  /** Those to be asked, each with its session or with what keeps it from having one. */
  readonly asked: readonly (() => Promise<Session>)[];
  /** Why others are not. */
  readonly unasked: readonly Reason[];
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

export class Snapshot extends SnapshotFiles {
  readonly #context: SnapshotContext;

  constructor(context: SnapshotContext) {
    super(context);
    this.#context = context;
  }

  /** What the server of a file would make of its layout, or of a stretch of it; nothing is changed. */
  formatting(request: FormattingRequest, patience: Patience): Promise<Answer<Formatted>> {
    return this.#ask(request.file, patience, (session, options) => formatting(session, request, options));
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

  /** The uses of several symbols of one file: what the server has loaded is looked at once for all. */
  referencesOf(file: FilePath, places: readonly Place[], patience: Patience): Promise<Answer<readonly ManyUses[]>> {
    return this.#askAll(file, patience, (session, options) => usesOfMany(session, file, places, options));
  }

  /** Callers, callees, supertypes or subtypes, up to `depth` steps away. */
  async hierarchy(
    direction: HierarchyDirection,
    target: Target,
    depth: number,
    patience: Patience,
  ): Promise<Answer<Hierarchy>> {
    const { file } = target;
    const question: Question<Hierarchy> = (session, options) => hierarchy(session, direction, target, depth, options);
    if (!isAnywhere(direction)) return this.#askBeyond(file, patience, question);
    const otherwise: Question<Hierarchy> = (session, options) =>
      direction === "incoming"
        ? callersByUse(session, target, depth, options)
        : subtypesByImplementation(session, target, options);
    try {
      return await this.#askAll(file, patience, question);
    } catch (lacking) {
      if (!isLacking(lacking)) throw lacking;
      // Where nobody has a hierarchy, callers can be told from uses, and subtypes from implementations.
      return this.#askAll(file, patience, otherwise).catch((error: unknown) => {
        throw isLacking(error) ? lacking : error;
      });
    }
  }

  hover(target: Target, patience: Patience): Promise<Answer<HoverText | undefined>> {
    return this.#askBeyond(target.file, patience, (session, options) => queries.hover(session, target, options));
  }

  /** Beyond the protocol: a macro written out, where a server can. */
  expandMacro(target: Target, patience: Patience): Promise<Answer<Expansion | undefined>> {
    return this.#askBeyond(target.file, patience, (session, options) => expandMacro(session, target, options));
  }

  /** Beyond the protocol: the header of a source file or the source file of a header, where a server can. */
  sourceOrHeader(file: FilePath, patience: Patience): Promise<Answer<FilePath | undefined>> {
    return this.#ask(file, patience, (session, options) => sourceOrHeader(session, file, options));
  }

  documentSymbols(file: FilePath, patience: Patience): Promise<Answer<SymbolNode[]>> {
    return this.#ask(file, patience, (session, options) => queries.documentSymbols(session, file, options));
  }

  /** What git says has changed in the checkout that a directory of the root is in. */
  gitChanges(directory: FilePath, request: ChangeRequest, patience: Patience): Promise<GitChanges> {
    return changesIn(this.#context.host, this.#context.root, directory, request, patience);
  }

  /** Symbols of the whole root: every server that its code needs is asked, at the same time. */
  async findSymbols(query: string, patience: Patience, language?: string): Promise<Answer<FoundSymbol[]>> {
    const places = await this.#context.searchable(language);
    const answers = await Promise.all(places.map((one) => this.#searched(one, query, patience)));
    // A server may know more than one language.
    const isWanted = ({ file }: FoundSymbol): boolean =>
      language === undefined || (!isExternal(file) && this.#context.languageOf(file) === language);
    return {
      value: answers.flatMap(({ value }) => value.filter(isWanted)),
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
    const question: Question<FoundSymbol[]> = (session, options) =>
      queries.workspaceSymbols(session, near, query, options);
    return this.#first(near, (session) => this.#askAllOf(session, near, patience, question, "names"));
  }

  /** What the server of the language finds, and what each linter that the project uses adds to it. */
  diagnostics(file: FilePath, patience: Patience): Promise<Answer<Diagnosis>> {
    return this.#diagnosed(file, patience, diagnose);
  }

  /** The same after something has changed elsewhere: nothing is taken for new that was said before. */
  diagnosticsAnew(file: FilePath, patience: Patience): Promise<Answer<Diagnosis>> {
    return this.#diagnosed(file, patience, diagnoseAnew);
  }

  /** What the server of the language finds by itself, without linters. */
  ownDiagnostics(file: FilePath, patience: Patience): Promise<Answer<Diagnosis>> {
    return this.#askBeyond(file, patience, (session, options) => diagnose(session, file, options));
  }

  async #diagnosed(file: FilePath, patience: Patience, look: typeof diagnose): Promise<Answer<Diagnosis>> {
    const { asked, unasked } = await this.#context.lintersFor(file);
    return withLinters(
      this.#askBeyond(file, patience, (session, options) => look(session, file, options)),
      asked.map(async (linter) => {
        const session = await linter();
        return this.#put(session, patience, (_, options) => look(session, file, options));
      }),
      unasked,
    );
  }

  /** What the server of the language offers to do, and each linter that the project uses. Nothing of it is done. */
  async offers(question: OfferQuestion, patience: Patience): Promise<Answer<Offers>> {
    const { asked, unasked } = await this.#context.lintersFor(question.file);
    return allOffers(
      this.#askBeyond(question.file, patience, (session, options) => codeActions(session, question, options)),
      asked.map(async (linter) => {
        const session = await linter();
        return this.#put(session, patience, (_, options) => codeActions(session, question, options));
      }),
      unasked,
    );
  }

  /** What the server of a file says about all files it knows; refused where it cannot. Files with linters are left out. */
  async workspaceDiagnostics(near: FilePath, patience: Patience): Promise<Answer<readonly Diagnosis[]>> {
    const { value, standing } = await this.#askBeyond(near, patience, (session, options) =>
      diagnoseWorkspace(session, near, options),
    );
    const linters = await Promise.all(value.map(({ file }) => this.#context.lintersFor(file)));
    const unasked = linters.flatMap((one) => one.unasked);
    const ours = value.filter((_, index) => linters[index]?.asked.length === 0);
    return qualified({ value: ours, standing }, unasked);
  }

  completions(target: Target, choice: CompletionChoice, patience: Patience): Promise<Answer<Completions>> {
    return this.#askBeyond(target.file, patience, (session, options) => completions(session, target, choice, options));
  }

  signatureHelp(target: Target, patience: Patience): Promise<Answer<SignatureHelp>> {
    return this.#askBeyond(target.file, patience, (session, options) => fine.signatureHelp(session, target, options));
  }

  inlayHints(within: Within, patience: Patience): Promise<Answer<InlayHint[]>> {
    return this.#askBeyond(within.file, patience, (session, options) => fine.inlayHints(session, within, options));
  }

  semanticTokens(within: Within, patience: Patience): Promise<Answer<SemanticToken[]>> {
    return this.#askBeyond(within.file, patience, (session, options) => fine.semanticTokens(session, within, options));
  }

  /** Whether what stands at a place could be renamed; nothing is. */
  renameCheck(target: Target, patience: Patience): Promise<Answer<RenameCheck>> {
    return this.#ask(target.file, patience, (session, options) => fine.renameCheck(session, target, options));
  }

  /** What giving another name to the symbol at a place would change, everywhere; nothing is changed. */
  rename(target: Target, newName: string, patience: Patience): Promise<Answer<RenameEdit>> {
    return this.#askAll(target.file, patience, (session, options) => rename(session, target, newName, options));
  }

  /** What moving a file would change in others; refused where no server of the file can tell. Nothing is changed. */
  fileRename(move: FileMove, patience: Patience): Promise<Answer<readonly ProposedStep[]>> {
    return this.#askAll(move.from, patience, (session, options) => willRenameFile(session, move, options));
  }

  #locations(method: LocationMethod, target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#askBeyond(target.file, patience, (session, options) =>
      queries.locations(session, method, target, options),
    );
  }

  /** A question about one place or file. */
  #ask<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    return this.#first(file, async (session) =>
      qualified(await this.#put(session, patience, question), this.#context.freshness),
    );
  }

  /** A question about one place or file, whose answer may lie in a package. */
  #askBeyond<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    return this.#first(file, async (session) => {
      const answer = await this.#put(session, patience, question);
      const missing = await this.#context.projects.dependencies(file, session.options.server.entry);
      return qualified(answer, [...this.#context.freshness, ...missing]);
    });
  }

  /** A question about the whole workspace: only as complete as what the server has loaded. */
  #askAll<T>(file: FilePath, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    return this.#first(file, (session) => this.#askAllOf(session, file, patience, question));
  }

  async #askAllOf<T>(
    session: Session,
    file: FilePath,
    patience: Patience,
    question: Question<T>,
    about: "uses" | "names" = "uses",
  ): Promise<Answer<T>> {
    const { entry } = session.options.server;
    const { projects, freshness, supposition } = this.#context;
    const { answer, reasons } = await this.#inLane(session, patience, (asked) =>
      projects.loading.ask(session, file, asked, (options) => question(session, options)),
    );
    const isSupposed = supposition?.supposed.has(file) === true;
    const missed = about === "uses" ? await projects.missedUses(file, entry, isSupposed) : [];
    const all = [
      ...freshness,
      ...reasons,
      ...missed,
      ...this.#doubts(session),
      ...(await projects.dependencies(file, entry)),
    ];
    return qualified(answer, all);
  }

  /** The first server that can be asked: one that has not declared the question, or may not run here, gives way. */
  #first<T>(file: FilePath, ask: (session: Session) => Promise<T>): Promise<T> {
    return firstAble(this.#context.sessionsFor(file), ask);
  }

  async #put<T>(session: Session, patience: Patience, question: Question<T>): Promise<Answer<T>> {
    const answer = await this.#inLane(session, patience, (options) => question(session, options));
    return qualified(answer, this.#doubts(session));
  }

  /** The one place where a question enters the lane of a session: with others, or alone with what is supposed. */
  #inLane<T>(session: Session, patience: Patience, work: (options: AskOptions) => Promise<T>): Promise<T> {
    const options = this.#options(patience);
    const { supposition } = this.#context;
    if (supposition !== undefined) return supposition.ask(session, options, work);
    return session.lane.together(options, () => work(options));
  }

  #doubts(session: Session): readonly Reason[] {
    return this.#context.supposition?.doubtsOf(session) ?? [];
  }

  #options({ deadline, signal, waitMs }: Patience): AskOptions {
    return { deadline, signal, waitMs: waitMs ?? this.#context.settings.ready.waitMs, patienceMs: waitMs };
  }
}

function isLacking(error: unknown): boolean {
  return error instanceof Refusal && error.code === "capability_missing";
}

type Question<T> = (session: Session, options: AskOptions) => Promise<Answer<T>>;

function qualified<T>({ value, standing }: Answer<T>, reasons: readonly Reason[]): Answer<T> {
  return { value, standing: standingOf([...standing.reasons, ...reasons], standing.evidence) };
}
