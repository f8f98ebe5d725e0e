// What refers to what in TypeScript and JavaScript, by the checker of TypeScript 6: every name of every file is resolved in one
// program whose options lead imports to the sources, however the checkout itself is set up.
//
// The server that is asked is another implementation, and its search for references is not used here.

import { createRequire, builtinModules } from "node:module";
import { join, relative, resolve } from "node:path";
import type { FoundPlace } from "../../test/real/reading/asked-package.ts";
import { commandOf } from "../../test/real/installed.ts";
import type { Fact, Proof, TrueSymbol } from "./symbols.ts";
import { factOf } from "./symbols.ts";

export function scriptSymbols(root: string, sources: readonly string[], options: object): TrueSymbol[] {
  const ts = loadCompiler();
  const { options: parsed } = ts.convertCompilerOptionsFromJson(withAbsolutePaths(options, root), root);
  const program = ts.createProgram(
    sources.map((file) => join(root, file)),
    { ...parsed, noEmit: true },
  );
  const own = new Set(sources.map((file) => join(root, file)));
  const reader = new Reader(ts, program.getTypeChecker(), root, own);
  for (const source of program.getSourceFiles()) {
    if (own.has(resolve(source.fileName))) reader.collect(source);
    else reader.exclude(source);
  }
  for (const source of program.getSourceFiles()) if (own.has(resolve(source.fileName))) reader.resolve(source);
  return reader.symbols();
}

// — below: private, in the order they are used —

/** Without a file of their own, paths of options are relative to nothing. */
function withAbsolutePaths(options: object, root: string): object {
  const { paths = {} } = options as { readonly paths?: Readonly<Record<string, readonly string[]>> };
  const absolute = Object.entries(paths).map(([name, to]) => [name, to.map((path) => join(root, path))]);
  return { ...options, paths: Object.fromEntries(absolute) as object };
}

interface Found {
  readonly name: string;
  readonly kind: string;
  readonly declared: FoundPlace[];
  readonly uses: Map<Fact, Proof>;
  readonly undecided: Set<Fact>;
}

class Reader {
  readonly #ts: Ts;
  readonly #checker: TsChecker;
  readonly #root: string;
  readonly #own: ReadonlySet<string>;
  /** By the place of each declaration; those of one symbol share a record. */
  readonly #found = new Map<string, Found>();
  readonly #bySymbol = new Map<TsSymbol, Found>();
  readonly #mixed = new Set<Found>();
  readonly #byName = new Map<string, Found>();
  /** Accesses to a member of a value of unknown type. */
  readonly #unresolved = new Map<string, Set<Fact>>();
  /** How often a member name is declared, and the names that the platform declares. */
  readonly #members = new Map<string, Set<Found>>();
  readonly #taken = new Set<string>(platformNames());
  /** Functions and variables that a literal holds under their own names: they are reached as members of it, too. */
  readonly #inLiterals = new Set<Found>();

  constructor(ts: Ts, checker: TsChecker, root: string, own: ReadonlySet<string>) {
    this.#ts = ts;
    this.#checker = checker;
    this.#root = root;
    this.#own = own;
  }

