// What follows the first declaration of a text: nothing, where the text is that declaration alone.
//
// Invariant: where the end of a declaration is not plain, the rest of the text counts as part of it.

import type { SymbolKind } from "../../model/code-facts.ts";
import { stringsOfPython } from "../python/syntax.ts";
import { isCallable, isValue } from "./symbol-extent.ts";
import { languageFor } from "../table.ts";
import { isNoBody } from "./body.ts";
import { rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { assignment, closingOf, outsideBrackets } from "../syntax/brackets.ts";
import { lineEnd, lineStart, nextLine, trimmedEnd, trimmedStart } from "../syntax/lines.ts";
import { logicalEnd } from "../python/statements.ts";

/** The end of the declaration that begins at an offset, including its semicolon or comma. */
export function behindDeclaration(source: Source, kind: SymbolKind, start: number): number {
  const { code } = source;
  const end = trimmedEnd(code, code.length);
  if (languageFor(source.family).syntax.isGuessed === true) return end;
  const behind =
    rulesOf(source).isIndented === true
      ? behindIndented(source, kind, start, end)
      : isSet(source, kind, start, end)
        ? behindValue(source, start, end)
        : behindBraces(source, start, end);
  const sign = trimmedStart(code, behind, end);
  return ";,".includes(code.charAt(sign)) && sign < end ? sign + 1 : behind;
}

/** Whether the text from an offset on is certainly inside a function: it returns or yields a result. */
export function givesResult(source: Source, from: number): boolean {
  const { code } = source;
  const isResult = (at: number): boolean => /^(?:return|yield)\b/.test(code.slice(at, at + 7));
  if (rulesOf(source).isIndented === true) {
    const indent = from - lineStart(code, from);
    return [...code.matchAll(/^[ \t]*/gm)].some(({ index, 0: { length } }) => {
      return index + length >= from && length === indent && isResult(index + length);
    });
  }
  const at = outsideBrackets(code, from, code.length, (here) => {
    return isResult(here) && !/[\w$.]/.test(code.charAt(here - 1));
  });
  return at !== undefined;
}

// — below: private, in the order they are used —

/** The end of the lines below the head that are indented at least like the first of them. */
function behindIndented(source: Source, kind: SymbolKind, start: number, end: number): number {
  const { code, text } = source;
  if (isValue(kind)) return logicalEnd(source, start, end) ?? end;
  const colon = outsideBrackets(code, start, end, (_, sign) => sign === ":");
  if (colon === undefined) return end;
  // Read from the text, because strings are blanked in the code.
  const rest = text.slice(colon + 1, lineEnd(text, colon)).trim();
  if (rest !== "" && !rest.startsWith("#")) return logicalEnd(source, colon, end) ?? end;
  const isInString = stringsOfPython(text);
  let indent: number | undefined;
  for (let at = nextLine(text, colon); at < end; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const width = line.length - line.trimStart().length;
    if (/^\s*(?:#|$)/.test(line)) continue;
    indent ??= width;
    // A line that continues brackets or a string may have any indentation.
    const isOpen = outsideBrackets(code, colon + 1, at + 1, (here) => here === at) === undefined;
    if (width < indent && !isOpen && !isInString(at)) return at;
  }
  return end;
}

/** Whether the declaration ends with its value, and not with braces. */
function isSet(source: Source, kind: SymbolKind, start: number, end: number): boolean {
  const { code } = source;
  const { isEndedByValue, assignedBody } = rulesOf(source);
  if (isEndedByValue !== undefined) return isEndedByValue(code.slice(start, end), isValue(kind));
  if (isValue(kind)) return true;
  const brace = outsideBrackets(code, start, end, (_, sign) => sign === "{") ?? end;
  return assignedBody === "anywhere" && isCallable(kind) && (assignment(code, start, end) ?? end) < brace;
}

/** The end of a value: a semicolon, or a line end where neither line continues the other. */
function behindValue({ code, text }: Source, start: number, end: number): number {
  const stop = outsideBrackets(code, start, end, (at, sign) => {
    if (sign === ";") return true;
    if (sign !== "\n") return false;
    const [before, next] = [code.slice(start, at).trimEnd(), code.slice(at, end).trimStart()];
    const isBlank = text.slice(start + before.length, at).trim() === "";
    const isCarried =
      isBlank && /(?:[=+\-*/%&|?:,<>.!~^(]|\b(?:extends|in|of|is|as|keyof|typeof|new|const|let|var))$/.test(before);
    return !isCarried && !/^(?:[.?:&|+\-*/%,=<>^)\]]|(?:extends|instanceof|in|as|satisfies)\b)/.test(next);
  });
  return stop ?? end;
}

/** The end of the body, or of the semicolon that replaces it. */
function behindBraces(source: Source, start: number, end: number): number {
  const { code } = source;
  const stop = outsideBrackets(code, start, end, (at, sign) => {
    return sign === ";" || (sign === "{" && !isNoBody(source, start, at));
  });
  if (stop === undefined) return end;
  return code.charAt(stop) === ";" ? stop + 1 : (closingOf(code, stop) ?? end) + 1;
}
