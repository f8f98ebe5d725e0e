// The read-only view of a workspace that one query works on.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { Diagnosis } from "../session/diagnose.ts";
import { diagnose, diagnoseAnew } from "../session/diagnose.ts";
import { diagnoseWorkspace } from "../session/diagnose-workspace.ts";
import { expandMacro, sourceOrHeader } from "../session/beyond-protocol.ts";
import { codeActions } from "../session/code-actions.ts";
import type { OfferQuestion } from "../session/code-actions.ts";
import type { Formatted, FormattingRequest } from "../session/formatting.ts";
import { formatting } from "../session/formatting.ts";
import type { Within } from "../session/fine-queries.ts";
import * as fine from "../session/fine-queries.ts";
import type { CompletionChoice } from "../session/fine-queries-completions.ts";
import { completions } from "../session/fine-queries-completions.ts";
import type { LocationMethod } from "../session/queries.ts";
import * as queries from "../session/queries.ts";
import type { RenameEdit } from "../session/rename.ts";
import { rename } from "../session/rename.ts";
import type { FileMove } from "../session/rename-files.ts";
import { willRenameFile } from "../session/rename-files.ts";
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
import type { Answer } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";
import type { AskingContext, Question } from "./asking.ts";
import { Asking, qualified } from "./asking.ts";
import { hierarchyOf } from "./asking-hierarchy.ts";
import type { ChangeRequest, GitChanges } from "./git.ts";
import { changesIn } from "./git.ts";
import { withLinters } from "./lint.ts";
import type { Linters } from "./linters.ts";
import type { SearchPlace } from "./search-places.ts";
import { allOffers } from "./suggestions-offered.ts";
import type { FilesContext } from "./snapshot-files.ts";
import { SnapshotFiles } from "./snapshot-files.ts";
import type { Supposition } from "./supposition.ts";
import type { ManyUses } from "./uses-of-many.ts";
import { usesOfMany } from "./uses-of-many.ts";

