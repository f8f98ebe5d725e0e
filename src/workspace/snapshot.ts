// The read-only view of a workspace that one query works on.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { Diagnosis } from "../session/problems/diagnose.ts";
import { diagnose, diagnoseAnew, diagnoseWorkspace } from "../session/problems/diagnose.ts";
import { expandMacro, sourceOrHeader } from "../session/questions/position-queries.ts";
import { codeActions } from "../session/edits/code-actions.ts";
import type { OfferQuestion } from "../session/edits/code-actions.ts";
import type { Formatted, FormattingRequest } from "../session/edits/formatting.ts";
import { formatting } from "../session/edits/formatting.ts";
import type { Within } from "../session/questions/position-queries.ts";
import type { CompletionChoice } from "../session/questions/completions.ts";
import { completions } from "../session/questions/completions.ts";
import type { LocationMethod } from "../session/questions/queries.ts";
import { rename } from "../session/edits/rename.ts";
import type { FileMove } from "../session/edits/rename-files.ts";
import { willRenameFile } from "../session/edits/rename-files.ts";
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
import type { FilePlace, Place } from "../model/place.ts";
import { Refusal, orIfRefused } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { joinStandings } from "../model/standing.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Patience } from "../std/patience.ts";
import { pooled } from "../std/pooled.ts";
import { groupOf } from "../languages/table.ts";
import { wordAt } from "../languages/names/occurrences.ts";
import type { Programs } from "../session/process/programs.ts";
import * as positions from "../session/questions/position-queries.ts";
import * as queries from "../session/questions/queries.ts";
import { accountFor, accountedCallers, accountedRename, accountedUses } from "./account/uses.ts";
import type { DefinitionMemo } from "./account/definitions.ts";
import type { AccountedRename, Uses, UsesContext } from "./account/uses.ts";
import type { AskingContext, ManyUses, Question } from "./asking/asking.ts";
import { Asking, askedHierarchy, hierarchyOf, qualified, usesOfMany } from "./asking/asking.ts";
import type { ChangeRequest, GitChanges } from "./git/git.ts";
import type { FormerText } from "./git/former-texts.ts";
import { formerTexts } from "./git/former-texts.ts";
import { changesIn } from "./git/git.ts";
import type { SourceIndex } from "./files/source-index.ts";
import type { ProvenQuestion } from "./proof/proven-answers.ts";
import { isConditional, leftOutBlock, withLeftOut } from "./asking/left-out.ts";
import { remarked, withLinters } from "./servers/lint.ts";
import type { Linters } from "./servers/lint.ts";
import type { NameQuery, NameSearchContext } from "./asking/name-search.ts";
import { partOfName, searchName } from "./asking/name-search.ts";
import type { SearchPlace } from "./projects/search-places.ts";
import { allOffers } from "./asking/suggestions.ts";
import type { FilesContext } from "./files/snapshot-files.ts";
import { SnapshotFiles } from "./files/snapshot-files.ts";
import type { Supposition } from "./supposition.ts";

export interface SnapshotContext extends FilesContext, AskingContext {
  readonly programs: Programs;
  lintersFor(file: FilePath): Promise<Linters>;
  /** One source file for each server that the root's code needs, or its code in one language. */
  searchable(language?: string): Promise<readonly SearchPlace[]>;
  /** Those of the files that no ignore file of the repository hides. */
  unignored(files: readonly FilePath[]): Promise<readonly FilePath[]>;
  readonly supposition?: Supposition | undefined;
  /** Files that people or generators wrote: all but ignored outputs of a build. */
  written(): Promise<readonly FilePath[]>;
  readonly index: Pick<SourceIndex, "filesWith">;
  readonly memo: DefinitionMemo;
  /** Answers that outlive the process; undefined where none do. */
  readonly proven?: { of<T>(question: ProvenQuestion, ask: () => Promise<Answer<T>>): Promise<Answer<T>> } | undefined;
}

/** What a search by name found. */
export interface FoundNames extends Answer<FoundSymbol[]> {
  /** The languages that were searched, or should have been: one for each server. */
  readonly languages: readonly string[];
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

