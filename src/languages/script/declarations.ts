// Declarations and statements of JavaScript and TypeScript.

import type { DeclarationRules } from "../declarations/rules.ts";
import { carriedOnBySigns, inBraces } from "../declarations/statement-words.ts";

export const scriptDeclarationRules: DeclarationRules = {
  hasBareBranches: true,
  hasLiterals: true,
  takesApart: true,
  hasTemplates: true,
  arrows: ["=>"],
  beforeArrow: /^(?:export\s+default\s+)?/,
  hasArrowBlocks: true,
  hasBodyInCalls: true,
  beforeOtherBraces: /[<=,?|&[]$/,
  beforeTypeBraces: /(?:[:|&,(<]|=>|\b(?:is|extends|keyof|readonly|typeof|infer))$/,
  isEndedByValue: (head, isValue) =>
    isValue || /^(?:(?:export|declare|default)\s+)*(?:const(?!\s+enum\b)|let|var|using|type)\b/.test(head),
  lineComment: /^\/\/(?!\/\s*<|\s*(?:@ts-(?:no)?check|eslint-(?!disable-next-line)|biome-ignore-all|#!))/,
  makesBody: /^(?:async\s+)?function\b|^class\b/,
  statementWords: [...inBraces, "const", "let", "var", "export", "debugger", String.raw`import(?!\s*[(.])`],
  carriedOn: carriedOnBySigns,
  handsOn: /^[ \t]*export\s*(?:type\s*)?\*/m,
};
