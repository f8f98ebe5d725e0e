// Declarations and statements of JavaScript and TypeScript.

import type { DeclarationRules } from "../declarations/rules.ts";
import { carriedOnBySigns, inBraces } from "../declarations/statement-words.ts";

export const scriptDeclarationRules: DeclarationRules = {
  lineComment: /^\/\/(?!\/\s*<|\s*(?:@ts-(?:no)?check|eslint-(?!disable-next-line)|biome-ignore-all|#!))/,
  makesBody: /^(?:async\s+)?function\b|^class\b/,
  statementWords: [...inBraces, "const", "let", "var", "export", "debugger", String.raw`import(?!\s*[(.])`],
  carriedOn: carriedOnBySigns,
  handsOn: /^[ \t]*export\s*(?:type\s*)?\*/m,
};
