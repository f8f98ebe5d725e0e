// The account of a symbol: every place where one of its names stands as code is a use, a use through a relative, something
// else, or a possible use. It proves an answer complete without resting on the server's own search.
//
// Invariant: a place that was not asked about, or whose answer failed, is never counted as something else.
// Invariant: the account ends within the patience of its caller; what is left over is counted.

import type { AccountRules } from "../../languages/account-rules.ts";
import type { Location, PossibleUse, SymbolNode, UseThroughRelative } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, parentOf } from "../../model/file-path.ts";
import { nameFault } from "../../languages/syntax/identifier.ts";
import { importStatements } from "../../languages/imports/import-statements.ts";
import type { ImportStatement } from "../../languages/imports/rules.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { withinSpans } from "../../model/offset-spans.ts";
import { contains } from "../../model/place.ts";
import type { RefusalCode } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import { groupOf, languageFor } from "../../languages/table.ts";
import { wordAt } from "../../languages/names/occurrences.ts";
import type { Scope } from "../../languages/names/rules.ts";
import { isDefaultExport } from "../../languages/names/scope.ts";
import type { Pasting } from "../../languages/c/token-pasting.ts";
import { calledWith, pastedParts, pastings } from "../../languages/c/token-pasting.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Deadline } from "../../std/deadline.ts";
import { memoized } from "../../std/memoized.ts";
import { pooled } from "../../std/pooled.ts";
import type { SourceIndex } from "../files/source-index.ts";
import { isMacroParameter, isPlainUse } from "../../languages/c/names.ts";
import { isModule } from "../../languages/script/names.ts";
import { mayBeLeftOut } from "../../languages/names/unresolved.ts";
import { aliasesAt, defaultImports, handsOn, importsDefault } from "./aliases.ts";
import type { Answered } from "./classify.ts";
import { Classifier } from "./classify.ts";
import type { Declaration } from "./declaration.ts";
import { declarationOf } from "./declaration.ts";
import type { Definitions } from "./definitions.ts";
import { ForeignModules } from "./foreign-modules.ts";
import { isMade, isScript, JavaScriptUsers } from "./javascript.ts";
import type { PlacedName } from "./places.ts";
import { isInTwoBytes, isName, isSamePlace, placedLocation, Places } from "./places.ts";
import { importSpansIn, occurrencesIn } from "./readings.ts";
import { Relatives } from "./relatives.ts";
import type { RelativesContext } from "./relatives.ts";
import type { FilePlace } from "../../model/place.ts";

export interface Account {
  /** Uses that the server's list lacks, found by asking what stands at their places. */
  readonly found: readonly Location[];
  readonly through: readonly UseThroughRelative[];
  readonly possible: readonly PossibleUse[];
  /** Places with the name that were not asked about, and the number of files they are in. */
  readonly unchecked: { readonly places: number; readonly files: number };
}

export interface AccountContext {
  readonly root: FilePath;
  readonly index: Pick<SourceIndex, "filesWith">;
  /** Every file of the root that is not skipped. */
  files(): Promise<readonly FilePath[]>;
  /** Refused where it cannot be read. */
  text(file: FilePath): Promise<LineIndex>;
  languageOf(file: FilePath): string | undefined;
  /** Refused where no server has one. */
  outline(file: FilePath): Promise<readonly SymbolNode[]>;
  /** Empty where no server supports the request, and undefined where one that does failed. */
  implementations(at: FilePlace, until: Deadline): Promise<readonly Location[] | undefined>;
  /** Whether the server knows what stands at a place, beyond its text. */
  readonly isUnderstood: (at: FilePlace, until: Deadline) => Promise<boolean>;
  readonly definitions: Definitions;
  readonly signal?: CancelSignal | undefined;
}

/** How often other names may lead to further names. */
const maxRounds = 12;
/** Files read at the same time. */
const atOnce = 16;

