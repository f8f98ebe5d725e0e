// The symbols of a file with their paths, and where the name of each stands.

import type { SymbolNode } from "../../model/code-facts.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces } from "../../model/place.ts";
import { leafOf, spelled } from "../names/symbol-name.ts";

export interface PathedSymbol {
  /** Plain names, without containers that have none. */
  readonly path: readonly string[];
  /** Other ways to write the same path, as the server spells the symbol or what it is in. */
  readonly also: readonly (readonly string[])[];
  readonly node: SymbolNode;
}

/** Every symbol of a tree with its path, in the order of the text, in which not every server lists them. */
export function pathedSymbols(nodes: readonly SymbolNode[]): PathedSymbol[] {
  return below(nodes, [], []).sort(
    (a, b) => comparePlaces(a.node.span.start, b.node.span.start) || comparePlaces(b.node.span.end, a.node.span.end),
  );
}

/** Symbols whose path ends with the names asked for; a whole path comes before a mere ending. */
export function matching(symbols: readonly PathedSymbol[], names: readonly string[]): PathedSymbol[] {
  const ending = symbols.filter((symbol) => fits(symbol, names));
  const whole = ending.filter(({ path, also }) => [path, ...also].some((one) => sameNames(one, names)));
  return withoutConstructors(whole.length > 0 ? whole : ending);
}

/**
 * The place of a symbol's name. Where the server gives none, or an empty one, the name is searched in the declaration:
 * in its code first, then anywhere.
 */
export function placeOfName(index: LineIndex, { name, span, nameSpan }: SymbolNode): Place {
  const leaf = leafOf(name);
  const start = index.offsetOf(nameSpan.start);
  if (index.text.startsWith(leaf, start) || /^["'`]/.test(index.text.slice(start, start + 1))) return nameSpan.start;
  const end = index.offsetOf(span.end);
  const inCode = wordIn(index.text, leaf, start, end, true);
  const at = inCode ?? wordIn(index.text, leaf, start, end, false);
  return at === undefined ? nameSpan.start : index.placeOf(at);
}

/** Whether the names are the end of one of the ways to write its path. */
export function fits({ path, also }: Pick<PathedSymbol, "path" | "also">, names: readonly string[]): boolean {
  return [path, ...also].some((one) => endsWith(one, names));
}

export function endsWith(path: readonly string[], names: readonly string[]): boolean {
  const from = path.length - names.length;
  return from >= 0 && names.every((name, index) => path[from + index] === name);
}

/** The name of a class does not mean its constructor, which is reached by naming it twice. */
export function withoutConstructors<T extends { readonly path: readonly string[] }>(found: readonly T[]): T[] {
  const others = found.filter(({ path }) => path.length < 2 || path.at(-1) !== path.at(-2));
  return others.length > 0 ? others : [...found];
}

export function sameNames(path: readonly string[], names: readonly string[]): boolean {
  return path.length === names.length && endsWith(path, names);
}

// — below: private, in the order they are used —

function below(nodes: readonly SymbolNode[], above: readonly string[], spelt: readonly string[]): PathedSymbol[] {
  return nodes.flatMap((node) => {
    const { parts, whole, role } = spelled(node.name);
    const path = [...above, ...(role === "plain" ? parts : [whole])];
    const also = [
      [...above, whole],
      [...spelt, whole],
      [...spelt, ...parts],
    ].filter((one) => !sameNames(one, path) && (role !== "block" || one.at(-1) === whole));
    const inside = role === "anonymous" ? above : [...above, ...parts];
    return [{ path, also, node }, ...below(node.children, inside, [...spelt, whole])];
  });
}

/** Comments, decorators and attributes come before a declaration, and may hold its name. */
const isProse = /^\s*(?:\/\/|\/\*|\*|#\s|#!|#\[|--|;|%|@|"""|''')/;

function wordIn(text: string, word: string, from: number, to: number, inCode: boolean): number | undefined {
  for (let at = text.indexOf(word, from); at !== -1 && at + word.length <= to; at = text.indexOf(word, at + 1)) {
    const isWhole = !isLetter(text[at - 1]) && !isLetter(text[at + word.length]);
    const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    if (isWhole && !(inCode && isProse.test(line))) return at;
  }
  return undefined;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}
