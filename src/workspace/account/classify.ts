// Sorts the places of a name by where they lead: a use, a use through a relative, something else, or possible.

import type { Location, PossibleUse, UseThroughRelative } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { spanAround } from "../../model/offset-spans.ts";
import type { RefusalCode } from "../../model/refusal.ts";
import type { AccountRules } from "../../languages/account-rules.ts";
import { declarationBeside, sourcesBeside } from "../../languages/declaration-files.ts";
import { groupOf, isSharedByName, languageFor } from "../../languages/table.ts";
import { wordAt } from "../../languages/names/occurrences.ts";
import type { NameRole, Scope, UnresolvedPlace } from "../../languages/names/rules.ts";
import { isDefaultExport } from "../../languages/names/scope.ts";
import { UncompiledC } from "../../languages/c/uncompiled.ts";
import { isBehindDot } from "../../languages/names/members.ts";
import { isMacroParameter, isPlainUse } from "../../languages/c/names.ts";
import { isModule } from "../../languages/script/names.ts";
import {
  isModuleName,
  isOwnMember,
  isTakenApart,
  mayBeLeftOut,
  modulesBefore,
  possibleUse,
  takerOf,
} from "../../languages/names/unresolved.ts";
import type { NameSpan } from "./readings.ts";
import { codeIn, importSpansIn, occurrencesIn } from "./readings.ts";
import type { DefinitionAnswer, Definitions } from "./definitions.ts";
import type { PlacedName } from "./places.ts";
import { isSamePlace, placedLocation } from "./places.ts";
import type { Relatives } from "./relatives.ts";
import type { FilePlace } from "../../model/place.ts";

export interface Answered extends PlacedName {
  readonly answer: DefinitionAnswer;
}

export interface Classes {
  readonly uses: readonly Location[];
  readonly through: readonly UseThroughRelative[];
  readonly possible: readonly PossibleUse[];
}

export interface ClassifierContext {
  read(file: FilePath): Promise<LineIndex | undefined>;
  readonly definitions: Definitions;
  readonly relatives: Relatives;
  readonly declared: readonly Location[];
  /** What was asked about, which may be another declaration than those that its server leads to. */
  readonly target: FilePlace;
  /** False where no server said what the symbol is. */
  readonly isDeclarationKnown: boolean;
  readonly role: NameRole;
  readonly scope: Scope;
  readonly root: FilePath;
  readonly isUse: (location: Location) => Promise<boolean>;
  uses(): Iterable<Location>;
  /** Whether the server knows what stands at a place, beyond its text. */
  readonly isUnderstood: (at: FilePlace) => Promise<boolean>;
  /** Whether a script names a module that is not of this root. */
  readonly isForeign: (module: string) => Promise<boolean>;
}

interface LocationInFile extends Location {
  readonly file: FilePath;
}

type Class =
  | { readonly kind: "use" }
  | { readonly kind: "through"; readonly relative: Location }
  | { readonly kind: "possible"; readonly why: string }
  | { readonly kind: "else" };

/** How many imports of imports are followed. */
const maxSteps = 4;

export class Classifier {
  readonly #context: ClassifierContext;
  readonly #uncompiled = new Map<FilePath, UncompiledC>();
  readonly #imports = new Map<FilePath, (offset: number) => NameSpan | undefined>();
  #hidden: Promise<boolean> | undefined;
  /** The classes of base types, by the places of their names. A base that is being resolved is stored as undefined, which ends cycles. */
  readonly #bases = new Map<string, Class | undefined>();
  /** The classes of what declaration files declare again of the sources beside them, by their places. */
  readonly #declaredAgain = new Map<string, Promise<Class | undefined>>();

  constructor(context: ClassifierContext) {
    this.#context = context;
  }

  async all(answers: readonly Answered[]): Promise<Classes> {
    const uses: Location[] = [];
    const through: UseThroughRelative[] = [];
    const possible: PossibleUse[] = [];
    for (const one of answers) {
      const found = await this.#classOf(one);
      const location = placedLocation(one);
      if (found.kind === "use") uses.push(location);
      else if (found.kind === "through") through.push({ location, relative: found.relative });
      // What stands in a string is a use only where the server says so.
      else if (found.kind === "possible" && one.occurrence.stands === "code")
        possible.push({ location, why: found.why });
    }
    return { uses, through, possible };
  }

