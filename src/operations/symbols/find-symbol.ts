// `find_symbol`: symbols of the whole workspace by something like their name.

import type { Patience } from "../../std/patience.ts";
import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { SymbolKind } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import { firstCode, inertMarkdown } from "../../render/markdown.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { defineQuery } from "../define.ts";
import { quotedLines } from "../foreign-text.ts";
import type { ShownPlace } from "../places.ts";
import { locationJson, shownPlaces, textOf } from "../places.ts";
import { kindName, kindNumber, parseKinds } from "./kind.ts";
import type { FoundAnywhere } from "./search.ts";
import { searchAnywhere } from "./search.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { FilePlace, Span } from "../../model/place.ts";
import { bug } from "../../std/bug.ts";
import { leafOf } from "../../languages/names/symbol-name.ts";
import { matching, pathedSymbols, placeOfName } from "../../languages/declarations/symbol-tree.ts";

export interface FoundSymbols {
  readonly query: string;
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly symbols: readonly ShownSymbol[];
}

interface ShownSymbol {
  /** With the names of what it is in. */
  readonly name: string;
  readonly own: string;
  readonly container: string | undefined;
  readonly kind: SymbolKind;
  readonly place: ShownPlace;
  readonly hover?: string | undefined;
}

/** Symbols examined at the same time. */
const atOnce = 8;

export const findSymbol = defineQuery({
  name: "find_symbol",
  title: "Find Symbol",
  summary: "Search functions, classes and other symbols of the whole workspace by name.",
  guidance:
    "Inexact names do: parts, humps (gTD), or Cart.total; best first, declarations only, every language at once. grep for words in prose.",
  exposure: "core",
  cli: { command: "find", positional: "query" },
  needs: ["workspace/symbol"],
  input: {
    query: z.string().default("").describe("Empty for all."),
    kind: z.string().optional().describe("Such as Class."),
    language: z.string().min(1).optional(),
    detail_level: z.enum(["basic", "hover"]).default("basic"),
    limit: z.int().min(1).max(2_000).default(20),
    offset: z.int().min(0).default(0),
  },
  async run(context, { query, kind, language, detail_level, limit, offset }): Promise<Answer<FoundSymbols>> {
    const kinds = kind === undefined ? undefined : parseKinds([kind]);
    const { value, standing } = await searchAnywhere(context, query, { language });
    const found = kinds === undefined ? value : value.filter(({ symbol }) => kinds.has(symbol.kind));
    const page = found.slice(offset, offset + limit);
    const symbols = await pooled(page, atOnce, (one) => shown(one, detail_level, context.patience));
    const snapshots = await context.view.all();
    const searched = snapshots.map(({ root }) => root);
    const unsearched = snapshots.map(({ baseline }) => baseline.unsearched(searched, language));
    const outside = standingOf((await Promise.all(unsearched)).flat());
    const answered = joinStandings([standing, outside]);
    return { value: { query, total: found.length, offset, limit, symbols }, standing: answered };
  },
  isEmpty: ({ symbols }) => symbols.length === 0,
  toText: (output, budget) => foundText(output, budget),
  toJson: ({ total, offset, limit, symbols }) => ({
    total,
    symbols: symbols.map(({ own, container, kind, place, hover }) => ({
      name: own,
      kind: kindNumber(kind),
      kind_name: kindName(kind),
      ...(container === undefined ? {} : { containerName: container }),
      location: locationJson(place),
      ...(hover === undefined ? {} : { hover }),
    })),
    pagination: { offset, limit, more: offset + symbols.length < total },
  }),
  hints: ({ symbols }) =>
    symbols.length === 0
      ? [{ operation: "detect_lsp_servers", why: "which languages are searched here" }]
      : [
          { operation: "get_symbol_source", why: "the source of one of them" },
          { operation: "find_references", why: "who uses one of them" },
        ],
  examples: [
    { title: "A class by a part of its name", input: { query: "Disc" } },
    {
      title: "Functions by their humps, with signatures",
      input: { query: "tLo", kind: "function", detail_level: "hover", limit: 3 },
    },
  ],
});

