// Declarations and statements of C and C++.

import type { DeclarationRules } from "../declarations/rules.ts";
import { inBraces } from "../declarations/statement-words.ts";

export const cDeclarationRules: DeclarationRules = {
  lineComment: /^\/\//,
  makesBody: /^\[/,
  statementWords: [...inBraces, "goto"],
};
