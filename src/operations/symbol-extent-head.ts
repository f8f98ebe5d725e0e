// What stands before a declaration of C or C++ and is one with it: templates, with their conditions and attributes.
//
// Invariant: between a word that is taken and the declaration no other statement ends.

import type { SymbolKind } from "../model/code-facts.ts";
import type { Source } from "./symbol-extent-signs.ts";
import { lineStart, openingOf, trimmedEnd } from "./symbol-extent-signs.ts";

/** From `template` on, where that belongs to what begins at an offset; what stands between is part of it too. */
export function withTemplate(source: Source, at: number): number {
  const from = boundaryBefore(source, at);
  const word = /\btemplate\s*</.exec(source.code.slice(from, at));
  return word === null ? at : from + word.index;
}

/** Whether words stand right before a declaration that may or may not belong to it, such as those of the preprocessor. */
export function hasWordsBefore(source: Source, lead: number): boolean {
  const { code, text, family } = source;
  if (family !== "c") return false;
  const end = trimmedEnd(code, lead);
  return boundaryBefore(source, lead) < end && !/\n[ \t]*\r?\n/.test(text.slice(end, lead));
}

/** Whether variables may stand behind a type that is declared with them: only a semicolon ends it. */
export function hasWordsBehind(
  { code, family }: Source,
  kind: SymbolKind,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  return family === "c" && types.has(kind) && code.slice(start, end).endsWith("}");
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

/** The braces of `requires (T t) { … }`. */
function isCondition(code: string, open: number): boolean {
  const end = trimmedEnd(code, open);
  const from = code.charAt(end - 1) === ")" ? (openingOf(code, end - 1) ?? end) : end;
  return /\brequires\s*$/.test(code.slice(Math.max(0, from - 40), from));
}

/** Whether a line is one of the preprocessor's, or carries one on. */
function isDirective(text: string, lineEnd: number): boolean {
  const start = lineStart(text, lineEnd);
  if (/^\s*#/.test(text.slice(start, lineEnd))) return true;
  return /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start)) && isDirective(text, start - 1);
}