async function shown(found: FoundAnywhere, detail: "basic" | "hover", patience: Patience): Promise<ShownSymbol> {
  const { symbol, names } = found;
  const { place, target } = await placedSymbol(found, patience);
  const plain = {
    name: names.join("."),
    own: symbol.name,
    container: symbol.container,
    kind: symbol.kind,
    place,
  };
  if (detail === "basic" || target === undefined) return plain;
  try {
    const hover = await found.snapshot.hover(target, patience);
    return { ...plain, hover: hover.value?.markdown };
  } catch (error) {
    // A symbol without its hover is still found.
    if (error instanceof Refusal) return plain;
    throw error;
  }
}

function foundText(output: FoundSymbols, budget: Budget): string {
  const { query, total, offset, symbols } = output;
  const what = query === "" ? "in all" : `like ${inertLine(JSON.stringify(query), 200)}`;
  const count = `${counted(total, "symbol")} ${what}`;
  if (symbols.length === 0) return total === 0 ? count : `${count}; none from offset ${offset} on`;
  const end = offset + symbols.length;
  const page = symbols.length === total ? "" : `: ${offset + 1}-${end}${end < total ? `, offset ${end} for more` : ""}`;
  const head = `${count}${page}`;
  const rows = symbols.map(({ name, kind, place }) => {
    return `${place.file}:${place.line}:${place.column}  ${kindName(kind)} ${inertLine(name, 200)}`;
  });
  const withHover = (describe: (hover: string) => readonly string[]): string =>
    [head, ...rows.flatMap((row, at) => [row, ...describe(symbols[at]?.hover ?? "")])].join("\n");
  const hovers: (() => Rendering)[] = [
    () => ({ text: withHover((hover) => (hover === "" ? [] : quotedLines(inertMarkdown(hover)))) }),
    () => ({
      text: withHover((hover) =>
        hover === "" ? [] : quotedLines(sourceLine(firstCode(hover).replaceAll("\n", " "), 200)),
      ),
      leavesOut: "documentation left out: too long",
    }),
  ];
  const hasHover = symbols.some(({ hover }) => hover !== undefined);
  return fitting(
    [
      ...(hasHover ? hovers : []),
      () => ({ text: [head, ...rows].join("\n"), ...(hasHover ? { leavesOut: "hover left out: too long" } : {}) }),
      () => ({
        text: firstLines(
          head,
          rows,
          budget,
          (kept) => `(${rows.length - kept} of these left out: too many; offset ${offset + kept} for more)`,
        ),
      }),
    ],
    budget,
  );
}

// — Where the name of a symbol stands that a search found: right at the name, so that a next question can be asked there —

export interface PlacedSymbol {
  readonly place: ShownPlace;
  /** Absent where nothing can be asked: outside of the root, or where the name was not found. */
  readonly target: FilePlace | undefined;
}

const nowhere: Span = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

/** Servers name the whole declaration, the name alone, or only the file. */
async function placedSymbol(found: FoundAnywhere, patience: Patience): Promise<PlacedSymbol> {
  const { snapshot, symbol } = found;
  const { file } = symbol;
  const isOurs = !isExternal(file) && snapshot.holds(file);
  const span = isOurs ? await nameSpan(snapshot, file, found, patience) : symbol.span;
  const [place] = await shownPlaces(snapshot, [{ file, span: span ?? nowhere }], false);
  return {
    place: place ?? bug("one location has one place"),
    target: isOurs && span !== undefined ? { file, place: span.start } : undefined,
  };
}

async function nameSpan(
  snapshot: Snapshot,
  file: FilePath,
  { symbol, names }: FoundAnywhere,
  patience: Patience,
): Promise<Span | undefined> {
  const index = await textOf(snapshot, file);
  if (index === undefined) return symbol.span;
  const span = symbol.span ?? (await declaredSpan(snapshot, file, names, patience));
  return span && atName(index, symbol.name, span);
}

/** Where a server's search returns only the file, the declaration is read from the outline. */
async function declaredSpan(
  snapshot: Snapshot,
  file: FilePath,
  names: readonly string[],
  patience: Patience,
): Promise<Span | undefined> {
  try {
    const { value } = await snapshot.documentSymbols(file, patience);
    const symbols = pathedSymbols(value);
    const [exact] = matching(symbols, names);
    return (exact ?? matching(symbols, names.slice(-1))[0])?.node.nameSpan;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function atName(index: LineIndex, name: string, span: Span): Span {
  const start = placeOfName(index, { name, kind: "variable", span, nameSpan: span, children: [] });
  const end = index.offsetOf(start) + leafOf(name).length;
  return index.text.startsWith(leafOf(name), index.offsetOf(start)) ? { start, end: index.placeOf(end) } : span;
}
