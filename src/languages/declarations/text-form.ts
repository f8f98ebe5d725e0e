// Whether a text is one expression or several statements, as far as its signs and first words tell.
//
// Invariant: what the signs do not tell for certain is unclear, and is taken for neither.

import type { Family } from "../family.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { languageFor } from "../table.ts";
import { inString, rulesOf, withStrings } from "./signs.ts";
import type { Source } from "./source.ts";
import { closingOf, outsideBrackets } from "../syntax/brackets.ts";
import { trimmedEnd, trimmedStart } from "../syntax/lines.ts";

export function formOf(source: Source): "expression" | "statements" | "unclear" {
  const { family } = source;
  const code = withStrings(source);
  const [start, end] = [trimmedStart(code, 0), trimmedEnd(code, code.length)];
  const has = (test: (at: number, sign: string) => boolean): boolean =>
    outsideBrackets(code, start, end, test) !== undefined;
  if (beginsStatement(family, code.slice(start, end))) return "statements";
  if (has((at, sign) => sign === ";" && at < end - 1)) return "statements";
  const { isSettingStatement, hasTemplates } = rulesOf(source);
  if (isSettingStatement?.(code) === true && has((at, sign) => sign === "=" && isSetting(code, at)))
    return "statements";
  // An element of a script, whose lines nothing joins.
  if (hasTemplates === true && /^<[\s\S]*>;?$/.test(code.slice(start, end))) return "expression";
  const isInside = insideOfStrings(source);
  if (!has((at, sign) => sign === "\n" && !isInside(at) && isEnd(source, code, at))) return "expression";
  // The lines in the expressions of a template, and those of an element, look like lines outside of brackets.
  const isHidden = hasTemplates === true && (has((_, sign) => sign === "`") || /<\/|\/>/.test(code));
  return isHidden ? "unclear" : "statements";
}

/** What braces are that a text of a script consists of; undefined for other texts. */
export function bracesOf(source: Source): "object" | "block" | "unclear" | undefined {
  const code = withStrings(source);
  const start = trimmedStart(code, 0);
  const end = trimmedEnd(code, code.length);
  const close = code.charAt(end - 1) === ";" ? trimmedEnd(code, end - 1) - 1 : end - 1;
  if (code.charAt(start) !== "{" || closingOf(code, start) !== close) return undefined;
  const inner = code.slice(start + 1, close).trim();
  if (new RegExp(`^${key}\\s*:(?!:)`, "u").test(inner)) {
    return /^[^:]*:\s*(?:for|while|do|switch)\b/.test(inner) ? "block" : "object";
  }
  if (outsideBrackets(inner, 0, inner.length, (_, sign) => sign === ";") !== undefined) return "block";
  if (inner === "" || /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(inner)) return "unclear";
  return /^(?:\.\.\.|[\p{L}_$][\p{L}\p{N}_$]*\s*,)/u.test(inner) || isMethodFirst(inner) ? "object" : "block";
}

// — below: private, in the order they are used —

/** Of each list of words, what a text begins with that begins with one of them. */
const firstWords = new WeakMap<readonly string[], RegExp>();

function beginsStatement(family: Family, code: string): boolean {
  const words = languageFor(family).declarations?.statementWords ?? usualWords;
  const known = firstWords.get(words) ?? new RegExp(`^(?:${words.join("|")})(?![\\w$])`);
  firstWords.set(words, known);
  return known.test(code);
}

const usualWords = ["return"];

/** Where giving a value is a statement and no expression. */
function isSetting(code: string, at: number): boolean {
  return code.charAt(at + 1) !== "=" && !/[=!<>]/.test(code.charAt(at - 1));
}

/** Whether the end of a line ends a statement, where more follows. */
function isEnd(source: Source, code: string, at: number): boolean {
  const { carriedOn: carried, isIndented } = rulesOf(source);
  if (carried === undefined) return false;
  if (isIndented === true) return source.text.charAt(at - 1) !== "\\";
  const before = code.slice(0, trimmedEnd(code, at));
  const next = code.slice(trimmedStart(code, at));
  if (carried.behind.test(before.slice(-20)) || carried.before.test(next.slice(0, 20))) return false;
  // Braces on a line of their own belong to the head above them.
  return !next.startsWith("{");
}

/** Tells whether the line behind a line end begins inside of a string. */
function insideOfStrings({ text, family }: Source): (at: number) => boolean {
  // A sign in front of each line tells what the line begins inside of.
  const lines = maskCommentsAndStrings(text.replaceAll("\n", "\n;"), family, inString).split("\n");
  const inside = new Set<number>();
  let at = -1;
  for (const line of lines) {
    if (line.startsWith(inString)) inside.add(at);
    at += line.length + (at < 0 ? 1 : 0);
  }
  return (end) => inside.has(end);
}

const key = String.raw`(?:[\p{L}_$][\p{L}\p{N}_$]*|\d+|${inString}+|\[[^\]]*\])`;

const methodHead = new RegExp(
  String.raw`^(?:(?:async|get|set)\s+|\*\s*)*(?!(?:if|for|while|switch|with|catch|function)\b)${key}\s*\(`,
  "u",
);

function isMethodFirst(inner: string): boolean {
  const found = methodHead.exec(inner)?.[0];
  const close = found === undefined ? undefined : closingOf(inner, found.length - 1);
  return close !== undefined && /^\s*[:{]/.test(inner.slice(close + 1));
}
