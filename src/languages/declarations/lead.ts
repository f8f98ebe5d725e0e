// What stands before a declaration and belongs to it: comments right above it, decorators, attributes.
//
// Invariant: nothing is taken that a blank line, or a line with other code, parts from the declaration, nor a comment
// that is indented as part of what stands above.

import { languageFor } from "../table.ts";
import { rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { behindGroup, openingOf } from "../syntax/brackets.ts";
import { indentAt, lineEnd, lineStart, trimmedEnd, trimmedStart } from "../syntax/lines.ts";

/** One piece of it, from the sign it begins with to the one it ends with. */
export interface LeadPart {
  readonly kind: "comment" | "attribute";
  readonly start: number;
  readonly end: number;
}

/** Behind the decorators, attributes and comments that a range begins with, not beyond `to`. */
export function behindLead(source: Source, from: number, to: number): number {
  const { code } = source;
  let at = trimmedStart(code, from, to);
  for (;;) {
    const end = attributeEnd(source, at);
    if (end === undefined || end > to) return at;
    at = trimmedStart(code, end, to);
  }
}

/** The pieces right above an offset, in the order of the text; the offset must be the first on its line. */
export function leadAbove(source: Source, at: number): LeadPart[] {
  const { text } = source;
  const found: LeadPart[] = [];
  for (let here = lineStart(text, at); here > 0; ) {
    const end = here - (text.startsWith("\r\n", here - 2) ? 2 : 1);
    const part = commentEndingAt(source, end) ?? attributeEndingAt(source, end);
    if (part === undefined || (part.kind === "comment" && isOfOthers(source, part.start, at))) break;
    found.unshift(part);
    here = lineStart(text, part.start);
  }
  return found;
}

/** The pieces of a range that holds nothing else. */
export function leadParts(source: Source, from: number, to: number): LeadPart[] {
  const { text, code } = source;
  const parts: LeadPart[] = [];
  let at = from;
  while (at < to) {
    at = trimmedStart(text, at, to);
    if (at >= to) break;
    const attribute = code.charAt(at) === text.charAt(at) ? attributeEnd(source, at) : undefined;
    const end = Math.min(to, attribute ?? commentEnd(source, at));
    parts.push({ kind: attribute === undefined ? "comment" : "attribute", start: at, end });
    at = end;
  }
  return parts;
}

// — below: private, in the order they are used —

/** A comment that is indented deeper ends the body above; in Python the indentation says whose it is. */
function isOfOthers(source: Source, comment: number, declared: number): boolean {
  const { text } = source;
  const [its, own] = [indentAt(text, comment), indentAt(text, declared)];
  return rulesOf(source).isIndented === true ? its !== own : its.length > own.length;
}

/** Where an attribute ends that begins at an offset of code. */
function attributeEnd(source: Source, at: number): number | undefined {
  const { attributeEnd: ofLanguage } = rulesOf(source);
  return ofLanguage === undefined ? decoratorEnd(source.code, at) : ofLanguage(source, at);
}

function decoratorEnd(code: string, at: number): number | undefined {
  if (code.charAt(at) !== "@" || code.startsWith("@interface", at)) return undefined;
  // Behind a blank, angles begin the declaration of a generic method.
  const name = /^@(?:\w+:)?[\p{L}\p{N}_$.]*(?:<[^<>()]*>)?\s*/u.exec(code.slice(at, at + 400))?.[0] ?? "@";
  const open = at + name.length;
  return code.charAt(open) === "(" ? behindGroup(code, open) : at + name.trimEnd().length;
}

/** What marks a line as a comment, besides blocks, where nothing is known of the language. */
const anyLineComment = /^(?:\/\/|#(?!!|\[)|--|;|%)/;

/** A comment of its own line or lines whose last sign stands before `end`, the end of a line. */
function commentEndingAt(source: Source, end: number): LeadPart | undefined {
  const { text, code } = source;
  const { lineComment = anyLineComment, hasNoBlockComments } = rulesOf(source);
  const start = lineStart(text, end);
  const line = text.slice(start, end);
  const isBare = code.slice(start, end).trim() === "" || languageFor(source.family).syntax.isGuessed === true;
  if (line.trim() === "" || !isBare) return undefined;
  const from = start + (line.length - line.trimStart().length);
  const stop = start + line.trimEnd().length;
  if (rulesOf(source).isOfFile?.(text, start) === true) return undefined;
  if (lineComment.test(line.trim())) return { kind: "comment", start: from, end: stop };
  if (hasNoBlockComments === true || !line.trimEnd().endsWith("*/")) return undefined;
  const open = blockStart(source, stop);
  const isAlone = open >= 0 && text.slice(lineStart(text, open), open).trim() === "";
  // What describes a whole file, or inner things, belongs to no declaration.
  const isOfFile = /^\/\*(?:!|\s*(?:eslint(?!-disable-next-line)|tslint(?!:disable-next-line)|global|jshint)\b)/.test(
    text.slice(open, open + 40),
  );
  const isComment = isAlone && !isOfFile && code.slice(open, stop).trim() === "";
  return isComment ? { kind: "comment", start: open, end: stop } : undefined;
}

/** Where the block comment begins that ends at an offset: it may hold the signs that begin one. */
function blockStart({ text, code }: Pick<Source, "text" | "code">, stop: number): number {
  const region = trimmedEnd(code, stop);
  const last = text.lastIndexOf("/*", stop - 2);
  // The inside of a template is blank as well.
  if (code.charAt(region - 1) === "`") return last;
  for (let at = region; at < last; ) {
    const [found = ""] = blankOrComment.exec(text.slice(at, stop)) ?? [];
    if (found === "" || (at + found.length === stop && found.startsWith("/*"))) return found === "" ? last : at;
    at += found.length;
  }
  return last;
}

const blankOrComment = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/;

function attributeEndingAt(source: Source, end: number): LeadPart | undefined {
  const { code, text } = source;
  const stop = trimmedEnd(code, end, lineStart(code, end));
  if (stop === lineStart(code, end)) return undefined;
  const last = code.charAt(stop - 1);
  const open = last === ")" || last === "]" ? openingOf(code, stop - 1) : undefined;
  const start = lineStart(text, open ?? stop - 1);
  const from = trimmedStart(code, start, stop);
  // Several may stand in a row.
  for (let at = from; ; ) {
    const behind = attributeEnd(source, at);
    if (behind === undefined || behind > stop) return undefined;
    if (behind === stop) return { kind: "attribute", start: from, end: stop };
    at = trimmedStart(code, behind, stop);
  }
}

function commentEnd({ text }: Source, at: number): number {
  if (!text.startsWith("/*", at)) return lineEnd(text, at);
  const close = text.indexOf("*/", at + 2);
  return close < 0 ? text.length : close + 2;
}
