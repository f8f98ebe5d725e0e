// How texts of JavaScript and TypeScript are split into tokens.

import type { Grammar } from "../syntax/grammar.ts";
import { literal, quotedOnce, quotedTwice } from "../syntax/grammar.ts";

const common = {
  literals: { start: /["']/, isLiteral: literal(quotedTwice, quotedOnce) },
  comments: "slashes",
  unusual: /<!--/,
  hasShebang: true,
  templates: "with elements",
  directives: [
    // Triple-slash directives, tags with `@`, and comments that linters and coverage tools obey.
    /^\/\/\/|@|^\/\*[#!]|<reference|source(?:Mapping)?URL/i,
    /^\/[/*]\s*(?:[a-z]+[-:]|eslint|tslint|biome|oxlint|deno|istanbul|c8|v8|jshint|jslint|globals?|exported|flow)\b/i,
  ],
} satisfies Partial<Grammar>;

export const scriptGrammars: readonly Grammar[] = [
  { ...common, files: /\.[cm]?ts$/, templates: "without elements" },
  { ...common, files: /\.tsx$/ },
  {
    ...common,
    files: /\.[cm]?jsx?$/,
    unusual: /<!--|^[ \t]*-->/m,
    // In JavaScript the types are written in documentation comments.
    isDirective: (_, comment) => comment.startsWith("/**"),
  },
];