export class Accounting {
  readonly #context: AccountContext;
  readonly #target: FilePlace;
  /** Places that need no question: uses, declarations, and those already asked about. */
  readonly #settled = new Places<true>();
  readonly #uses = new Places<Location>();
  readonly #found: Location[] = [];
  readonly #answers: Answered[] = [];
  readonly #unchecked: PlacedName[] = [];
  readonly #unreadable = new Map<FilePath, PossibleUse>();
  readonly #texts = new Map<FilePath, Promise<LineIndex>>();
  /** Those of them that have come. */
  readonly #indexes = new Map<FilePath, LineIndex>();
  readonly #searched = new Set<string>();
  /** Files whose default export the symbol is, as far as it has been searched for. */
  readonly #homes = new Set<FilePath>();
  readonly #users: JavaScriptUsers;
  readonly #foreign: ForeignModules;
  readonly #imports = new Map<FilePath, (offset: number) => boolean>();
  /** The number of uses in a file whose names were read. */
  readonly #named = new Map<FilePath, number>();
  /** The files that may name the symbol, as long as those of the root are the same. */
  #ours: { readonly files: readonly FilePath[]; readonly ours: readonly FilePath[] } | undefined;
  #declared: readonly Location[] = [];
  /** False where the server did not say what the symbol is: then what leads elsewhere may lead to it. */
  #isDeclarationKnown = true;
  #declaration: Declaration = { scope: "root", role: "unknown" };

