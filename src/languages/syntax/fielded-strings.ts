// Strings that hold fields: the expressions in their braces are code.
//
// Invariant: only what is closed in the right order is read this way; anything else stays a plain string.

import type { PlainReading } from "./plain-prose.ts";
import { endOf } from "./stretch.ts";

/** A kind of quotes, and what may stand between them. */
export interface FieldedForm {
  /** What the string begins with, and what it ends with. */
  readonly begin: string;
  readonly quotes: string;
  /** Up to a field or to the quotes that close the string. */
  readonly text: RegExp;
  /** Behind the colon of a field. */
  readonly format: RegExp;
  /** Around a field. */
  readonly open: string;
  readonly close: string;
}

/** How a language writes fields, and the expressions in them; the patterns are sticky. */
export interface FieldDialect {
  /** The form of the string whose quotes begin at an offset, or the sign before them that is part of them. */
  readonly formAt: (text: string, at: number) => FieldedForm | undefined;
  /** Signs that mean nothing here. */
  readonly run: RegExp;
  readonly comment: RegExp;
  /** Of plain strings, which have to be closed. */
  readonly closedString: RegExp;
  /** Whether an expression ends before a sign outside of its brackets. */
  readonly isEnd: (sign: string, next: string) => boolean;
  /** What stands between an expression and the colon of its format. */
  readonly conversion?: RegExp;
}

/** Reads the string that begins at an offset up to its end; undefined where none does, and nothing is found then. */
export function fieldedStrings(dialect: FieldDialect): (reading: PlainReading, at: number) => number | undefined {
  return (reading, at) => fieldedStringAt(dialect, reading, at);
}

// — below: private, in the order they are used —

function fieldedStringAt(dialect: FieldDialect, reading: PlainReading, at: number): number | undefined {
  const { text, prose } = reading;
  const form = dialect.formAt(text, at);
  if (form === undefined || reading.left <= 0 || reading.depth > 40) return undefined;
  const found = prose.length;
  reading.depth++;
  const { end, isClosed } = readParts(dialect, reading, form, at);
  reading.depth--;
  if (isClosed) return end;
  reading.left -= end - at;
  prose.length = found;
  return undefined;
}

interface Part {
  /** Behind it, or where it could not be read any further. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Texts and fields by turns, from the quotes at an offset up to those that close them. */
function readParts(dialect: FieldDialect, reading: PlainReading, form: FieldedForm, from: number): Part {
  const { text, prose } = reading;
  const { begin, quotes, open } = form;
  let start = from;
  let at = from + begin.length;
  for (;;) {
    at = endOf(form.text, text, at);
    if (text.startsWith(quotes, at)) {
      const end = at + quotes.length;
      prose.push({ start, end, kind: "string" });
      return { end, isClosed: true };
    }
    if (!text.startsWith(open, at)) return { end: at, isClosed: false };
    prose.push({ start, end: at + open.length, kind: "string" });
    const field = readField(dialect, reading, form, at + open.length);
    if (!field.isClosed) return field;
    start = field.codeEnd;
    at = field.end;
  }
}

interface Field extends Part {
  /** Where the code in it ends: before a conversion, a format or the brace. */
  readonly codeEnd: number;
}

/** From behind a brace up to the one that closes it. */
function readField(dialect: FieldDialect, reading: PlainReading, form: FieldedForm, from: number): Field {
  const { text, prose } = reading;
  const expression = readExpression(dialect, reading, from);
  let codeEnd = expression.end;
  if (!expression.isClosed || reading.depth > 40) return { codeEnd, end: codeEnd, isClosed: false };
  let at = dialect.conversion === undefined ? codeEnd : endOf(dialect.conversion, text, codeEnd);
  if (text.charAt(at) === ":") {
    at = endOf(form.format, text, at + 1);
    while (text.charAt(at) === "{") {
      prose.push({ start: codeEnd, end: at + 1, kind: "string" });
      reading.depth++;
      const field = readField(dialect, reading, form, at + 1);
      reading.depth--;
      if (!field.isClosed) return field;
      codeEnd = field.codeEnd;
      at = endOf(form.format, text, field.end);
    }
  }
  const isClosed = text.startsWith(form.close, at);
  return { codeEnd, end: isClosed ? at + form.close.length : at, isClosed };
}

/** Up to the sign behind an expression: outside of its own brackets, that is a brace, a colon or a conversion. */
function readExpression(dialect: FieldDialect, reading: PlainReading, from: number): Part {
  const { text, prose } = reading;
  const { run, comment, isEnd } = dialect;
  const open: string[] = [];
  let at = from;
  for (;;) {
    at = endOf(run, text, at);
    const sign = text.charAt(at);
    const closing = closings[sign];
    const commentEnd = endOf(comment, text, at);
    if (sign === "") return { end: at, isClosed: false };
    if (commentEnd > at) {
      prose.push({ start: at, end: commentEnd, kind: "comment" });
      at = commentEnd;
    } else if (sign === '"' || sign === "'" || text.startsWith('@"', at)) {
      const end = readString(dialect, reading, at);
      if (end === at) return { end: at, isClosed: false };
      at = end;
    } else if (open.length === 0 && isEnd(sign, text.charAt(at + 1))) {
      return { end: at, isClosed: true };
    } else {
      if (closing !== undefined) open.push(closing);
      else if (")]}".includes(sign) && open.pop() !== sign) return { end: at, isClosed: false };
      at++;
    }
  }
}

const closings: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function readString(dialect: FieldDialect, reading: PlainReading, at: number): number {
  const behind = fieldedStringAt(dialect, reading, at);
  if (behind !== undefined) return behind;
  const end = endOf(dialect.closedString, reading.text, at);
  if (end > at) reading.prose.push({ start: at, end, kind: "string" });
  return end;
}
