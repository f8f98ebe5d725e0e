// How texts of Python are split into tokens.

import type { Grammar } from "../syntax/grammar.ts";
import { literal, quotedOnce, quotedThrice, quotedTwice } from "../syntax/grammar.ts";

export const pythonGrammar: Grammar = {
  files: /\.pyi?$/,
  literals: {
    start: /["'rRbBuUfFtT]/,
    isLiteral: literal(String.raw`[rRbBuUfFtT]{0,2}(?:${quotedThrice}|${quotedTwice}|${quotedOnce})`),
  },
  comments: "hash",
  hasShebang: true,
  joinsLines: true,
  isIndented: true,
  isCertain,
  directives: [/(?:^|#)\s*[\w.-]+\s*[:=]/, /noqa|nosec|nolint|pragma|coding[:=]|\bignore\b/i],
  isDirective: (file, comment) => /(?:^|\/)[^/]*\.pyi$/.test(file) && /#\s*[^\s#:=]*[:=]/.test(comment),
};

// — below: private, in the order they are used —

/** A field of an f-string may contain the quotes of the string, which Python before 3.12 reads as the end of the string. */
function isCertain(text: string): boolean {
  const prefix = /^[A-Za-z]*/.exec(text)?.[0] ?? "";
  if (!/[ft]/i.test(prefix)) return true;
  let depth = 0;
  for (const brace of text.replaceAll(/\{\{|\}\}/g, "").match(/[{}]/g) ?? []) depth += brace === "{" ? 1 : -1;
  return depth === 0;
}