  constructor(context: AccountContext, target: FilePlace) {
    // A file is looked at once while the account is made.
    this.#context = { ...context, text: (file) => memoized(this.#texts, file, () => context.text(file)) };
    this.#target = target;
    const scripts = { files: () => context.files(), read: (file: FilePath) => this.#readSmall(file) };
    this.#users = new JavaScriptUsers(scripts);
    this.#foreign = new ForeignModules(scripts);
  }

  /** Reads the index of the files while the server thinks. */
  async prepare(): Promise<void> {
    const name = await this.#name();
    if (name !== "") await this.#candidates([name]);
  }

  /**
   * Takes the server's list of uses, and asks what stands at the other places. `again` asks for the list once more, when
   * files have been opened that hold uses which it lacks. Undefined where the target has no name.
   */
  async of(uses: readonly Location[], again: () => Promise<readonly Location[]>): Promise<Account | undefined> {
    // What was read while the server was thinking may be older than its answer.
    this.#texts.clear();
    this.#indexes.clear();
    const word = await this.#name();
    if (word === "" || !isName(word) || !(await this.#isWritten(word, uses))) return undefined;
    this.#settled.set(this.#target.file, this.#target.place, true);
    this.#take(uses);
    const name = await this.#spelling(word);
    const names = new Map<string, SearchedName>([[name, { name }]]);
    if (await this.#isImported(name)) await this.#findDeclaration(name);
    await this.#addOtherNames(names);
    for (let round = 0; round < maxRounds; round++) {
      const places = await this.#unsettled(names);
      const isFirst = round === 0;
      if (isFirst && places.length > 0 && this.#declared.length === 0) await this.#findDeclaration(name);
      const left = places.filter((one) => !this.#isSettled(one) && (!isFirst || this.#isInScope(one, name)));
      const isGrown = await this.#ask(left);
      if (isGrown) this.#take(await again());
      if (!(await this.#addOtherNames(names))) break;
    }
    this.#unchecked.push(...(await this.#unsettled(names)));
    return this.#result();
  }

  // — below: private, in the order they are used —

  /** The word that the account is about; empty where the target is none. */
  async #name(): Promise<string> {
    const { file, place } = this.#target;
    const index = await this.#context.text(file);
    const offset = index.offsetOf(place);
    // The mark of a private name is no part of its word.
    return wordAt(index.text, index.text.charAt(offset) === "#" ? offset + 1 : offset, groupOf(file));
  }

  /** Whether the word at the target is what the symbol is called: neither a path in an import nor a word of the language. */
  async #isWritten(word: string, uses: readonly Location[]): Promise<boolean> {
    const { file, place } = this.#target;
    const index = await this.#context.text(file);
    const [offset, group] = [index.offsetOf(place), groupOf(file)];
    const own = occurrencesIn(index, file, group, [word]).find(
      (one) => one.offset <= offset && offset <= one.offset + word.length,
    );
    if (own !== undefined && own.stands !== "code" && own.isAnnotation !== true) return false;
    const isIncluded = ({ start, end, certainty }: ImportStatement): boolean =>
      certainty !== "list" && start <= offset && offset < end;
    const { isPreprocessed } = languageFor(group);
    if (isPreprocessed === true && importStatements(group, index.text).some(isIncluded)) return false;
    if (nameFault(this.#context.languageOf(file), word) === undefined) return true;
    for (const use of uses) {
      const text = isExternal(use.file) ? undefined : await this.#read(use.file);
      if (text?.text.slice(text.offsetOf(use.span.start), text.offsetOf(use.span.end)) === word) return true;
    }
    return false;
  }

  /** The name as the server marks it where dashes join several words, as in style sheets; else the word. */
  async #spelling(word: string): Promise<string> {
    const { file, place } = this.#target;
    if (groupOf(file) !== "other") return word;
    const own = [...this.#uses.values()].find((use) => use.file === file && contains(use.span, place));
    const index = own && (await this.#read(file));
    const written = own && index?.text.slice(index.offsetOf(own.span.start), index.offsetOf(own.span.end));
    const joined = /^[^\w-]?(\w*-[\w-]*)$/.exec(written ?? "")?.[1];
    return joined?.includes(word) === true ? joined : word;
  }

  #settle({ file, span }: Location): void {
    if (!isExternal(file)) this.#settled.set(file, span.start, true);
  }

  #take(uses: readonly Location[]): void {
    for (const use of uses) {
      this.#settle(use);
      if (!isExternal(use.file)) this.#uses.set(use.file, use.span.start, use);
    }
  }

  /** What the symbol is; needed only where there is something to ask. */
  async #findDeclaration(name: string): Promise<void> {
    const answer = await this.#context.definitions.at(this.#target);
    const locations = answer.kind === "leads" ? answer.locations : [];
    const exist = await pooled(locations, atOnce, (one) => this.#exists(one));
    this.#declared = locations.filter((_, at) => exist[at] === true);
    this.#named.clear();
    this.#isDeclarationKnown = this.#declared.length > 0 || answer.kind === "nowhere";
    for (const one of this.#declared) this.#settle(one);
    const isImported = await this.#isImported(name);
    // An imported symbol may have another name where it is declared, whose scope cannot be read from the name here.
    if (!isImported) this.#declaration = await declarationOf(this.#context, this.#declared, name);
    if (this.#declaration.scope !== "file" || !isPreprocessed(this.#target.file)) return;
    const texts = { filesWith: (names: readonly string[]) => this.#candidates(names), read: this.#read.bind(this) };
    if (await isIncluded(texts, this.#declared)) this.#declaration = { ...this.#declaration, scope: "root" };
  }

  /** Whether the target stands for the default export of another file, which has a name of its own there. */
  async #isImported(name: string): Promise<boolean> {
    const { file } = this.#target;
    const text = rulesFor(file)?.hasModules === true ? (await this.#read(file))?.text : undefined;
    return text !== undefined && importsDefault(text, name);
  }

  /** A server may name a file of the root that is not there. */
  async #exists({ file }: Location): Promise<boolean> {
    return isExternal(file) || !isInside(this.#context.root, file) || (await this.#read(file)) !== undefined;
  }

  /** The files that may hold one of the names, of the languages that share names with the target's. */
  async #candidates(names: readonly string[]): Promise<readonly FilePath[]> {
    const words = names.map((name) => name.split("-").sort((one, other) => other.length - one.length)[0] ?? name);
    return this.#context.index.filesWith(words, await this.#domain(), this.#context.signal);
  }

  async #domain(): Promise<readonly FilePath[]> {
    const { file } = this.#target;
    const group = groupOf(file);
    const language = this.#context.languageOf(file);
    const isOurs = (one: FilePath): boolean =>
      (groupOf(one) === group && (group !== "other" || this.#context.languageOf(one) === language)) ||
      (isProgram(one) && rulesFor(file)?.interpreter !== undefined);
    const files = await this.#context.files();
    if (this.#ours?.files !== files) this.#ours = { files, ours: files.filter(isOurs) };
    return this.#ours.ours;
  }

  /** Places of names not searched for before, as code, that nothing is known of yet. */
  async #unsettled(names: ReadonlyMap<string, SearchedName>): Promise<PlacedName[]> {
    const fresh = [...names].filter(([key]) => !this.#searched.has(key));
    for (const [key] of fresh) this.#searched.add(key);
    const words = [...new Set(fresh.map(([, { name }]) => name))];
    if (words.length === 0) return [];
    const found = await pooled(await this.#candidates(words), atOnce, async (file) => {
      if (!(await this.#mayUse(file))) return [];
      const own = fresh.filter(([, { only }]) => only === undefined || only === file).map(([, { name }]) => name);
      return own.length === 0 ? [] : this.#placesIn(file, own);
    });
    const imports = await this.#defaultImports(names);
    return [...found.flat(), ...imports].filter((one) => !this.#isSettled(one));
  }

  /** JavaScript that imports no TypeScript uses no module of it; values of its types it may be given. */
  async #mayUse(file: FilePath): Promise<boolean> {
    const isForeign = isScript(file) && !isScript(this.#target.file);
    if (!isForeign) return true;
    if (isMade(file)) return this.#users.mayUse(file);
    if (this.#declared.length === 0) await this.#findDeclaration(await this.#name());
    const isShared = this.#declaration.role !== "plain" || !(await this.#isModule());
    return isShared || this.#users.mayUse(file);
  }

  async #isModule(): Promise<boolean> {
    return isModule((await this.#read(this.#target.file))?.text ?? "");
  }

  #isSettled({ file, place }: PlacedName): boolean {
    return this.#settled.has(file, place);
  }

  async #placesIn(file: FilePath, names: readonly string[]): Promise<PlacedName[]> {
    const index = this.#indexes.get(file) ?? (await this.#read(file));
    if (index === undefined) return [];
    if (isInTwoBytes(index.text)) this.#setUnreadable(file, "not UTF-8");
    const own = groupOf(this.#target.file);
    const isOurProgram = isProgram(file) && rulesFor(this.#target.file)?.interpreter?.test(index.text) === true;
    if (isProgram(file) && own !== groupOf(file) && !isOurProgram) return [];
    return occurrencesIn(index, file, isOurProgram ? own : groupOf(file), new Set(names))
      .filter(({ stands, isAnnotation }) => stands === "code" || isAnnotation === true)
      .map((found) => {
        // Servers point at the mark of a private name.
        const mark = rulesFor(file)?.privateMark ?? "";
        const isPrivate = mark !== "" && index.text.charAt(found.offset - 1) === mark;
        const occurrence = isPrivate ? { ...found, name: mark + found.name, offset: found.offset - 1 } : found;
        return { file, place: index.placeOf(occurrence.offset), occurrence };
      });
  }

  async #read(file: FilePath): Promise<LineIndex | undefined> {
    try {
      const index = await this.#context.text(file);
      this.#indexes.set(file, index);
      return index;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What is gone, or lies elsewhere, holds no use; what cannot be read may hold one.
      if (!holdsNothing.has(error.code)) this.#setUnreadable(file, "cannot be read");
      return undefined;
    }
  }

  #setUnreadable(file: FilePath, why: string): void {
    const start = { line: 1, column: 1 };
    this.#unreadable.set(file, { location: { file, span: { start, end: start } }, why });
  }

  /** A script too large to be read is taken for a bundle: generated, and no user of the sources beside it. */
  async #readSmall(file: FilePath): Promise<LineIndex | undefined> {
    try {
      return await this.#context.text(file);
    } catch (error) {
      return error instanceof Refusal && error.code === "file_too_large" ? undefined : this.#read(file);
    }
  }

  /** Importers of a default export name it as they like, and files that hold uses may export it so again. */
  async #defaultImports(names: ReadonlyMap<string, SearchedName>): Promise<PlacedName[]> {
    const words = new Set([...names.values()].map(({ name }) => name));
    const homes: FilePath[] = [];
    for (const home of new Set([this.#target.file, ...this.#usesByFile().keys()])) {
      if (rulesFor(home)?.hasModules !== true || this.#homes.has(home)) continue;
      const text = (this.#indexes.get(home) ?? (await this.#read(home)))?.text;
      if (text?.includes("default") !== true) continue;
      const code = maskCommentsAndStrings(text, "script");
      if ([...words].some((name) => isDefaultExport({ family: "script", name, code }))) homes.push(home);
    }
    for (const home of homes) this.#homes.add(home);
    if (homes.length === 0) return [];
    const { index, signal } = this.#context;
    const files = await index.filesWith(["import", "default"], await this.#domain(), signal);
    const found = await pooled(files, atOnce, async (file): Promise<PlacedName[]> => {
      if (!(await this.#mayUse(file))) return [];
      const text = await this.#read(file);
      if (text === undefined) return [];
      const occurrences = homes.flatMap((home) => defaultImports(text.text, file, home));
      return occurrences.map((occurrence) => ({ file, place: text.placeOf(occurrence.offset), occurrence }));
    });
    return found.flat();
  }

  /** Whether the symbol's own name can be meant there; names that imports give are searched for only where they hold. */
  #isInScope({ file, occurrence }: PlacedName, name: string): boolean {
    const { scope } = this.#declaration;
    if (scope === "root" || occurrence.name.replace(/^#/, "") !== name || occurrence.isLinked === true) return true;
    const homes = this.#declared.flatMap((one) => (isExternal(one.file) ? [] : [one.file]));
    return homes.length === 0 || homes.some((home) => reaches(scope, home, file));
  }

  /** Asks where the places lead; true where one of them turned out to be a use that the list lacks. */
  async #ask(places: readonly PlacedName[]): Promise<boolean> {
    const ordered = this.#inOrder(places);
    const answers = await this.#context.definitions.ofAll(ordered);
    let isGrown = false;
    for (const [at, placed] of ordered.entries()) {
      const answer = answers[at];
      this.#settled.set(placed.file, placed.place, true);
      if (answer === undefined) this.#unchecked.push(placed);
      else if (await this.#isUse({ ...placed, answer })) {
        const use = placedLocation(placed);
        this.#found.push(use);
        this.#uses.set(placed.file, placed.place, use);
        isGrown = true;
      } else this.#answers.push({ ...placed, answer });
    }
    return isGrown;
  }

  /** Files without a known use are the likeliest to hold one that is missing. */
  #inOrder(places: readonly PlacedName[]): readonly PlacedName[] {
    const used = new Set([...this.#uses.values()].map(({ file }) => file));
    return [...places.filter(({ file }) => !used.has(file)), ...places.filter(({ file }) => used.has(file))];
  }

  async #isUse({ answer, ...placed }: Answered): Promise<boolean> {
    if (answer.kind !== "leads" || (await this.#mayBeGuessed(placed))) return false;
    const own = placedLocation(placed);
    for (const location of answer.locations) {
      if (isSamePlace(location, own)) continue;
      if ((await this.#isOfSymbol(location)) || (this.#isListed(location) && (await this.#handsOn(own)))) return true;
    }
    return false;
  }

  /** Quirk(clangd 22): in macros and in blocks that are not compiled a definition is guessed by the text. */
  async #mayBeGuessed({ file, occurrence: { offset, name } }: PlacedName): Promise<boolean> {
    if (!isPreprocessed(file)) return false;
    const text = (await this.#read(file))?.text ?? "";
    const place = { file, family: "c", text, code: "", offset, name } as const;
    return (
      isMacroParameter(place) ||
      (mayBeLeftOut(place) && !isPlainUse({ ...place, code: maskCommentsAndStrings(text, "c") }))
    );
  }

  /** A use leads on to the symbol where it is an import; elsewhere a variable may be made of a member of its name. */
  async #isOfSymbol(location: Location): Promise<boolean> {
    if (this.#isTarget(location) || this.#declared.some((one) => isSamePlace(one, location))) return true;
    return this.#isListed(location) && this.#handsOn(location);
  }

  #isListed({ file, span }: Location): boolean {
    return !isExternal(file) && this.#uses.has(file, span.start);
  }

  async #handsOn({ file, span }: Location): Promise<boolean> {
    const index = isExternal(file) || rulesFor(file)?.hasModules !== true ? undefined : await this.#read(file);
    if (index === undefined || isExternal(file)) return true;
    const isImport = this.#imports.get(file) ?? withinSpans(importSpansIn(index, "script"));
    this.#imports.set(file, isImport);
    return handsOn(index.text, index.offsetOf(span.start), isImport);
  }

  /** What other places lead to is a declaration, also where its server leads from there to another one. */
  #isTarget({ file, span }: Location): boolean {
    const { file: home, place } = this.#target;
    return file === home && span.start.line === place.line && contains(span, place);
  }

  /** Adds the names by which uses, and what may be one, are written other than the symbol's own; true where one is new. */
  async #addOtherNames(names: Map<string, SearchedName>): Promise<boolean> {
    const before = names.size;
    for (const [file, uses] of this.#usesByFile()) {
      // Uses are only added: as many as before are the same ones, and give no further name.
      if (this.#named.get(file) === uses.length) continue;
      this.#named.set(file, uses.length);
      const index = this.#indexes.get(file) ?? (await this.#read(file));
      if (index === undefined) continue;
      for (const { name, isHandedOn } of aliasesAt(index, groupOf(file), uses, (one) => names.has(one))) {
        const key = isHandedOn ? name : `${name} ${file}`;
        if (!names.has(name) && !names.has(key)) names.set(key, isHandedOn ? { name } : { name, only: file });
      }
    }
    return names.size > before;
  }

  #usesByFile(): Map<FilePath, Location[]> {
    const files = new Map<FilePath, Location[]>();
    const doubtful = this.#answers.filter(({ answer }) => answer.kind !== "leads").map(placedLocation);
    for (const [file, uses] of this.#uses.byFile()) files.set(file, uses);
    for (const use of [...this.#declared, ...doubtful]) {
      if (isExternal(use.file)) continue;
      const own = files.get(use.file);
      if (own === undefined) files.set(use.file, [use]);
      else own.push(use);
    }
    return files;
  }

  /** Where the manifest of a package names the symbol as what a command or a plugin calls. */
  async #entryPoints(): Promise<PossibleUse[]> {
    const name = await this.#name();
    const found: PossibleUse[] = [];
    const manifests = rulesFor(this.#target.file)?.entryPointFiles;
    const files = manifests === undefined ? [] : await this.#context.files();
    for (const file of files.filter((one) => manifests?.has(baseName(one)))) {
      const index = await this.#read(file);
      for (const { index: at, 0: path } of index?.text.matchAll(/(?<![\w.])[\w.]{1,200}:[\w.]{1,200}/g) ?? []) {
        const [module = "", called = ""] = path.split(":");
        if (index === undefined || !called.split(".").includes(name) || !this.#mayBeModule(module)) continue;
        const span = { start: index.placeOf(at), end: index.placeOf(at + path.length) };
        found.push({ location: { file, span }, why: "named in a string" });
      }
    }
    return found;
  }

  #mayBeModule(module: string): boolean {
    const [last = ""] = module.split(".").slice(-1);
    return [this.#target.file, ...this.#declared.map(({ file }) => file)].some((file) => {
      const path = isExternal(file) ? "" : file.replace(/(?:\/__init__)?\.pyi?$/, "");
      return path.endsWith(`/${last}`);
    });
  }

  /** Calls of macros that make the name of a part and an argument, on lines where no use is known. */
  async #pasted(): Promise<PossibleUse[]> {
    const name = await this.#name();
    const parts = pastedParts(name);
    const macros: Pasting[] = [];
    for (const file of parts.length === 0 ? [] : await this.#candidates(parts)) {
      macros.push(...pastings((await this.#read(file))?.text ?? "", name));
    }
    const lineOf = (file: Location["file"], line: number): string =>
      `${isExternal(file) ? file.external : file}:${line}`;
    const used = new Set([...this.#uses.values()].map(({ file, span }) => lineOf(file, span.start.line)));
    const found: PossibleUse[] = [];
    for (const pasting of macros) {
      for (const file of await this.#candidates([pasting.word])) {
        const index = await this.#read(file);
        for (const offset of index === undefined ? [] : calledWith(maskCommentsAndStrings(index.text, "c"), pasting)) {
          const [start, end] = [offset, offset + pasting.macro.length].map((at) => index?.placeOf(at));
          if (start === undefined || end === undefined || used.has(lineOf(file, start.line))) continue;
          found.push({ location: { file, span: { start, end } }, why: "in a macro" });
        }
      }
    }
    return found;
  }

  async #result(): Promise<Account> {
    const { root, definitions } = this.#context;
    const until = definitions.patience;
    const { role } = this.#declaration;
    const read = (file: FilePath): Promise<LineIndex | undefined> => this.#read(file);
    const relativesContext: RelativesContext = {
      ...{ root, read, until },
      filesWith: (names) => this.#candidates(names),
      implementations: (at) => this.#context.implementations(at, until),
      definition: (at) => definitions.at(at),
    };
    const relatives = new Relatives(relativesContext, this.#declared, role);
    const isUse = (location: Location): Promise<boolean> => this.#isOfSymbol(location);
    const [declared, isDeclarationKnown] = [this.#declared, this.#isDeclarationKnown];
    const uses = (): Iterable<Location> => this.#uses.values();
    const isUnderstood = (at: FilePlace): Promise<boolean> => this.#context.isUnderstood(at, until);
    const context = {
      ...{ read, definitions, relatives, declared, isDeclarationKnown },
      ...{ role, root, isUse, uses, isUnderstood, target: this.#target },
      ...{ scope: this.#declaration.scope, isForeign: (module: string) => this.#foreign.isForeign(module) },
    };
    const classes = await new Classifier(context).all(this.#answers);
    const pasted = isPreprocessed(this.#target.file) ? await this.#pasted() : [];
    const entries = role === "member" ? [] : await this.#entryPoints();
    return {
      found: [...this.#found, ...classes.uses],
      through: classes.through,
      possible: [...classes.possible, ...pasted, ...entries, ...this.#unreadable.values()],
      unchecked: { places: this.#unchecked.length, files: new Set(this.#unchecked.map(({ file }) => file)).size },
    };
  }
}

function rulesFor(file: FilePath): AccountRules | undefined {
  return languageFor(groupOf(file)).account;
}

function isPreprocessed(file: FilePath): boolean {
  return languageFor(groupOf(file)).isPreprocessed === true;
}

/** A file without an ending, whose first line may say what runs it. */
function isProgram(file: FilePath): boolean {
  return !baseName(file).includes(".");
}

/** A name that is searched for: everywhere, or in the only file that knows it. */
interface SearchedName {
  readonly name: string;
  readonly only?: FilePath;
}

const holdsNothing: ReadonlySet<RefusalCode> = new Set<RefusalCode>(["file_not_found", "not_a_file", "outside_root"]);

function reaches(scope: Scope, home: FilePath, file: FilePath): boolean {
  return scope === "file" ? home === file : parentOf(home) === parentOf(file);
}

type Texts = Pick<RelativesContext, "filesWith" | "read">;

/** Whether a file of C takes the text of another, as tests of static functions do: then these names reach further than it. */
async function isIncluded(texts: Texts, declared: readonly Location[]): Promise<boolean> {
  for (const { file } of declared) {
    const name = isExternal(file) ? "" : baseName(file);
    const [word = ""] = name.split(/\W/);
    for (const other of word === "" ? [] : await texts.filesWith([word])) {
      const text = (await texts.read(other))?.text ?? "";
      const paths = importStatements("c", text).flatMap(({ modules }) => modules.map((one) => one.slice(1, -1)));
      if (paths.some((path) => path === name || path.endsWith(`/${name}`))) return true;
    }
  }
  return false;
}
