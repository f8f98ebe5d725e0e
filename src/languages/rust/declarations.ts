// Declarations and statements of Rust.

import type { DeclarationRules } from "../declarations/rules.ts";
import { everywhere } from "../declarations/statement-words.ts";

export const rustDeclarationRules: DeclarationRules = {
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
