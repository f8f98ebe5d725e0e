// Brackets and words of a text without its prose: which belongs to which, and what stands outside of all of them.

import type { Family } from "../family.ts";
import { codeOnly, stringsOfPython } from "../syntax/code-text.ts";
import { familyOf } from "../table.ts";
import { LineIndex } from "../../model/line-index.ts";

/** A text, and the same with comments and strings blanked out; offsets are the same in both. */
export interface Source {
  readonly text: string;
  readonly code: string;
  readonly index: LineIndex;
  readonly family: Family;
}

export function sourceOf(file: string, text: string): Source {
  const family = familyOf(file);
  return { text, code: codeOnly(text, family), index: new LineIndex(text), family };
}

/** What strings are made of where they are to count as something; no text of code holds it. */
export const inString = "\u0000";

/** The code with its strings as signs of their own. */
export function withStrings({ text, family }: Source): string {
  return codeOnly(text, family, inString);
}

/** Where a text ends that is no comment. */
export function endOfCode(source: Source): number {
  const code = withStrings(source);
  return trimmedEnd(code, code.length);
}

/** Whether a comment at its end would take in what followed on the line; one that is closed does not. */
export function endsInLineComment(source: Source): boolean {
  const behind = source.text.slice(endOfCode(source));
  return behind.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, "").trim() !== "";
}

/** What a line of a script begins with that would go on with the line above, where that has no semicolon. */
export const goesOn = /^[([`+\-/*<]/;

/** Behind the blanks and comments that a text has from an offset on. */
export function behindComments(text: string, from: number): number {
  return from + (/^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from))?.[0].length ?? 0);
}

/** Where the bracket opens that is closed at an offset. */
export function openingOf(code: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const sign = code.charAt(at);
    if (isClosing(sign)) depth++;
    else if (isOpening(sign) && --depth === 0) return at;
  }
  return undefined;
}

/** The innermost bracket that is open at an offset. */
export function openingAround(code: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    const sign = code.charAt(at);
    if (isClosing(sign)) depth++;
    else if (isOpening(sign) && --depth < 0) return at;
  }
  return undefined;
}

/** Where the bracket is closed that opens at an offset. */
export function closingOf(code: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    const sign = code.charAt(at);
    if (isOpening(sign)) depth++;
    else if (isClosing(sign) && --depth === 0) return at;
  }
  return undefined;
}

/** The first place outside of brackets that passes a test; undefined when the brackets end before it. */
export function outsideBrackets(
  code: string,
  from: number,
  to: number,
  test: (at: number, sign: string) => boolean,
): number | undefined {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const sign = code.charAt(at);
    if (depth === 0 && test(at, sign)) return at;
    if (isOpening(sign)) depth++;
    else if (isClosing(sign) && --depth < 0) return undefined;
  }
  return undefined;
}

/** Whether each bracket is closed by its like, in the order they were opened. */
export function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const sign of code) {
    if (isOpening(sign)) open.push(sign);
    else if (isClosing(sign) && open.pop() !== openingFor[sign]) return false;
  }
  return open.length === 0;
}

/** The `=` that gives a value, outside of brackets. */
export function assignment(code: string, from: number, to: number): number | undefined {
  return outsideBrackets(code, from, to, (at, sign) => {
    return sign === "=" && !"=>~".includes(code.charAt(at + 1)) && !/[=!<>+\-*/%&|^?~:]/.test(code.charAt(at - 1));
  });
}

/** Where a statement of Python ends: at a semicolon, or at a line end that no bracket, string or backslash carries on. */
export function logicalEnd({ code, text }: Source, from: number, to = code.length): number | undefined {
  const isInString = stringsOfPython(text.slice(from, to));
  return outsideBrackets(code, from, to, (at, sign) => {
    if (sign === ";") return true;
    return isLineEnd(sign) && !/\\\r?$/.test(code.slice(at - 2, at)) && !isInString(at - from);
  });
}

/** Behind the last sign that is no blank, looking back from an offset. */
export function trimmedEnd(code: string, end: number, from = 0): number {
  let at = end;
  while (at > from && isBlank(code.charAt(at - 1))) at--;
  return at;
}

/** The first sign that is no blank. */
export function trimmedStart(code: string, start: number, to = code.length): number {
  let at = start;
  while (at < to && isBlank(code.charAt(at))) at++;
  return at;
}

export function lineStart(text: string, at: number): number {
  for (let here = at; here > 0; here--) if (isLineEnd(text.charAt(here - 1))) return here;
  return 0;
}

/** Before the line's terminator. */
export function lineEnd(text: string, at: number): number {
  for (let here = at; here < text.length; here++) if (isLineEnd(text.charAt(here))) return here;
  return text.length;
}

/** Behind the line's terminator. */
export function nextLine(text: string, at: number): number {
  const end = lineEnd(text, at);
  return text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length);
}

export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at + 200))?.[0] ?? "";
}

export function isBlank(sign: string): boolean {
  return sign === " " || sign === "\t" || sign === "\n" || sign === "\r" || sign === "\f" || sign === "\v";
}

// — below: private, in the order they are used —

const openingFor: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function isOpening(sign: string): boolean {
  return sign === "(" || sign === "[" || sign === "{";
}

function isClosing(sign: string): boolean {
  return sign === ")" || sign === "]" || sign === "}";
}

function isLineEnd(sign: string): boolean {
  return sign === "\n" || sign === "\r";
}
