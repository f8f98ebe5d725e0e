// What files declare, asked once per file and call, with what each symbol stands in.

import type { Patience } from "../../std/patience.ts";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place, Span } from "../../model/place.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import type { Standing } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { importedIn } from "../../languages/imports/imported.ts";
import { handedOnOf, withDefaultExport } from "../../languages/declarations/handed-on.ts";
import { declarationsOnly } from "../symbols/outline.ts";
import { spelled } from "../../languages/names/symbol-name.ts";
import { pathedSymbols } from "../../languages/declarations/symbol-tree.ts";
import { isTestFile } from "../../languages/names/test-files.ts";

export interface DeclaredSymbol {
  readonly node: SymbolNode;
  /** The whole path, e.g. `Cart.total`. */
  readonly name: string;
  /** The last name of it. */
  readonly leaf: string;
  readonly parent: DeclaredSymbol | undefined;
}

export interface FileOutline {
  readonly index: LineIndex;
  /** Without locals and imports; outer symbols before inner ones. */
  readonly symbols: readonly DeclaredSymbol[];
  /** Names that it lists as exports and that are declared in other files. */
  readonly handedOn: readonly DeclaredSymbol[];
  /** Whether something stands in a statement that only brings names in or hands them on. */
  readonly isImport: (span: Span) => boolean;
  readonly standing: Standing;
}

/** The outlines that one call reads, memoized. */
export class FileOutlines {
  readonly #patience: Patience;
  readonly #known = new Map<FilePath, Promise<FileOutline>>();

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  of(snapshot: Snapshot, file: FilePath): Promise<FileOutline> {
    const known = this.#known.get(file) ?? this.#look(snapshot, file);
    this.#known.set(file, known);
    return known;
  }

  async #look(snapshot: Snapshot, file: FilePath): Promise<FileOutline> {
    const [{ value, standing }, index] = await Promise.all([
      snapshot.documentSymbols(file, this.#patience),
      snapshot.text(file),
    ]);
    return { ...outlineOf(file, index, value), standing };
  }
}

/** The outline that a tree of symbols makes of a file. */
export function outlineOf(
  file: FilePath,
  index: LineIndex,
  nodes: readonly SymbolNode[],
): Omit<FileOutline, "standing"> {
  const isImport = importedIn(file, index);
  const listed = declarationsOnly(nodes, index);
  // Some servers list what is exported elsewhere in the file once more.
  const own = withDefaultExport(
    file,
    listed.filter(({ span }) => !isImport(span)),
    index,
  );
  const mentions = listed.filter(({ span }) => isImport(span));
  const handedOn = declared(handedOnOf(mentions, own, index));
  return { index, symbols: declared(own), handedOn, isImport };
}

/** The innermost symbol that holds a place. */
export function enclosing({ symbols }: Pick<FileOutline, "symbols">, at: Place): DeclaredSymbol | undefined {
  return symbols.findLast(({ node: { span } }) => isWithin(span, at));
}

/** The symbol whose name stands at a place. */
export function symbolNamedAt({ symbols }: Pick<FileOutline, "symbols">, at: Place): DeclaredSymbol | undefined {
  return symbols.findLast(({ node: { nameSpan } }) => contains(nameSpan, at));
}

export function isWithin({ start, end }: Span, at: Place): boolean {
  return comparePlaces(start, at) <= 0 && comparePlaces(at, end) < 0;
}

/** Whether it is something that has uses of its own: a block of Rust or a callback has none, and neither has a namespace. */
export function isAskable({ node, leaf }: DeclaredSymbol): boolean {
  return !unasked.has(node.kind) && spelled(node.name).role === "plain" && !/^<|\s/.test(leaf);
}

/** A function without a name, as it is handed to another one. */
export function isCallback({ leaf }: DeclaredSymbol): boolean {
  return / callback$|^<function>$/.test(leaf);
}

/** Whether it is written where an object is made, and not where a type is declared. */
export function isLiteralKey({ node, parent }: DeclaredSymbol): boolean {
  if (!keys.has(node.kind) || (parent !== undefined && !makers.has(parent.node.kind))) return false;
  return outermost(parent ?? { node, parent }).node.kind !== "interface";
}

/** By where its file lies, or by what Rust writes above a test, or above a module of tests. */
export function isTestCode(
  root: FilePath,
  file: FilePath,
  index: LineIndex,
  symbol: DeclaredSymbol | undefined,
): boolean {
  if (isTestFile(root, file)) return true;
  if (!file.endsWith(".rs")) return false;
  for (let here = symbol; here !== undefined; here = here.parent) {
    if (isRustTest(index, here)) return true;
  }
  return false;
}

// — below: private, in the order they are used —

function declared(nodes: readonly SymbolNode[]): DeclaredSymbol[] {
  const found: DeclaredSymbol[] = [];
  const open: DeclaredSymbol[] = [];
  for (const { node, path } of pathedSymbols(nodes)) {
    const { start, end } = node.span;
    while (open.length > 0 && !holds(open.at(-1)?.node.span, { start, end })) open.pop();
    const symbol = { node, name: path.join("."), leaf: path.at(-1) ?? node.name, parent: open.at(-1) };
    found.push(symbol);
    open.push(symbol);
  }
  return found;
}

function holds(outer: Span | undefined, inner: Span): boolean {
  if (outer === undefined) return false;
  return comparePlaces(outer.start, inner.start) <= 0 && comparePlaces(inner.end, outer.end) <= 0;
}

const unasked: ReadonlySet<SymbolKind> = new Set([
  ...(["file", "namespace", "package", "string", "number", "boolean", "array", "key", "null"] as const),
  ...(["type parameter"] as const),
]);

function outermost(symbol: Pick<DeclaredSymbol, "node" | "parent">): Pick<DeclaredSymbol, "node"> {
  return symbol.parent === undefined ? symbol : outermost(symbol.parent);
}

const keys: ReadonlySet<SymbolKind> = new Set(["property", "field"]);
/** What an object can be made in; types are none of them. */
const makers: ReadonlySet<SymbolKind> = new Set([
  ...(["variable", "constant", "property", "field"] as const),
  ...(["function", "method", "constructor"] as const),
]);

/** Servers begin a symbol with its attributes or behind them. */
function isRustTest(index: LineIndex, { node }: DeclaredSymbol): boolean {
  for (let line = node.nameSpan.start.line; line > 0; line--) {
    const text = index.lineText(line) ?? "";
    if (/#\[\s*(?:cfg\(\s*(?:all\(\s*)?test\b|(?:\w+::)*test\b|rstest\b)/.test(text)) return true;
    if (line < node.span.start.line && !/^\s*(?:#\[|\/\/)/.test(text)) return false;
  }
  return false;
}
