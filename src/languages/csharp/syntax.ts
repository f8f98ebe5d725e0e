// Comments and strings of C#.

import type { FieldedForm } from "../syntax/fielded-strings.ts";
import { fieldedStrings } from "../syntax/fielded-strings.ts";
import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

// — Interpolated strings —

/** The signs before the quotes say whether there are fields, and in raw strings how many braces enclose one. */
function formAt(text: string, at: number): FieldedForm | undefined {
  const before = text.slice(Math.max(0, at - mostSigns), at);
  if (text.startsWith('@"', at)) return before.endsWith("$") ? { ...verbatim, begin: '@"' } : undefined;
  if (text.charAt(at) !== '"' || !/\$@?$|@\$$/.test(before)) return undefined;
  if (before.endsWith("@$")) return verbatim;
  const dollars = /(?<!\$)\$+$/.exec(before)?.[0].length ?? 0;
  const quotes = /^"*/.exec(text.slice(at, at + mostSigns))?.[0] ?? "";
  if (quotes.length < 3) return dollars === 1 ? regular : undefined;
  return rawForm(dollars, quotes);
}

/** Longer rows of quotes and dollar signs are not written. */
const mostSigns = 12;

const hole = { quotes: '"', open: "{", close: "}" };
const regular: FieldedForm = { ...hole, begin: '"', text: /(?:\\[\s\S]|\{\{|[^"\\{\n])*/y, format: /[^{}"\n]*/y };
const verbatim: FieldedForm = { ...hole, begin: '"', text: /(?:""|\{\{|[^"{])*/y, format: /[^{}"]*/y };

const rawForms = new Map<string, FieldedForm>();

function rawForm(dollars: number, quotes: string): FieldedForm {
  const key = `${dollars}${quotes}`;
  const known = rawForms.get(key);
  if (known !== undefined) return known;
  const fewer = dollars === 1 ? "" : String.raw`|\{{1,${dollars - 1}}(?!\{)`;
  const text = new RegExp(String.raw`(?:[^{"]|(?!${quotes})"|\{(?=\{{${dollars}})${fewer})*`, "y");
  const [open, close] = ["{".repeat(dollars), "}".repeat(dollars)];
  const form = { begin: quotes, quotes, text, format: /[^{}"]*/y, open, close };
  rawForms.set(key, form);
  return form;
}

const interpolatedStringAt = fieldedStrings({
  formAt,
  run: /[^"'@/()[\]{}:]*/y,
  comment: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  closedString: /@"(?:""|[^"])*"|("{3,12})(?!")[\s\S]*?\1|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[^'\n]+|\\'|[^'\\\n])'/y,
  isEnd: (sign) => ":}".includes(sign),
});

// — All comments and strings —

/** Closed by as many quotes as it begins with. */
const raw = String.raw`("{3,})[\s\S]*?(?:\1(?!")|$)`;

export const csharpSyntax = plainSyntax({
  prose: sticky(slashes, '@"(?:""|[^"])*"?', raw, doubleQuoted, character),
  codeRun: /[^"'/@]*/y,
  stringWithCode: interpolatedStringAt,
});
