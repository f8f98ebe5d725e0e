// Import statements of languages of which nothing else is known.

import type { ImportRules } from "../imports/rules.ts";

export const otherImportRules: ImportRules = {
  names: [/^[ \t]*(?:(?:import|using|alias|require\w*)\b[^;\n\r\u2028\u2029]*|use\b[^;\n\r\u2028\u2029]*;)/gm],
};
