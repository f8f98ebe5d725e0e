// The rules by which declarations and statements of Python are recognised.

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
  // Never matched: as `isIndented`, a line goes on only after a backslash. Without this field no line end would count.
  carriedOn: { behind: /(?!)/, before: /(?!)/ },
  handsOn: /^from[ \t]+[\p{L}\p{N}_.]+[ \t]+import\b/mu,
};

// — below: private, in the order they are used —

/** Whether a line declares the encoding of the file, which only its first two lines can do. */
function namesEncoding(text: string, lineStart: number): boolean {
  return (
    /^[ \t\f]*#.*coding[:=]/.test(text.slice(lineStart, lineStart + 200)) && !/\n.*\n/.test(text.slice(0, lineStart))
  );
}
