// Import statements of C#.

import type { ImportRules } from "../imports/rules.ts";

export const csharpImportRules: ImportRules = {
  modules: [/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm],
  // An alias names a namespace or a type.
  namesIn: (statement) => {
    const alias = /^\s*(?:global[ \t]+)?using[ \t]+(\w+)[ \t]*=/.exec(statement)?.[1];
    return [{ name: "*", ...(alias === undefined ? {} : { alias }) }];
  },
  names: [/^[ \t]*(?:global[ \t]+)?using[ \t]+\w+[ \t]*=[^;(\n\r\u2028\u2029]+;/gm],
};