  // — below: private, in the order they are used —

  async #classOf(one: Answered): Promise<Class> {
    const { answer } = one;
    if (answer.kind === "unready") return { kind: "possible", why: "still loading" };
    const place = await this.#unresolved(one);
    if (place === undefined) return { kind: "possible", why: "cannot be read" };
    if (answer.kind === "refused") return { kind: "possible", why: whyRefused(answer.refusal.code, place) };
    if (isModuleName(place) && this.#context.role !== "unknown") return { kind: "else" };
    if (answer.kind === "nowhere") {
      if (isOwnMember(place) && (await this.#context.relatives.isInForeignClass(placedLocation(one))))
        return { kind: "else" };
      const read = await this.#readUncompiled(one, place);
      if (read !== undefined) return read;
      return this.#byRules(one, place);
    }
    return this.#whereItLeads(one, answer.locations, place);
  }

  /** What a place that leads nowhere may be by the rules of its language. */
  async #byRules(one: Answered, place: UnresolvedPlace): Promise<Class> {
    const { role, scope } = this.#context;
    const why = possibleUse(place, role, await this.#isModular());
    if (why === undefined) return { kind: "else" };
    if (await this.#isImport(placedLocation(one))) return this.#unresolvedImport(placedLocation(one));
    if (languageFor(place.family).account?.namesPackages !== true || role !== "plain" || !isBehindDot(place))
      return { kind: "possible", why };
    // A symbol that is private to its module is not a member of anything.
    if (scope === "file" || (await this.#areForeign(modulesBefore(place)))) return { kind: "else" };
    return { kind: "possible", why };
  }

  async #areForeign(modules: readonly string[]): Promise<boolean> {
    for (const module of modules) if (!(await this.#context.isForeign(module))) return false;
    return modules.length > 0;
  }

  /** An import that is not resolved. What a package outside the root provides is not a symbol of the root. */
  async #unresolvedImport(location: Location): Promise<Class> {
    const [, , module] = (await this.#importAt(location)) ?? [];
    const isForeign =
      !isExternal(location.file) && rulesFor(location.file)?.namesPackages === true && module !== undefined;
    if (isForeign && (await this.#context.isForeign(module))) return { kind: "else" };
    return { kind: "possible", why: "import not resolved" };
  }

  async #whereItLeads(one: Answered, locations: readonly Location[], place: UnresolvedPlace): Promise<Class> {
    const own = placedLocation(one);
    const others = locations.filter((location) => !isSamePlace(location, own));
    const signature = others.length < locations.length ? await this.#endOfSignature(own, others) : undefined;
    if (signature !== undefined) return signature;
    const ends: Class[] = [];
    // Declarations that a build wrote lead to one another.
    const isOutput = /\.d\.[cm]?ts$/.test(one.file);
    for (const location of others) {
      if (!isOutput || !this.#isCopy(location)) ends.push(await this.#end(location, maxSteps));
    }
    const use = ends.find(({ kind }) => kind === "use") ?? ends.find(({ kind }) => kind === "through");
    // Quirk(clangd 22): in a block that is not compiled a definition is guessed by the text, and a hover is empty.
    if (languageFor(place.family).isPreprocessed === true && isMacroParameter(place)) return { kind: "else" };
    if (mayBeLeftOut(place) && !isPlainUse(place) && !(await this.#context.isUnderstood(one)))
      return (await this.#readUncompiled(one, place)) ?? { kind: "possible", why: "not compiled here" };
    if (use !== undefined) return use;
    const possible = ends.find(({ kind }) => kind === "possible");
    if (possible !== undefined) {
      this.#context.definitions.forget(one);
      return possible;
    }
    if (!this.#context.isDeclarationKnown) return { kind: "possible", why: "not answered" };
    const isHome = this.#context.declared.some(isIn(one.file));
    if (!isHome && isSharedByName(one.file) && others.every(isIn(one.file)))
      return { kind: "possible", why: "same name" };
    if (await this.#isOutdated(one, others)) {
      this.#context.definitions.forget(one);
      return { kind: "possible", why: "outdated map" };
    }
    if (others.length > 0) return { kind: "else" };
    return this.#endOfDeclaration(one, place);
  }

  /** What a place may be that leads to nothing but itself. */
  async #endOfDeclaration(one: Answered, place: UnresolvedPlace): Promise<Class> {
    const own = placedLocation(one);
    if (await this.#isImport(own)) return this.#unresolvedImport(own);
    const again = await this.#endBeside(own, maxSteps);
    if (again !== undefined) return again;
    if (this.#context.role === "plain") return { kind: "else" };
    // A name taken out of a value of unknown type is declared by the pattern itself.
    if ((await this.#isGivenToUnknown(one, place)) || isTakenApart(place))
      return { kind: "possible", why: "type unknown" };
    return (await this.#unknownBase(own)) ?? { kind: "else" };
  }

  /** What the text alone says of a place of C that the server does not judge. */
  async #readUncompiled({ file }: Answered, { family, name, offset }: UnresolvedPlace): Promise<Class | undefined> {
    const own = languageFor(family).isPreprocessed === true ? await this.#uncompiledC(file) : undefined;
    if (own === undefined) return undefined;
    if (own.isIncluded(offset) || own.isPutAside(offset)) return { kind: "else" };
    const { declared, target, role } = this.#context;
    const places = [...declared, { file: target.file, span: { start: target.place, end: target.place } }];
    const index = await this.#context.read(file);
    const beside = places.every((one) => one.file === file) ? places : [];
    const offsets = index === undefined ? [] : beside.map(({ span }) => index.offsetOf(span.start));
    const [relative] = declared;
    // A rename of the one must rename the other.
    if (relative !== undefined && own.isDefinedAgain(name, offset, offsets)) return { kind: "through", relative };
    const home = relative === undefined || isExternal(relative.file) ? undefined : relative.file;
    const [there, homeIndex] =
      home === undefined ? [] : [await this.#uncompiledC(home), await this.#context.read(home)];
    if (relative === undefined || there === undefined || homeIndex === undefined || role !== "member") return undefined;
    const isForeign = own.isForeignMember(name, offset, there, homeIndex.offsetOf(relative.span.start));
    return isForeign ? { kind: "else" } : undefined;
  }

  async #uncompiledC(file: FilePath): Promise<UncompiledC | undefined> {
    const known = this.#uncompiled.get(file);
    const index = known === undefined ? await this.#context.read(file) : undefined;
    if (index === undefined) return known;
    const read = new UncompiledC(file, codeIn(index, "c"));
    this.#uncompiled.set(file, read);
    return read;
  }

  /** Whether the symbol is declared in modules only. */
  async #isModular(): Promise<boolean> {
    const homes = this.#context.declared.flatMap(({ file }) => (isExternal(file) ? [] : [file]));
    const texts = await Promise.all(homes.map(async (file) => (await this.#context.read(file))?.text ?? ""));
    return (
      texts.length > 0 && texts.every((text) => isModule(text) && !/\bglobal\s*\{|\bglobalThis\b|\bwindow\b/.test(text))
    );
  }

  /** Whether a key or an attribute is passed to something that comes from an unresolved import. */
  async #isGivenToUnknown({ file }: Answered, place: UnresolvedPlace): Promise<boolean> {
    const owner = takerOf(place);
    const index = owner === undefined ? undefined : await this.#context.read(file);
    if (owner === undefined || index === undefined) return false;
    const at = index.placeOf(owner);
    for (const location of await this.#context.definitions.of({ file, place: at })) {
      if (isExternal(location.file) || !(await this.#isImport(location))) continue;
      const further = await this.#context.definitions.of({ file: location.file, place: location.span.start });
      if (further.every((next) => isSamePlace(next, location))) return true;
    }
    return false;
  }

  /** Whether the definition of a name lies in the symbol's file on another name, because the source has changed since a build. */
  async #isOutdated({ file, occurrence: { name } }: Answered, locations: readonly Location[]): Promise<boolean> {
    const own = rulesFor(file)?.buildsDeclarations === true ? await this.#context.read(file) : undefined;
    if (
      own === undefined ||
      new RegExp(String.raw`\bas\s+${name.replaceAll("$", String.raw`\$`)}(?![\w$])`).test(own.text)
    )
      return false;
    for (const { file: home, span } of locations) {
      if (isExternal(home) || home === file || !this.#context.declared.some((one) => one.file === home)) continue;
      const index = await this.#context.read(home);
      const word = index && wordAt(index.text, index.offsetOf(span.start), "script");
      if (index === undefined || word === name) continue;
      const code = codeIn(index, "script");
      if (word === "" || !isDefaultExport({ family: "script", code, name: word ?? "" })) return true;
    }
    return false;
  }

  /** What a place leads to in the end; imports on the way are followed. */
  async #end(location: Location, steps: number): Promise<Class> {
    const { declared, isUse, relatives, definitions } = this.#context;
    if ((await isUse(location)) || declared.some((one) => isSamePlace(one, location))) return { kind: "use" };
    if (this.#isCopy(location)) return { kind: "possible", why: "leads to a built copy" };
    if (await this.#isBundled(location)) return { kind: "possible", why: "leads to what was built" };
    if (isExternal(location.file) || !isInside(this.#context.root, location.file)) return { kind: "else" };
    const index = await this.#context.read(location.file);
    if (index === undefined || location.span.start.line > index.lineCount)
      return { kind: "possible", why: "leads nowhere" };
    if (await this.#isImport(location)) {
      const next = await definitions.of({ file: location.file, place: location.span.start });
      const further = next.filter((one) => !isSamePlace(one, location));
      if (further.length === 0) return this.#unresolvedImport(location);
      if (steps === 0) return { kind: "possible", why: "import not resolved" };
      const ends: Class[] = [];
      for (const one of further) ends.push(await this.#end(one, steps - 1));
      return ends.find(({ kind }) => kind !== "else") ?? { kind: "else" };
    }
    const beside = await this.#endBeside(location, steps);
    if (beside !== undefined && beside.kind !== "else") return beside;
    // A stub may import a name from elsewhere than the source that it describes.
    if (beside !== undefined && (await this.#isHidden())) return { kind: "possible", why: "declared in a stub" };
    const isRelative = await relatives.isRelative(location);
    if (isRelative === undefined) return { kind: "possible", why: "not answered" };
    if (isRelative) return { kind: "through", relative: location };
    return (await this.#unknownBase(location)) ?? { kind: "else" };
  }

  /** A member may override the symbol where a base of its class is not resolved, or is known only as it was built. */
  async #unknownBase({ file, span }: Location): Promise<Class | undefined> {
    const { role } = this.#context;
    const basesAround = isExternal(file) || role === "plain" ? undefined : rulesFor(file)?.basesAround;
    const index = isExternal(file) || basesAround === undefined ? undefined : await this.#context.read(file);
    if (isExternal(file) || index === undefined || basesAround === undefined) return undefined;
    for (const offset of basesAround(codeIn(index, groupOf(file)), index.offsetOf(span.start))) {
      const base = { file, place: index.placeOf(offset) };
      const key = keyOfPlace(base.file, base.place);
      if (!this.#bases.has(key)) {
        this.#bases.set(key, undefined);
        this.#bases.set(key, await this.#endOfBase(base));
      }
      const end = this.#bases.get(key);
      if (end === undefined) continue;
      this.#context.definitions.forget(base);
      return end;
    }
    return undefined;
  }

  async #endOfBase(base: FilePlace): Promise<Class | undefined> {
    const answer = await this.#context.definitions.at(base);
    if (answer.kind === "unready") return { kind: "possible", why: "still loading" };
    if (answer.kind !== "leads") return { kind: "possible", why: "base not resolved" };
    for (const location of answer.locations) {
      if (this.#isCopy(location) || (await this.#isBundled(location)))
        return { kind: "possible", why: "base in a built copy" };
      if (isExternal(location.file) || !isInside(this.#context.root, location.file)) continue;
      if (await this.#isImport(location)) {
        const end = await this.#unresolvedImport(location);
        const further = await this.#context.definitions.of({ file: location.file, place: location.span.start });
        if (further.every((one) => isSamePlace(one, location)) && end.kind === "possible") return end;
      }
      const end = await this.#unknownBase(location);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  /** What a place of a declaration file means in the source that it describes; undefined in other files. */
  #endBeside(location: Location, steps: number): Promise<Class | undefined> {
    const { file, span } = location;
    if (isExternal(file) || sourcesBeside(file).length === 0) return Promise.resolve(undefined);
    const key = keyOfPlace(file, span.start);
    const known = this.#declaredAgain.get(key) ?? this.#readBeside({ file, span }, steps);
    this.#declaredAgain.set(key, known);
    return known;
  }

  async #readBeside(declaration: LocationInFile, steps: number): Promise<Class | undefined> {
    const index = await this.#context.read(declaration.file);
    const name = index && wordAt(index.text, index.offsetOf(declaration.span.start), groupOf(declaration.file));
    if (index === undefined || name === undefined || name === "") return undefined;
    for (const source of sourcesBeside(declaration.file)) {
      const written = await this.#context.read(source);
      if (written === undefined) continue;
      return this.#sameBeside(declaration, this.#placesOf(source, written, name), steps);
    }
    return undefined;
  }

  async #sameBeside(declaration: LocationInFile, places: readonly LocationInFile[], steps: number): Promise<Class> {
    const { isUse, declared, definitions } = this.#context;
    let found: Class = { kind: "else" };
    for (const place of places) {
      if ((await isUse(place)) || declared.some((one) => isSamePlace(one, place)))
        return this.#sameMember(declaration, place);
      if (steps === 0 || !(await this.#isImport(place))) continue;
      const further = await definitions.of({ file: place.file, place: place.span.start });
      for (const one of further.filter((location) => !isSamePlace(location, declaration))) {
        const end = await this.#end(one, steps - 1);
        if (end.kind === "use") return end;
        if (end.kind !== "else") found = end;
      }
    }
    return found;
  }

  /** An overload signature stands for what the source beside its file declares under that name. */
  async #endOfSignature(own: Location, others: readonly Location[]): Promise<Class | undefined> {
    const isSignature = others.length > 0 && !isExternal(own.file) && others.every(isIn(own.file));
    return isSignature ? this.#endBeside(own, maxSteps) : undefined;
  }

  /** Whether a file that imports the symbol has a declaration file in which the name is something else, which importers see. */
  #isHidden(): Promise<boolean> {
    this.#hidden ??= this.#findHidden();
    return this.#hidden;
  }

  async #findHidden(): Promise<boolean> {
    for (const use of this.#context.uses()) {
      const declaration = isExternal(use.file) ? undefined : declarationBeside(use.file);
      const stub = declaration && (await this.#context.read(declaration));
      const index = stub && (await this.#context.read(use.file as FilePath));
      const name = index?.text.slice(index.offsetOf(use.span.start), index.offsetOf(use.span.end)) ?? "";
      if (declaration === undefined || stub === undefined || !(await this.#isImport(use))) continue;
      const places = this.#placesOf(declaration, stub, name);
      const ends = await Promise.all(places.map((place) => this.#isOfSymbol(place)));
      if (ends.length > 0 && !ends.includes(true)) return true;
    }
    return false;
  }

  #placesOf(file: FilePath, index: LineIndex, name: string): LocationInFile[] {
    return occurrencesIn(index, file, groupOf(file), [name])
      .filter(({ stands }) => stands === "code")
      .map((occurrence) => ({
        ...placedLocation({ file, place: index.placeOf(occurrence.offset), occurrence }),
        file,
      }));
  }

  /** Whether a place of a declaration file stands for the symbol, by itself or by what it imports. */
  async #isOfSymbol(place: LocationInFile): Promise<boolean> {
    const { isUse, definitions } = this.#context;
    const isImport = await this.#isImport(place);
    const ends = isImport ? await definitions.of({ file: place.file, place: place.span.start }) : [place];
    for (const end of ends)
      if ((await isUse(end)) || (await this.#endBeside(end, maxSteps))?.kind === "use") return true;
    return false;
  }

  /** A top-level name is unique in its module; a member is the same only in a class of the same name. */
  async #sameMember(declaration: LocationInFile, source: Location): Promise<Class> {
    const { role } = this.#context;
    if (role !== "member" && role !== "field") return { kind: "use" };
    const [one, other] = await Promise.all([this.#classAround(declaration), this.#classAround(source)]);
    return one !== undefined && one === other ? { kind: "use" } : { kind: "possible", why: "declared again" };
  }

  async #classAround({ file, span }: Location): Promise<string | undefined> {
    const classes = isExternal(file) ? undefined : rulesFor(file)?.classes;
    const index = isExternal(file) || classes === undefined ? undefined : await this.#context.read(file);
    if (isExternal(file) || index === undefined) return undefined;
    return classes?.at(codeIn(index, groupOf(file)), index.offsetOf(span.start))?.name;
  }

  /** A declaration outside of the root, or in an output, that was made from the symbol's own file. */
  #isCopy({ file }: Location): boolean {
    if (isExternal(file)) return false;
    const stem = stemOf(file);
    return this.#context.declared.some((one) => {
      if (isExternal(one.file) || one.file === file || !isInside(this.#context.root, one.file)) return false;
      const isOutside = !isInside(this.#context.root, file) || /\/(?:node_modules|site-packages)\//.test(file);
      const isOutput = /\.d\.[cm]?ts$|\.[cm]?jsx?$/.test(file) && /(?<!\.d)\.(?:[cm]?ts|tsx)$/.test(one.file);
      if (!isOutside && !isOutput) return false;
      return stemOf(one.file) === stem && mayBeSameDirectory(one.file, file);
    });
  }

  /** Declarations in an output of the symbol's own package, without a source beside them: a bundle of all its files. */
  async #isBundled({ file }: Location): Promise<boolean> {
    if (isExternal(file) || !/\.d\.[cm]?ts$/.test(file)) return false;
    const [, home] = /^(.*?\/)(?:dist|build|out|lib|types|typings|esm?|cjs)\//.exec(file) ?? [];
    const isOwn = ({ file: source }: Location): boolean =>
      home !== undefined && !isExternal(source) && source.startsWith(home) && !/\.d\.[cm]?ts$/.test(source);
    if (!this.#context.declared.some(isOwn)) return false;
    const beside = await Promise.all(sourcesBeside(file).map((source) => this.#context.read(source)));
    // Beside a source of JavaScript it may be written by hand.
    return beside.every((source) => source === undefined) || /\/(?:dist|build|out)\//.test(file);
  }

  async #isImport(location: Location): Promise<boolean> {
    return (await this.#importAt(location)) !== undefined;
  }

  async #importAt({ file, span }: Location): Promise<NameSpan | undefined> {
    if (isExternal(file)) return undefined;
    const index = await this.#context.read(file);
    if (index === undefined) return undefined;
    const importAt = this.#imports.get(file) ?? holding(importSpansIn(index, groupOf(file)));
    this.#imports.set(file, importAt);
    return importAt(index.offsetOf(span.start));
  }

  async #unresolved({ file, occurrence }: PlacedName): Promise<UnresolvedPlace | undefined> {
    const index = await this.#context.read(file);
    if (index === undefined) return undefined;
    const family = groupOf(file);
    const code = codeIn(index, family);
    return { file, family, text: index.text, code, offset: occurrence.offset, name: occurrence.name };
  }
}

function rulesFor(file: FilePath): AccountRules | undefined {
  return languageFor(groupOf(file)).account;
}

const unserved: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "no_server_for_file",
  "capability_missing",
  "language_not_enabled",
  "server_not_found",
]);

function whyRefused(code: RefusalCode, place: UnresolvedPlace): string {
  if (unserved.has(code)) return "no server reads it";
  if (code === "not_trusted") return "not trusted";
  // A server refuses to answer about a file that it does not build.
  const { account } = languageFor(place.family);
  if (account?.refusesUnbuilt === true && code === "request_failed")
    return possibleUse(place, "unknown") ?? "not built";
  return "not answered";
}

function isIn(file: FilePath): (location: Location) => boolean {
  return (location) => location.file === file;
}

function stemOf(file: FilePath): string {
  return baseName(file).replace(/\.d\.[cm]?ts$|\.[^./]*$/, "");
}

/** Of the same name, or one of them where a build or a package puts its outputs. */
function mayBeSameDirectory(one: FilePath, other: FilePath): boolean {
  const [a = "", b = ""] = [one.split("/").at(-2), other.split("/").at(-2)];
  return (
    a === b ||
    (rulesFor(one)?.buildsDeclarations === true &&
      /^(?:src|source|lib|dist|build|out|types|esm?|cjs|mjs|umd)\d*$/.test(a) &&
      /^(?:lib|dist|build|out|types|esm?|cjs|mjs|umd)\d*$/.test(b))
  );
}

/** A search for the import around an offset; those that overlap count as their first. */
function holding(spans: readonly NameSpan[]): (offset: number) => NameSpan | undefined {
  const around = spanAround(spans);
  const byStart = new Map(spans.map((span) => [span[0], span]));
  return (offset) => {
    const found = around(offset);
    return found && byStart.get(found[0]);
  };
}
