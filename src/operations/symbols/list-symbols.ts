// `list_symbols`: what a file declares, as a tree.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { SymbolNode } from "../../model/code-facts.ts";
import type { Span } from "../../model/place.ts";
import type { Answer } from "../../model/standing.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { defineQuery } from "../define.ts";
import { countOf, cutTo, declarationsOnly, depthOf, symbolsInOrder, ofKinds, outlineLines } from "./outline.ts";
import { shownPath } from "../foreign-text.ts";
import { kindName, kindNumber, parseKinds } from "./kind.ts";
import { tokenSavings } from "../token-savings.ts";

export interface ListedSymbols {
  readonly file: string;
  readonly path: string;
  readonly symbols: readonly SymbolNode[];
  /** What a reader is shown of them. */
  readonly declarations: readonly SymbolNode[];
  /** How many lie deeper than asked for, or are of other kinds. */
  readonly unasked: number;
  readonly fileTokens: number;
}

/** A place of the contract's tree: as of LSP, but counted from 1. */
interface RangeJson {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface SymbolJson {
  readonly name: string;
  readonly detail?: string;
  readonly kind: number;
  readonly kind_name: string;
  readonly range: RangeJson;
  readonly selectionRange: RangeJson;
  readonly children?: readonly SymbolJson[];
}

export const listSymbols = defineQuery({
  name: "list_symbols",
  title: "List Symbols",
  summary: "Outline a file: its classes, functions and members with their lines.",
  guidance: "A small part of what reading the file costs; then get_symbol_source for the piece that matters.",
  exposure: "core",
  cli: { command: "symbols", positional: "file" },
  needs: ["textDocument/documentSymbol"],
  input: {
    file_path: z.string().min(1),
    depth: z.int().min(1).optional(),
    kinds: z.array(z.string()).min(1).optional().describe("Such as Class or Function."),
    format: z.enum(["outline", "text", "json"]).optional(),
  },
  async run({ view, patience }, input): Promise<Answer<ListedSymbols>> {
    const { snapshot, file } = await view.locate(input.file_path);
    const kinds = input.kinds && parseKinds(input.kinds);
    const [{ value, standing }, index] = await Promise.all([
      snapshot.documentSymbols(file, patience),
      snapshot.text(file),
    ]);
    const wanted = kinds === undefined ? value : ofKinds(value, kinds);
    const symbols = input.depth === undefined ? wanted : cutTo(wanted, input.depth);
    const unasked = countOf(value) - countOf(symbols);
    const fileTokens = estimateTokens(index.text);
    // A call that sets `depth` or `kinds` gets exactly that; any other, the declarations of the file.
    const isChosen = input.depth !== undefined || kinds !== undefined;
    const declarations = isChosen ? symbols : declarationsOnly(symbols, index);
    return {
      value: { file: shownPath(snapshot.base, file), path: file, symbols, declarations, unasked, fileTokens },
      standing,
    };
  },
  isEmpty: ({ symbols }) => symbols.length === 0,
  toText(output, budget) {
    const { declarations: symbols, unasked } = output;
    const count = countOf(symbols);
    const locals = countOf(output.symbols) - count;
    const more = [
      ...(unasked > 0 ? [`, ${unasked} others not requested`] : []),
      ...(locals > 0 ? [`, ${locals} locals and imports left out (depth shows them)`] : []),
    ].join("");
    const head = `${inertLine(output.file)}: ${counted(count, "symbol")}${more}`;
    const depths = Array.from({ length: Math.max(1, depthOf(symbols)) }, (_, level) => depthOf(symbols) - level);
    const shallower = depths.map((depth, step) => (): Rendering => {
      const text = [head, ...outlineLines(symbols, depth)].join("\n");
      return step === 0 ? { text } : { text, leavesOut: `symbols below level ${depth} left out: too many` };
    });
    return fitting([...shallower, () => ({ text: topLevel(head, symbols, budget) })], budget);
  },
  toJson: ({ symbols }) => symbolsInOrder(symbols).map(symbolJson),
  hints: ({ symbols }) =>
    symbols.length === 0
      ? [{ operation: "get_diagnostics", why: "whether the file parses" }]
      : [
          { operation: "get_symbol_source", why: "the source of one of them" },
          { operation: "find_references", why: "who uses one of them" },
        ],
  meta: (output, returned) => tokenSavings([output], returned),
  examples: [
    { title: "The outline of a file", input: { file_path: "src/cart.ts" } },
    {
      title: "The classes and functions of a file, as data",
      input: { file_path: "src/cart.ts", kinds: ["class", "function"], depth: 1, format: "json" },
    },
  ],
});

function topLevel(head: string, symbols: readonly SymbolNode[], budget: Budget): string {
  const lines = outlineLines(symbols, 1);
  return firstLines(head, lines, budget, (kept) => `(${lines.length - kept} more at the top level: too many)`);
}

function symbolJson(node: SymbolNode): SymbolJson {
  const { name, detail, kind, span, nameSpan, children } = node;
  return {
    name,
    ...(detail === undefined ? {} : { detail }),
    kind: kindNumber(kind),
    kind_name: kindName(kind),
    range: rangeJson(span),
    selectionRange: rangeJson(nameSpan),
    ...(children.length === 0 ? {} : { children: symbolsInOrder(children).map(symbolJson) }),
  };
}

function rangeJson({ start, end }: Span): RangeJson {
  return {
    start: { line: start.line, character: start.column },
    end: { line: end.line, character: end.column },
  };
}
