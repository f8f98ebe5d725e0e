// Declarations and statements of C#.

import type { DeclarationRules } from "../declarations/rules.ts";
import { inBraces } from "../declarations/statement-words.ts";
import { behindGroup } from "../syntax/brackets.ts";

export const csharpDeclarationRules: DeclarationRules = {
  hasBareBranches: true,
  arrows: ["=>"],
  hasShortBodies: true,
  attributeEnd: ({ code }, at) => (code.charAt(at) === "[" ? behindGroup(code, at) : undefined),
  lineComment: /^\/\//,
  statementWords: [...inBraces, "var", "using"],
};
