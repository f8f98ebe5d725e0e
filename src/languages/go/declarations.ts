// Declarations and statements of Go.

import type { DeclarationRules } from "../declarations/rules.ts";
import { everywhere } from "../declarations/statement-words.ts";

export const goDeclarationRules: DeclarationRules = {
  hasGroups: true,
  pairsNames: true,
  attributeEnd: () => undefined,
  beforeTypeBraces: /\b(?:struct|interface)$/,
  betweenTypeAndBraces: /^\s*(?:\[.*\]\s*)?(?:=\s*)?(?:struct|interface)\s*$/s,
  isEndedByValue: (head) => !/^func\b/.test(head),
  isSettingStatement: () => true,
  lineComment: /^\/\/(?!go:build\b|\s*\+build\b)/,
  makesBody: /^func\b/,
  statementWords: [
    ...[...everywhere, "if", "switch", "select", "go", "defer", "var", "const", "type", "goto"],
    ...["fallthrough", "package", "import"],
  ],
  carriedOn: { behind: /(?:[=*/%&|,<>.!^([{:]|(?<!\+)\+|(?<!-)-)$/, before: /(?!)/ },
};
