// Semantic tokens from their numbers: five for each, places relative to the one before, types and modifiers by the legend.
//
// Spec: LSP 3.18 "Semantic Tokens". We declare no tokens of several lines, so one that runs over its line ends with it.
// Invariant: a token lies inside of a line of its text; what does not is counted and left out.

import type { LineIndex, PositionEncoding } from "../model/line-index.ts";
import type { SemanticToken } from "../model/fine-facts.ts";
import { at } from "../std/json.ts";

/** Spec: LSP 3.18 SemanticTokenTypes and SemanticTokenModifiers; servers add words of their own. */
export const tokenTypes = [
  "namespace",
  "type",
  "class",
  "enum",
  "interface",
  "struct",
  "typeParameter",
  "parameter",
  "variable",
  "property",
  "enumMember",
  "event",
  "function",
  "method",
  "macro",
  "keyword",
  "modifier",
  "comment",
  "string",
  "number",
  "regexp",
  "operator",
  "decorator",
  "label",
];
export const tokenModifiers = [
  "declaration",
  "definition",
  "readonly",
  "static",
  "deprecated",
  "abstract",
  "async",
  "modification",
  "documentation",
  "defaultLibrary",
];

export interface Legend {
  readonly types: readonly string[];
  readonly modifiers: readonly string[];
}

export interface DecodedTokens {
  readonly tokens: readonly SemanticToken[];
  /** How many tokens have no meaning in this legend or no place in this text. */
  readonly unreadable: number;
}

/** The first legend among what a server declared or registered; none can be read without one. */
export function legendOf(options: readonly unknown[]): Legend {
  for (const one of options) {
    const types = at(one, ["legend", "tokenTypes"]);
    const modifiers = at(one, ["legend", "tokenModifiers"]);
    if (Array.isArray(types))
      return { types: types.map(String), modifiers: Array.isArray(modifiers) ? modifiers.map(String) : [] };
  }
  return { types: [], modifiers: [] };
}

export function decodeTokens(
  result: unknown,
  legend: Legend,
  index: LineIndex,
  encoding: PositionEncoding,
): DecodedTokens {
  const raw = at(result, ["data"]);
  const data: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const tokens: SemanticToken[] = [];
  const count = Math.ceil(data.length / numbersEach);
  let line = 0;
  let text: string | undefined = index.lineText(1);
  /** Where the last token begins in its line; undefined when that is outside of it. */
  let start: number | undefined = 0;
  for (let number = 0; number < count; number++) {
    const five = data.slice(number * numbersEach, (number + 1) * numbersEach);
    // Places are relative: behind numbers that cannot be, nothing has a place.
    if (five.length < numbersEach || !five.every(isCount)) break;
    const [lines = 0, units = 0, length = 0, type = 0, bits = 0] = five;
    if (lines > 0) {
      line += lines;
      text = index.lineText(line + 1);
      start = 0;
    }
    start = text === undefined || start === undefined ? undefined : advanced(text, start, units, encoding);
    const name = legend.types[type];
    if (text === undefined || start === undefined || name === undefined || length === 0) continue;
    const end = advanced(text, start, length, encoding) ?? text.length;
    if (end === start) continue;
    const place = { line: line + 1, column: start + 1 };
    tokens.push({ place, text: text.slice(start, end), type: name, modifiers: modifiersOf(bits, legend) });
  }
  return { tokens, unreadable: count - tokens.length };
}

// — below: private, in the order they are used —

const numbersEach = 5;

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** So many units of the encoding further on in a line; undefined beyond its end and inside of a character. */
function advanced(line: string, from: number, units: number, encoding: PositionEncoding): number | undefined {
  if (encoding === "utf-16") return from + units <= line.length ? from + units : undefined;
  let here = from;
  for (let left = units; left > 0; ) {
    const point = line.codePointAt(here);
    if (point === undefined) return undefined;
    left -= encoding === "utf-32" ? 1 : utf8Length(point);
    if (left < 0) return undefined;
    here += point > 0xffff ? 2 : 1;
  }
  return here;
}

function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** A bit that the legend has no word for says nothing. */
function modifiersOf(bits: number, { modifiers }: Legend): string[] {
  return modifiers.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
}
