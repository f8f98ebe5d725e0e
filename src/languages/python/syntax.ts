// Comments and strings of Python.

import { doubleQuoted, plainSyntax, sharp, singleQuoted, sticky } from "../syntax/plain-prose.ts";
import type { FieldedForm } from "../syntax/fielded-strings.ts";
import { fieldedStrings } from "../syntax/fielded-strings.ts";
import { proseBy } from "../syntax/prose.ts";

// — Formatted strings and template strings —

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

const formattedStringAt = fieldedStrings({
  formAt,
  run: /[^"'#()[\]{}:!]*/y,
  comment: /#[^\n]*/y,
  closedString:
    /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y,
  isEnd: (sign, next) => ":}".includes(sign) || (sign === "!" && next !== "="),
  conversion: /(?:![\p{L}\p{N}_]+\s*)?/uy,
});

// — All comments and strings —

/** A backslash keeps quotes from closing a string. */
const tripled = [`"`, `'`].map(
  (sign) => String.raw`${sign}{3}[^${sign}\\]*(?:(?:\\[\s\S]|${sign}(?!${sign}{2}))[^${sign}\\]*)*(?:${sign}{3}|\\?$)`,
);

export const pythonSyntax = plainSyntax({
  prose: sticky(sharp, ...tripled, doubleQuoted, singleQuoted),
  codeRun: /[^"'#]*/y,
  stringWithCode: formattedStringAt,
});

/** Tells of an offset whether it lies within a string of a text of Python, the expressions in formatted strings included. */
export function stringsOfPython(text: string): (at: number) => boolean {
  const strings: { readonly start: number; readonly end: number }[] = [];
  const open: number[] = [];
  for (const { start: begun, end, kind } of proseBy(pythonSyntax, text)) {
    if (kind !== "string") continue;
    const isBehindField = "}!:".includes(text.charAt(begun));
    const start = isBehindField ? (open.pop() ?? begun) : begun;
    // What stood in its fields is within it.
    while ((strings.at(-1)?.start ?? -1) >= start) strings.pop();
    strings.push({ start, end });
    if (text.charAt(end - 1) === "{") open.push(start);
  }
  return (at) => {
    let [low, high] = [0, strings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((strings[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (strings[low]?.start ?? at) < at;
  };
}
