// Import statements of C#.

import type { ImportRules } from "../imports/rules.ts";

export const csharpImportRules: ImportRules = {
  modules: [/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm],
  names: [/^[ \t]*(?:global[ \t]+)?using[ \t]+\w+[ \t]*=[^;(\n\r\u2028\u2029]+;/gm],
};
