// What refers to what in a TypeScript package, by the checker of the compiler: every name is resolved, and nothing is searched.
//
// TypeScript 6 is another implementation than the server that is asked, which is a rewrite in another language.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import type { FoundPlace } from "../reading/asked-package.ts";
import { commandOf } from "../installed.ts";

export interface CheckedSymbol {
  readonly name: string;
  /** The name in its first declaration of each kind: an interface and a constant of one name are one symbol, asked for apart. */
  readonly declared: readonly FoundPlace[];
  readonly references: readonly FoundPlace[];
}

/** Every exported symbol of the package with all that refers to it. */
export function checkedSymbols(root: string, sources: readonly string[], options: object): CheckedSymbol[] {
  const ts = loadCompiler();
  const files = sources.map((file) => join(root, file));
  const { options: parsed } = ts.convertCompilerOptionsFromJson(options, root);
  const program = ts.createProgram(files, parsed);
  const checker = program.getTypeChecker();
  const wanted = new Map<TsSymbol, { readonly declared: FoundPlace[]; readonly references: FoundPlace[] }>();
  const own = program.getSourceFiles().filter((source) => files.includes(resolve(source.fileName)));

  const placeOf = (source: TsNode, node: TsNode): FoundPlace => {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: relative(root, source.fileName), line: line + 1, column: character + 1 };
  };
  for (const source of own) {
    const module = checker.getSymbolAtLocation(source);
    for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const [declaration] = symbol.declarations ?? [];
      const isHere = declaration?.name !== undefined && declaration.getSourceFile() === source;
      // What a file passes on is a reference to what another file exports.
      if (!isHere || (symbol.flags & ts.SymbolFlags.Alias) !== 0) continue;
      const kinds = new Map([...(symbol.declarations ?? [])].reverse().map((one) => [one.kind, one]));
      const declared = [...kinds.values()].flatMap(({ name }) => (name === undefined ? [] : [placeOf(source, name)]));
      wanted.set(symbol, { declared, references: [] });
    }
  }

  const meant = (node: TsNode): TsSymbol | undefined => {
    const isShorthand = node.parent?.kind === ts.SyntaxKind.ShorthandPropertyAssignment;
    const symbol = isShorthand
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return checker.getExportSymbolOfSymbol(isAlias ? checker.getAliasedSymbol(symbol) : symbol);
  };
  for (const source of own) {
    const visit = (node: TsNode): void => {
      if (node.kind === ts.SyntaxKind.Identifier) {
        const symbol = meant(node);
        const found = symbol === undefined ? undefined : wanted.get(symbol);
        if (found !== undefined) found.references.push(placeOf(source, node));
      }
      // Comments name symbols too, as in a link.
      for (const comment of node.jsDoc ?? []) visit(comment);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...wanted].map(([symbol, found]) => ({ name: symbol.name, ...found }));
}

/** Whether the compiler is on this machine: it comes with the server of the same name. */
export function hasCompiler(): boolean {
  return compilerFile() !== undefined;
}

// — below: private, in the order they are used —

/** The few words of the compiler's interface that are used here. */
interface Ts {
  readonly SyntaxKind: { readonly Identifier: number; readonly ShorthandPropertyAssignment: number };
  readonly SymbolFlags: { readonly Alias: number };
  convertCompilerOptionsFromJson(json: object, base: string): { readonly options: object };
  createProgram(files: readonly string[], options: object): TsProgram;
  forEachChild(node: TsNode, visit: (child: TsNode) => void): void;
}

interface TsProgram {
  getTypeChecker(): TsChecker;
  getSourceFiles(): readonly (TsNode & { readonly fileName: string })[];
}

interface TsChecker {
  getSymbolAtLocation(node: TsNode): TsSymbol | undefined;
  getShorthandAssignmentValueSymbol(node: TsNode | undefined): TsSymbol | undefined;
  getAliasedSymbol(symbol: TsSymbol): TsSymbol;
  getExportSymbolOfSymbol(symbol: TsSymbol): TsSymbol;
  getExportsOfModule(module: TsSymbol): readonly TsSymbol[];
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
  readonly fileName: string;
  /** Not in the public interface, and the only road to what comments say. */
  readonly jsDoc?: readonly TsNode[];
  getSourceFile(): TsNode;
  getStart(source: TsNode): number;
  getLineAndCharacterOfPosition(position: number): { readonly line: number; readonly character: number };
}

function loadCompiler(): Ts {
  const file = compilerFile();
  if (file === undefined) throw new Error("there is no TypeScript with an interface for programs");
  return createRequire(import.meta.url)(file) as Ts;
}

function compilerFile(): string | undefined {
  const script = commandOf("typescript-language-server")?.[1];
  const file = script === undefined ? undefined : resolve(script, "../../../typescript/lib/typescript.js");
  return file !== undefined && existsSync(file) ? file : undefined;
}
