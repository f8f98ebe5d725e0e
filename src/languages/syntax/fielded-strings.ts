// Strings with fields, such as f-strings and templates: the expressions in the fields are code.
//
// Invariant: a string whose brackets or quotes are not closed in the right order is read as a plain string.

import type { PlainReading } from "./plain-prose.ts";
import { endOf } from "./stretch.ts";

/** One kind of such strings. */
export interface FieldedForm {
  /** The signs that open the string, and those that close it. */
  readonly begin: string;
  readonly quotes: string;
  /** Matches the text up to a field or to the closing quotes. */
  readonly text: RegExp;
  /** Matches the format, behind the colon of a field. */
  readonly format: RegExp;
  /** The brackets of a field. */
  readonly open: string;
  readonly close: string;
}

/** How a language writes fields, and the expressions in them; the patterns are sticky. */
export interface FieldDialect {
  /** The form of the string that begins at an offset, with its prefix. */
  readonly formAt: (text: string, at: number) => FieldedForm | undefined;
  /** Matches signs that neither open nor end anything. */
  readonly run: RegExp;
  readonly comment: RegExp;
  /** Matches a plain string that is closed. */
  readonly closedString: RegExp;
  /** Whether a sign outside of brackets ends an expression. */
  readonly isEnd: (sign: string, next: string) => boolean;
  /** Matches the conversion between an expression and its format. */
  readonly conversion?: RegExp;
}

/** Returns a reader of the string at an offset: it returns the end of the string, or undefined where no such string begins. */
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
  /** The end of the part, or the place where reading stopped. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Reads texts and fields in turn, from the opening quotes to the closing ones. */
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
