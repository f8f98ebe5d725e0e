// What is compared between the product and the bare server, one row per question; each side spells its facts by itself.

import { fileURLToPath } from "node:url";
import { symbolKinds } from "../../../src/model/code-facts.ts";
import type { SideBySide } from "./side-by-side.ts";

/** Counted from 0, as the protocol does. */
export interface Target {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

export interface Comparison {
  readonly title: string;
  /** What a server that can answer declares. */
  readonly provider: string;
  raw(sides: SideBySide, target: Target): Promise<readonly string[]>;
  /** What the product asks where the server does not declare that. */
  readonly orElse?: Pick<Comparison, "provider" | "raw"> | undefined;
  /** What is asked of the product beside the place. */
  readonly input?: object;
  /** The facts in what it answers. */
  ours(json: unknown): readonly string[];
  /** Servers to whose answer the product adds what they are known to leave out; nothing may be lost there either. */
  readonly addsTo?: readonly string[];
  /** What is added is written as something in the answer of the server, or as what stands at the target. */
  readonly addsOnlyNames?: boolean;
  /** Servers that cannot be asked, and for which the product answers from what it reads itself. */
  readonly readByUs?: readonly string[];
}

const declared = { context: { includeDeclaration: true } };

export const aboutPlaces: readonly Comparison[] = [
  {
    title: "find_references",
    provider: "referencesProvider",
    raw: rawPlaces("textDocument/references", declared),
    input: { include_declaration: true },
    ours: ourPlaces,
    // The account finds uses in files that servers have not loaded, and of declarations that they do not join.
    addsTo: ["clangd", "gopls", "pylsp", "pyright", "typescript-native"],
    addsOnlyNames: true,
  },
  {
    title: "go_to_definition",
    provider: "definitionProvider",
    raw: rawPlaces("textDocument/definition"),
    ours: ourPlaces,
  },
  {
    title: "go_to_implementation",
    provider: "implementationProvider",
    raw: rawPlaces("textDocument/implementation"),
    ours: ourPlaces,
    readByUs: ["pyright"],
  },
  {
    title: "go_to_type_definition",
    provider: "typeDefinitionProvider",
    raw: rawPlaces("textDocument/typeDefinition"),
    ours: ourPlaces,
  },
  {
    title: "go_to_declaration",
    provider: "declarationProvider",
    raw: rawPlaces("textDocument/declaration"),
    orElse: { provider: "definitionProvider", raw: rawPlaces("textDocument/definition") },
    ours: ourPlaces,
  },
  { title: "get_document_highlights", provider: "documentHighlightProvider", raw: rawHighlights, ours: ourHighlights },
  { title: "inspect_symbol", provider: "hoverProvider", raw: rawHover, ours: ourHover },
  // Pyright tells no callers of a constructor and none by another name; the product asks for these besides.
  { title: "find_callers", provider: "callHierarchyProvider", raw: rawCallers, ours: ourCallers, addsTo: ["pyright"] },
];

/** Asked about a whole file. */
export const aboutFiles: readonly Comparison[] = [
  // What these do not compile here they leave out.
  {
    title: "list_symbols",
    provider: "documentSymbolProvider",
    raw: rawSymbols,
    ours: ourSymbols,
    addsTo: ["pyright", "clangd"],
  },
];

/** What both sides say when the server answers with an error. */
const failed = ["(error)"];
/** What both sides say when the server cannot be asked this; the product must know it before it sends anything. */
const lacking = ["(lacking)"];

/** The facts of the bare server; an error of it is a fact, too. */
export async function rawFacts(row: Comparison, sides: SideBySide, target: Target): Promise<readonly string[]> {
  const { orElse } = row;
  if (orElse !== undefined && !sides.declares(row.provider))
    return rawFacts({ ...row, ...orElse, orElse: undefined }, sides, target);
  if (!sides.declares(row.provider)) return row.readByUs?.includes(sides.real.server) === true ? [] : lacking;
  return row.raw(sides, target).then(asSet, (error: Error) => {
    if (!error.message.startsWith("{")) throw error;
    return failed;
  });
}

/** The facts of the product; where it says that there is no symbol it has none. */
export async function ourFacts(row: Comparison, sides: SideBySide, target: Target): Promise<readonly string[]> {
  const { file, line, character } = target;
  const place = aboutFiles.includes(row) ? {} : { line: line + 1, column: character + 1 };
  const outcome = await sides.invoke(row.title, { file_path: file, ...place, ...row.input });
  if (!outcome.ok) {
    const { code, what } = outcome.refusal;
    if (code === "no_symbol") return [];
    if (code === "capability_missing") return lacking;
    return code === "request_failed" ? failed : [`(${code}: ${what})`];
  }
  if (outcome.body.format !== "json") throw new Error("asked for data, got text");
  if (outcome.body.leftOut !== undefined) throw new Error(outcome.body.leftOut);
  return asSet(row.ours(outcome.body.json));
}

// — below: private, in the order they are used —

interface RawRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A place of the contract. */
interface OurPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
}

