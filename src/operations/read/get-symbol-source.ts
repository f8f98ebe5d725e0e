// `get_symbol_source`: the source of one symbol, and nothing of the file around it.

import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { holds, shared } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { numberedLines } from "../foreign-text.ts";
import { declarationsOnly, outlineLines } from "../symbols/outline.ts";
import { kindName } from "../symbols/kind.ts";
import { defineTargetQuery } from "../targeted.ts";
import type { ResolvedTarget } from "../target.ts";
import { tokenSavings } from "../token-savings.ts";

export interface SymbolSource {
  readonly file: string;
  readonly path: string;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: readonly string[];
  readonly members: readonly SymbolNode[];
  readonly fileTokens: number;
}

export const getSymbolSource = defineTargetQuery({
  name: "get_symbol_source",
  title: "Get Symbol Source",
  summary: "Read the source of one function, class or member.",
  guidance: "Exactly the declaration around a place or of a symbol path, without the rest of the file.",
  exposure: "core",
  command: "source",
  missingColumn: "first text",
  needs: ["textDocument/documentSymbol"],
  input: {},
  async one({ patience }, target): Promise<Answer<SymbolSource>> {
    const { snapshot, file } = target;
    const [{ value, standing }, index] = await Promise.all([
      snapshot.documentSymbols(file, patience),
      snapshot.text(file),
    ]);
    const { name, kind, span, children } = target.node ?? deepestAt(value, target.place) ?? noneAt(target);
    // A range that ends before the first character of a line has nothing of that line.
    const endLine = span.end.column === 1 && span.end.line > span.start.line ? span.end.line - 1 : span.end.line;
    const startLine = span.start.line;
    const lines = Array.from({ length: endLine - startLine + 1 }, (_, at) => index.lineText(startLine + at) ?? "");
    const fileTokens = estimateTokens(index.text);
    const shown = { file: target.shown, path: file, name, kind, startLine, endLine, lines };
    return { value: { ...shown, members: declarationsOnly(children, index), fileTokens }, standing };
  },
  isEmpty: () => false,
  toText: (output, budget) => sourceText(output, budget),
  toJson: ({ path, name, kind, startLine, endLine, lines }) => ({
    file: path,
    symbol_name: name,
    symbol_kind: kindName(kind),
    start_line: startLine,
    end_line: endLine,
    source: lines.join("\n"),
  }),
  hints: () => [
    { operation: "find_references", why: "who uses it" },
    { operation: "replace_symbol_body", why: "to change it" },
  ],
  meta: (outputs, returned) => tokenSavings(outputs, returned),
  examples: [
    { title: "One method by its path", input: { symbol_path: "Cart.price" } },
    {
      title: "The function around a place",
      input: { file_path: "src/checkout.ts", position_pattern: "return @@format(due" },
    },
  ],
});

/** Of symbols that only touch the place with their end, none is as good as one that holds it. */
export function deepestAt(nodes: readonly SymbolNode[], at: Place): SymbolNode | undefined {
  const holding = allBelow(nodes).filter(({ span }) => contains(span, at));
  const strictly = holding.filter(({ span }) => comparePlaces(at, span.end) < 0);
  const [first, ...others] = strictly.length > 0 ? strictly : holding;
  return others.reduce((inner, next) => (isInside(next, inner) ? next : inner), first);
}

// — below: private, in the order they are used —

function allBelow(nodes: readonly SymbolNode[]): SymbolNode[] {
  return nodes.flatMap((node) => [node, ...allBelow(node.children)]);
}

function isInside(inner: SymbolNode | undefined, outer: SymbolNode | undefined): boolean {
  if (inner === undefined || outer === undefined) return false;
  return comparePlaces(outer.span.start, inner.span.start) <= 0 && comparePlaces(inner.span.end, outer.span.end) <= 0;
}

function noneAt({ place, lineText }: ResolvedTarget): never {
  return refuse({
    code: "no_symbol",
    what: "no symbol found at the given position",
    why: `Line ${place.line} is not inside a declaration. It reads: ${sourceLine(lineText, 120)}`,
    next: "list_symbols shows what the file declares.",
  });
}

function sourceText(output: SymbolSource, budget: Budget): string {
  const { file, name, kind, startLine, endLine, members } = output;
  const head = `${inertLine(file)}:${startLine}-${endLine}  ${kindName(kind)} ${inertLine(name, 200)}`;
  const lines = numberedLines(output.lines, startLine);
  const whole = [head, ...lines].join("\n");
  if (holds(budget, whole)) return whole;
  const outline = outlineLines(members).map((line) => `  ${line}`);
  const heads = [head, ...outline].join("\n");
  const leftOut = (kept: number): string =>
    kept === 0
      ? `(its ${lines.length} lines are left out: too long; ask for a member, or raise max_tokens)`
      : `(lines ${startLine + kept}-${endLine} left out: too long; ask for a member, or raise max_tokens)`;
  return firstLines(holds(shared(budget, 2), heads) ? heads : head, lines, budget, leftOut);
}
