// Where names stand in a text, and whether they stand there as code, in a string or in a comment.
//
// Invariant: in doubt a name stands as code.

import type { Family } from "../family.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import type { OffsetSpan } from "../../model/offset-spans.ts";
import { withinSpans } from "../../model/offset-spans.ts";
import { languageFor } from "../table.ts";

export type OccurrenceKind = "code" | "string" | "comment";

export interface Occurrence {
  readonly name: string;
  readonly offset: number;
  readonly stands: OccurrenceKind;
  /** In a string that may be an annotation, whose names a type checker resolves. */
  readonly isAnnotation?: boolean;
  /** In a directive that reaches beyond the scope of names. */
  readonly isLinked?: boolean;
}

/** A text in which comments are blanks, and what stands in strings is a sign that no text has. */
export function codeApart(text: string, family: Family): string {
  return maskCommentsAndStrings(text, family, stringSign);
}

/**
 * Every place of the names as whole words, in the order of the text, but for words of the language that are no names
 * there. `apart` is `codeApart` of the text, where it is known.
 */
export function occurrencesOf(
  file: string,
  text: string,
  family: Family,
  names: Iterable<string>,
  apart: () => string = () => codeApart(text, family),
): Occurrence[] {
  const found: { readonly name: string; readonly offset: number }[] = [];
  const isWordSign = languageFor(family).names?.hasDollarInNames === true ? dollarSign : plainSign;
  for (const name of names) {
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
      if (isWordSign(text.charCodeAt(at - 1)) || isWordSign(text.charCodeAt(at + name.length))) continue;
      if (!isPrefix(name, text.charAt(at + name.length), family)) found.push({ name, offset: at });
    }
  }
  if (found.length === 0) return [];
  const { syntax, names: { isKeyword } = {} } = languageFor(family);
  const code = syntax.isGuessed === true ? text : apart();
  const stands = standingIn(file, text, family, code);
  return found
    .sort((one, other) => one.offset - other.offset)
    .map((one) => ({ ...one, ...stands(one.offset) }))
    .filter((one) => one.stands !== "code" || isKeyword?.({ ...one, file, code }) !== true);
}

/** The word that an offset stands in or behind; empty where there is none. */
export function wordAt(text: string, offset: number, family: Family): string {
  const isWordSign = languageFor(family).names?.hasDollarInNames === true ? dollarSign : plainSign;
  let start = offset;
  while (start > 0 && isWordSign(text.charCodeAt(start - 1))) start--;
  let end = offset;
  while (end < text.length && isWordSign(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

// — below: private, in the order they are used —

/** Letters beyond ASCII are signs of words in every language here; what else is beyond it hardly ever touches a name. */
function plainSign(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit > 191
  );
}

function dollarSign(unit: number): boolean {
  return plainSign(unit) || unit === 36;
}

/** Letters that say how a string is meant, as in `f"…"`. */
function isPrefix(name: string, next: string, family: Family): boolean {
  if (next !== '"' && next !== "'") return false;
  return languageFor(family).names?.stringPrefix?.test(name) === true;
}

/** What no text has where a string stands. */
const stringSign = "\u0001";

function standingIn(
  file: string,
  text: string,
  family: Family,
  code: string,
): (offset: number) => Pick<Occurrence, "stands" | "isAnnotation" | "isLinked"> {
  // Of a language whose comments and strings are not known everything may be code.
  const { syntax, names = {} } = languageFor(family);
  if (syntax.isGuessed === true) {
    const isInComment = lineCommentsIn(file, text);
    return (offset) => ({ stands: isInComment(offset) ? "comment" : "code" });
  }
  const isInScript = markup.test(file) ? withinSpans(scriptsIn(text)) : undefined;
  return (offset) => {
    // Markup around scripts holds expressions, in attributes and in braces.
    if (isInScript?.(offset) === false)
      return { stands: pages.test(file) && !isInHandler(text, offset) ? "comment" : "code" };
    const sign = code.charAt(offset);
    if (sign === text.charAt(offset)) return { stands: "code" };
    if (sign !== stringSign)
      return names.isLinkedIn?.(text, offset) === true ? { stands: "code", isLinked: true } : { stands: "comment" };
    if (names.isCodeInString?.(text, offset) === true) return { stands: "code" };
    return { stands: "string", ...(names.isAnnotation?.(text, offset) === true ? { isAnnotation: true } : {}) };
  };
}

const markup = /\.(?:vue|svelte|astro|mdx|marko|riot|html?)$/;
/** Of a page only scripts and handlers are code. */
const pages = /\.html?$/;

function scriptsIn(text: string): OffsetSpan[] {
  const found: OffsetSpan[] = [];
  let reached = 0;
  for (const { 0: tag, index } of text.matchAll(/<script\b[^>]{0,500}>/gi)) {
    if (index < reached) continue;
    const start = index + tag.length;
    const end = text.indexOf("</script", start);
    reached = end < 0 ? text.length : end;
    found.push([start, reached]);
  }
  return found;
}

function isInHandler(text: string, offset: number): boolean {
  return /\son[a-z]{1,20}\s{0,5}=\s{0,5}(?:"[^"]{0,500}|'[^']{0,500})$/i.test(
    text.slice(Math.max(0, offset - 540), offset),
  );
}

// — How comments to the end of a line begin in languages whose texts are not masked —
// Invariant: a place is called a comment only where nothing else can begin so in its language.

const marks: readonly (readonly [ending: RegExp, mark: RegExp])[] = [
  [/\.(?:rb|rake|gemspec|ru|sh|bash|zsh|pl|pm|exs?|r|jl|nim|cr|tcl)$/i, /(?:^|\s)#(?!\{)/],
  [/\.(?:lua|elm|adb|ads|sql|vhdl?)$/i, /--/],
  [/\.hs$/i, /(?:^|[\s(])--+(?![!#$%&*+./<=>?@\\^|~:])/],
  [/\.(?:swift|dart|zig|v|sol|proto|hx|odin)$/i, /\/\//],
  [/\.php$/i, /\/\/|(?:^|\s)#(?!\[)/],
  [/\.(?:clj|cljs|cljc|el|lisp|scm|rkt)$/i, /;/],
  [/\.(?:erl|hrl|tex|m)$/i, /%/],
];

/** Of a language that is not listed: a sharp between blanks, or what begins a line. */
const usual = /(?:^|\s)#[ \t!]|^[ \t]*(?:\/\/|--[ \t])/;

/** A predicate for the offsets of a text; reads each line once if they come in order. */
function lineCommentsIn(file: string, text: string): (offset: number) => boolean {
  const mark = marks.find(([ending]) => ending.test(file))?.[1] ?? usual;
  let line = { start: 0, end: -1, commentFrom: Number.POSITIVE_INFINITY };
  return (offset) => {
    if (offset < line.start || offset > line.end) {
      const start = text.lastIndexOf("\n", offset - 1) + 1;
      const end = (text.indexOf("\n", offset) + 1 || text.length + 1) - 1;
      line = { start, end, commentFrom: start + commentFrom(text.slice(start, end), mark) };
    }
    return offset >= line.commentFrom;
  };
}

/** Where the comment of a line begins, behind its mark. */
function commentFrom(line: string, mark: RegExp): number {
  const match = mark.exec(line);
  // A quote that is still open before the mark begins a string that holds it.
  const isCode = (quote: string): boolean => line.slice(0, match?.index).split(quote).length % 2 === 1;
  return match !== null && ['"', "'", "`"].every(isCode) ? match.index + match[0].length : Number.POSITIVE_INFINITY;
}
