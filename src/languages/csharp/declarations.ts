// Declarations and statements of C#.

import type { DeclarationRules } from "../declarations/rules.ts";
import { inBraces } from "../declarations/statement-words.ts";

export const csharpDeclarationRules: DeclarationRules = {
  lineComment: /^\/\//,
  statementWords: [...inBraces, "var", "using"],
};
