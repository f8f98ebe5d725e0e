// Declarations and statements of Python.

import type { DeclarationRules } from "../declarations/rules.ts";
import { everywhere } from "../declarations/statement-words.ts";

export const pythonDeclarationRules: DeclarationRules = {
  lineComment: /^#(?!!|.*coding[:=])/,
  statementWords: [
    ...[...everywhere, "if", "with", "try", "def", "class", "raise", "import", "from", "pass", "del"],
    ...["global", "nonlocal", "assert", "async", "@.*"],
  ],
  carriedOn: { behind: /(?!)/, before: /(?!)/ },
  handsOn: /^from[ \t]+[\w.]+[ \t]+import\b/m,
};
