// What is compared between the product and the bare server, one row per question; each side spells its facts by itself.

import { fileURLToPath } from "node:url";
import type { SymbolNode } from "../../src/model/code-facts.ts";
import { symbolKinds } from "../../src/model/code-facts.ts";
import type { Location } from "../../src/model/code-facts.ts";
import type { Span } from "../../src/model/place.ts";
import { Refusal } from "../../src/model/refusal.ts";
import type { Answer } from "../../src/model/standing.ts";
import type { Patience, Snapshot, Target as SnapshotTarget } from "../../src/workspace/snapshot.ts";
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
  ours(sides: SideBySide, target: Target): Promise<readonly string[]>;
}

export const aboutPlaces: readonly Comparison[] = [
  {
    title: "find_references",
    provider: "referencesProvider",
    raw: rawPlaces("textDocument/references", { context: { includeDeclaration: true } }),
    ours: operation("find_references", { include_declaration: true }),
  },
  {
    title: "go_to_definition",
    provider: "definitionProvider",
    raw: rawPlaces("textDocument/definition"),
    ours: operation("go_to_definition"),
  },
  {
    title: "implementation",
    provider: "implementationProvider",
    raw: rawPlaces("textDocument/implementation"),
    ours: snapshotPlaces((snapshot, target, patience) => snapshot.implementation(target, patience)),
  },
  {
    title: "type definition",
    provider: "typeDefinitionProvider",
    raw: rawPlaces("textDocument/typeDefinition"),
    ours: snapshotPlaces((snapshot, target, patience) => snapshot.typeDefinition(target, patience)),
  },
  { title: "hover", provider: "hoverProvider", raw: rawHover, ours: ourHover },
];

/** Asked about a whole file. */
export const aboutFiles: readonly Comparison[] = [
  { title: "document symbols", provider: "documentSymbolProvider", raw: rawSymbols, ours: ourSymbols },
];

/** What both sides say when the server answers with an error. */
const failed = ["(error)"];

/** The facts of the bare server; an error of it is a fact, too. */
export async function rawFacts(row: Comparison, sides: SideBySide, target: Target): Promise<readonly string[]> {
  return row.raw(sides, target).then(asSet, (error: Error) => {
    if (!error.message.startsWith("{")) throw error;
    return failed;
  });
}

/** The facts of the product; where it says that there is no symbol it has none. */
export async function ourFacts(row: Comparison, sides: SideBySide, target: Target): Promise<readonly string[]> {
  try {
    return asSet(await row.ours(sides, target));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, what } = error.details;
    if (code === "no_symbol") return [];
    return code === "request_failed" ? failed : [`(${code}: ${what})`];
  }
}

// — below: private, in the order they are used —

interface RawRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
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
    return items.map((item) => {
      const uri = item.uri ?? item.targetUri ?? "";
      const range = item.range ?? item.targetSelectionRange;
      return `${uri.startsWith("file:") ? fileURLToPath(uri) : uri} ${range && spellRange(range)}`;
    });
  };
}

function spellRange({ start, end }: RawRange): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

function spellSpan({ start, end }: Span): string {
  return `${start.line - 1}:${start.column - 1}-${end.line - 1}:${end.column - 1}`;
}

/** An operation that answers with a list of places. */
function operation(name: string, more: object = {}): Comparison["ours"] {
  return async (sides, { file, line, character }) => {
    const outcome = await sides.invoke(name, { file_path: file, line: line + 1, column: character + 1, ...more });
    if (!outcome.ok) throw new Refusal(outcome.refusal);
    if (outcome.body.format !== "json") throw new Error("asked for data, got text");
    if (outcome.body.leftOut !== undefined) throw new Error(outcome.body.leftOut);
    const places = outcome.body.json as Readonly<Record<string, number>>[];
    return places.map(
      (place) =>
        `${String(place["file"])} ${Number(place["line"]) - 1}:${Number(place["column"]) - 1}-${Number(place["end_line"]) - 1}:${Number(place["end_column"]) - 1}`,
    );
  };
}

type Places = (snapshot: Snapshot, target: SnapshotTarget, patience: Patience) => Promise<Answer<Location[]>>;

function snapshotPlaces(question: Places): Comparison["ours"] {
  return async (sides, target) => {
    const at = placeOf(sides, target);
    const { value } = await sides.ask((snapshot, patience) => question(snapshot, at, patience));
    return value.map(({ file, span }) => `${typeof file === "string" ? file : file.external} ${spellSpan(span)}`);
  };
}

function placeOf(sides: SideBySide, { file, line, character }: Target): SnapshotTarget {
  return { file: sides.path(file), place: { line: line + 1, column: character + 1 } };
}

async function rawHover(sides: SideBySide, { file, line, character }: Target): Promise<string[]> {
  const result = (await sides.raw("textDocument/hover", file, { position: { line, character } })) as {
    readonly contents: { readonly value: string };
    readonly range?: RawRange;
  } | null;
  const text = result?.contents.value.trim() ?? "";
  if (text === "") return [];
  return [`${result?.range === undefined ? "" : spellRange(result.range)} ${text}`];
}

async function ourHover(sides: SideBySide, target: Target): Promise<string[]> {
  const at = placeOf(sides, target);
  const { value } = await sides.ask((snapshot, patience) => snapshot.hover(at, patience));
  return value === undefined ? [] : [`${value.span === undefined ? "" : spellSpan(value.span)} ${value.markdown}`];
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
  const spell = (symbols: readonly RawSymbol[], container: string): string[] =>
    symbols.flatMap(({ name, kind, detail, range, selectionRange, children }) => [
      `${container}/${name} ${symbolKinds[kind - 1]} ${detail ?? ""} ${spellRange(range)} ${spellRange(selectionRange)}`,
      ...spell(children ?? [], `${container}/${name}`),
    ]);
  return spell(((await sides.raw("textDocument/documentSymbol", file)) ?? []) as RawSymbol[], "");
}

async function ourSymbols(sides: SideBySide, { file }: Target): Promise<string[]> {
  const spell = (symbols: readonly SymbolNode[], container: string): string[] =>
    symbols.flatMap(({ name, kind, detail, span, nameSpan, children }) => [
      `${container}/${name} ${kind} ${detail ?? ""} ${spellSpan(span)} ${spellSpan(nameSpan)}`,
      ...spell(children, `${container}/${name}`),
    ]);
  const { value } = await sides.ask((snapshot, patience) => snapshot.documentSymbols(sides.path(file), patience));
  return spell(value, "");
}

function asSet(facts: readonly string[]): readonly string[] {
  return [...new Set(facts)].sort();
}
