// How texts of Go are split into tokens.

import type { Grammar } from "../syntax/grammar.ts";
import { literal, quotedCharacter, quotedOnLine } from "../syntax/grammar.ts";

export const goGrammar: Grammar = {
  files: /\.go$/,
  literals: { start: /["'`]/, isLiteral: literal("`[^`]*`", quotedOnLine, quotedCharacter) },
  comments: "slashes",
  // The comment before such an import is a program in C.
  unusual: /^(?=([^\n\r\u2028\u2029]*?\bimport\b))\1[^\n\r\u2028\u2029]*"C"|^[ \t]*"C"[ \t]*$/m,
  directives: [
    /^\/\/(?:[a-z0-9]+:|[a-z]+\b)|^\/\*line|^\/[/*]\s*\+build/,
    /Code generated|(?:unordered )?output:|deprecated:|lint:|#nosec/i,
  ],
};
