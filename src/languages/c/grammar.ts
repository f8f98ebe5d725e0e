// How texts of C and C++ are split into tokens.

import type { Grammar } from "../syntax/grammar.ts";
import { literal, quotedOnce, quotedTwice } from "../syntax/grammar.ts";

export const cGrammar: Grammar = {
  files: /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx)$/,
  literals: {
    start: /["'RuUL]/,
    rawStart: /(?:u8|[uUL])?R"/y,
    isLiteral: literal(
      String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"`,
      String.raw`(?:u8|[uUL])?(?:${quotedTwice}|${quotedOnce})`,
    ),
  },
  comments: "slashes",
  // A comment that the end of its line does not end, and other spellings of a backslash.
  // A path that looks like a comment, and code that asks for its own line.
  unusual: /\\\r?\n(?<=\/\/[^\n]*\n)|\?\?[/=]|%:|^[ \t]*#[ \t]*include[ \t]*<[^>\n\r\u2028\u2029]*\/[/*]|\b__LINE__\b/m,
  joinsLines: true,
  // Digits may be parted by a quote.
  number: /\d(?:'?[\w.])*/y,
  heedsBlanks: true,
  hasPreprocessor: true,
  directives: [
    /IWYU|lint\b|clang-|fall.{0,3}thr|^\/\/[/!]|^\/\*[*!]|^\/\*[\s\S]*\/\*|expected-|\bRUN:|CHECK|NOSONAR|pragma/i,
  ],
};
