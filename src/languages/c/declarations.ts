// Declarations and statements of C and C++.

import type { DeclarationRules } from "../declarations/rules.ts";
import { inBraces } from "../declarations/statement-words.ts";
import { behindGroup } from "../syntax/brackets.ts";
import { hasWordsBeforeInC, hasWordsBehindInC, withTemplate } from "./head.ts";

export const cDeclarationRules: DeclarationRules = {
  hasBareBranches: true,
  hasAttributesOnLine: true,
  hasBracedValues: true,
  attributeEnd: ({ code }, at) => {
    const word = /^(?:\[(?=\[)|(?:alignas|__attribute__|__declspec)\s*\()/.exec(code.slice(at, at + 40))?.[0];
    return word === undefined ? undefined : behindGroup(code, at + word.length - 1);
  },
  beginningOf: withTemplate,
  hasWordsBefore: hasWordsBeforeInC,
  hasWordsBehind: hasWordsBehindInC,
  accessLabel: /\b(?:public|private|protected)\s*:\s*$/,
  assignedBody: "never",
  // Members are given their first values in braces, one after the other.
  behindOtherBraces: /^(?:[,{]|\.\.\.)/,
  beforeTypeBraces: /\bcatch\s*\([^()]*\)$/,
  lineComment: /^\/\//,
  makesBody: /^\[/,
  statementWords: [...inBraces, "goto"],
};