  definition(target: FilePlace, patience: Patience): Promise<Answer<Location[]>> {
    return this.#proven("definition", target, [target.place], () =>
      this.#locations("textDocument/definition", target, patience),
    );
  }

  typeDefinition(target: FilePlace, patience: Patience): Promise<Answer<Location[]>> {
    return this.#locations("textDocument/typeDefinition", target, patience);
  }

  declaration(target: FilePlace, patience: Patience): Promise<Answer<Location[]>> {
    return this.#locations("textDocument/declaration", target, patience);
  }

  /** Implementations may be anywhere, so the answer is complete only if the whole workspace is loaded. */
  implementation(target: FilePlace, patience: Patience): Promise<Answer<Location[]>> {
    return this.#proven("implementation", target, [target.place], () =>
      this.#within(patience).everywhere(target.file, (session, options) =>
        queries.locations(session, "textDocument/implementation", target, options),
      ),
    );
  }

  highlights(target: FilePlace, patience: Patience): Promise<Answer<Highlight[]>> {
    return this.#within(patience).about(target.file, (session, options) =>
      queries.highlights(session, target, options),
    );
  }

  /** Every use, as far as each place of the name is accounted for. */
  async references(
    target: FilePlace,
    includeDeclaration: boolean,
    patience: Patience,
  ): Promise<Answer<readonly Location[]>> {
    const { value, standing } = await this.uses(target, includeDeclaration, patience);
    return { value: value.locations, standing };
  }

  /** The same, with the places that lead to relatives, and those that could not be verified. */
  async uses(target: FilePlace, includeDeclaration: boolean, patience: Patience): Promise<Answer<Uses>> {
    return this.#proven("uses", target, [target.place, includeDeclaration], async () => {
      const question = { target, includeDeclaration };
      const answer = await accountedUses(this.#usesContext(), this.#within(patience), question, patience);
      return answer.value.locations.length > 0 ? answer : this.#doubted(answer, target.file, [target.place], patience);
    });
  }

  /** Kept for later processes where it is complete, and given again while it is proven to hold still. */
  async #proven<T>(
    kind: string,
    { file, place }: { readonly file: FilePath; readonly place?: Place },
    about: readonly unknown[],
    ask: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const { proven } = this.#context;
    if (proven === undefined) return ask();
    const index = place === undefined ? undefined : await this.textOrNone(file);
    const name =
      index === undefined || place === undefined ? "" : wordAt(index.text, index.offsetOf(place), groupOf(file));
    return proven.of({ kind, file, about, name, ...(place === undefined ? {} : { line: place.line }) }, ask);
  }

  /** Only what the server itself lists, declarations included: for comparing what it says of two states of the texts. */
  async listedUses(target: FilePlace, patience: Patience): Promise<Answer<readonly Location[]>> {
    const told = await this.#within(patience).uses(target.file, (session, options) =>
      queries.references(session, target, true, options),
    );
    return qualified(told.answer, told.lasting);
  }

  /** The uses of several symbols of one file: what the server has loaded is checked once for all. */
  async referencesOf(
    file: FilePath,
    places: readonly Place[],
    patience: Patience,
  ): Promise<Answer<readonly ManyUses[]>> {
    const asking = this.#within(patience);
    const told = await asking.uses(file, (session, options) => usesOfMany(session, file, places, options));
    const context = this.#usesContext();
    const accounts = await pooled(told.answer.value, 4, async (uses, at) => {
      const place = places[at];
      if (uses instanceof Refusal || place === undefined) return undefined;
      const own = { ...told, answer: { ...told.answer, value: uses } };
      return accountFor(context, asking, { file, place }, own, patience);
    });
    const answer = {
      value: told.answer.value.map((uses, at) => accounts[at]?.value.locations ?? uses),
      standing: joinStandings(accounts.flatMap((one) => (one === undefined ? [] : [one.standing]))),
    };
    return this.#doubted(answer, file, places, patience);
  }

  /** Nothing is known of the uses of what the server does not compile here. */
  async #doubted<T>(
    answer: Answer<T>,
    file: FilePath,
    places: readonly Place[],
    patience: Patience,
  ): Promise<Answer<T>> {
    const index = await this.textOrNone(file);
    const doubtful = places.filter((place) => index !== undefined && isConditional(file, index, place));
    const reasons: Reason[] = [];
    for (const place of doubtful) {
      const condition = await this.uncompiled({ file, place }, patience);
      const detail = `line ${place.line} is not compiled on this machine (${condition}), so its uses are not known`;
      if (condition !== undefined) reasons.push({ code: "scoped", detail });
    }
    return reasons.length === 0 ? answer : qualified(answer, reasons);
  }

  /** Callers, callees, supertypes or subtypes, up to `depth` steps away. */
  hierarchy(
    direction: HierarchyDirection,
    target: FilePlace,
    depth: number,
    patience: Patience,
  ): Promise<Answer<Hierarchy>> {
    if (direction !== "incoming") return hierarchyOf(this.#within(patience), direction, target, depth);
    return this.#proven("callers", target, [target.place, depth], () => this.#callers(target, depth, patience));
  }

  /** The account comes first: it opens files that the server would not have searched. */
  async #callers(target: FilePlace, depth: number, patience: Patience): Promise<Answer<Hierarchy>> {
    const uses = await this.#usesOrNone(target, patience);
    const asking = this.#within(patience);
    if (uses === undefined) return hierarchyOf(asking, "incoming", target, depth);
    const told = await askedHierarchy(asking, "incoming", target, depth);
    return accountedCallers(this.root, told, uses, depth, (file) => this.textOrNone(file));
  }

  /** Undefined where no server supports references: then its other answers rest on what it has loaded. */
  async #usesOrNone(target: FilePlace, patience: Patience): Promise<Answer<Uses> | undefined> {
    return orIfRefused(
      () => undefined,
      () => this.uses(target, true, patience),
    );
  }

  hover(target: FilePlace, patience: Patience): Promise<Answer<HoverText | undefined>> {
    return this.#within(patience).beyond(target.file, (session, options) => queries.hover(session, target, options));
  }

  /** Beyond the protocol: a macro written out, where a server can. */
  expandMacro(target: FilePlace, patience: Patience): Promise<Answer<Expansion | undefined>> {
    return this.#within(patience).beyond(target.file, (session, options) => expandMacro(session, target, options));
  }

  /** Beyond the protocol: the header of a source file or the source file of a header, where a server can. */
  sourceOrHeader(file: FilePath, patience: Patience): Promise<Answer<FilePath | undefined>> {
    return this.#within(patience).about(file, (session, options) => sourceOrHeader(session, file, options));
  }

  /** What a file declares, also where its server does not compile it here. */
  documentSymbols(file: FilePath, patience: Patience): Promise<Answer<SymbolNode[]>> {
    return this.#proven("outline", { file }, [], () => this.#outline(file, patience));
  }

  async #outline(file: FilePath, patience: Patience): Promise<Answer<SymbolNode[]>> {
    const { value, standing } = await this.#within(patience).about(file, (session, options) =>
      queries.documentSymbols(session, file, options),
    );
    const index = await this.textOrNone(file);
    return { value: index === undefined ? value : withLeftOut(file, index, value), standing };
  }

  /** The condition under which a place is compiled, where it is not compiled here. */
  async uncompiled({ file, place }: FilePlace, patience: Patience): Promise<string | undefined> {
    const index = await this.textOrNone(file);
    if (index === undefined || !isConditional(file, index, place)) return undefined;
    const { value } = await this.documentSymbols(file, patience);
    return leftOutBlock(file, index, place, value);
  }

  /** What git says has changed in the checkout that a directory of the root is in. */
  gitChanges(directory: FilePath, request: ChangeRequest, patience: Patience): Promise<GitChanges> {
    return changesIn(this.#context.host, this.#context.programs, this.#context.root, directory, request, patience);
  }

  /** The texts of files in the last commit; refused where there is no checkout. */
  committedTexts(files: readonly FilePath[], patience: Patience): Promise<ReadonlyMap<FilePath, FormerText>> {
    const { host, programs, root } = this.#context;
    return formerTexts(host, programs, root, files, patience);
  }

  /** Symbols of the whole root: every server that its code needs is asked, at the same time. */
  async findSymbols(query: NameQuery | string, patience: Patience, language?: string): Promise<FoundNames> {
    const places = await this.#context.searchable(language);
    const sought = typeof query === "string" ? partOfName(query) : query;
    const context: NameSearchContext = {
      root: this.root,
      deadline: patience.deadline,
      ask: (near, text) => this.workspaceSymbols(near, text, patience),
      outline: (file) => this.documentSymbols(file, patience),
      text: async (file) => (await this.textOrNone(file))?.text,
      kept: (files) => this.#context.unignored(files),
    };
    const answers = await Promise.all(places.map((one) => searchName(context, one, sought)));
    // A server may know more than one language.
    const isWanted = ({ file }: FoundSymbol): boolean =>
      language === undefined || (!isExternal(file) && this.#context.languageOf(file) === language);
    return {
      value: answers.flatMap(({ value }) => value.filter(isWanted)),
      standing: joinStandings(answers.map(({ standing }) => standing)),
      languages: places.map((one) => one.language),
    };
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
    const ours = value.flatMap((one, index) => {
      const { asked = [], unasked = [] } = linters[index] ?? {};
      return asked.length === 0 ? [remarked(one, unasked)] : [];
    });
    return { value: ours, standing };
  }

  completions(target: FilePlace, choice: CompletionChoice, patience: Patience): Promise<Answer<Completions>> {
    return this.#within(patience).beyond(target.file, (session, options) =>
      completions(session, target, choice, options),
    );
  }

  signatureHelp(target: FilePlace, patience: Patience): Promise<Answer<SignatureHelp>> {
    return this.#within(patience).beyond(target.file, (session, options) =>
      positions.signatureHelp(session, target, options),
    );
  }

  inlayHints(within: Within, patience: Patience): Promise<Answer<InlayHint[]>> {
    return this.#within(patience).beyond(within.file, (session, options) =>
      positions.inlayHints(session, within, options),
    );
  }

  semanticTokens(within: Within, patience: Patience): Promise<Answer<SemanticToken[]>> {
    return this.#within(patience).beyond(within.file, (session, options) =>
      positions.semanticTokens(session, within, options),
    );
  }

  /** Whether what stands at a place could be renamed; nothing is. */
  renameCheck(target: FilePlace, patience: Patience): Promise<Answer<RenameCheck>> {
    return this.#within(patience).about(target.file, (session, options) =>
      positions.renameCheck(session, target, options),
    );
  }

  /** What giving another name to the symbol at a place would change, everywhere; nothing is changed. */
  async rename(target: FilePlace, newName: string, patience: Patience): Promise<Answer<AccountedRename>> {
    const uses = await this.#usesOrNone(target, patience);
    const told = await this.#within(patience).uses(target.file, (session, options) =>
      rename(session, target, newName, options),
    );
    if (uses === undefined) {
      const { value, standing } = qualified(told.answer, [...told.lasting, ...(await told.coverage())]);
      return { value: { ...value, possible: [] }, standing };
    }
    const index = await this.text(target.file);
    const name = wordAt(index.text, index.offsetOf(target.place), groupOf(target.file));
    return accountedRename(this.root, told, uses, name, (file) => this.textOrNone(file));
  }

  /** Those of the files that may contain one of the words; files that are known need not be read. */
  async filesWith(
    words: Iterable<string>,
    files: readonly FilePath[],
    signal?: CancelSignal,
  ): Promise<readonly FilePath[]> {
    const { supposed } = this;
    const isSupposed = (file: FilePath): boolean => supposed?.has(file) === true;
    const onDisk = files.filter((file) => !isSupposed(file));
    const found = await this.#context.index.filesWith(words, onDisk, signal);
    return [...found, ...files.filter(isSupposed)];
  }

  /** What moving a file would change in others; refused where no server of the file supports it. Nothing is changed. */
  fileRename(move: FileMove, patience: Patience): Promise<Answer<readonly ProposedStep[]>> {
    return this.#within(patience).everywhere(move.from, (session, options) => willRenameFile(session, move, options));
  }

  /** Of so many files a server can be shown other texts than those on disk at the same time. */
  get shownAtOnce(): number {
    return this.#context.settings.documents.maxOpen;
  }

  #locations(method: LocationMethod, target: FilePlace, patience: Patience): Promise<Answer<Location[]>> {
    return this.#within(patience).beyond(target.file, (session, options) =>
      queries.locations(session, method, target, options),
    );
  }

  #usesContext(): UsesContext {
    const { root, settings, memo, supposition } = this.#context;
    return {
      root,
      settings,
      memo: supposition === undefined ? memo : undefined,
      index: { filesWith: (words, files, signal) => this.filesWith(words, files, signal) },
      files: () => this.#context.written(),
      text: (file) => this.text(file),
      languageOf: (file) => this.languageOf(file),
    };
  }

  /** Questions within one caller's patience. */
  #within(patience: Patience): Asking {
    const { waitMs } = patience;
    const { ready } = this.#context.settings;
    return new Asking(this.#context, { ...patience, waitMs: waitMs ?? ready.waitMs, patienceMs: waitMs });
  }
}
