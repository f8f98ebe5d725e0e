// Declarations and statements of Python.

import type { DeclarationRules } from "../declarations/rules.ts";
import { everywhere } from "../declarations/statement-words.ts";
import { trimmedEnd } from "../syntax/lines.ts";
import { logicalEnd } from "./statements.ts";

export const pythonDeclarationRules: DeclarationRules = {
  isIndented: true,
  hasNoBlockComments: true,
  hasDocStrings: true,
  pairsNames: true,
  attributeEnd: (source, at) => {
    const { code } = source;
    return code.charAt(at) === "@" ? trimmedEnd(code, logicalEnd(source, at) ?? code.length, at) : undefined;
  },
  isSettingStatement: (code) => !/\blambda\b/.test(code),
  handsOnIn: /^__init__\.py$/,
  lineComment: /^#(?!!)/,
  isOfFile: namesEncoding,
  statementWords: [
    ...[...everywhere, "if", "with", "try", "def", "class", "raise", "import", "from", "pass", "del"],
    ...["global", "nonlocal", "assert", "async", "@.*"],
  ],
  carriedOn: { behind: /(?!)/, before: /(?!)/ },
  handsOn: /^from[ \t]+[\p{L}\p{N}_.]+[ \t]+import\b/mu,
};

// — below: private, in the order they are used —

/** The encoding of a file is named in one of its first two lines. */
function namesEncoding(text: string, lineStart: number): boolean {
  return (
    /^[ \t\f]*#.*coding[:=]/.test(text.slice(lineStart, lineStart + 200)) && !/\n.*\n/.test(text.slice(0, lineStart))
  );
}
