// Formatted strings and template strings of Python.

import type { FieldedForm } from "../syntax/fielded-strings.ts";
import { fieldedStrings } from "../syntax/fielded-strings.ts";

const formattedPrefix = /(?<![\p{L}\p{N}_])(?:[ft]r?|r[ft])$/iu;

function formAt(text: string, at: number): FieldedForm | undefined {
  const prefix = formattedPrefix.exec(text.slice(Math.max(0, at - 3), at))?.[0];
  if (prefix === undefined) return undefined;
  const quote = text.charAt(at);
  const quotes = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  return forms.get(/r/i.test(prefix) ? `r${quotes}` : quotes);
}

const forms: ReadonlyMap<string, FieldedForm> = new Map(
  ['"', "'", '"""', "'''"].flatMap((quotes) => {
    const sign = quotes.length === 1 ? `${quotes}\\n` : "";
    const ahead = quotes.length === 1 ? "" : `(?!${quotes})`;
    const text = String.raw`\\(?:\r\n|[^{}])|\\|\{\{|${ahead}[^\\{${sign}]`;
    const format = new RegExp(`(?:${ahead}[^{}${sign}])*`, "y");
    const form = { begin: quotes, quotes, format, open: "{", close: "}" };
    return [
      [quotes, { ...form, text: new RegExp(String.raw`(?:\\N\{[^{}\n]*\}|${text})*`, "y") }],
      [`r${quotes}`, { ...form, text: new RegExp(`(?:${text})*`, "y") }],
    ] as const;
  }),
);

export const formattedStringAt = fieldedStrings({
  formAt,
  run: /[^"'#()[\]{}:!]*/y,
  comment: /#[^\n]*/y,
  closedString:
    /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y,
  isEnd: (sign, next) => ":}".includes(sign) || (sign === "!" && next !== "="),
  conversion: /(?:![\p{L}\p{N}_]+\s*)?/uy,
});
