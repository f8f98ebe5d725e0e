// Formatted strings and template strings of Python: the expressions in their braces are code.
//
// Invariant: only what is closed in the right order is read this way; anything else stays a plain string.

import type { PlainReading } from "../syntax/plain-prose.ts";
import { endOf } from "../syntax/stretch.ts";

/** Where the formatted string ends whose quotes begin at an offset; undefined where none does, and nothing is found then. */
export function formattedStringAt(reading: PlainReading, at: number): number | undefined {
  const { text, prose } = reading;
  const form = formAt(text, at);
  if (form === undefined || reading.left <= 0 || reading.depth > 40) return undefined;
  const found = prose.length;
  reading.depth++;
  const { end, isClosed } = readParts(reading, form, at);
  reading.depth--;
  if (isClosed) return end;
  reading.left -= end - at;
  prose.length = found;
  return undefined;
}

// — below: private, in the order they are used —

/** A kind of quotes, and what may stand between them. */
interface Form {
  readonly quotes: string;
  /** Up to a field or to the quotes that close the string. */
  readonly text: RegExp;
  /** Behind the colon of a field. */
  readonly format: RegExp;
}

const formattedPrefix = /(?<![\p{L}\p{N}_])(?:[ft]r?|r[ft])$/iu;

function formAt(text: string, at: number): Form | undefined {
  const prefix = formattedPrefix.exec(text.slice(Math.max(0, at - 3), at))?.[0];
  if (prefix === undefined) return undefined;
  const quote = text.charAt(at);
  const quotes = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  return forms.get(/r/i.test(prefix) ? `r${quotes}` : quotes);
}

const forms: ReadonlyMap<string, Form> = new Map(
  ['"', "'", '"""', "'''"].flatMap((quotes) => {
    const sign = quotes.length === 1 ? `${quotes}\\n` : "";
    const ahead = quotes.length === 1 ? "" : `(?!${quotes})`;
    const text = String.raw`\\(?:\r\n|[^{}])|\\|\{\{|${ahead}[^\\{${sign}]`;
    const format = new RegExp(`(?:${ahead}[^{}${sign}])*`, "y");
    return [
      [quotes, { quotes, text: new RegExp(String.raw`(?:\\N\{[^{}\n]*\}|${text})*`, "y"), format }],
      [`r${quotes}`, { quotes, text: new RegExp(`(?:${text})*`, "y"), format }],
    ] as const;
  }),
);

interface Part {
  /** Behind it, or where it could not be read any further. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Texts and fields by turns, from the quotes at an offset up to those that close them. */
function readParts(reading: PlainReading, form: Form, from: number): Part {
  const { text, prose } = reading;
  const { quotes } = form;
  let start = from;
  let at = from + quotes.length;
  for (;;) {
    at = endOf(form.text, text, at);
    if (text.startsWith(quotes, at)) {
      const end = at + quotes.length;
      prose.push({ start, end, kind: "string" });
      return { end, isClosed: true };
    }
    if (text.charAt(at) !== "{") return { end: at, isClosed: false };
    prose.push({ start, end: at + 1, kind: "string" });
    const field = readField(reading, form, at + 1);
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
function readField(reading: PlainReading, form: Form, from: number): Field {
  const { text, prose } = reading;
  const expression = readExpression(reading, from);
  let codeEnd = expression.end;
  if (!expression.isClosed || reading.depth > 40) return { codeEnd, end: codeEnd, isClosed: false };
  let at = endOf(conversion, text, codeEnd);
  if (text.charAt(at) === ":") {
    at = endOf(form.format, text, at + 1);
    while (text.charAt(at) === "{") {
      prose.push({ start: codeEnd, end: at + 1, kind: "string" });
      reading.depth++;
      const field = readField(reading, form, at + 1);
      reading.depth--;
      if (!field.isClosed) return field;
      codeEnd = field.codeEnd;
      at = endOf(form.format, text, field.end);
    }
  }
  return text.charAt(at) === "}" ? { codeEnd, end: at + 1, isClosed: true } : { codeEnd, end: at, isClosed: false };
}

const conversion = /(?:![\p{L}\p{N}_]+\s*)?/uy;

/** Up to the sign behind an expression: outside of its own brackets, that is a brace, a colon or a conversion. */
function readExpression(reading: PlainReading, from: number): Part {
  const { text, prose } = reading;
  const open: string[] = [];
  let at = from;
  for (;;) {
    at = endOf(expressionRun, text, at);
    const sign = text.charAt(at);
    const closing = closings[sign];
    if (sign === "") return { end: at, isClosed: false };
    if (sign === "#") {
      const end = endOf(comment, text, at);
      prose.push({ start: at, end, kind: "comment" });
      at = end;
    } else if (sign === '"' || sign === "'") {
      const end = readString(reading, at);
      if (end === at) return { end: at, isClosed: false };
      at = end;
    } else if (open.length === 0 && (":}".includes(sign) || (sign === "!" && text.charAt(at + 1) !== "="))) {
      return { end: at, isClosed: true };
    } else {
      if (closing !== undefined) open.push(closing);
      else if (")]}".includes(sign) && open.pop() !== sign) return { end: at, isClosed: false };
      at++;
    }
  }
}

const expressionRun = /[^"'#()[\]{}:!]*/y;
const comment = /#[^\n]*/y;
const closings: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** Of plain strings in an expression, which have to be closed. */
const closedString =
  /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y;

function readString(reading: PlainReading, at: number): number {
  const formattedEnd = formattedStringAt(reading, at);
  if (formattedEnd !== undefined) return formattedEnd;
  const end = endOf(closedString, reading.text, at);
  if (end > at) reading.prose.push({ start: at, end, kind: "string" });
  return end;
}
