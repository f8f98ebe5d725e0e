// How texts of Rust are split into tokens.

import type { Grammar } from "../syntax/grammar.ts";
import { literal, quotedCharacter } from "../syntax/grammar.ts";

export const rustGrammar: Grammar = {
  files: /\.rs$/,
  literals: {
    start: /["'rbc]/,
    rawStart: /[bc]?r#*"/y,
    isLiteral: literal(
      String.raw`[bc]?r(#*)"[\s\S]*?"\1`,
      String.raw`[bc]?"(?:\\[\s\S]|[^"\\])*"`,
      `b?${quotedCharacter}`,
    ),
  },
  comments: "nested slashes",
  marksNames: true,
  heedsBlanks: true,
  // What documents is an attribute of what follows it.
  directives: [/^\/\/\/(?!\/)|^\/\/!|^\/\*\*(?![*/])|^\/\*!/],
};
