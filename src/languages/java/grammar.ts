// How texts of Java are split into tokens.

import type { Grammar } from "../syntax/grammar.ts";
import { literal, quotedCharacter, quotedOnLine } from "../syntax/grammar.ts";

export const javaGrammar: Grammar = {
  files: /\.java$/,
  literals: {
    start: /["']/,
    isLiteral: literal(String.raw`"""(?:\\[\s\S]|[^\\])*?"""`, `(?!""")${quotedOnLine}`, quotedCharacter),
  },
  comments: "slashes",
  // An escape may end a comment or a string.
  unusual: /\\u/,
  directives: [/@|noinspection|NON-NLS|CHECKSTYLE|NOSONAR|NOPMD/i],
};
