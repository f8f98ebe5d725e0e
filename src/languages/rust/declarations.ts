// Declarations and statements of Rust.

import type { DeclarationRules } from "../declarations/rules.ts";
import { everywhere } from "../declarations/statement-words.ts";
import { behindGroup } from "../syntax/brackets.ts";

export const rustDeclarationRules: DeclarationRules = {
  hasFieldItems: true,
  // `#![…]` speaks of what it stands in.
  attributeEnd: ({ code }, at) => (code.startsWith("#[", at) ? behindGroup(code, at + 1) : undefined),
  beforeOtherBraces: /[<=,?|&[]$/,
  lineComment: /^\/\/(?!!)/,
  statementWords: [
    ...everywhere,
    "let",
    "use",
    "fn",
    "struct",
    "enum",
    "impl",
    "mod",
    "trait",
    "type",
    "static",
    "pub",
  ],
  handsOn: /^[ \t]*pub(?:\([^()]*\))?[ \t]+use\b/m,
};
