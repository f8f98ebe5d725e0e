// Declarations and statements of Java and its like.

import type { DeclarationRules } from "../declarations/rules.ts";
import { carriedOnBySigns, everywhere } from "../declarations/statement-words.ts";

export const javaDeclarationRules: DeclarationRules = {
  hasBareBranches: true,
  endsConstants: true,
  arrows: ["=>", "->"],
  assignedBody: "anywhere",
  beforeTypeBraces: /\bdefault$/,
  lineComment: /^\/\//,
  statementWords: [...everywhere, "do", "val", "var"],
  carriedOn: carriedOnBySigns,
};