  collect(source: TsNode): void {
    this.#walk(source, (node) => {
      const kind = this.#kindOf(node);
      if (kind !== undefined) this.#declare(node, kind);
    });
  }

  /** Names that other packages and the platform declare say nothing by themselves. */
  exclude(source: TsNode): void {
    this.#walk(source, (node) => {
      if (node.parent?.name === node && node.text !== undefined) this.#taken.add(node.text);
    });
  }

  resolve(source: TsNode): void {
    this.#walk(source, (node) => {
      const meant = this.#meanings(node);
      const fact = factOf(this.#placeOf(source, node));
      for (const found of meant) if (!this.#isDeclaration(found, fact)) found.uses.set(fact, "resolved");
      const { parent } = node;
      if (parent?.kind === this.#ts.SyntaxKind.ShorthandPropertyAssignment)
        for (const found of meant) if (!isMemberKind(found.kind)) this.#inLiterals.add(found);
      const isMember = parent?.kind === this.#ts.SyntaxKind.PropertyAccessExpression && parent.name === node;
      if (!isMember || meant.size > 0 || this.#checker.getSymbolAtLocation(node) !== undefined) return;
      const name = node.text ?? "";
      this.#unresolved.set(name, (this.#unresolved.get(name) ?? new Set()).add(fact));
    });
  }

  symbols(): TrueSymbol[] {
    for (const [name, records] of this.#members) {
      const isOnly = records.size === 1 && !this.#taken.has(name);
      for (const found of records)
        for (const fact of this.#unresolved.get(name) ?? []) {
          if (found.uses.has(fact) || this.#isDeclaration(found, fact)) continue;
          if (isOnly) found.uses.set(fact, "name");
          else found.undecided.add(fact);
        }
    }
    for (const found of this.#inLiterals)
      for (const fact of this.#unresolved.get(found.name) ?? []) found.undecided.add(fact);
    const apart = [...new Set(this.#found.values())].filter((found) => !this.#mixed.has(found));
    return apart.map(({ uses, undecided, ...symbol }) => ({
      ...symbol,
      undecided: [...undecided].filter((fact) => !uses.has(fact)),
      uses: [...uses].map(([fact, proof]) => ({ fact, proof })),
    }));
  }

  #walk(source: TsNode, visit: (node: TsNode) => void): void {
    const inner = (node: TsNode): void => {
      if (node.kind === this.#ts.SyntaxKind.Identifier || node.kind === this.#ts.SyntaxKind.PrivateIdentifier)
        visit(node);
      this.#ts.forEachChild(node, inner);
    };
    inner(source);
  }

  /** What a name declares that can be asked about; undefined for locals, parameters and uses. */
  #kindOf(node: TsNode): string | undefined {
    const { parent } = node;
    const kinds = this.#ts.SyntaxKind;
    if (parent === undefined) return undefined;
    if (parent.kind === kinds.PropertyAccessExpression)
      return this.#isAssignedMember(parent, node) ? "property" : undefined;
    if (parent.name !== node) return undefined;
    switch (parent.kind) {
      case kinds.FunctionDeclaration:
        return "function";
      case kinds.ClassDeclaration:
        return "class";
      case kinds.InterfaceDeclaration:
      case kinds.TypeAliasDeclaration:
      case kinds.EnumDeclaration:
        return "type";
      case kinds.VariableDeclaration:
        return parent.parent?.parent?.parent?.kind === kinds.SourceFile && !this.#isRequire(parent)
          ? "variable"
          : undefined;
      case kinds.MethodDeclaration:
      case kinds.MethodSignature:
        return "method";
      case kinds.PropertyDeclaration:
      case kinds.PropertySignature:
      case kinds.GetAccessor:
      case kinds.SetAccessor:
      case kinds.EnumMember:
        return "property";
      default:
        return undefined;
    }
  }

  /** `this.x = …` and `X.prototype.y = …` declare in JavaScript. */
  #isAssignedMember(access: TsNode, node: TsNode): boolean {
    // What a module gives out as a whole is no member of anything.
    if (node.text === "exports") return false;
    const symbol = access.name === node ? this.#checker.getSymbolAtLocation(node) : undefined;
    return (symbol?.declarations ?? []).some((one) => this.#nameOf(one) === node);
  }

  /** `const x = require(…)` is an import. */
  #isRequire(declaration: TsNode): boolean {
    return /^\s*require\(/.test(declaration.initializer?.getText() ?? "");
  }

  #nameOf(declaration: TsNode): TsNode | undefined {
    const kinds = this.#ts.SyntaxKind;
    if (declaration.kind === kinds.BinaryExpression) return declaration.left?.name;
    return declaration.name;
  }

  #declare(node: TsNode, kind: string): void {
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return;
    const known = this.#bySymbol.get(symbol);
    const place = this.#placeOf(node.getSourceFile(), node);
    const found = known ?? {
      name: node.text ?? "",
      kind,
      declared: [],
      uses: new Map<Fact, Proof>(),
      undecided: new Set<Fact>(),
    };
    // A type and a value of one name are two things to ask for, and an import means both.
    const namesake = isMemberKind(kind) ? undefined : this.#byName.get(`${place.file}#${found.name}`);
    for (const other of [found, namesake ?? found])
      if (isType(other.kind) !== isType(kind)) this.#mixed.add(found).add(other);
    if (!isMemberKind(kind)) this.#byName.set(`${place.file}#${found.name}`, found);
    found.declared.push(place);
    this.#bySymbol.set(symbol, found);
    this.#found.set(keyOf(place), found);
    if (isMemberKind(kind)) this.#members.set(found.name, (this.#members.get(found.name) ?? new Set()).add(found));
  }

  #isDeclaration({ declared }: Found, fact: Fact): boolean {
    return declared.some((place) => factOf(place) === fact);
  }

  #meanings(node: TsNode): Set<Found> {
    const meant = new Set<Found>();
    for (const symbol of this.#symbolsAt(node)) for (const found of this.#declaredBy(symbol)) meant.add(found);
    return meant;
  }

  #declaredBy(symbol: TsSymbol): Found[] {
    return this.#checker
      .getRootSymbols(symbol)
      .flatMap(({ declarations = [] }) => declarations)
      .flatMap((declaration) => {
        const name = this.#nameOf(declaration);
        const source = name?.getSourceFile();
        if (name === undefined || source === undefined || !this.#own.has(resolve(source.fileName))) return [];
        return this.#found.get(keyOf(this.#placeOf(source, name))) ?? [];
      });
  }

  /** One name can mean several: a shorthand is a property and a value, a key of a literal is the property of its type. */
  #symbolsAt(node: TsNode): TsSymbol[] {
    const kinds = this.#ts.SyntaxKind;
    const { parent } = node;
    const symbols: (TsSymbol | undefined)[] = [this.#checker.getSymbolAtLocation(node)];
    if (parent?.kind === kinds.ShorthandPropertyAssignment) {
      symbols.push(this.#checker.getShorthandAssignmentValueSymbol(parent), this.#contextual(parent, node));
    } else if (parent?.kind === kinds.PropertyAssignment && parent.name === node) {
      symbols.push(this.#contextual(parent, node));
    } else if (parent?.kind === kinds.MethodDeclaration && parent.name === node) {
      symbols.push(this.#contextual(parent, node));
    } else if (parent?.kind === kinds.BindingElement && parent.name === node && parent.propertyName === undefined) {
      if (parent.parent?.kind === kinds.ObjectBindingPattern)
        symbols.push(this.#checker.getTypeAtLocation(parent.parent).getProperty(node.text ?? ""));
    } else if (parent?.kind === kinds.ExportSpecifier) {
      symbols.push(this.#checker.getExportSpecifierLocalTargetSymbol(parent));
    }
    return symbols.flatMap((symbol) => (symbol === undefined ? [] : [this.#unaliased(symbol)]));
  }

  /** Of a union only what a single member of it declares: which of several is meant, other properties may decide. */
  #contextual(property: TsNode, name: TsNode): TsSymbol | undefined {
    if (property.parent?.kind !== this.#ts.SyntaxKind.ObjectLiteralExpression) return undefined;
    const symbol = this.#checker.getContextualType(property.parent)?.getProperty(name.text ?? "");
    if (symbol === undefined || this.#checker.getRootSymbols(symbol).length === 1) return symbol;
    const fact = factOf(this.#placeOf(name.getSourceFile(), name));
    for (const found of this.#declaredBy(symbol)) found.undecided.add(fact);
    return undefined;
  }

  #unaliased(symbol: TsSymbol): TsSymbol {
    const isAlias = (symbol.flags & this.#ts.SymbolFlags.Alias) !== 0;
    return this.#checker.getExportSymbolOfSymbol(isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol);
  }

  #placeOf(source: TsNode, node: TsNode): FoundPlace {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: relative(this.#root, source.fileName), line: line + 1, column: character + 1 };
  }
}

function keyOf({ file, line, column }: FoundPlace): string {
  return `${file}:${line}:${column}`;
}

function isMemberKind(kind: string): boolean {
  return kind === "method" || kind === "property";
}

function isType(kind: string): boolean {
  return kind === "type";
}

/** Members of what Node brings, which untyped code calls all the time. */
function platformNames(): string[] {
  const require = createRequire(import.meta.url);
  return builtinModules
    .filter((name) => !name.startsWith("_") && !/^(?:punycode|sys|wasi|trace_events|sqlite|test)/.test(name))
    .flatMap((name) => {
      const module = require(name) as Record<string, unknown>;
      return Object.entries(module).flatMap(([key, value]) => [key, ...memberNames(value)]);
    });
}

function memberNames(value: unknown): string[] {
  if (typeof value !== "function") return [];
  const prototype: unknown = value.prototype;
  return [...Object.getOwnPropertyNames(value), ...(prototype ? Object.getOwnPropertyNames(prototype) : [])];
}

type SyntaxName =
  | "BinaryExpression"
  | "BindingElement"
  | "ClassDeclaration"
  | "EnumDeclaration"
  | "EnumMember"
  | "ExportSpecifier"
  | "FunctionDeclaration"
  | "GetAccessor"
  | "Identifier"
  | "InterfaceDeclaration"
  | "MethodDeclaration"
  | "MethodSignature"
  | "ObjectBindingPattern"
  | "ObjectLiteralExpression"
  | "PrivateIdentifier"
  | "PropertyAccessExpression"
  | "PropertyAssignment"
  | "PropertyDeclaration"
  | "PropertySignature"
  | "SetAccessor"
  | "ShorthandPropertyAssignment"
  | "SourceFile"
  | "TypeAliasDeclaration"
  | "VariableDeclaration";

/** The few words of the compiler's interface that are used here. */
interface Ts {
  readonly SyntaxKind: Readonly<Record<SyntaxName, number>>;
  readonly SymbolFlags: { readonly Alias: number };
  convertCompilerOptionsFromJson(json: object, base: string): { readonly options: object };
  createProgram(files: readonly string[], options: object): TsProgram;
  forEachChild(node: TsNode, visit: (child: TsNode) => void): void;
}

interface TsProgram {
  getTypeChecker(): TsChecker;
  getSourceFiles(): readonly TsNode[];
}

interface TsChecker {
  getSymbolAtLocation(node: TsNode): TsSymbol | undefined;
  getShorthandAssignmentValueSymbol(node: TsNode): TsSymbol | undefined;
  getExportSpecifierLocalTargetSymbol(node: TsNode): TsSymbol | undefined;
  getContextualType(node: TsNode): TsType | undefined;
  getTypeAtLocation(node: TsNode): TsType;
  getAliasedSymbol(symbol: TsSymbol): TsSymbol;
  getExportSymbolOfSymbol(symbol: TsSymbol): TsSymbol;
  getRootSymbols(symbol: TsSymbol): readonly TsSymbol[];
}

interface TsType {
  getProperty(name: string): TsSymbol | undefined;
}

interface TsSymbol {
  readonly name: string;
  readonly flags: number;
  readonly declarations?: readonly TsNode[];
}

interface TsNode {
  readonly kind: number;
  readonly parent?: TsNode;
  readonly name?: TsNode;
  readonly left?: TsNode;
  readonly propertyName?: TsNode;
  readonly initializer?: TsNode;
  readonly text?: string;
  readonly fileName: string;
  getText(): string;
  getSourceFile(): TsNode;
  getStart(source: TsNode): number;
  getLineAndCharacterOfPosition(position: number): { readonly line: number; readonly character: number };
}

function loadCompiler(): Ts {
  const script = commandOf("typescript-language-server")?.[1];
  if (script === undefined) throw new Error("TypeScript 6 is not here; run: npm run servers");
  return createRequire(import.meta.url)(resolve(script, "../../../typescript/lib/typescript.js")) as Ts;
}