export interface SnapshotContext extends FilesContext, AskingContext {
  lintersFor(file: FilePath): Promise<Linters>;
  /** One source file for each server that the root's code needs, or its code in one language. */
  searchable(language?: string): Promise<readonly SearchPlace[]>;
  readonly supposition?: Supposition | undefined;
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
    return this.#within(patience).about(request.file, (session, options) => formatting(session, request, options));
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
    return this.#within(patience).everywhere(target.file, (session, options) =>
      queries.locations(session, "textDocument/implementation", target, options),
    );
  }

  highlights(target: Target, patience: Patience): Promise<Answer<Highlight[]>> {
    return this.#within(patience).about(target.file, (session, options) =>
      queries.highlights(session, target, options),
    );
  }

  references(target: Target, includeDeclaration: boolean, patience: Patience): Promise<Answer<Location[]>> {
    return this.#within(patience).everywhere(target.file, (session, options) =>
      queries.references(session, target, includeDeclaration, options),
    );
  }

  /** The uses of several symbols of one file: what the server has loaded is looked at once for all. */
  referencesOf(file: FilePath, places: readonly Place[], patience: Patience): Promise<Answer<readonly ManyUses[]>> {
    return this.#within(patience).everywhere(file, (session, options) => usesOfMany(session, file, places, options));
  }

  /** Callers, callees, supertypes or subtypes, up to `depth` steps away. */
  hierarchy(
    direction: HierarchyDirection,
    target: Target,
    depth: number,
    patience: Patience,
  ): Promise<Answer<Hierarchy>> {
    return hierarchyOf(this.#within(patience), direction, target, depth);
  }

  hover(target: Target, patience: Patience): Promise<Answer<HoverText | undefined>> {
    return this.#within(patience).beyond(target.file, (session, options) => queries.hover(session, target, options));
  }

  /** Beyond the protocol: a macro written out, where a server can. */
  expandMacro(target: Target, patience: Patience): Promise<Answer<Expansion | undefined>> {
    return this.#within(patience).beyond(target.file, (session, options) => expandMacro(session, target, options));
  }

  /** Beyond the protocol: the header of a source file or the source file of a header, where a server can. */
  sourceOrHeader(file: FilePath, patience: Patience): Promise<Answer<FilePath | undefined>> {
    return this.#within(patience).about(file, (session, options) => sourceOrHeader(session, file, options));
  }

  documentSymbols(file: FilePath, patience: Patience): Promise<Answer<SymbolNode[]>> {
    return this.#within(patience).about(file, (session, options) => queries.documentSymbols(session, file, options));
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
    return this.#within(patience).names(near, (session, options) =>
      queries.workspaceSymbols(session, near, query, options),
    );
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
    return this.#within(patience).beyond(file, (session, options) => diagnose(session, file, options));
  }

  async #diagnosed(file: FilePath, patience: Patience, look: typeof diagnose): Promise<Answer<Diagnosis>> {
    const { asked, unasked } = await this.#context.lintersFor(file);
    const asking = this.#within(patience);
    const ask: Question<Diagnosis> = (session, options) => look(session, file, options);
    return withLinters(
      asking.beyond(file, ask),
      asked.map(async (linter) => asking.put(await linter(), ask)),
      unasked,
    );
  }

  /** What the server of the language offers to do, and each linter that the project uses. Nothing of it is done. */
  async offers(question: OfferQuestion, patience: Patience): Promise<Answer<Offers>> {
    const { asked, unasked } = await this.#context.lintersFor(question.file);
    const asking = this.#within(patience);
    const ask: Question<Offers> = (session, options) => codeActions(session, question, options);
    return allOffers(
      asking.beyond(question.file, ask),
      asked.map(async (linter) => asking.put(await linter(), ask)),
      unasked,
    );
  }

  /** What the server of a file says about all files it knows; refused where it cannot. Files with linters are left out. */
  async workspaceDiagnostics(near: FilePath, patience: Patience): Promise<Answer<readonly Diagnosis[]>> {
    const { value, standing } = await this.#within(patience).beyond(near, (session, options) =>
      diagnoseWorkspace(session, near, options),
    );
    const linters = await Promise.all(value.map(({ file }) => this.#context.lintersFor(file)));
    const unasked = linters.flatMap((one) => one.unasked);
    const ours = value.filter((_, index) => linters[index]?.asked.length === 0);
    return qualified({ value: ours, standing }, unasked);
  }

  completions(target: Target, choice: CompletionChoice, patience: Patience): Promise<Answer<Completions>> {
    return this.#within(patience).beyond(target.file, (session, options) =>
      completions(session, target, choice, options),
    );
  }

  signatureHelp(target: Target, patience: Patience): Promise<Answer<SignatureHelp>> {
    return this.#within(patience).beyond(target.file, (session, options) =>
      fine.signatureHelp(session, target, options),
    );
  }

  inlayHints(within: Within, patience: Patience): Promise<Answer<InlayHint[]>> {
    return this.#within(patience).beyond(within.file, (session, options) => fine.inlayHints(session, within, options));
  }

  semanticTokens(within: Within, patience: Patience): Promise<Answer<SemanticToken[]>> {
    return this.#within(patience).beyond(within.file, (session, options) =>
      fine.semanticTokens(session, within, options),
    );
  }

  /** Whether what stands at a place could be renamed; nothing is. */
  renameCheck(target: Target, patience: Patience): Promise<Answer<RenameCheck>> {
    return this.#within(patience).about(target.file, (session, options) => fine.renameCheck(session, target, options));
  }

  /** What giving another name to the symbol at a place would change, everywhere; nothing is changed. */
  rename(target: Target, newName: string, patience: Patience): Promise<Answer<RenameEdit>> {
    return this.#within(patience).everywhere(target.file, (session, options) =>
      rename(session, target, newName, options),
    );
  }

  /** What moving a file would change in others; refused where no server of the file can tell. Nothing is changed. */
  fileRename(move: FileMove, patience: Patience): Promise<Answer<readonly ProposedStep[]>> {
    return this.#within(patience).everywhere(move.from, (session, options) => willRenameFile(session, move, options));
  }

  #locations(method: LocationMethod, target: Target, patience: Patience): Promise<Answer<Location[]>> {
    return this.#within(patience).beyond(target.file, (session, options) =>
      queries.locations(session, method, target, options),
    );
  }

  /** Questions within one caller's patience. */
  #within({ deadline, signal, waitMs }: Patience): Asking {
    const { ready } = this.#context.settings;
    return new Asking(this.#context, { deadline, signal, waitMs: waitMs ?? ready.waitMs, patienceMs: waitMs });
  }
}
