// What stands before a declaration of C or C++ and is one with it: templates, with their conditions and attributes.
//
// Invariant: between a word that is taken and the declaration no other statement ends.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { Source } from "../declarations/source.ts";
import { lineStart, trimmedEnd } from "../syntax/lines.ts";
import { openingOf } from "../syntax/brackets.ts";

/** From `template` on, where that belongs to what begins at an offset; what stands between is part of it too. */
export function withTemplate(source: Source, at: number): number {
  const from = boundaryBefore(source, at);
  const word = /\btemplate\s*</.exec(source.code.slice(from, at));
  return word === null ? at : from + word.index;
}

/** Whether words stand right before a declaration that may or may not belong to it, such as those of the preprocessor. */
export function hasWordsBeforeInC(source: Source, lead: number): boolean {
  const { code, text } = source;
  const end = trimmedEnd(code, lead);
  return boundaryBefore(source, lead) < end && !/\n[ \t]*\r?\n/.test(text.slice(end, lead));
}

/** Whether variables may stand behind a type that is declared with them: only a semicolon ends it. */
export function hasWordsBehindInC(kind: SymbolKind, declaration: string): boolean {
  return types.has(kind) && declaration.endsWith("}");
}

// — below: private, in the order they are used —

const types: ReadonlySet<SymbolKind> = new Set(["class", "struct", "enum", "interface"]);

/** Behind what ends the last statement or opens the scope that an offset is in. */
function boundaryBefore({ code, text }: Source, offset: number): number {
  for (let at = offset; at > 0; at--) {
    const sign = code.charAt(at - 1);
    if (";{([".includes(sign)) return at;
    if (")]}".includes(sign)) {
      const open = openingOf(code, at - 1);
      if (open === undefined || (sign === "}" && !isCondition(code, open))) return at;
      at = open + 1;
    }
    // `public:`, but not `a::b`.
    if (sign === ":" && code.charAt(at - 2) !== ":" && code.charAt(at) !== ":") return at;
    if (sign === "\n" && isDirective(text, at - 1)) return at;
  }
  return 0;
}

/** The braces of `requires (T t) { … }`, and not those of a function behind its condition. */
function isCondition(code: string, open: number): boolean {
  const end = trimmedEnd(code, open);
  const from = code.charAt(end - 1) === ")" ? (openingOf(code, end - 1) ?? end) : end;
  const word = /\brequires\s*$/.exec(code.slice(Math.max(0, from - 40), from));
  return word !== null && wantsOperand(code, trimmedEnd(code, from - word[0].length));
}

/** Whether an expression is yet to come; `&&` may also end the head of a function, as in `f() &&` and `-> T&&`. */
function wantsOperand(code: string, end: number): boolean {
  const before = code.slice(Math.max(0, end - 400), end);
  if (!before.endsWith("&&")) return /(?:\brequires|[=<,]|\|\|)$/.test(before);
  const last = trimmedEnd(code, end - 2);
  const open = ")}".includes(code.charAt(last - 1)) ? openingOf(code, last - 1) : undefined;
  if (open === undefined) return namedOperand.test(before);
  if (code.charAt(open) === "{") return isCondition(code, open);
  return /(?:\brequires|&&|\|\|)\s*$/.test(code.slice(Math.max(0, open - 40), open));
}

const namedOperand =
  /(?:\brequires|&&|\|\|)\s*[\w:]+(?:\s*<(?:[^<>;{}]|<(?:[^<>;{}]|<[^<>;{}]*>)*>)*>(?:::\w+)*)?\s*&&$/;

/** What stands on a line of its own: the preprocessor's words, and those that part Objective-C. */
const alone =
  /^\s*(?:#|@(?:implementation|interface|protocol|end|optional|required|public|protected|private|package)\b)/;

/** Whether a line that ends at a line feed is such a one, or carries one on. */
function isDirective(text: string, lineFeed: number): boolean {
  for (let feed = lineFeed; ; ) {
    const end = text.charAt(feed - 1) === "\r" ? feed - 1 : feed;
    const start = lineStart(text, end);
    if (alone.test(text.slice(start, end))) return true;
    feed = start - 1;
    if (start === 0 || !/\\\r?$/.test(text.slice(Math.max(0, feed - 2), feed))) return false;
  }
}