function rawPlaces(method: string, more: object = {}): Comparison["raw"] {
  return async (sides, { file, line, character }) => {
    const result = await sides.raw(method, file, { position: { line, character }, ...more });
    const items = (result === null ? [] : Array.isArray(result) ? result : [result]) as {
      readonly uri?: string;
      readonly range?: RawRange;
      readonly targetUri?: string;
      readonly targetSelectionRange?: RawRange;
    }[];
    return items.map((item) => spellRaw(item.uri ?? item.targetUri, item.range ?? item.targetSelectionRange));
  };
}

function ourPlaces(json: unknown): string[] {
  return (json as readonly OurPlace[]).map(spellOurs);
}

function spellRaw(uri: string | undefined, range: RawRange | undefined): string {
  if (uri === undefined || range === undefined) throw new Error("a place of the server lacks something");
  return `${uri.startsWith("file:") ? fileURLToPath(uri) : uri} ${spellRange(range)}`;
}

function spellRange({ start, end }: RawRange): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

function spellOurs({ file, line, column, end_line, end_column }: OurPlace): string {
  return `${file} ${line - 1}:${column - 1}-${end_line - 1}:${end_column - 1}`;
}

async function rawHighlights(sides: SideBySide, { file, line, character }: Target): Promise<string[]> {
  const result = await sides.raw("textDocument/documentHighlight", file, { position: { line, character } });
  const items = (result ?? []) as readonly { readonly range: RawRange; readonly kind?: number }[];
  return items.map(({ range, kind }) => `${spellRange(range)} ${kind ?? 1}`);
}

function ourHighlights(json: unknown): string[] {
  const items = json as readonly (OurPlace & { readonly kind: number })[];
  return items.map((item) => `${spellOurs(item).slice(item.file.length + 1)} ${item.kind}`);
}

async function rawHover(sides: SideBySide, { file, line, character }: Target): Promise<string[]> {
  const result = (await sides.raw("textDocument/hover", file, { position: { line, character } })) as {
    readonly contents: { readonly value: string };
  } | null;
  const text = result?.contents.value.trim() ?? "";
  return text === "" ? [] : [withoutOwner(text)];
}

function ourHover(json: unknown): string[] {
  const { hover } = json as { readonly hover: string };
  return hover === "" ? [] : [withoutOwner(hover)];
}

/**
 * Quirk(TypeScript 7.0.2): of a member that does not depend on them, the bare server itself names the type arguments of the
 * owner now as they are and now as they are declared, `Array<string>.length` or `Array<T>.length`, by what was asked before.
 */
function withoutOwner(hover: string): string {
  return hover.replace(/^(\((?:property|method|accessor)\) [\w$]+)<.*?>(?=\.)/m, "$1<…>");
}

interface RawItem {
  readonly name: string;
  readonly kind: number;
  readonly uri: string;
  readonly range: RawRange;
  readonly selectionRange: RawRange;
}

/** Each call is a fact of its own. */
async function rawCallers(sides: SideBySide, { file, line, character }: Target): Promise<string[]> {
  const prepared = await sides.raw("textDocument/prepareCallHierarchy", file, { position: { line, character } });
  const facts: string[] = [];
  for (const item of (prepared ?? []) as readonly RawItem[]) {
    const calls = ((await sides.raw("callHierarchy/incomingCalls", file, { item })) ?? []) as readonly {
      readonly from: RawItem;
      readonly fromRanges: readonly RawRange[];
    }[];
    for (const { from, fromRanges } of calls) {
      const caller = `${from.name} ${symbolKinds[from.kind - 1]} ${spellRaw(from.uri, from.selectionRange)}`;
      for (const range of fromRanges) facts.push(`${caller} calls at ${spellRaw(from.uri, range)}`);
    }
  }
  return facts;
}

function ourCallers(json: unknown): string[] {
  const { incoming } = json as {
    readonly incoming: readonly {
      readonly from: OurPlace & { readonly name: string; readonly kind: string };
      readonly fromRanges: readonly OurPlace[];
    }[];
  };
  return incoming.flatMap(({ from, fromRanges }) =>
    fromRanges.map((range) => `${from.name} ${from.kind} ${spellOurs(from)} calls at ${spellOurs(range)}`),
  );
}

export interface RawSymbol {
  readonly name: string;
  readonly kind: number;
  readonly detail?: string;
  readonly range: RawRange;
  readonly selectionRange: RawRange;
  readonly children?: readonly RawSymbol[];
}

async function rawSymbols(sides: SideBySide, { file }: Target): Promise<string[]> {
  return spellTree(((await sides.raw("textDocument/documentSymbol", file)) ?? []) as RawSymbol[], 0);
}

/** The contract's tree is that of the protocol, counted from 1. */
function ourSymbols(json: unknown): string[] {
  return spellTree(json as readonly RawSymbol[], 1);
}

function spellTree(symbols: readonly RawSymbol[], first: 0 | 1, container = ""): string[] {
  const spell = ({ start, end }: RawRange): string =>
    `${start.line - first}:${start.character - first}-${end.line - first}:${end.character - first}`;
  return symbols.flatMap(({ name, kind, detail, range, selectionRange, children }) => [
    `${container}/${name} ${kind} ${detail ?? ""} ${spell(range)} ${spell(selectionRange)}`,
    ...spellTree(children ?? [], first, `${container}/${name}`),
  ]);
}

function asSet(facts: readonly string[]): readonly string[] {
  return [...new Set(facts)].sort();
}
